import DiaryModel

/// Reads JSON one object at a time, in constant memory: an array of objects, or objects one after the other.
///
/// The array may be within other objects, whose other members are skipped.
///
/// The members of an object are the fields of a record. Strings are unescaped, numbers, `true` and `false` stay as they
/// are written, arrays are their JSON text, and `null` is a field without a value. The members of a nested object are
/// fields named by their path, such as `beer.name`. If an object has several values of a name, the others are called
/// `name (2)` and so on, so that none is lost.
///
/// If each line is an object (JSON Lines), a line that is not one becomes a record with a `problem`, and reading
/// continues with the next. So does an entry of an array that is not an object. A broken array ends with an error, as the
/// beginning of the next object is not certain, and so does one that is not closed, as the file may be cut off there.
/// Commas that are missing between objects, or follow the last, are accepted.
package final class JSONRecordReader: RecordReader {
  /// A limit that no table exceeds; beyond it, the file is a dictionary whose keys are data.
  private static let maxKeys = 4096
  /// A limit that no table exceeds; beyond it, the names of nested objects are data.
  private static let maxPaths = 256
  /// The depth from which nested objects are kept as JSON text.
  private static let maxDepth = 8
  /// The custom fields of a Beer Diary export, an object that is one field.
  private static let extras = Array("extras".utf8)
  /// The label of a Beer Diary export, an object that is one field.
  private static let label = Array(BeerLabelJSON.name.utf8)
  /// The members that such a label always has.
  private static let labelMembers = ["uuid", "times"]

  /// The names of the members, in the order in which they first appear, after those given to the initializer.
  private(set) var keys: [String]
  private var columns: [[UInt8]: Int] = [:]
  private var keyBytes: [[UInt8]] = []
  /// Whether objects within a record are read by their paths; otherwise they are their JSON text.
  private let readsPaths: Bool
  private var pathCount = 0
  /// Whether several of the objects that were read begin on one line.
  private(set) var sharesLines = false
  /// The error for the first entry of an array that is not an object, to throw if there are no objects; `nil` if there is
  /// no such entry.
  private(set) var firstEntryError: ImportError?
  private let input: BufferedInput
  private let record = FileRecord()
  private let text = ByteStore()
  private var isInArray = false
  /// Whether an object of the array comes before the cursor, without a comma after it.
  private var isAfterObject = false
  /// The names of the members that lead to the array, and how many of the objects around it are open.
  private let wrapper: [[UInt8]]
  private var openWrappers = 0
  private var scanner: JSONScanner
  /// The name of the member that is being read, with the names of the objects around it.
  private var name: [UInt8] = []
  /// The text of a string with escapes.
  private var unescaped: [UInt8] = []
  private var lastColumn = -1
  /// The line on which the last object began; 0 if there is none.
  private var lastLine = 0
  /// The number that a repeated name of the record had last, by the column of the name.
  private var repetitions: [Int: Int] = [:]

  init(
    _ input: BufferedInput, keys: [String] = [], wrapper: [[UInt8]] = [], readsPaths: Bool = true,
    maxRecordLength: Int = BufferedInput.maxExportedRecordLength
  ) {
    self.input = input
    self.wrapper = wrapper
    self.readsPaths = readsPaths
    self.keys = []
    scanner = JSONScanner(
      input.window, start: input.markLength, maxRecordLength: maxRecordLength)
    for key in keys { add(Array(key.utf8)) }
    self.keys = keys
  }

  /// Whether the objects within records have more names than tables have.
  var hasTooManyPaths: Bool { pathCount > Self.maxPaths }

  /// The bytes that were taken from the source so far.
  package var bytesRead: Int64 { input.bytesRead }
  /// The size of the source in bytes; `nil` if it is not known.
  package var totalBytes: Int64? { input.totalBytes }
  /// Whether the source is UTF-16, which is decoded while it is read.
  package var isUTF16: Bool { input.isUTF16 }

  /// Returns the next object, always in the same `FileRecord`; `nil` at the end of the input.
  ///
  /// - Throws: `.brokenJSON` if an array is broken or not closed, or an object too long.
  package func next() throws(ImportError) -> FileRecord? {
    do throws(JSONScanner.Failure) {
      guard try findObject() else { return nil }
      record.reset(line: scanner.line)
      do throws(JSONScanner.Failure) {
        if isInArray, try scanner.peek() != UInt8(ascii: "{") {
          try rejectEntry()
        } else {
          record.raw = try scanner.read { json throws(JSONReader.Malformed) in try readRecord(&json) }
        }
        noteEntry()
      } catch {
        guard case .syntax = error, !isInArray else { throw error }
        let reason = scanner.error(error)
        try rejectLine()
        if record.raw.first == UInt8(ascii: "{") { record.jsonError = reason }
      }
    } catch {
      throw scanner.error(error)
    }
    record.base = text.base
    record.length = text.count
    return record
  }

  /// Moves to the brace that opens the next object, or to another value in an array; returns `false` if there is none.
  private func findObject() throws(JSONScanner.Failure) -> Bool {
    while let byte = try scanner.nextToken() {
      if openWrappers > 0, !isInArray {
        try readWrapper(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "{") where !isInArray && !wrapper.isEmpty: openWrappers = 1
      case UInt8(ascii: "{"): return true
      case UInt8(ascii: "[") where !isInArray: beginArray()
      case UInt8(ascii: "]") where isInArray: isInArray = false
      case UInt8(ascii: ",") where !isInArray || isAfterObject: isAfterObject = false
      case _ where !isInArray: return true
      case _ where !isAfterObject && (JSONValueEnd.isStart(byte) || JSONReader.isWordByte(byte)): return true
      default: throw Self.noObject
      }
      scanner.advance()
    }
    if isInArray { throw .syntax("the file ends inside an array", offset: 0) }
    if openWrappers > 0 { throw .syntax("the file ends inside an object", offset: 0) }
    return false
  }

  private func beginArray() {
    isInArray = true
    isAfterObject = false
  }

  /// Continues within the objects around the array.
  private func readWrapper(_ byte: UInt8) throws(JSONScanner.Failure) {
    switch byte {
    case UInt8(ascii: "}"): openWrappers -= 1
    case UInt8(ascii: ","): break
    default: return try readWrapperMember()
    }
    scanner.advance()
  }

  private func readWrapperMember() throws(JSONScanner.Failure) {
    let isOnPath = try scanner.readName() == wrapper[openWrappers - 1]
    switch try scanner.nextToken() {
    case UInt8(ascii: "[") where isOnPath && openWrappers == wrapper.count: beginArray()
    case UInt8(ascii: "{") where isOnPath && openWrappers < wrapper.count: openWrappers += 1
    default: return try scanner.skipValue()
    }
    scanner.advance()
  }

  /// Notes that a value was read, after which a comma may follow.
  private func noteEntry() {
    isAfterObject = true
    if record.line == lastLine { sharesLines = true }
    lastLine = record.line
  }

  private static let noObject = JSONScanner.Failure.syntax("an object is expected", offset: 0)

  /// Makes a value of an array that is not an object a record with a problem.
  private func rejectEntry() throws(JSONScanner.Failure) {
    firstEntryError = firstEntryError ?? scanner.error(Self.noObject)
    record.raw = try scanner.read { json throws(JSONReader.Malformed) in
      if case .word(let word) = try json.rawValue(), !Self.isValue(word) {
        throw json.malformed("an object is expected")
      }
      // The rest of a word may not be in the window yet.
      let end = json.malformed("the file ends inside an array")
      if end.isAtEnd { throw end }
    }
    rejectRaw()
  }

  /// Makes the rest of the line a record with a problem.
  private func rejectLine() throws(JSONScanner.Failure) {
    record.raw = try scanner.readLine()
    rejectRaw()
  }

  private func rejectRaw() {
    text.removeAll()
    text.append(contentsOf: record.raw)
    record.fields = [FileRecord.Field(start: 0, end: text.count, quoting: .none)]
    record.problem = .notJSON
    record.problemLine = record.line
  }
}

