import GRDB
import SQLiteKit

/// Moves the beers and photos of an import to the trash and back, within one transaction.
struct ImportTrash {
  private let db: Database
  private let importID: Int64

  init(_ db: Database, importID: Int64) {
    self.db = db
    self.importID = importID
  }

  /// Moves what the import added to the trash, and returns how many beers and photos were moved.
  ///
  /// Beers that were moved when the import was undone before get the same time, so that all of them are found by it.
  /// The record of an import that has nothing in the trash is deleted.
  ///
  /// - Parameters:
  ///   - timestamp: The `deleted_at` of the beers.
  ///   - isCancelled: Called after the beers and for each photo; return `true` to throw `CancellationError`.
  func moveToTrash(at timestamp: String, isCancelled: () -> Bool) throws -> (beers: Int, photos: Int) {
    let sql = "SELECT undone_at FROM import_run WHERE batch = ?"
    let before = try String.fetchOne(db, sql: sql, arguments: [importID])
    if let before {
      _ = try update(
        "UPDATE beer SET deleted_at = ? WHERE import_batch = ? AND deleted_at = ?",
        [timestamp, importID, before])
    }
    let count = try update(
      "UPDATE beer SET deleted_at = ? WHERE import_batch = ? AND deleted_at IS NULL", [timestamp, importID])
    try checkCancellation(isCancelled)
    let photos = ImportedPhotos(db)
    let photoCount = try photos.moveToTrash(
      ofImport: importID, at: timestamp, undoneBefore: before, isCancelled: isCancelled)
    if try !photos.areInTrash(ofImport: importID) {
      try db.execute(
        sql: """
          DELETE FROM import_batch
          WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM beer WHERE import_batch = ?1)
          """, arguments: [importID])
    }
    try db.execute(
      sql: "UPDATE import_run SET undone_at = ? WHERE batch = ?", arguments: [timestamp, importID])
    return (count, photoCount)
  }

  /// Returns how many beers of the import were moved to the trash at a time.
  func count(trashedAt timestamp: String) throws -> Int {
    let sql = "SELECT count(*) FROM beer WHERE import_batch = ? AND deleted_at = ?"
    return try Int.fetchOne(db, sql: sql, arguments: [importID, timestamp]) ?? 0
  }

  /// Restores the beers and photos that were moved to the trash at a time, and returns how many.
  ///
  /// - Parameter isCancelled: Called after the beers and for each photo; return `true` to throw `CancellationError`.
  func restore(trashedAt timestamp: String, isCancelled: () -> Bool) throws -> (beers: Int, photos: Int) {
    let count = try update(
      "UPDATE beer SET deleted_at = NULL WHERE import_batch = ? AND deleted_at = ?", [importID, timestamp])
    try checkCancellation(isCancelled)
    let photos = try ImportedPhotos(db).restore(
      ofImport: importID, trashedAt: timestamp, isCancelled: isCancelled)
    try db.execute(
      sql: "UPDATE import_run SET undone_at = NULL WHERE batch = ? AND undone_at = ?",
      arguments: [importID, timestamp])
    return (count, photos)
  }

  /// Changes beers of the import in a way that moves them to the trash or back.
  ///
  /// Every order of the list begins with `deleted_at`. For very many beers the indexes are recreated: to move a
  /// million entries in each of them one by one takes minutes.
  private func update(_ sql: String, _ arguments: StatementArguments) throws -> Int {
    let ownCount =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM beer WHERE import_batch = ?", arguments: [importID]) ?? 0
    let totalCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer") ?? 0
    let indexes =
      DeferredSchemaObjects.areWorthwhile(for: ownCount, otherRows: totalCount - ownCount)
      ? try DeferredSchemaObjects.dropIndexes(from: db, on: "deleted_at") : nil
    try db.execute(sql: sql, arguments: arguments)
    let count = db.changesCount
    try indexes?.restore(db)
    return count
  }
}
