import DiaryModel
import GRDB

/// Updates a beer and its photos with the values of a file, and records the previous ones.
struct ImportedUpdate {
  /// The columns that an import may change.
  static var columns: String { BeerColumn.names + ", created_at, updated_at, deleted_at" }

  private let db: Database
  private let startedImport: StartedImport

  init(_ db: Database, startedImport: StartedImport) {
    self.db = db
    self.startedImport = startedImport
  }

  /// Updates a beer.
  ///
  /// - Parameter timestamp: The time of the change, unless the row sets the beer's times.
  func execute(_ resolution: DuplicateResolver.Resolution, _ imported: ImportedBeer, timestamp: String) throws
  {
    let beer = resolution.differences.id
    let timestamp = resolution.setsTimestamps ? imported.updatedAt?.text ?? timestamp : timestamp
    let sql = """
      INSERT INTO beer_before_import (batch, beer_id, stamp, photos, \(Self.columns))
      SELECT ?, id, ?, iif(?, \(PhotoDifferences.storedPhotos), NULL), \(Self.columns) FROM beer WHERE id = ?
      """
    try db.cachedStatement(sql: sql).execute(
      arguments: [startedImport.id, timestamp, resolution.setsPhotos, beer])
    if resolution.setsPhotos { try PhotoDifferences(db).apply(imported.photos, to: beer) }
    try BeerRecord(db).update(beer, to: resolution.fields, timestamp: timestamp)
    try ImportedValues(db).record(resolution.imported, of: beer, importID: startedImport.id)
    if resolution.setsTimestamps, let createdAt = imported.createdAt?.text {
      try db.execute(sql: "UPDATE beer SET created_at = ? WHERE id = ?", arguments: [createdAt, beer])
    }
    if resolution.movesBeer {
      try db.execute(
        sql: "UPDATE beer SET deleted_at = ? WHERE id = ?", arguments: [imported.deletedAt?.text, beer])
    }
  }
}
