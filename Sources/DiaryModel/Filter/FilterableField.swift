extension BeerFilter {
  /// A column of text.
  package struct TextField: RawRepresentable, Hashable, Sendable {
    package static let name = TextField(column: "name")
    package static let brewery = TextField(column: "brewery")
    package static let style = TextField(column: "style")
    package static let notes = TextField(column: "notes")
    package static let place = TextField(column: "place")
    package static let serving = TextField(column: "serving")
    package static let price = TextField(column: "price")

    package static var all: [TextField] { BeerColumn.texts.map { TextField(column: $0.name) } }

    /// The name of the column.
    package let rawValue: String

    /// `nil` if there is no such column of text.
    package init?(rawValue: String) {
      guard BeerColumn.texts.contains(where: { $0.name == rawValue }) else { return nil }
      self.rawValue = rawValue
    }

    private init(column: String) { rawValue = column }
  }

  /// A column of numbers; the position is none.
  package struct NumberField: RawRepresentable, Hashable, Sendable {
    package static let rating = NumberField(column: "rating")
    package static let abv = NumberField(column: "abv")
    package static let ibu = NumberField(column: "ibu")

    /// In the order of the screen.
    package static var all: [NumberField] {
      BeerColumn.onScreen.filter { $0.range != nil }.map { NumberField(column: $0.name) }
    }

    /// The name of the column.
    package let rawValue: String

    /// `nil` if there is no such column of numbers.
    package init?(rawValue: String) {
      guard Self.all.contains(where: { $0.rawValue == rawValue }) else { return nil }
      self.rawValue = rawValue
    }

    private init(column: String) { rawValue = column }
  }

  /// The names of the columns that a filter can name.
  package static var fieldNames: [String] { TextField.all.map(\.rawValue) + NumberField.all.map(\.rawValue) }
}
