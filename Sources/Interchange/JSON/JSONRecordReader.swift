/// Reads JSON from bytes, one object at a time, in constant memory: an array of objects, or objects one after the other.
///
/// The array may be within other objects, whose other members are passed over.
///
/// An object's members are the fields of a record. Strings have their escapes taken out, numbers, `true` and `false` are
/// as they are written, arrays are their JSON text, and `null` is a field that is not there. The members of an object
/// within are fields named by their path, such as `beer.name`. In a file with
/// an object on each line (JSON Lines), a line that is none becomes a record with a `problem`, and reading goes on behind
/// it; an array that is broken ends with an error, as it cannot be told where the next object begins.
package final class JSONRecordReader: RecordReader {
  /// More names than any table has: the file is a map with data for names.
  private static let mostKeys = 4096
  /// More paths than tables that are written as objects have: the names within are data.
  private static let maxPaths = 256
  /// Objects that are deeper within others are their JSON text.
  private static let maxDepth = 8
  /// The custom fields of this program's own export, which are one field.
  private static let ownObject = Array("extras".utf8)

  /// The names of the members, in the order in which they first come; those that are known beforehand come first.
  private(set) var keys: [String]
  private var columns: [[UInt8]: Int] = [:]
  private var keyBytes: [[UInt8]] = []
  /// Whether objects within a record are read by their paths; otherwise they are their JSON text.
  private let readsPaths: Bool
  private var pathCount = 0
  private let input: BufferedInput
  private let record = FileRecord()
  private let text = ByteStore()
  private var isInArray = false
  /// The names of the members that lead to the array, and how many of the objects around it are open.
  private let wrapper: [[UInt8]]
  private var openWrappers = 0
  private var scanner: JSONScanner
  private var lastColumn = -1

  init(
    _ input: BufferedInput, keys: [String] = [], wrapper: [[UInt8]] = [], readsPaths: Bool = true,
    maximumRecordLength: Int = BufferedInput.longestRecord
  ) {
    self.input = input
    self.wrapper = wrapper
    self.readsPaths = readsPaths
    self.keys = []
    scanner = JSONScanner(
      input.window, start: input.markLength, maximumRecordLength: maximumRecordLength)
    for key in keys { add(Array(key.utf8)) }
    self.keys = keys
  }

  /// Whether the objects within records have more names than tables have.
  var hasTooManyPaths: Bool { pathCount > Self.maxPaths }

  package var bytesRead: Int64 { input.bytesRead }
  package var totalBytes: Int64? { input.totalBytes }
  package var isUTF16: Bool { input.isUTF16 }

  package func next() throws(ImportError) -> FileRecord? {
    guard try findObject() else { return nil }
    scanner.beginRecord()
    record.reset(line: scanner.line)
    text.removeAll()
    for _ in keys { record.fields.append(.absent) }
    do throws(JSONScanner.Failure) {
      try readObject(path: [], depth: 0)
    } catch {
      guard case .syntax = error, !isInArray else { throw importError(error) }
      try giveUpLine()
    }
    record.raw = scanner.recordBytes
    record.base = text.base
    record.length = text.count
    return record
  }

  /// Goes to the brace that opens the next object.
  private func findObject() throws(ImportError) -> Bool {
    do throws(JSONScanner.Failure) {
      while let byte = try scanner.nextVisible() {
        if openWrappers > 0, !isInArray {
          try readWrapper(byte)
          continue
        }
        switch byte {
        case UInt8(ascii: "{") where !isInArray && !wrapper.isEmpty: openWrappers = 1
        case UInt8(ascii: "{"): return true
        case UInt8(ascii: "[") where !isInArray: isInArray = true
        case UInt8(ascii: "]") where isInArray: isInArray = false
        case UInt8(ascii: ","): break
        case _ where !isInArray: return true
        default: throw .syntax("an object between braces is expected")
        }
        scanner.advance()
        scanner.beginRecord()
      }
      return false
    } catch {
      throw importError(error)
    }
  }

  /// Goes on within the objects around the array.
  private func readWrapper(_ byte: UInt8) throws(JSONScanner.Failure) {
    switch byte {
    case UInt8(ascii: "}"): openWrappers -= 1
    case UInt8(ascii: ","): break
    case UInt8(ascii: "\""): return try readWrapperMember()
    default: throw .syntax("a name in quotes is expected")
    }
    scanner.advance()
    scanner.beginRecord()
  }

  private func readWrapperMember() throws(JSONScanner.Failure) {
    text.removeAll()
    try scanner.readString(into: text)
    try scanner.expect(":")
    let isOnPath = wrapper[openWrappers - 1].elementsEqual(
      UnsafeBufferPointer(start: text.base, count: text.count))
    switch try scanner.nextVisible() {
    case UInt8(ascii: "[") where isOnPath && openWrappers == wrapper.count: isInArray = true
    case UInt8(ascii: "{") where isOnPath && openWrappers < wrapper.count: openWrappers += 1
    default: return try scanner.skipValue()
    }
    scanner.advance()
    scanner.beginRecord()
  }

  private func importError(_ failure: JSONScanner.Failure) -> ImportError {
    switch failure {
    case .syntax(let what): .brokenJSON(line: scanner.line, column: scanner.column, what: what)
    case .tooLong: .brokenJSON(line: record.line, column: 1, what: "an object is too long to be one")
    case .input(let error): error
    }
  }

  /// Takes the rest of a line as a record that cannot be read.
  private func giveUpLine() throws(ImportError) {
    do throws(JSONScanner.Failure) { try scanner.skipLine(from: record.line) } catch {
      throw importError(error)
    }
    text.removeAll()
    text.append(contentsOf: scanner.recordBytes)
    record.fields = [FileRecord.Field(start: 0, end: text.count, quoting: .none)]
    record.problem = .notJSON
    record.problemLine = record.line
  }
}

