import GRDB
import SQLiteKit

/// What an import did, as long as it can be told.
package struct ImportRecord: Hashable, Sendable, Identifiable {
  package let id: Int64
  /// The kind of file, such as `untappd`.
  package let source: String
  /// The file's name; `nil` for standard input.
  package let file: String?
  package let startedAt: String
  /// Beers in the diary that it added; not those in the trash.
  package let addedCount: Int
  /// Beers that it changed.
  package let changedCount: Int
  /// Photos that it added to beers which were in the diary before; not those in the trash.
  package let photoCount: Int
}

/// What undoing an import did.
package struct ImportUndo: Hashable, Sendable {
  package let batch: Int64
  /// Beers that it had added, and that went to the trash.
  package var removed = 0
  /// Beers that it had changed, and that are as they were before.
  package var restored = 0
  /// Photos that it had added to other beers, and that went to the trash.
  package var photos = 0
  /// Beers that were changed again since, and stay.
  package var kept = 0
}

struct ImportUndoer: DatabaseAccess {
  typealias WriteError = ChangeError

  let database: DiaryDatabase

  func imports() throws(StoreError) -> [ImportRecord] {
    try read { db in
      return try Row.fetchAll(
        db,
        sql: """
          SELECT b.id, b.source, r.file, b.started_at,
            (SELECT count(*) FROM beer WHERE import_batch = b.id AND deleted_at IS NULL) ,
            (SELECT count(*) FROM beer_before_import WHERE batch = b.id),
            \(ImportedPhotos.count(ofImport: "b.id"))
          FROM import_batch b JOIN import_run r ON r.batch = b.id WHERE \(ImportUndoability.isUndoable)
          ORDER BY b.id DESC
          """
      ).map {
        try ImportRecord(
          id: $0.value(atIndex: 0), source: $0.value(atIndex: 1), file: $0.value(atIndex: 2),
          startedAt: $0.value(atIndex: 3), addedCount: $0.value(atIndex: 4),
          changedCount: $0.value(atIndex: 5),
          photoCount: $0.value(atIndex: 6))
      }
    }
  }

  func undoImport(_ batch: Int64? = nil) throws(ChangeError) -> ImportUndo {
    let stamp = timestamp
    return try write { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT b.id, r.written_at FROM import_batch b JOIN import_run r ON r.batch = b.id
          WHERE b.id = coalesce(?1, b.id)
            AND (\(ImportUndoability.isUndoable) OR ?1 IS NOT NULL AND r.undone_at IS NULL)
          ORDER BY b.id DESC LIMIT 1
          """, arguments: [batch])
      guard let row else { throw ChangeError.noSuchImport(batch) }
      return try ImportReversal(db, batch: row.value(atIndex: 0), writtenAt: row.value(atIndex: 1)).run(
        at: stamp)
    }
  }
}

private struct ImportReversal {
  let db: Database
  let batch: Int64
  let writtenAt: String

  init(_ db: Database, batch: Int64, writtenAt: String) {
    self.db = db
    self.batch = batch
    self.writtenAt = writtenAt
  }

  func run(at stamp: String) throws -> ImportUndo {
    var undo = ImportUndo(batch: batch)
    undo.kept = try Int.fetchOne(db, sql: Self.changedSince, arguments: [batch]) ?? 0
    let trashed = try trashedSince()
    try ImportedValues(db).forgetReverted(by: batch)
    undo.restored = try restore()
    for (beer, deletedAt) in trashed {
      try db.execute(sql: "UPDATE beer SET deleted_at = ? WHERE id = ?", arguments: [deletedAt, beer])
    }
    try db.execute(sql: "DELETE FROM beer_before_import WHERE batch = ?", arguments: [batch])
    undo.kept += try release(before: stamp)
    (undo.removed, undo.photos) = try ImportTrash(db, batch: batch).discard(at: stamp)
    return undo
  }

  private static let changedSince = """
    SELECT count(*) FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
    WHERE o.batch = ? AND o.stamp <> b.updated_at
    """

  /// Beers that the user moved to the trash after the import, with the time of that: they stay there.
  private func trashedSince() throws -> [(beer: Int64, deletedAt: String)] {
    // What the import itself moved there has a time from its file, which is an earlier one.
    try Row.fetchAll(
      db,
      sql: """
        SELECT b.id, b.deleted_at FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
        WHERE o.batch = ? AND o.stamp = b.updated_at AND o.deleted_at IS NULL
          AND rtrim(b.deleted_at, 'Z') >= rtrim(?, 'Z')
        """, arguments: [batch, writtenAt]
    ).map { try ($0.value(atIndex: 0), $0.value(atIndex: 1)) }
  }

  private func restore() throws -> Int {
    try db.execute(
      sql: """
        UPDATE beer SET (\(ImportedUpdate.columns)) =
          (SELECT \(ImportedUpdate.columns) FROM beer_before_import WHERE batch = ?1 AND beer_id = beer.id)
        WHERE id IN (SELECT o.beer_id FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
          WHERE o.batch = ?1 AND o.stamp = b.updated_at)
        """, arguments: [batch])
    return db.changesCount
  }

  /// Lets go of beers that were changed since: they are the user's own now.
  ///
  /// - Parameter now: A beer with a later time got that from the import, from a machine whose clock was ahead.
  private func release(before now: String) throws -> Int {
    // Without its Z a whole second sorts before its own decimals.
    try db.execute(
      sql: """
        UPDATE beer SET import_batch = NULL
        WHERE import_batch = ? AND deleted_at IS NULL AND rtrim(updated_at, 'Z') > rtrim(?, 'Z')
          AND rtrim(updated_at, 'Z') <= rtrim(?, 'Z')
        """, arguments: [batch, writtenAt, now])
    return db.changesCount
  }
}
