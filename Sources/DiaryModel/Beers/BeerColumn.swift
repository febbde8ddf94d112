/// A field of a beer, defined once.
///
/// The store, the interface, imports and exports all use the table ``all``. To add a field, add a property to
/// `BeerFields`, an entry here, and a migration that adds the column.
package struct BeerColumn: Sendable {
  /// The property that holds the value.
  package enum Content: Sendable {
    /// Text of any length.
    case text(any WritableKeyPath<BeerFields, String?> & Sendable)
    /// A number, with the range and the unit of its values.
    case number(any WritableKeyPath<BeerFields, Double?> & Sendable, NumberRange)
    /// A date, as precise as it is known.
    case date(any WritableKeyPath<BeerFields, DiaryDate?> & Sendable)
    /// All custom fields, stored as one JSON object.
    case customFields(any WritableKeyPath<BeerFields, Extras> & Sendable)
  }

  /// How a column behaves in searches, in edits of many beers, in the form, and when beers are sorted.
  package struct Traits: OptionSet, Sendable {
    /// One bit for each trait.
    package let rawValue: Int

    /// Creates a set of traits from its bits.
    ///
    /// - Parameter rawValue: One bit for each trait.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A search without a field name includes the column.
    package static let searched = Traits(rawValue: 1)
    /// The value can be set for many beers together, unlike the name.
    package static let assignable = Traits(rawValue: 2)
    /// Latitude or longitude, which are entered and shown as one position.
    static let position = Traits(rawValue: 4)
    /// Text with a number in it, such as a price; beers are sorted by that number.
    package static let amount = Traits(rawValue: 8)
    /// Text in sentences, such as notes; beers are not sorted by it.
    package static let prose = Traits(rawValue: 16)
  }

  /// The name of the column in SQL, the key in JSON and the heading in CSV.
  package let name: String
  /// The name on the screen, such as `Rating`.
  package let label: String
  /// The name in the middle of a sentence, such as `rating` or `ABV`.
  package var labelInSentence: String { label == label.uppercased() ? label : label.lowercased() }
  /// An example of a value; may be empty.
  package let example: String
  /// How to enter a value, for columns where an example would not explain it; may be empty.
  package let hint: String
  /// The property of `BeerFields` and its type.
  package let content: Content
  /// How the column behaves; empty for a column with no special behavior.
  package let traits: Traits
  /// Column names in other programs' files, the most reliable first.
  ///
  /// They consist of lowercase letters without accents, and digits.
  package let headings: [String]

  /// The name and the headings must not be those of another column.
  package init(
    _ name: String, _ label: String, _ content: Content, _ traits: Traits = [], example: String = "",
    hint: String = "", headings: [String] = []
  ) {
    self.name = name
    self.label = label
    self.example = example
    self.hint = hint
    self.content = content
    self.traits = traits
    self.headings = headings
  }
}

// MARK: - The table

extension BeerColumn {
  /// All columns in the order of exported files.
  ///
  /// Tests replace the table to check that no code depends on particular columns.
  @TaskLocal package static var all: [BeerColumn] = [
    BeerColumn(
      "name", "Name", .text(\.name), .searched, hint: "name on the label", headings: Headings.name),
    BeerColumn(
      "brewery", "Brewery", .text(\.brewery), [.searched, .assignable], headings: Headings.brewery),
    BeerColumn("style", "Style", .text(\.style), [.searched, .assignable], headings: Headings.style),
    BeerColumn(
      "abv", "ABV", .number(\.abv, NumberRange(0...100, unit: NumberRange.percent)), .assignable,
      example: "5.2, in percent",
      headings: Headings.abv),
    BeerColumn(
      "ibu", "IBU", .number(\.ibu, NumberRange(0 ... .infinity, entered: 0...10_000, unit: "IBU")),
      .assignable,
      example: "27", headings: ["ibu", "beeribu", "ibus", "bitterness"]),
    BeerColumn(
      "rating", "Rating", .number(\.rating, .rating), .assignable,
      hint: "\(NumberRange.rating.enteredBounds); left and right change it", headings: Headings.rating),
    BeerColumn(
      "notes", "Notes", .text(\.notes), [.searched, .prose], hint: "Ctrl-O opens your editor",
      headings: Headings.notes),
    BeerColumn(
      "place", "Venue", .text(\.place), [.searched, .assignable],
      headings: Headings.place),
    BeerColumn(
      "latitude", "Latitude", .number(\.latitude, .latitude), .position,
      headings: ["latitude", "lat", "venuelat", "venuelatitude"]),
    BeerColumn(
      "longitude", "Longitude", .number(\.longitude, .longitude), .position,
      headings: ["longitude", "lng", "lon", "long", "venuelng", "venuelon", "venuelongitude"]),
    BeerColumn(
      "serving", "Serving", .text(\.serving), .assignable, example: "bottle, 33 cl",
      headings: ["serving", "servingtype", "servingstyle", "servedas", "container", "packaging"]),
    BeerColumn(
      "price", "Price", .text(\.price), [.assignable, .amount], example: "€4.50", headings: Headings.price),
    BeerColumn(
      "drunk_at", "Date", .date(\.drunkAt), hint: "today, yesterday, 2019-06-01 18:04, 2019-06 or 2019",
      headings: Headings.drunkAt),
    BeerColumn("extras", "Custom fields", .customFields(\.extras), .searched),
  ]