// MARK: - Objects

extension JSONRecordReader {
  private func readRecord(_ json: inout JSONReader) throws(JSONReader.Malformed) {
    text.removeAll()
    record.fields.removeAll(keepingCapacity: true)
    record.fields += repeatElement(.absent, count: keys.count)
    lastColumn = -1
    repetitions.removeAll(keepingCapacity: true)
    try readObject(&json, path: [], depth: 0)
  }

  /// Reads the members of an object, and those of objects within it, as fields.
  ///
  /// - Parameter path: What comes before the names of the members, with a dot at its end.
  private func readObject(_ json: inout JSONReader, path: [UInt8], depth: Int) throws(JSONReader.Malformed) {
    guard try json.beginObject() else { return }
    repeat {
      name.removeAll(keepingCapacity: true)
      name += path
      try json.memberName().append(to: &name)
      if readsPaths, depth < Self.maxDepth, try json.isAtObject(), try !isExportedObject(json) {
        try readObject(&json, path: name + [UInt8(ascii: ".")], depth: depth + 1)
      } else {
        try readField(&json, isInner: depth > 0)
      }
    } while try json.hasMoreMembers()
  }

  /// Returns whether the object called `name` that comes next is one field, as in a Beer Diary export.
  ///
  /// Other files may have an object of the name `label`. Only the object itself decides, as a file is read several
  /// times, and the names of all members are known only after the first time.
  private func isExportedObject(_ json: JSONReader) throws(JSONReader.Malformed) -> Bool {
    if name == Self.extras { return true }
    var json = json
    guard name == Self.label, try json.beginObject() else { return false }
    repeat {
      let member = try json.memberName().bytes
      if Self.labelMembers.contains(where: { member.elementsEqual($0.utf8) }) { return true }
      _ = try json.rawValue()
    } while try json.hasMoreMembers()
    return false
  }

