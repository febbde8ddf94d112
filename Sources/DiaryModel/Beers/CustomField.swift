/// A custom field of the diary, with what its beers have in it.
package struct CustomField: Hashable, Sendable {
  /// The type of a value.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text, and arrays and objects.
    case text
    /// An integer or a decimal number.
    case number
    /// `true` or `false`.
    case boolean
    /// Text that is a date with at least a year and a month.
    case date
  }

  /// The name as the diary spells it.
  package let name: String
  /// The number of beers in the diary, not in the trash, that have the field.
  package let beerCount: Int
  /// The number of values of each kind; `null` is of no kind.
  package let kinds: [Kind: Int]
  /// Whether filters and sorting use an index of the field.
  package let isIndexed: Bool

  /// Creates a custom field with the counts of its beers and values.
  ///
  /// - Parameters:
  ///   - beerCount: The number of beers that have the field.
  ///   - kinds: The number of values of each kind.
  package init(name: String, beerCount: Int, kinds: [Kind: Int], isIndexed: Bool) {
    self.name = name
    self.beerCount = beerCount
    self.kinds = kinds
    self.isIndexed = isIndexed
  }

  /// The most frequent kind; `.text` if all values are `null`.
  package var kind: Kind { Kind.allCases.max { kinds[$0, default: 0] < kinds[$1, default: 0] } ?? .text }
}

extension CustomField.Kind {
  /// The kind of a value; `nil` for `null`.
  ///
  /// Text is a date if it has at least a year and a month, such as `2019-06`.
  package init?(_ value: JSONValue) {
    switch value {
    case .null: return nil
    case .boolean: self = .boolean
    case .integer, .number, .decimal: self = .number
    case .text(let text): self = DiaryDate(text).map { $0.precision > .year } == true ? .date : .text
    case .array, .object: self = .text
    }
  }

  /// A sample value of the kind, which decides how typed text is read.
  package var example: JSONValue {
    switch self {
    case .text, .date: .text("")
    case .number: .integer(0)
    case .boolean: .boolean(true)
    }
  }
}
