import DiaryModel
import GRDB

/// The imported values of beers, by which a later import distinguishes the user's edits from changes of the file.
///
/// A beer that is unchanged since its import has no record; the first edit records the values before it, with
/// ``BeerRecord/preserveImportedValues(of:)``.
struct ImportedValues {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Records the values of a beer in an import.
  func record(_ fields: BeerFields, of beer: Int64, importID: Int64) throws {
    let values = BeerColumn.all.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO imported_beer (beer_id, batch, \(BeerColumn.names)) VALUES (?, ?, \(values))"
    try db.cachedStatement(sql: sql).execute(
      arguments: StatementArguments([beer.databaseValue, importID.databaseValue] + fields.databaseValues))
  }

  /// Returns the values of a beer in the last import from a kind of source; `nil` if they are unknown.
  ///
  /// - Parameter current: The current values of the beer.
  func lastImport(of beer: Int64, from source: String, current: BeerFields) throws -> BeerFields? {
    let recorded = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT \(BeerColumn.names) FROM imported_beer
          WHERE beer_id = ? AND batch IN (SELECT id FROM import_batch WHERE source = ?)
          ORDER BY batch DESC LIMIT 1
          """), arguments: [beer, source])
    if let recorded { return try BeerFields(row: recorded) }
    let isAsImported = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT 1 FROM beer JOIN import_batch i ON i.id = import_batch JOIN import_run r ON r.batch = i.id
          WHERE beer.id = ? AND i.source = ? AND NOT EXISTS (SELECT 1 FROM imported_beer WHERE beer_id = beer.id)
          """), arguments: [beer, source])
    return isAsImported == nil ? nil : current
  }

  /// Deletes the records of an import that is about to be undone, for beers that it did not add.
  ///
  /// Records of beers that have changed since stay, because undoing does not change these beers.
  func forgetReverted(by importID: Int64) throws {
    try db.execute(
      sql: """
        DELETE FROM imported_beer WHERE batch = ?1 AND beer_id IN (
          SELECT b.id FROM beer b LEFT JOIN beer_before_import o ON o.batch = ?1 AND o.beer_id = b.id
          WHERE b.id IN (SELECT beer_id FROM imported_beer WHERE batch = ?1) AND b.import_batch IS NOT ?1
            AND (o.stamp = b.updated_at
              OR o.beer_id IS NULL AND (SELECT undone_at FROM import_run WHERE batch = ?1) IS NULL))
        """, arguments: [importID])
  }

  /// Deletes all records of a beer.
  func forget(_ beer: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM imported_beer WHERE beer_id = ?").execute(arguments: [beer])
  }
}
