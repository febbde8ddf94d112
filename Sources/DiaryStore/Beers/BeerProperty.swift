import DiaryModel

/// Something that reports list of each beer and group beers by: a field, or a fact such as how often the beer was had.
package struct BeerProperty: Hashable, Sendable {
  /// What the values are.
  package enum Kind: Hashable, Sendable {
    /// Text, which is compared ignoring the case of ASCII letters.
    case text
    /// Numbers.
    case number
    /// Dates and times, and parts of them.
    case time
    /// Whatever the beers have in a custom field.
    case custom
  }

  enum Source: Hashable, Sendable {
    /// SQL for the value of a row of `beer`.
    case sql(String)
    /// The spellings of a custom field's name, of which the first that a beer has counts.
    case custom([String])
  }

  /// The name on the command line, such as `rating`; that of a custom field as the diary spells it.
  package let name: String
  /// What the values are.
  package let kind: Kind
  let source: Source

  private init(_ name: String, _ kind: Kind, _ sql: String) {
    self.name = name
    self.kind = kind
    source = .sql(sql)
  }

  /// Creates the property of a custom field; `nil` if no beer has it.
  ///
  /// - Parameters:
  ///   - name: The name of the field in any spelling.
  ///   - names: The names of all custom fields.
  package init?(custom name: String, among names: [String]) {
    let spellings = names.filter { FilterKeyword.areSame(name, $0) }.sorted()
    guard !spellings.isEmpty else { return nil }
    self.name = CustomFieldName.spelled(name, like: spellings)
    kind = .custom
    source = .custom(spellings)
  }
}

// MARK: - Built-in properties

extension BeerProperty {
  /// The properties that beers of every diary have.
  package static var builtIn: [BeerProperty] {
    [id, uuid] + fields + [volume, country] + times + facts + records
  }

  /// Returns the built-in property that a name or the heading of a field means, ignoring case and punctuation; `nil` if
  /// there is none.
  package static func builtIn(named name: String) -> BeerProperty? {
    let properties = builtIn
    if let property = properties.first(where: { FilterKeyword.areSame(name, $0.name) }) { return property }
    guard let column = BeerColumn.values.first(where: { FilterKeyword.areSame(name, $0.label) }) else {
      return nil
    }
    return properties.first { $0.name == column.name }
  }

  /// The id of the beer in the diary.
  package static let id = BeerProperty("id", .number, "id")

  /// The UUID of the beer's label; as a group, the label itself.
  package static let label = BeerProperty(
    "label", .text, "(SELECT \(uuidText("uuid")) FROM label WHERE label.id = beer.label_id)")

  /// The rating of the beer.
  private static let rating = BeerProperty("rating", .number, "rating")

  /// The mean rating of the beers of the diary with the beer's label.
  private static let meanRating = BeerProperty(
    FilterKeyword.meanRating, .number, labelSQL("avg(rating)", orElse: "rating"))

  /// How many beers of the diary have the beer's label; 0 if all of them are in the trash.
  static let labelTimes = BeerProperty("times", .number, labelSQL("count(*)", orElse: "1"))

  /// How much the serving was, in liters, if ``ServingVolume`` can read it.
  package static let volume = BeerProperty("volume", .number, "\(ServingSQL.volume)(serving)")

  /// The country that an import or the user recorded in a custom field.
  static let country = BeerProperty(
    "country", .text, "iif(extras <> '{}', coalesce(\(countryFields)), NULL)")

  /// The values of the custom fields for countries, each also in other spellings, which filters find as well.
  ///
  /// `LIKE` ignores case, and its underscore stands for any character between two words, which may also be joined.
  private static let countryFields = CustomFieldName.countries.flatMap { name -> [String] in
    let words = name.split(separator: "_")
    return [
      "json_extract(extras, '$.\(name)')",
      """
      iif(extras LIKE '%"\(words.joined(separator: "%"))"%', (SELECT value FROM json_each(extras)
        WHERE (key LIKE '\(name)' OR key LIKE '\(words.joined())') AND value IS NOT NULL
        ORDER BY key LIMIT 1), NULL)
      """,
    ]
  }.joined(separator: ", ")

  private static let uuid = BeerProperty("uuid", .text, uuidText("beer.uuid"))

  private static var fields: [BeerProperty] {
    BeerColumn.values.map { column in
      let kind: Kind =
        switch column.content {
        case .text, .customFields: .text
        case .number: .number
        case .date: .time
        }
      return BeerProperty(column.name, kind, column.name)
    }
  }

  /// The day, the month and the year on the local clock; a date that is less precise is a day as it is.
  private static let times = [("date", 10), ("month", 7), ("year", 4)].map { name, length in
    let start = "substr(\(LocalTimeSQL.drunkAt), 1, \(length))"
    let isKnown = name == "date" ? "drunk_at IS NOT NULL" : "length(\(start)) = \(length)"
    return BeerProperty(name, .time, "iif(\(isKnown), \(start), NULL)")
  }

  private static let facts = [
    labelTimes, label, meanRating,
    BeerProperty("best_rating", .number, labelSQL("max(rating)", orElse: "rating")),
    BeerProperty("first", .time, labelSQL("min(\(LocalTimeSQL.drunkAt))", orElse: LocalTimeSQL.drunkAt)),
    BeerProperty("last", .time, labelSQL("max(\(LocalTimeSQL.drunkAt))", orElse: LocalTimeSQL.drunkAt)),
    BeerProperty("photos", .number, "(SELECT count(*) FROM photo WHERE photo.beer_id = beer.id)"),
  ]

  private static var records: [BeerProperty] {
    ExportedBeer.recordColumns.map { BeerProperty($0, $0.hasSuffix("_at") ? .time : .text, $0) }
  }

  /// Returns SQL for a value computed from the beers of the diary with the beer's label.
  ///
  /// - Parameter other: The value of a beer without a label yet.
  private static func labelSQL(_ value: String, orElse other: String) -> String {
    """
    iif(beer.label_id IS NULL, \(other),
      (SELECT \(value) FROM beer AS other WHERE other.label_id = beer.label_id AND +other.deleted_at IS NULL))
    """
  }

  /// Returns SQL for a stored UUID as text.
  private static func uuidText(_ column: String) -> String {
    let digits = "lower(hex(\(column)))"
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(digits), \($0), \($1))" }
    return parts.joined(separator: " || '-' || ")
  }
}

extension BeerProperty {
  /// The property in a list of labels, in which the rating is the mean rating of the label, as in its filter and order,
  /// and a column of ``LabelFacts`` is what the label shows.
  var inListOfLabels: BeerProperty {
    if self == .rating { return BeerProperty(name, kind, Self.meanRating.sql) }
    guard source == .sql(name), LabelFacts.columns.contains(name) else { return self }
    return BeerProperty(name, kind, Labels.fact(name))
  }

  /// SQL for the value of a row of `beer`; text, a number, or NULL.
  var sql: String {
    switch source {
    case .sql(let sql): return sql
    case .custom(let spellings):
      let values = spellings.map { CustomFieldExpression(name: $0).sql }
      return values.count > 1 ? "coalesce(\(values.joined(separator: ", ")))" : values.first ?? "NULL"
    }
  }
}
