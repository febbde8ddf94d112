import DiaryModel
import GRDB

/// What imports last said about beers, by which a later import tells the user's edits from changes of the file.
///
/// A beer that is as its import left it needs no row of its own; the first edit keeps a copy of the values before it.
struct ImportedValues {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Keeps what was imported of a beer that is about to be edited.
  func preserve(_ beer: Int64) throws { try preserve(where: "id = ?", [beer]) }

  /// Keeps what was imported of beers that are about to be edited.
  ///
  /// Imports of versions before 6 have no `import_run`: whether their beers were edited since is not known.
  ///
  /// - Parameter condition: SQL that selects rows of `beer`.
  func preserve(where condition: String, _ arguments: StatementArguments) throws {
    let sql = """
      INSERT INTO imported_beer (beer_id, batch, \(BeerColumn.names))
      SELECT id, import_batch, \(BeerColumn.names) FROM beer
      WHERE (\(condition)) AND import_batch IN (SELECT batch FROM import_run)
        AND NOT EXISTS (SELECT 1 FROM imported_beer WHERE beer_id = beer.id)
      """
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Records what an import says of a beer.
  func record(_ fields: BeerFields, of beer: Int64, batch: Int64) throws {
    let values = BeerColumn.all.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO imported_beer (beer_id, batch, \(BeerColumn.names)) VALUES (?, ?, \(values))"
    try db.cachedStatement(sql: sql).execute(
      arguments: StatementArguments([beer.databaseValue, batch.databaseValue] + fields.databaseValues))
  }

  /// What the last import from a kind of source said of a beer; `nil` if that is not known.
  ///
  /// - Parameter current: The beer as it is.
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

  /// Forgets what an import that is about to be undone said of the beers that it did not add.
  ///
  /// Of beers that it changed and that were changed since it is still known, as they stay as they are.
  func forgetReverted(by batch: Int64) throws {
    try db.execute(
      sql: """
        DELETE FROM imported_beer WHERE batch = ?1 AND beer_id IN (
          SELECT b.id FROM beer b LEFT JOIN beer_before_import o ON o.batch = ?1 AND o.beer_id = b.id
          WHERE b.id IN (SELECT beer_id FROM imported_beer WHERE batch = ?1) AND b.import_batch IS NOT ?1
            AND (o.stamp = b.updated_at
              OR o.beer_id IS NULL AND (SELECT undone_at FROM import_run WHERE batch = ?1) IS NULL))
        """, arguments: [batch])
  }

  /// Forgets all that imports said of a beer.
  func forget(_ beer: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM imported_beer WHERE beer_id = ?").execute(arguments: [beer])
  }
}