  /// Reads the value of the member called `name`.
  private func readField(_ json: inout JSONReader, isInner: Bool) throws(JSONReader.Malformed) {
    var column = try column(json, isInner: isInner)
    let start = text.count
    var quoting = FileRecord.Quoting.none
    switch try json.rawValue() {
    case .string(let string):
      try append(string)
      quoting = .quoted
    case .nested(let value):
      text.append(contentsOf: value)
      quoting = .nested
    case .word(let word):
      guard Self.isValue(word) else { throw json.malformed("a value is expected") }
      if !word.elementsEqual("null".utf8) { text.append(contentsOf: word) }
    }
    let isNull = quoting == .none && start == text.count
    if isNull, record.isPresent(at: column) { return }
    column = try freeColumn(column, json, isInner: isInner)
    record.fields[column] = FileRecord.Field(start: start, end: text.count, quoting: quoting)
  }

  /// Returns a column, or if the record has a value in it already, the one of the name with the next number.
  private func freeColumn(
    _ wanted: Int, _ json: JSONReader, isInner: Bool
  ) throws(JSONReader.Malformed) -> Int {
    var column = wanted
    while record.isPresent(at: column) {
      // Counting from the first number each time would never end for very many.
      let number = (repetitions[wanted] ?? 1) + 1
      repetitions[wanted] = number
      name = keyBytes[wanted] + Array(" (\(number))".utf8)
      column = try self.column(json, isInner: isInner)
    }
    return column
  }

  /// Whether a word is a value; anything that begins like a number is accepted, such as a date without quotes.
  private static func isValue(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    word[0] == UInt8(ascii: "-") || (0x30...0x39).contains(word[0])
      || ["null", "true", "false"].contains { word.elementsEqual($0.utf8) }
  }

  private func append(_ string: RawString) throws(JSONReader.Malformed) {
    guard string.hasEscapes else { return text.append(contentsOf: string.bytes) }
    unescaped.removeAll(keepingCapacity: true)
    try string.append(to: &unescaped)
    unescaped.withUnsafeBufferPointer { text.append(contentsOf: $0) }
  }

  /// Returns the column of the member called `name`, which is added if it is new.
  ///
  /// - Parameter isInner: Whether the member is in an object within the record.
  /// - Throws: `Malformed` if there are too many.
  private func column(_ json: JSONReader, isInner: Bool) throws(JSONReader.Malformed) -> Int {
    // Objects of a file mostly have the same names in the same order.
    let next = lastColumn + 1
    if next < keyBytes.count, keyBytes[next] == name {
      lastColumn = next
    } else if let known = columns[name] {
      lastColumn = known
    } else {
      guard keys.count < Self.maxKeys else {
        throw json.malformed("the objects have too many different members")
      }
      keys.append(String(decoding: name, as: UTF8.self))
      add(name)
      record.fields.append(.absent)
      lastColumn = keyBytes.count - 1
      if isInner { pathCount += 1 }
    }
    return lastColumn
  }

  private func add(_ key: [UInt8]) {
    columns[key] = keyBytes.count
    keyBytes.append(key)
  }
}

/// Bytes at a fixed address, until more of them are appended than fit.
private final class ByteStore {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 4096

  init() { base = .allocate(capacity: capacity) }

  deinit { base.deallocate() }

  func removeAll() { count = 0 }

  func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    if count + bytes.count > capacity { grow(by: bytes.count) }
    (base + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  private func grow(by added: Int) {
    capacity = max(capacity * 2, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
