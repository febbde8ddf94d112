import GRDB
import SQLiteKit

/// Undoes an import within a transaction: moves what it added to the trash, and restores what it changed.
struct ImportRollback {
  let db: Database
  let importID: Int64
  /// When the import wrote its last rows.
  let writtenAt: String

  /// Undoes the import.
  ///
  /// - Parameters:
  ///   - timestamp: The `deleted_at` of the beers that are moved to the trash.
  ///   - isCancelled: Called between the steps and for each photo; return `true` to throw `CancellationError`.
  func run(at timestamp: String, isCancelled: () -> Bool) throws -> ImportUndoCounts {
    var undo = ImportUndoCounts(importID: importID)
    try keepBeersInConflict()
    undo.kept = try Int.fetchOne(db, sql: Self.changedSince, arguments: [importID]) ?? 0
    let trashed = try trashedSince()
    try ImportedValues(db).forgetReverted(by: importID)
    try PhotoDifferences(db).revert(importID)
    undo.restored = try restore()
    // Custom fields may have got an index since, which covers only one spelling.
    if undo.restored > 0 { try FieldNameNormalizer(db).applyToAll() }
    try checkCancellation(isCancelled)
    for (beer, deletedAt) in trashed {
      try db.execute(sql: "UPDATE beer SET deleted_at = ? WHERE id = ?", arguments: [deletedAt, beer])
    }
    try db.execute(sql: "DELETE FROM beer_before_import WHERE batch = ?", arguments: [importID])
    undo.kept += try release(before: timestamp)
    try checkCancellation(isCancelled)
    (undo.removed, undo.photos) = try ImportTrash(db, importID: importID).moveToTrash(
      at: timestamp, isCancelled: isCancelled)
    return undo
  }

  /// Undoes an import that can be undone.
  ///
  /// - Parameters:
  ///   - importID: The id of the import; `nil` for the newest.
  ///   - isCancelled: Called between the steps and for each photo; return `true` to throw `CancellationError`.
  /// - Returns: What was done, also as a change that can be redone.
  /// - Throws: `.noSuchImport`, `.lastImportUndone`.
  static func undo(
    _ importID: Int64?, at timestamp: String, isCancelled: () -> Bool, _ db: Database
  ) throws -> (counts: ImportUndoCounts, change: DiaryChange.UndoneImport) {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT b.id, r.written_at FROM import_batch b JOIN import_run r ON r.batch = b.id
        WHERE b.id = coalesce(?1, b.id)
          AND (\(ImportUndoability.canBeUndoneSQL) OR ?1 IS NOT NULL AND r.undone_at IS NULL)
        ORDER BY b.id DESC LIMIT 1
        """, arguments: [importID])
    guard let row else { throw UndoError.noSuchImport(importID) }
    let id = try row.value(Int64.self, atIndex: 0)
    if importID == nil { try ImportUndoability.requireNoLaterUndo(than: id, db) }
    let imported = try ImportUndoRedo(db: db).counted(
      .init(importID: id, beerCount: 0, photoCount: 0, finishedAt: ""))
    return try ImportRollback(db: db, importID: id, writtenAt: row.value(atIndex: 1))
      .undo(imported, at: timestamp, isCancelled: isCancelled)
  }

  /// Undoes the import, and returns what was done, also as a change that can be redone.
  ///
  /// - Parameters:
  ///   - imported: The import as a change.
  ///   - isCancelled: Called between the steps and for each photo; return `true` to throw `CancellationError`.
  func undo(
    _ imported: DiaryChange.Import, at timestamp: String, isCancelled: () -> Bool
  ) throws -> (counts: ImportUndoCounts, change: DiaryChange.UndoneImport) {
    let counts = try run(at: timestamp, isCancelled: isCancelled)
    let change = DiaryChange.UndoneImport(
      change: imported,
      beerCount: try ImportTrash(db, importID: importID).count(trashedAt: timestamp),
      photoCount: counts.photos, undoneAt: timestamp, restoredCount: counts.restored)
    return (counts, change)
  }

  private static let changedSince = """
    SELECT count(*) FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
    WHERE o.batch = ? AND o.stamp <> b.updated_at
    """

  /// Counts beers as changed since of which another device wrote a field without seeing the import: restoring the old
  /// values would discard what it wrote on all devices.
  private func keepBeersInConflict() throws {
    for beers in try OpenConflicts(db, withChangesMadeAt: writtenAt).beers.sorted().batches {
      try db.execute(
        sql: """
          UPDATE beer_before_import SET stamp = ''
          WHERE batch = ? AND beer_id IN (SELECT value FROM json_each(?))
          """, arguments: [importID, beers.jsonArray])
    }
  }

  /// Returns the beers that the user moved to the trash after the import, with the times; they stay there.
  private func trashedSince() throws -> [(beer: Int64, deletedAt: String)] {
    // Beers that the import itself moved to the trash have an earlier time, which is from its file.
    try Row.fetchAll(
      db,
      sql: """
        SELECT b.id, b.deleted_at FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
        WHERE o.batch = ? AND o.stamp = b.updated_at AND o.deleted_at IS NULL
          AND NOT \(ImportUndoability.isLater("?", than: "b.deleted_at"))
        """, arguments: [importID, writtenAt]
    ).map { try ($0.value(atIndex: 0), $0.value(atIndex: 1)) }
  }

  private func restore() throws -> Int {
    try db.execute(
      sql: """
        UPDATE beer SET (\(ImportedUpdate.columns)) =
          (SELECT \(ImportedUpdate.columns) FROM beer_before_import WHERE batch = ?1 AND beer_id = beer.id)
        WHERE id IN (SELECT o.beer_id FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
          WHERE o.batch = ?1 AND o.stamp = b.updated_at)
        """, arguments: [importID])
    return db.changesCount
  }

  /// Removes beers that have changed since from the import, because they are the user's own now.
  ///
  /// - Parameter now: The current time; a later time is from a file that was written by a clock that is fast.
  /// - Returns: The number of beers.
  private func release(before now: String) throws -> Int {
    try db.execute(
      sql: """
        UPDATE beer SET import_batch = NULL
        WHERE import_batch = ? AND deleted_at IS NULL AND \(ImportUndoability.isLater("updated_at", than: "?"))
          AND NOT \(ImportUndoability.isLater("updated_at", than: "?"))
        """, arguments: [importID, writtenAt, now])
    return db.changesCount
  }
}
