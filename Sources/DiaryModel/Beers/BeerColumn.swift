/// A field of a beer, defined once.
///
/// Reading, writing, validating, editing, importing, comparing, merging, undoing, searching, exporting and the screen go
/// by ``all``. A new field is a property of `BeerFields`, an entry here, and a migration that adds the column.
package struct BeerColumn: Sendable {
  /// The property that holds the value.
  package enum Content: Sendable {
    case text(any WritableKeyPath<BeerFields, String?> & Sendable)
    case number(any WritableKeyPath<BeerFields, Double?> & Sendable, NumberRange)
    case date(any WritableKeyPath<BeerFields, DiaryDate?> & Sendable)
    case customFields(any WritableKeyPath<BeerFields, Extras> & Sendable)
  }

  /// How a column behaves in searches, changes of many beers and the form.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A search without a field looks at it.
    static let searched = Traits(rawValue: 1)
    /// Can be set for many beers together, unlike the name.
    package static let assignable = Traits(rawValue: 2)
    /// A part of the position, which is entered and shown as one.
    static let position = Traits(rawValue: 4)
  }

  /// The name of the column, the key in JSON and the heading in CSV.
  package let name: String
  /// The name on the screen.
  package let label: String
  /// What can be entered, as an example; may be empty.
  package let example: String
  package let content: Content
  package let traits: Traits
  /// Column names in other programs' files, the most reliable first: lowercase letters without accents, and digits.
  package let headings: [String]

  package init(
    _ name: String, _ label: String, _ content: Content, _ traits: Traits = [], example: String = "",
    headings: [String] = []
  ) {
    self.name = name
    self.label = label
    self.example = example
    self.content = content
    self.traits = traits
    self.headings = headings
  }
}

// MARK: - The table

extension BeerColumn {
  /// All columns in the order of exported files.
  ///
  /// Tests replace the table to prove that everything goes by it.
  @TaskLocal package static var all: [BeerColumn] = [
    BeerColumn(
      "name", "Name", .text(\.name), .searched, example: "what is on the label", headings: Headings.name),
    BeerColumn(
      "brewery", "Brewery", .text(\.brewery), [.searched, .assignable], headings: Headings.brewery),
    BeerColumn("style", "Style", .text(\.style), [.searched, .assignable], headings: Headings.style),
    BeerColumn(
      "abv", "ABV", .number(\.abv, NumberRange(0...100, unit: "percent")), .assignable,
      example: "5.2, in percent",
      headings: ["abv", "beerabv", "alcohol", "alcoholbyvolume", "alc", "alcvol", "strength"]),
    BeerColumn(
      "ibu", "IBU", .number(\.ibu, NumberRange(0 ... .infinity, entered: 0...10_000, unit: "IBU")),
      .assignable,
      example: "27", headings: ["ibu", "beeribu", "ibus", "bitterness"]),
    BeerColumn(
      "rating", "Rating", .number(\.rating, NumberRange(0...5, unit: "stars")), .assignable,
      example: "0 to 5; left and right change it", headings: Headings.rating),
    BeerColumn(
      "notes", "Notes", .text(\.notes), .searched, example: "Ctrl-O opens your editor",
      headings: Headings.notes),
    BeerColumn(
      "place", "Place", .text(\.place), [.searched, .assignable],
      headings: ["place", "venue", "venuename", "location", "where", "bar", "pub"]),
    BeerColumn(
      "latitude", "Latitude", .number(\.latitude, NumberRange(-90...90, unit: "degrees")), .position,
      headings: ["latitude", "lat", "venuelat", "venuelatitude"]),
    BeerColumn(
      "longitude", "Longitude", .number(\.longitude, NumberRange(-180...180, unit: "degrees")), .position,
      headings: ["longitude", "lng", "lon", "long", "venuelng", "venuelon", "venuelongitude"]),
    BeerColumn(
      "serving", "Serving", .text(\.serving), .assignable, example: "bottle, 33 cl",
      headings: ["serving", "servingtype", "servingstyle", "servedas", "container", "packaging"]),
    BeerColumn(
      "price", "Price", .text(\.price), .assignable, example: "€4.50", headings: ["price", "cost", "paid"]),
    BeerColumn(
      "drunk_at", "Date", .date(\.drunkAt), example: "today, yesterday, 2019-06-01 18:04, 2019-06 or 2019",
      headings: Headings.drunkAt),
    BeerColumn("extras", "Custom fields", .customFields(\.extras)),
  ]

  /// All columns but the one of the custom fields.
  package static var values: [BeerColumn] {
    all.filter { if case .customFields = $0.content { false } else { true } }
  }

  /// Returns the column with a name, or `nil` if there is none.
  package static func named(_ name: String) -> BeerColumn? { all.first { $0.name == name } }

  /// The columns of text.
  static var texts: [BeerColumn] { all.filter { if case .text = $0.content { true } else { false } } }

  /// The range of a number; `nil` for other columns.
  package var range: NumberRange? { if case .number(_, let range) = content { range } else { nil } }
}

extension BeerColumn {
  /// The order on the screen; columns that are not here follow.
  private static let screenOrder = [
    "name", "brewery", "style", "rating", "abv", "ibu", "drunk_at", "place", "serving", "price", "notes",
  ]

  /// The columns that are shown and entered one by one, in the order of the screen.
  package static var onScreen: [BeerColumn] {
    let columns = values.filter { !$0.traits.contains(.position) }
    let known = screenOrder.compactMap { name in columns.first { $0.name == name } }
    return known + columns.filter { !screenOrder.contains($0.name) }
  }

  /// Whether a search without a field looks at the column.
  package var isSearched: Bool { traits.contains(.searched) }
}

// MARK: - Values

extension BeerColumn {
  /// Returns a beer's value, or `nil` if it has none.
  package func json(of fields: BeerFields) -> JSONValue? {
    switch content {
    case .text(let property): fields[keyPath: property].map { .text($0) }
    case .number(let property, _): fields[keyPath: property].map { .number($0) }
    case .date(let property): (fields[keyPath: property]?.text).map { .text($0) }
    case .customFields(let property): .object(fields[keyPath: property])
    }
  }
}

/// A value that its field cannot have.
package struct InvalidValue: Error, Hashable, Sendable {
  /// The name of the column.
  package let field: String
  /// What is wrong with the value, such as `101.0 is not 0 to 100`.
  package let reason: String
}

extension BeerFields {
  /// Checks that every number is one that the diary can store.
  ///
  /// - Throws: `InvalidValue` for the first that is not.
  package func validate() throws(InvalidValue) {
    for column in BeerColumn.all {
      guard case .number(let property, _) = column.content, let value = self[keyPath: property] else {
        continue
      }
      try column.validate(value)
    }
  }
}

extension BeerColumn {
  /// Checks that a number is one that the column can store.
  ///
  /// - Throws: `InvalidValue` if it is not.
  package func validate(_ value: Double) throws(InvalidValue) {
    guard let stored = range?.stored, !stored.contains(value) else { return }
    let lowest = Int(stored.lowerBound)
    let limits = stored.upperBound.isFinite ? "\(lowest) to \(Int(stored.upperBound))" : "\(lowest) or more"
    throw InvalidValue(field: name, reason: "\(value) is not \(limits)")
  }
}
