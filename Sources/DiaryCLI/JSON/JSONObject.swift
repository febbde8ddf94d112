package import DiaryModel
import DiaryText

/// An object in the JSON that commands print.
package struct JSONObject: Sendable {
  /// The name in the schema and the reference, such as `photo`.
  package let name: String
  /// A description, without a full stop.
  package let summary: String
  /// Its keys, in the order in which they are printed.
  package let keys: [JSONKey]

  init(_ name: String, _ summary: String, _ keys: [JSONKey]...) {
    self.name = name
    self.summary = summary
    self.keys = keys.flatMap { $0 }
  }

  /// All objects; each list is in a file of its own, such as `JSONObject+Beers.swift`.
  package static var all: [JSONObject] {
    [beers, labels, photos, statistics, fields, imports, changes, upkeep, sync, settings, program]
      .flatMap { $0 }
  }
}

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

/// The type of a value in the JSON that commands print.
package indirect enum JSONType: Sendable {
  /// Any text.
  case text
  /// One of these texts.
  case choice([String])
  /// A date as text: a year, a month, a day, or a time with or without a time zone.
  case date
  /// `true` or `false`.
  case boolean
  /// A whole number.
  case integer
  /// A number, with its unit or range; `nil` if it has none.
  case number(String?)
  /// An array whose elements have one type.
  case array(JSONType)
  /// An object with any keys, whose values have one type.
  case map(JSONType)
  /// The object with this name in ``JSONObject/all``.
  case object(String)
  /// One of these types.
  case either([JSONType])
  /// Any value.
  case any

  /// The type of a column's values.
  package init(_ column: BeerColumn) {
    self =
      switch column.content {
      case .text: .text
      case .number(_, let range): .number("\(Self.limits(range.stored)) \(range.unit)")
      case .date: .date
      case .customFields: .map(.any)
      }
  }

  private static func limits(_ range: ClosedRange<Double>) -> String {
    let lowest = NumberText.exact(range.lowerBound)
    return range.upperBound.isFinite
      ? "\(lowest) to \(NumberText.exact(range.upperBound))" : "\(lowest) or more"
  }
}
