import DiaryModel
import GRDB

/// SQL for the order of beers by a custom field.
///
/// Numbers come first, from the highest; then texts from A, or dates from the newest; then beers without a value.
struct CustomFieldOrder {
  private let db: Database
  private let isReversed: Bool
  private let isInTrash: Bool
  private let index: CustomFieldIndex?
  /// SQL for the value; `NULL` if no beer has the field.
  let value: String

  init(_ db: Database, _ name: String, isReversed: Bool, isInTrash: Bool) throws {
    self.db = db
    self.isReversed = isReversed
    self.isInTrash = isInTrash
    index = isInTrash ? nil : try CustomFieldIndex.find(name, db)
    let spellings = try index.map { [$0.name] } ?? CustomFieldNames(db).spellings(of: name)
    let values = spellings.map { CustomFieldExpression(name: $0).sql }
    value = values.count > 1 ? "coalesce(\(values.joined(separator: ", ")))" : values.first ?? "NULL"
  }

  /// The statements for the ids; those of one statement precede those of the next.
  var statements: [String] {
    get throws {
      let numbers = "\(sorted) IS NOT NULL AND \(sorted) < ''"
      let texts = "\(sorted) >= ''"
      let textsRise = try !areDates(texts)
      return [
        "\(beers) AND \(numbers) ORDER BY \(sorted) \(direction(rises: false)), id DESC",
        "\(beers) AND \(texts) ORDER BY \(sorted) \(direction(rises: textsRise)), id DESC",
        "\(allBeers) AND \(value) IS NULL ORDER BY id DESC",
      ]
    }
  }

  private var sorted: String { "\(value) COLLATE NOCASE" }

  private func direction(rises: Bool) -> String { rises == isReversed ? "DESC" : "ASC" }

  /// SQL for all beers, which reads either the index alone or the table in its own order.
  private var allBeers: String {
    if let index { return "SELECT id FROM beer INDEXED BY \(index.indexName) WHERE deleted_at IS NULL" }
    return "SELECT id FROM beer WHERE +deleted_at IS \(isInTrash ? "NOT NULL" : "NULL")"
  }

  private var beers: String { index == nil ? "\(allBeers) AND extras <> '{}'" : allBeers }

  /// Returns whether the first and the last text are dates; then those in between are assumed to be dates as well.
  private func areDates(_ texts: String) throws -> Bool {
    let selection = beers.replacing("SELECT id", with: "SELECT \(value)") + " AND \(texts)"
    return try ["ASC", "DESC"].allSatisfy { direction in
      let sql = "\(selection) ORDER BY \(sorted) \(direction) LIMIT 1"
      return try String.fetchOne(db, sql: sql).flatMap { DiaryDate($0) } != nil
    }
  }
}
