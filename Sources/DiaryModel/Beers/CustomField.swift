/// A field of the user's own, as the diary has it.
package struct CustomField: Hashable, Sendable {
  /// The type of a value.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case text, number, boolean, date
  }

  package let name: String
  /// How many beers of the diary have it.
  package let beerCount: Int
  /// How many of its values are of each kind.
  package let kinds: [Kind: Int]
  /// Whether filters and orders have an index of it.
  package let isIndexed: Bool

  package init(name: String, beerCount: Int, kinds: [Kind: Int], isIndexed: Bool) {
    self.name = name
    self.beerCount = beerCount
    self.kinds = kinds
    self.isIndexed = isIndexed
  }

  /// The most frequent kind; text if all values are `null`.
  package var kind: Kind { Kind.allCases.max { kinds[$0, default: 0] < kinds[$1, default: 0] } ?? .text }
}

extension CustomField.Kind {
  /// The kind of a value; `nil` for none.
  ///
  /// A text is a date where it says at least a month: a year alone is a number.
  package init?(_ value: JSONValue) {
    switch value {
    case .null: return nil
    case .boolean: self = .boolean
    case .integer, .number, .decimal: self = .number
    case .text(let text): self = DiaryDate(text).map { $0.precision > .year } == true ? .date : .text
    case .array, .object: self = .text
    }
  }

  /// A value of the kind, to read typed text as one.
  package var example: JSONValue {
    switch self {
    case .text, .date: .text("")
    case .number: .integer(0)
    case .boolean: .boolean(true)
    }
  }
}
