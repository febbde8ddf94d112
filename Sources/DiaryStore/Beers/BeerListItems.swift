import DiaryModel
package import GRDB
import SQLiteKit

/// Reads list items by the ids of their beers.
struct BeerListItems {
  private let statement: Statement
  private let sortedValues: AdditionalValues?
  private let hiddenText: HiddenText?
  private let histories: LabelHistories?
  /// Counts the beers with the label of a beer; `nil` unless the list is sorted by it.
  private let times: Statement?
  private let additional: AdditionalValues?

  /// Prepares reading the items of a list.
  ///
  /// - Parameters:
  ///   - query: The list; the items have the value that it is sorted by, and if it has one beer of each label, what the
  ///     label shows, its history and photo.
  ///   - search: Words for which the items have excerpts of notes and custom fields; empty for none.
  ///   - fields: What else the items have.
  init(
    _ db: Database, _ query: BeerQuery = BeerQuery(), highlighting search: [Substring] = [],
    with fields: [ListItemField] = []
  ) throws {
    additional = fields.isEmpty ? nil : try AdditionalValues(db, fields)
    hiddenText = search.isEmpty ? nil : try HiddenText(db, search)
    histories = query.isDistinct ? try LabelHistories(db) : nil
    times =
      query.order == .times && !query.isDistinct
      ? try db.makeStatement(sql: "SELECT \(BeerProperty.labelTimes.sql) FROM beer WHERE id = ?") : nil
    sortedValues = try query.order.field.map { try AdditionalValues(db, [$0]) }
    statement = try db.makeStatement(
      sql: """
        SELECT b.id, b.name, b.brewery, b.style, b.abv, b.ibu, b.rating, b.place, b.drunk_at,
          p.id AS thumbnail_id, p.format, p.width, p.height, p.camera, p.byte_count, p.is_missing,
          (SELECT count(*) FROM photo WHERE beer_id = b.id) AS photo_count
        FROM beer b LEFT JOIN photo p
          ON p.id = (SELECT id FROM photo WHERE beer_id = b.id ORDER BY order_key LIMIT 1)
        WHERE b.id = ?
        """)
  }

  /// Returns the item of a beer; `nil` if the beer does not exist.
  func item(_ id: Int64) throws -> BeerListItem? {
    var item = try BeerListItem.fetchOne(statement, arguments: [id])
    item?.sortedValue = try sortedValues?.values(of: id).values.first
    if let additional { item?.values = try additional.values(of: id) }
    if let times { item?.times = try Int.fetchOne(times, arguments: [id]) }
    item = try item.map { try histories?.adding(to: $0, itemOfBeer: statement) ?? $0 }
    return try item.map(highlighted)
  }

  private func highlighted(_ item: BeerListItem) throws -> BeerListItem {
    try hiddenText?.addingExcerpts(to: item) ?? item
  }

  /// Returns the items of beers in the order of the ids, without beers that do not exist.
  ///
  /// - Throws: `CancellationError`.
  func items(_ ids: some Sequence<Int64>, isCancelled: () -> Bool) throws -> [BeerListItem] {
    try ids.compactMap { id in
      try checkCancellation(isCancelled)
      return try item(id)
    }
  }
}

extension BeerListItem: FetchableRecord {
  /// Decodes a row that ``BeerListItems`` selects.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT` if a value is of another type.
  package init(row: Row) throws {
    try self.init(
      id: row.value(forColumn: "id"), name: row.value(forColumn: "name"),
      brewery: row.value(forColumn: "brewery"), style: row.value(forColumn: "style"),
      abv: row.value(forColumn: "abv"),
      ibu: row.value(forColumn: "ibu"), rating: row.value(forColumn: "rating"),
      place: row.value(forColumn: "place"),
      drunkAt: DiaryDate(stored: row.value(forColumn: "drunk_at")),
      photoCount: row.value(forColumn: "photo_count"), thumbnail: ImageMetadata(optional: row),
      thumbnailID: row.value(forColumn: "thumbnail_id"))
  }
}

/// Reads the fields that a list asks for.
private struct AdditionalValues {
  private let fields: [ListItemField]
  private let properties: BeerValues
  private let customFields: [CustomFieldReading]

  init(_ db: Database, _ fields: [ListItemField]) throws {
    var builtIn: [ListItemField] = []
    var custom: [ListItemField] = []
    var properties: [BeerProperty] = []
    var readings: [CustomFieldReading] = []
    for field in fields {
      switch field {
      case .property(let name):
        guard let property = BeerProperty.builtIn(named: name) else { continue }
        builtIn.append(field)
        properties.append(property)
      case .custom(let name):
        custom.append(field)
        readings.append(try CustomFieldReading(db, name))
      }
    }
    self.fields = builtIn + custom
    self.properties = try BeerValues(db, properties)
    customFields = readings
  }

  func values(of beer: Int64) throws -> [ListItemField: JSONValue] {
    let builtIn = try properties.values(of: beer) ?? []
    let values =
      try builtIn.map { $0.map(CustomFieldReading.shortened) } + customFields.map { try $0.value(of: beer) }
    return Dictionary(zip(fields, values), uniquingKeysWith: { first, _ in first }).compactMapValues { $0 }
  }
}

/// Searches the texts that list items do not have.
private struct HiddenText {
  private let statement: Statement
  private let search: [Substring]
  /// The columns of text that a search looks in and list items do not have, such as `notes`.
  private let columns = BeerColumn.texts.filter {
    $0.isSearched && !BeerListItem.textColumns.contains($0.name)
  }
  .map(\.name)

  init(_ db: Database, _ search: [Substring]) throws {
    self.search = search
    let selected = (columns + ["extras"]).joined(separator: ", ")
    statement = try db.makeStatement(sql: "SELECT \(selected) FROM beer WHERE id = ?")
  }

  func addingExcerpts(to item: BeerListItem) throws -> BeerListItem {
    guard let texts = try Row.fetchOne(statement, arguments: [item.id]) else { return item }
    var item = item
    item.found = SearchSnippet.hidden(
      search, in: item, texts: columns.map { ($0, texts[$0]) }, extras: Extras(keeping: texts["extras"]))
    return item
  }
}
