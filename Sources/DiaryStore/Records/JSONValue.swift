import Foundation

/// A value of a custom field: any JSON value, kept as it came.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value as a person reads it: text without quotes, anything nested as JSON.
  package var display: String {
    switch self {
    case .null: ""
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .number(let value):
      value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    case .text(let value): value
    case .array, .object: (try? Extras.encode(self)) ?? ""
    }
  }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// The custom fields of a beer, by name.
package typealias Extras = [String: JSONValue]

extension Extras {
  /// The fields as a JSON object with sorted keys, as stored.
  package func json() throws -> String { isEmpty ? "{}" : try Self.encode(self) }

  /// Reads a stored JSON object.
  package init(json: String) throws {
    self = json == "{}" ? [:] : try JSONDecoder().decode(Extras.self, from: Data(json.utf8))
  }

  fileprivate static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
