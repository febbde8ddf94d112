package import Foundation

/// Writes JSON text part by part, keys in the order in which they are written.
///
/// `JSONEncoder` needs many times as long for a beer, and cannot keep the order of keys. Characters that JSON allows but
/// that could control a terminal or be invisible (DEL, C1, line separators, bidi controls, invisible characters) are
/// escaped as well, unless the text is for the store, where a search has to find the words.
package struct JSONWriter {
  /// UTF-8.
  private var bytes: [UInt8] = []
  private let indentation: Int?
  private let isForDisplay: Bool
  private var depth = 0
  /// Whether the array or object that is open has an element already.
  private var needsComma = false

  /// Creates a writer with an empty text.
  ///
  /// - Parameters:
  ///   - indentation: The number of spaces for each level, with every element on its own line; `nil` for one line.
  ///   - isForDisplay: Whether characters that could control a terminal or be invisible are escaped; `false` for the store.
  package init(indentation: Int? = nil, isForDisplay: Bool = true) {
    self.indentation = indentation
    self.isForDisplay = isForDisplay
  }

  /// The JSON text written so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the text written so far to `result` in UTF-8, and begins a new text.
  package mutating func move(to result: inout [UInt8]) {
    result += bytes
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Writes an object; `body` writes its members.
  package mutating func object(_ body: (inout JSONWriter) -> Void) { container("{", "}", body) }

  /// Writes an array; `body` writes its elements with `element`.
  package mutating func array(_ body: (inout JSONWriter) -> Void) { container("[", "]", body) }

  /// Starts an element of an array; its value is written next.
  package mutating func element() { separate() }

  /// Writes a member's name; its value is written next.
  package mutating func key(_ name: String) {
    separate()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    if indentation != nil { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes any value; objects have their keys sorted.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): number(value)
    case .decimal(let value): bytes += value.utf8
    case .text(let value): string(value)
    case .array(let values):
      array { json in
        for value in values {
          json.element()
          json.value(value)
        }
      }
    case .object(let members): self.value(members)
    }
  }

  /// Writes an object with its keys sorted.
  package mutating func value(_ members: [String: JSONValue]) {
    object { json in
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        json.key(name)
        json.value(value)
      }
    }
  }
}

// MARK: - Members

// Making a `JSONValue` of each member would take most of the time for a beer.
extension JSONWriter {
  /// Writes a member with any value.
  package mutating func member(_ name: String, _ value: JSONValue) {
    key(name)
    self.value(value)
  }

  /// Writes a member with text, or `null` for `nil`.
  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { value(.null) }
  }

  /// Writes a member with a number, or `null` for `nil`.
  package mutating func member(_ name: String, _ number: Double?) {
    key(name)
    if let number { self.number(number) } else { value(.null) }
  }

  /// Writes a member with a whole number.
  package mutating func member(_ name: String, _ integer: Int64) {
    key(name)
    bytes += String(integer).utf8
  }

  /// Writes a member with a UUID in lower case.
  package mutating func member(_ name: String, _ uuid: UUID) {
    key(name)
    bytes.append(UInt8(ascii: "\""))
    uuid.appendText(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a member whose value is JSON already, in any layout; it is not checked.
  ///
  /// The values stay as they are written: numbers keep their digits, and objects the order of their keys, unless the
  /// text is indented.
  package mutating func member(_ name: String, json text: String) {
    key(name)
    if indentation != nil, let value = try? JSONValue(json: text) { return self.value(value) }
    var text = text
    text.withUTF8 { append(json: $0) }
  }

  /// Appends JSON with spaces in place of control characters, and with escapes in place of characters that are not
  /// displayed.
  private mutating func append(json text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if 0x20..<0x7F ~= byte {
        index += 1
        continue
      }
      let escape = byte < 0x20 ? nil : JSONEscape(text, at: index, isForDisplay: isForDisplay)
      guard byte < 0x20 || escape != nil else {
        index += 1
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      if let escape { escape.write(to: &bytes) } else { bytes.append(UInt8(ascii: " ")) }
      index += escape?.length ?? 1
      start = index
    }
    bytes.append(contentsOf: text[start...])
  }
}

extension JSONWriter {
  private mutating func container(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    bytes.append(UInt8(ascii: opening))
    depth += 1
    needsComma = false
    body(&self)
    depth -= 1
    if needsComma { newLine() }
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    newLine()
  }

  private mutating func newLine() {
    guard let indentation else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: depth * indentation)
  }

  /// A number that JSON cannot write is written as text.
  private mutating func number(_ number: Double) {
    guard number.isFinite else { return string("\(number)") }
    JSONNumber.append(number, to: &bytes)
  }

  private mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { Self.append(string: $0, to: &bytes, isForDisplay: isForDisplay) }
  }

  /// Appends UTF-8 as a JSON string with its quotes.
  package static func append(
    string text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], isForDisplay: Bool = true
  ) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < text.count {
      guard let escape = JSONEscape(text, at: index, isForDisplay: isForDisplay) else {
        index += 1
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      escape.write(to: &bytes)
      index += escape.length
      start = index
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }
}
