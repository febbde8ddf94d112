/// A value of a custom field: any JSON value, kept as it came.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number within the range of `Int64`.
  case integer(Int64)
  /// Any other finite number.
  case number(Double)
  /// A number that is not written as this program writes it, such as `1.50`, or that neither of the other types can hold,
  /// such as `12345678901234567890`.
  case decimal(String)
  /// A string, without quotes and escapes.
  case text(String)
  /// An array of any values.
  case array([JSONValue])
  /// An object; the order of its members is not kept.
  case object([String: JSONValue])

  /// Parses JSON of any kind.
  ///
  /// - Throws: `JSONReader.Malformed` if it is not JSON of that kind.
  package init(json: String) throws {
    var json = json
    self = try json.withUTF8 { bytes in
      var reader = JSONReader(bytes)
      let value = try reader.value()
      try reader.end()
      return value
    }
  }

  /// The value as a person reads it: text without quotes, anything nested as JSON.
  package var display: String {
    switch self {
    case .null: ""
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .number(let value):
      value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    case .text(let value), .decimal(let value): value
    case .array, .object: json
    }
  }

  /// Returns whether both are equal, ignoring how a number is written and whether a number or a Boolean is text.
  ///
  /// Imports of earlier versions kept numbers as text, with decimal commas, or without their last zeros, and yes and no
  /// as text.
  package func isWritten(like other: JSONValue) -> Bool {
    if self == other { return true }
    if case (.integer, .integer) = (self, other) { return false }
    if let number, let otherNumber = other.number {
      // From here on, `Double` does not distinguish all whole numbers.
      let areExact = abs(number) < 0x1p53
      return number == otherNumber && (areExact || number.isFinite && !(isWhole && other.isWhole))
    }
    switch (self, other) {
    case (.text, _) where other.number != nil, (_, .text) where number != nil:
      let text = display
      let other = other.display
      return text == other || text == other.replacing(",", with: ".")
        || text.replacing(",", with: ".") == other
    case (.text(let text), .boolean(let value)), (.boolean(let value), .text(let text)):
      return text == (value ? "true" : "false")
    default: return false
    }
  }

  /// The value of a number, rounded and possibly infinite for a ``decimal(_:)``; `nil` for everything else.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .decimal(let text): Double(text)
    default: nil
    }
  }

  /// Whether it is written with digits alone.
  private var isWhole: Bool { display.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") } }

  private var json: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}

/// The custom fields of a beer, by name.
package typealias Extras = [String: JSONValue]

extension Extras {
  /// The fields as a JSON object with sorted keys, as stored.
  package var json: String {
    var writer = JSONWriter(isForDisplay: false)
    writer.value(self)
    return writer.text
  }

  /// Reads a stored JSON object.
  ///
  /// - Throws: `JSONReader.Malformed` if it is not JSON of that kind.
  package init(json: String) throws {
    self = [:]
    if json == "{}" { return }
    var json = json
    self = try json.withUTF8 { bytes in
      var reader = JSONReader(bytes)
      let extras = try reader.object()
      try reader.end()
      return extras
    }
  }

  /// Returns whether text is a JSON object, which takes a fraction of the time of reading it.
  package static func isObject(_ json: String) -> Bool {
    if json == "{}" { return true }
    var json = json
    return json.withUTF8 { bytes -> Bool in
      do {
        var reader = JSONReader(bytes)
        if try reader.beginObject() {
          repeat {
            try check(reader.memberName())
            switch try reader.rawValue() {
            case .string(let string): try check(string)
            case .nested(let bytes):
              var nested = JSONReader(bytes)
              _ = try nested.value()
              try nested.end()
            case .word(let word): if !isWord(word) { return false }
            }
          } while try reader.hasMoreMembers()
        }
        try reader.end()
        return true
      } catch {
        return false
      }
    }
  }

  /// Reads one member of a JSON object, and skips the members before it without building them.
  ///
  /// - Returns: The value; `nil` if there is no such member, or if what is read of the text is not a JSON object.
  package static func value(of name: String, in json: String) -> JSONValue? {
    var json = json
    return json.withUTF8 { bytes -> JSONValue? in
      var reader = JSONReader(bytes)
      do {
        guard try reader.beginObject() else { return nil }
        repeat {
          if try reader.memberName().isEqual(to: name) { return try reader.value() }
          _ = try reader.rawValue()
        } while try reader.hasMoreMembers()
        return nil
      } catch {
        return nil
      }
    }
  }

  private static func check(_ string: RawString) throws(JSONReader.Malformed) {
    if string.hasEscapes { _ = try string.text }
  }

  private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    JSONNumber.isValid(bytes) || ["true", "false", "null"].contains { bytes.elementsEqual($0.utf8) }
  }

  /// Parses a JSON object, or keeps all of the text as a single custom field if it is not one.
  package init(keeping json: String) {
    do { try self.init(json: json) } catch { self = [Self.asRecorded: .text(json)] }
  }

  /// The field that keeps custom fields which cannot be read.
  package static var asRecorded: String { "Custom fields as recorded" }
}