// MARK: - Objects

extension JSONRecordReader {
  /// - Parameter path: What comes before the names of the members, with a dot at its end.
  private func readObject(path: [UInt8], depth: Int) throws(JSONScanner.Failure) {
    try scanner.expect("{")
    if depth == 0 { lastColumn = -1 }
    if try scanner.nextVisible() == UInt8(ascii: "}") { return scanner.advance() }
    while true {
      guard try scanner.nextVisible() == UInt8(ascii: "\"") else {
        throw .syntax("a name in quotes is expected")
      }
      let start = text.count
      path.withUnsafeBufferPointer { text.append(contentsOf: $0) }
      try scanner.readString(into: text)
      try readMember(nameFrom: start, depth: depth)
      guard let end = try scanner.nextVisible() else { throw .syntax("the file ends within an object") }
      scanner.advance()
      if end == UInt8(ascii: "}") { return }
      guard end == UInt8(ascii: ",") else { throw .syntax("a comma or a closing brace is expected") }
    }
  }

  /// Reads the value of the member whose name lies at the end of the text.
  private func readMember(nameFrom start: Int, depth: Int) throws(JSONScanner.Failure) {
    try scanner.expect(":")
    if try scanner.nextVisible() == UInt8(ascii: "{"), readsPaths, depth < Self.maxDepth {
      let name = Array(UnsafeBufferPointer(start: text.base + start, count: text.count - start))
      if name != Self.ownObject {
        text.removeAll(from: start)
        return try readObject(path: name + [UInt8(ascii: ".")], depth: depth + 1)
      }
    }
    let known = keyBytes.count
    let column = try column(ofKeyFrom: start)
    if depth > 0, keyBytes.count > known { pathCount += 1 }
    text.removeAll(from: start)
    try readValue(column)
  }

  private func readValue(_ column: Int) throws(JSONScanner.Failure) {
    let start = text.count
    var quoting = FileRecord.Quoting.none
    switch try scanner.nextVisible() {
    case UInt8(ascii: "\""):
      try scanner.readString(into: text)
      quoting = .quoted
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try scanner.readNested(into: text)
      quoting = .nested
    default: if try scanner.readWord(into: text) { text.removeAll(from: start) }
    }
    record.fields[column] = FileRecord.Field(start: start, end: text.count, quoting: quoting)
  }

  /// The column of the member whose name lies at the end of the text; one that is new is added.
  private func column(ofKeyFrom start: Int) throws(JSONScanner.Failure) -> Int {
    let name = UnsafeBufferPointer(start: text.base + start, count: text.count - start)
    // Objects of a file mostly have the same names in the same order.
    let next = lastColumn + 1
    if next < keyBytes.count, keyBytes[next].elementsEqual(name) {
      lastColumn = next
      return next
    }
    let key = Array(name)
    if let known = columns[key] {
      lastColumn = known
      return known
    }
    guard keys.count < Self.mostKeys else {
      throw .syntax("there are too many different names for a list of beers")
    }
    keys.append(String(decoding: key, as: UTF8.self))
    add(key)
    record.fields.append(.absent)
    lastColumn = keyBytes.count - 1
    return lastColumn
  }

  private func add(_ key: [UInt8]) {
    columns[key] = keyBytes.count
    keyBytes.append(key)
  }
}