  /// All columns except the one of the custom fields.
  package static var values: [BeerColumn] {
    all.filter { if case .customFields = $0.content { false } else { true } }
  }

  /// Returns the column with a name, such as `drunk_at`; `nil` if there is none.
  package static func named(_ name: String) -> BeerColumn? { all.first { $0.name == name } }

  /// All columns of text.
  package static var texts: [BeerColumn] { all.filter { if case .text = $0.content { true } else { false } } }

  /// The range of a column of numbers; `nil` for other columns.
  package var range: NumberRange? { if case .number(_, let range) = content { range } else { nil } }
}

extension BeerColumn {
  /// The order on the screen; columns that are not listed follow.
  private static let screenOrder = [
    "name", "brewery", "style", "rating", "abv", "ibu", "drunk_at", "place", "serving", "price", "notes",
  ]

  /// The columns that are shown and entered one by one, so without the position, in the order of the screen.
  package static var onScreen: [BeerColumn] {
    let columns = values.filter { !$0.traits.contains(.position) }
    let known = screenOrder.compactMap { name in columns.first { $0.name == name } }
    return known + columns.filter { !screenOrder.contains($0.name) }
  }

  /// Whether a search without a field name includes the column.
  package var isSearched: Bool { traits.contains(.searched) }

  /// Whether beers can be sorted by the column: by each text and number, except prose and the position.
  ///
  /// The date has an order of its own.
  package var isSortable: Bool {
    switch content {
    case .text, .number: traits.isDisjoint(with: [.prose, .position])
    case .date, .customFields: false
    }
  }
}

// MARK: - Values

extension BeerColumn {
  /// Returns a beer's value of this column; `nil` if it has none.
  package func json(of fields: BeerFields) -> JSONValue? {
    switch content {
    case .text(let property): fields[keyPath: property].map { .text($0) }
    case .number(let property, _): fields[keyPath: property].map { .number($0) }
    case .date(let property): (fields[keyPath: property]?.text).map { .text($0) }
    case .customFields(let property): .object(fields[keyPath: property])
    }
  }
}

/// The error for a value that a field cannot have.
package struct InvalidValue: Error, Hashable, Sendable {
  /// The name of the column, such as `abv`.
  package let field: String
  /// What is wrong with the value, such as `101.0 is not between 0 and 100`.
  package let reason: String
}

extension BeerFields {
  /// Returns the fields as they can be stored, which is without NULs.
  ///
  /// - Throws: `InvalidValue` for the first number that is outside the range of its column.
  package func validated() throws(InvalidValue) -> BeerFields {
    for column in BeerColumn.all {
      guard case .number(let property, _) = column.content, let value = self[keyPath: property] else {
        continue
      }
      try column.validate(value)
    }
    return withoutNULs
  }
}

extension BeerColumn {
  /// Throws `InvalidValue` if a number is outside the range that the column can store.
  package func validate(_ value: Double) throws(InvalidValue) {
    guard let stored = range?.stored, !stored.contains(value) else { return }
    let lowest = Int(stored.lowerBound)
    let problem =
      stored.upperBound.isFinite
      ? "not between \(lowest) and \(Int(stored.upperBound))" : "less than \(lowest)"
    throw InvalidValue(field: name, reason: "\(value) is \(problem)")
  }
}
