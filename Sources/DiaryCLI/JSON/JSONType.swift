package import DiaryModel
import DiaryText

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
