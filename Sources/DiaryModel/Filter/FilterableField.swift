extension BeerFilter {
  /// A column of text, named in a filter by its column name.
  package struct TextField: RawRepresentable, Hashable, Sendable {
    /// The name of the beer, column `name`.
    package static let name = TextField(column: "name")
    /// Column `brewery`.
    package static let brewery = TextField(column: "brewery")
    /// Column `style`.
    package static let style = TextField(column: "style")
    /// Column `notes`.
    package static let notes = TextField(column: "notes")
    /// The name of the venue, column `place`.
    package static let place = TextField(column: "place")

    /// In the order of ``BeerColumn/all``.
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

  /// A column of numbers, except latitude and longitude.
  package struct NumberField: RawRepresentable, Hashable, Sendable {
    /// Column `rating`, 0 to 5 stars.
    package static let rating = NumberField(column: "rating")
    /// Column `abv`, in percent.
    package static let abv = NumberField(column: "abv")
    /// Column `ibu`, 0 or more.
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

  /// The names of all built-in fields that can be compared in a filter, apart from dates.
  static var fieldNames: [String] { TextField.all.map(\.rawValue) + NumberField.all.map(\.rawValue) }
}
