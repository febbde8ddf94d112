/// A key of an object in the JSON that commands print.
package struct JSONKey: Sendable {
  /// How a key may lack a value.
  package enum Presence: Sendable {
    /// The key always has a value.
    case always
    /// The key is always there, and `null` if its value is not known.
    case nullable
    /// The key is not always there.
    case optional
    /// The key is not always there, and may be `null`.
    case optionalNullable
  }

  /// The key itself.
  package let name: String
  /// The type of the value.
  package let type: JSONType
  /// Whether the key can lack a value.
  let presence: Presence
  /// The meaning, without a full stop.
  package let meaning: String

  /// Whether the value may be `null`.
  package var isNullable: Bool { presence == .nullable || presence == .optionalNullable }
  /// Whether the object may be without the key.
  package var isOptional: Bool { presence == .optional || presence == .optionalNullable }

  /// Describes a key.
  package init(_ name: String, _ type: JSONType, _ meaning: String, _ presence: Presence = .always) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.presence = presence
  }

  /// Returns the key of objects that do not always have it.
  ///
  /// - Parameter condition: When it is there; `nil` if that is said elsewhere.
  func optional(_ condition: String? = nil) -> JSONKey {
    let meaning = condition.map { "\($0): \(self.meaning)" } ?? self.meaning
    return JSONKey(name, type, meaning, isNullable ? .optionalNullable : .optional)
  }
}
