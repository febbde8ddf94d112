import GRDB
import SQLiteKit

extension ImportUndoer {
  func planUndo(ofImport importID: Int64?) throws(UndoError) -> (
    record: ImportRecord, undo: ImportUndoCounts
  ) {
    try UndoError.mapErrors(at: path) {
      guard let record = try imports().first(where: { importID == nil || $0.id == importID }) else {
        throw UndoError.noSuchImport(importID)
      }
      let timestamp = timestamp
      return try readMappingErrors { db in
        if importID == nil { try ImportUndoability.requireNoLaterUndo(than: record.id, db) }
        var undo = ImportUndoCounts(importID: record.id, photos: record.photoCount)
        if let row = try Row.fetchOne(db, sql: Self.changedBeers, arguments: [record.id]) {
          (undo.restored, undo.kept) = try (row.value(atIndex: 0), row.value(atIndex: 1))
        }
        if let row = try Row.fetchOne(db, sql: Self.addedBeers, arguments: [record.id, timestamp]) {
          undo.removed = try row.value(atIndex: 0)
          undo.kept += try row.value(atIndex: 1)
        }
        return (record, undo)
      }
    }
  }

  /// SQL that counts the beers that the import changed: those that are unchanged since, and those that are not.
  private static let changedBeers = """
    SELECT count(*) FILTER (WHERE o.stamp = b.updated_at), count(*) FILTER (WHERE o.stamp <> b.updated_at)
    FROM beer_before_import o JOIN beer b ON b.id = o.beer_id WHERE o.batch = ?
    """

  /// SQL that counts the beers that the import added, in the same way; a time in the future is from its file.
  private static let addedBeers = """
    SELECT count(*) FILTER (WHERE NOT is_changed), count(*) FILTER (WHERE is_changed)
    FROM (
      SELECT \(ImportUndoability.isLater("b.updated_at", than: "r.written_at"))
        AND NOT \(ImportUndoability.isLater("b.updated_at", than: "?2")) AS is_changed
      FROM beer b JOIN import_run r ON r.batch = b.import_batch WHERE b.import_batch = ?1 AND b.deleted_at IS NULL)
    """
}
