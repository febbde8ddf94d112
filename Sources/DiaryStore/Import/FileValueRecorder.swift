import GRDB

/// Records the values of a file for beers that the import does not change.
///
/// Otherwise the next import would treat these values as new again, and report the same conflict.
struct FileValueRecorder {
  private let db: Database
  private let startedImport: StartedImport
  /// Whether the diary has any records; they exist only for beers that have changed since they were imported.
  private let hasRecords: Bool

  init(_ db: Database, _ startedImport: StartedImport) throws {
    self.db = db
    self.startedImport = startedImport
    hasRecords = try Row.fetchOne(db, sql: "SELECT 1 FROM imported_beer LIMIT 1") != nil
  }

  /// Returns whether an earlier import has recorded values of a beer.
  func hasEarlierRecord(of beer: Int64) throws -> Bool {
    guard hasRecords else { return false }
    let sql = "SELECT 1 FROM imported_beer WHERE beer_id = ? LIMIT 1"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [beer]) != nil
  }

  /// Returns whether this import has changed a beer or recorded values of it.
  func hasRecorded(_ beer: Int64) throws -> Bool {
    let sql = "SELECT 1 FROM imported_beer WHERE beer_id = ? AND batch = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [beer, startedImport.id]) != nil
  }

  /// Records the file's values, if they differ from those at its last import.
  func record(_ resolution: DuplicateResolver.Resolution) throws {
    guard resolution.differsFromLastImport, try !hasRecorded(resolution.differences.id) else { return }
    let beer = resolution.differences.id
    try BeerRecord(db).preserveImportedValues(of: beer)
    try ImportedValues(db).record(resolution.imported, of: beer, importID: startedImport.id)
  }
}
