import Foundation

/// Reads JSON text value by value, so that values that are not needed are skipped without being built.
///
/// `JSONDecoder` needs ten times as long for a beer's custom fields. The text ends where its bytes end; nothing is read
/// beyond them.
///
///     var reader = JSONReader(bytes)
///     if try reader.beginObject() {
///       repeat { print(try reader.memberName().text, try reader.value()) } while try reader.hasMoreMembers()
///     }
///
/// Source: RFC 8259.
package struct JSONReader {
  /// What is wrong with a text that is not JSON.
  package struct Malformed: Error, Hashable {
    /// The end of a sentence, such as "a value is expected".
    package let reason: String
    /// The byte at which reading stopped, from 0.
    package let offset: Int
    /// Whether the text ended there: it may be the beginning of JSON.
    package let isAtEnd: Bool
  }

  /// A value as it is written.
  package enum RawValue {
    /// A string, from the first to the last byte between its quotes.
    case string(RawString)
    /// An array or object, from its first bracket to its last.
    case nested(UnsafeBufferPointer<UInt8>)
    /// A number, `true`, `false` or `null`, or anything else that is made of their letters.
    case word(UnsafeBufferPointer<UInt8>)
  }

  /// The depth of Foundation's decoder.
  private static let maxDepth = 512

  /// The number of bytes that have been read.
  package private(set) var offset = 0
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isFile: Bool
  private var depth = 0

  /// Creates a reader at the start of a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, which must stay in place while it is read.
  ///   - isFile: Whether the text is from a file: byte order marks are blanks, and a string has to end on its line, so
  ///     that a missing quote does not swallow the lines after it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, isFile: Bool = false) {
    self.bytes = bytes
    self.isFile = isFile
  }

  /// Reads the opening brace of an object; `false` if the object has no members and is complete.
  ///
  /// - Throws: `Malformed` if the text is not JSON there.
  package mutating func beginObject() throws(Malformed) -> Bool {
    try expect("{")
    guard next() == UInt8(ascii: "}") else { return true }
    offset += 1
    return false
  }

  /// Reads the name of a member, up to its value.
  ///
  /// - Throws: `Malformed` if the text is not JSON there.
  package mutating func memberName() throws(Malformed) -> RawString {
    guard next() == UInt8(ascii: "\"") else { throw malformed("a name in quotes is expected") }
    let name = try string()
    try expect(":")
    return name
  }

  /// Reads what follows a member; `false` if that is the end of the object.
  ///
  /// - Throws: `Malformed` if the text is not JSON there.
  package mutating func hasMoreMembers() throws(Malformed) -> Bool {
    try hasMore(before: "}", orElse: "a comma or a closing brace is expected")
  }

  /// Whether the next value is an object.
  ///
  /// - Throws: `Malformed` if the text is not JSON there.
  package mutating func isAtObject() throws(Malformed) -> Bool {
    guard let byte = next() else { throw malformed("a value is expected") }
    return byte == UInt8(ascii: "{")
  }

  /// Reads a value of any kind.
  ///
  /// - Throws: `Malformed` if the text is not JSON there.
  package mutating func value() throws(Malformed) -> JSONValue {
    switch next() {
    case UInt8(ascii: "\""): .text(try string().text)
    case UInt8(ascii: "{"): .object(try object())
    case UInt8(ascii: "["): .array(try array())
    default: try plainValue()
    }
  }

  /// Reads a value of any kind without looking into it: of an array or object only its brackets and strings count.
  ///
  /// - Throws: `Malformed` if the text is not JSON there.
  package mutating func rawValue() throws(Malformed) -> RawValue {
    switch next() {
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["): .nested(try nested())
    default: .word(try word())
    }
  }

  /// Reads an object.
  ///
  /// If several members have the same name, the others are called `name (2)` and so on, so that none is lost.
  mutating func object() throws(Malformed) -> [String: JSONValue] {
    try nest()
    defer { depth -= 1 }
    var object: [String: JSONValue] = [:]
    // The number that each repeated name had last: counting from the first each time would never end for very many.
    var numbers: [String: Int] = [:]
    guard try beginObject() else { return object }
    repeat {
      let name = try memberName().text
      var free = name
      while object[free] != nil {
        let number = (numbers[name] ?? 1) + 1
        numbers[name] = number
        free = "\(name) (\(number))"
      }
      object[free] = try value()
    } while try hasMoreMembers()
    return object
  }

  /// Makes sure that only blanks are left.
  mutating func end() throws(Malformed) {
    if next() != nil { throw malformed("there is text after the value") }
  }

  /// Returns an error at the current position.
  package func malformed(_ reason: String) -> Malformed {
    Malformed(reason: reason, offset: offset, isAtEnd: offset == bytes.count)
  }

  /// Whether a byte separates tokens.
  ///
  /// - Parameter isFile: Whether byte order marks do as well; files that were joined have them in the middle.
  package static func isBlank(_ byte: UInt8, isFile: Bool) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    case 0xEF, 0xBB, 0xBF: isFile
    default: false
    }
  }

  /// Whether a byte can be part of a number, `true`, `false` or `null`.
  package static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension JSONReader {
  /// The first byte of the next token; `nil` at the end of the text.
  private mutating func next() -> UInt8? {
    while offset < bytes.count {
      guard Self.isBlank(bytes[offset], isFile: isFile) else { return bytes[offset] }
      offset += 1
    }
    return nil
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Malformed) {
    guard next() == UInt8(ascii: character) else { throw malformed("\(character) is expected") }
    offset += 1
  }

  private mutating func hasMore(before end: Unicode.Scalar, orElse reason: String) throws(Malformed) -> Bool {
    guard let byte = next() else { throw malformed("the file ends inside an object") }
    offset += 1
    if byte == UInt8(ascii: end) { return false }
    guard byte == UInt8(ascii: ",") else { throw malformed(reason) }
    return true
  }

  private mutating func nest() throws(Malformed) {
    depth += 1
    if depth > Self.maxDepth { throw malformed("arrays and objects are nested too deeply") }
  }

  private mutating func array() throws(Malformed) -> [JSONValue] {
    try nest()
    defer { depth -= 1 }
    var array: [JSONValue] = []
    offset += 1
    if next() == UInt8(ascii: "]") {
      offset += 1
      return array
    }
    repeat {
      array.append(try value())
    } while try hasMore(before: "]", orElse: "a comma or a closing bracket is expected")
    return array
  }

  /// The string whose opening quote comes next.
  private mutating func string() throws(Malformed) -> RawString {
    let start = offset + 1
    let hasEscapes = try skipToEnd().hasEscapes
    return RawString(
      bytes: UnsafeBufferPointer(rebasing: bytes[start..<offset - 1]), start: start, hasEscapes: hasEscapes)
  }

  /// The array or object whose opening bracket comes next.
  private mutating func nested() throws(Malformed) -> UnsafeBufferPointer<UInt8> {
    let start = offset
    _ = try skipToEnd()
    return UnsafeBufferPointer(rebasing: bytes[start..<offset])
  }

  /// Moves after the string, array or object that comes next.
  private mutating func skipToEnd() throws(Malformed) -> JSONValueEnd {
    var end = JSONValueEnd(isFile: isFile)
    guard try end.skip(bytes, from: &offset) else { throw malformed(end.failure) }
    return end
  }

  private mutating func word() throws(Malformed) -> UnsafeBufferPointer<UInt8> {
    let start = offset
    while offset < bytes.count, Self.isWordByte(bytes[offset]) { offset += 1 }
    if offset == start { throw malformed("a value is expected") }
    return UnsafeBufferPointer(rebasing: bytes[start..<offset])
  }

  private mutating func plainValue() throws(Malformed) -> JSONValue {
    switch String(decoding: try word(), as: UTF8.self) {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "null": .null
    case let text: try number(text)
    }
  }

  private func number(_ text: String) throws(Malformed) -> JSONValue {
    if let whole = Int64(text), text != "-0" { return .integer(whole) }
    // Swift also reads `inf`, `nan` and `0x1p3`.
    let isDecimal = !text.utf8.contains { (0x61...0x7A).contains($0) && $0 != UInt8(ascii: "e") }
    guard isDecimal, let number = Double(text) else { throw malformed("a value is expected") }
    let value = Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    if JSONNumber.isValid(text) {
      return number.isFinite && value.display == text ? value : .decimal(text)
    }
    // A number that JSON writes differently keeps its digits as text if neither type can hold it.
    let isWhole = !text.utf8.contains {
      [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0)
    }
    let isZero =
      number == 0 && text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { 0x31...0x39 ~= $0 }
    return isWhole && number != 0 || isZero || !number.isFinite ? .text(text) : value
  }
}

extension JSONValue {
  /// Parses a JSON number; `nil` if the text is not one.
  package init?(number text: String) {
    guard JSONNumber.isValid(text), let value = try? JSONValue(json: text) else { return nil }
    self = value
  }
}
