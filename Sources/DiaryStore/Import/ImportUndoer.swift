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
    let timestamp = timestamp
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
      return try ImportReversal(db: db, batch: row.value(atIndex: 0), writtenAt: row.value(atIndex: 1)).run(
        at: timestamp)
    }
  }
}
