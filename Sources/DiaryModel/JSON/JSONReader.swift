import Foundation

/// Reads JSON text value by value, so that what is not wanted is passed over without being made.
///
/// `JSONDecoder` needs ten times as long for a beer's custom fields. What is no JSON is thrown as `Malformed`; nothing is
/// read beyond the text.
///
/// Source: RFC 8259.
package struct JSONReader {
  package struct Malformed: Error {}

  /// Nested deeper than anybody writes; as deep as Foundation's decoder goes.
  private static let deepest = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var depth = 0

  /// - Parameter bytes: UTF-8, which must stay where it is while it is read.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads an object; `body` gets each member's name as it stands between its quotes, and reads or skips the value.
  package mutating func members(_ body: (RawString, inout JSONReader) throws -> Void) throws {
    try expect(UInt8(ascii: "{"))
    try nest()
    defer { depth -= 1 }
    if try next() == UInt8(ascii: "}") { return place += 1 }
    while true {
      let name = try rawString()
      try expect(UInt8(ascii: ":"))
      try body(name, &self)
      guard try hasMore(before: UInt8(ascii: "}")) else { return }
    }
  }

  /// Reads a value of any kind.
  package mutating func value() throws -> JSONValue {
    switch try next() {
    case UInt8(ascii: "\""): return .text(try rawString().text)
    case UInt8(ascii: "{"):
      return .object(try object())
    case UInt8(ascii: "["):
      var array: [JSONValue] = []
      try elements { array.append(try $0.value()) }
      return .array(array)
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  /// Reads an object; of several members with one name, the others are `name (2)` and so on, so that none is left out.
  mutating func object() throws -> [String: JSONValue] {
    var object: [String: JSONValue] = [:]
    // The number that each repeated name had last: counting from the first each time would never end for very many.
    var numbers: [String: Int] = [:]
    try members { name, json in
      let name = try name.text
      var free = name
      while object[free] != nil {
        let number = (numbers[name] ?? 1) + 1
        numbers[name] = number
        free = "\(name) (\(number))"
      }
      object[free] = try json.value()
    }
    return object
  }

  /// Passes over a value of any kind.
  package mutating func skip() throws {
    switch try next() {
    case UInt8(ascii: "\""): _ = try rawString()
    case UInt8(ascii: "{"): try members { try $1.skip() }
    case UInt8(ascii: "["): try elements { try $0.skip() }
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): _ = try value()
    default: _ = try numberBytes()
    }
  }

  /// Makes sure that nothing but blanks is left.
  mutating func end() throws {
    skipBlanks()
    guard place == bytes.count else { throw Malformed() }
  }
}

extension JSONReader {
  private mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
    try expect(UInt8(ascii: "["))
    try nest()
    defer { depth -= 1 }
    if try next() == UInt8(ascii: "]") { return place += 1 }
    repeat { try body(&self) } while try hasMore(before: UInt8(ascii: "]"))
  }

  private mutating func nest() throws {
    depth += 1
    if depth > Self.deepest { throw Malformed() }
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
  }

  /// The byte that the next value begins with.
  private mutating func next() throws -> UInt8 {
    skipBlanks()
    guard place < bytes.count else { throw Malformed() }
    return bytes[place]
  }

  private mutating func expect(_ byte: UInt8) throws {
    guard try next() == byte else { throw Malformed() }
    place += 1
  }

  private mutating func hasMore(before end: UInt8) throws -> Bool {
    let byte = try next()
    place += 1
    guard byte == UInt8(ascii: ",") || byte == end else { throw Malformed() }
    return byte != end
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws -> JSONValue {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[place..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: end - place))
    else { throw Malformed() }
    place = end
    return value
  }

  private mutating func rawString() throws -> RawString {
    try expect(UInt8(ascii: "\""))
    let start = place
    var hasEscapes = false
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == UInt8(ascii: "\\") {
        hasEscapes = true
        place += 1
      }
      place += 1
    }
    guard place < bytes.count else { throw Malformed() }
    defer { place += 1 }
    return RawString(bytes: UnsafeBufferPointer(rebasing: bytes[start..<place]), hasEscapes: hasEscapes)
  }

  private mutating func numberBytes() throws -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = place
    while place < bytes.count, Self.isNumberPart[Int(bytes[place])] { place += 1 }
    guard place > start else { throw Malformed() }
    return bytes[start..<place]
  }

  /// Digits, signs, points and exponents, by byte.
  private static let isNumberPart: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in "0123456789+-.eE".utf8 { table[Int(byte)] = true }
    return table
  }()

  private mutating func number() throws -> JSONValue {
    let text = String(decoding: try numberBytes(), as: UTF8.self)
    if let whole = Int64(text), text != "-0" { return .integer(whole) }
    guard let number = Double(text) else { throw Malformed() }
    // What no number here can hold keeps its digits as a text; a fraction is rounded, as everywhere.
    let isWhole = !text.utf8.contains {
      [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0)
    }
    let isZero =
      number == 0 && text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { 0x31...0x39 ~= $0 }
    if isWhole && number != 0 || isZero || !number.isFinite { return .text(text) }
    let value = Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    return value.display == text || !JSONNumber.isValid(text) ? value : .decimal(text)
  }
}

extension JSONValue {
  /// A number as it is read back from the store; `nil` if the text is no number of JSON, or none that fits.
  package init?(number text: String) {
    guard JSONNumber.isValid(text), let value = try? Extras(json: "{\"n\":\(text)}")["n"],
      value.number != nil
    else { return nil }
    self = value
  }
}
