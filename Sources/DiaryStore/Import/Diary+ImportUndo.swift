import GRDB

/// What an import did, as long as it can be told.
package struct ImportRecord: Hashable, Sendable, Identifiable {
  package let id: Int64
  /// The kind of file, such as `untappd`.
  package let source: String
  /// The file's name; `nil` for standard input.
  package let file: String?
  package let startedAt: String
  /// Beers in the diary that it added.
  package let addedCount: Int
  /// Beers that it changed.
  package let changedCount: Int
}

/// What was taken back of an import.
package struct ImportUndo: Hashable, Sendable {
  package let batch: Int64
  /// Beers that it had added, and that are gone.
  package var removed = 0
  /// Beers that it had changed, and that are as they were before.
  package var restored = 0
  /// Beers that were changed again since, and stay.
  package var kept = 0
}

extension Diary {
  /// The imports that can be taken back, the newest first.
  package func imports() throws(DiaryError) -> [ImportRecord] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT b.id, b.source, r.file, b.started_at, (SELECT count(*) FROM beer WHERE import_batch = b.id),
            (SELECT count(*) FROM beer_before_import WHERE batch = b.id)
          FROM import_batch b JOIN import_run r ON r.batch = b.id ORDER BY b.id DESC
          """
      ).map {
        ImportRecord(
          id: $0[0], source: $0[1], file: $0[2], startedAt: $0[3], addedCount: $0[4], changedCount: $0[5])
      }
    }
  }

  /// Takes an import back: what it added goes, what it changed is as it was before.
  ///
  /// Beers that were changed since, photos included, stay as they are. The import is forgotten.
  ///
  /// - Parameter batch: The newest where `nil`.
  /// - Throws: `.noSuchImport`.
  package func undoImport(_ batch: Int64? = nil) throws(DiaryError) -> ImportUndo {
    try write { db in
      let newest = "SELECT batch, written_at FROM import_run ORDER BY batch DESC LIMIT 1"
      let named = "SELECT batch, written_at FROM import_run WHERE batch = ?"
      let row =
        if let batch { try Row.fetchOne(db, sql: named, arguments: [batch]) } else {
          try Row.fetchOne(db, sql: newest)
        }
      guard let row else { throw DiaryError.noSuchImport(batch) }
      return try ImportReversal(db, batch: row[0], writtenAt: row[1]).run()
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

  func run() throws -> ImportUndo {
    var undo = ImportUndo(batch: batch)
    undo.kept = try Int.fetchOne(db, sql: Self.changedSince, arguments: [batch]) ?? 0
    undo.restored = try restore()
    undo.kept += try release()
    undo.removed = try BatchRemoval(db: db).remove(batch)
    try db.execute(sql: "DELETE FROM import_batch WHERE id = ?", arguments: [batch])
    return undo
  }

  private static let changedSince = """
    SELECT count(*) FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
    WHERE o.batch = ? AND o.stamp <> b.updated_at
    """

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
  private func release() throws -> Int {
    // Without its Z a whole second sorts before its own decimals.
    try db.execute(
      sql: """
        UPDATE beer SET import_batch = NULL
        WHERE import_batch = ? AND rtrim(updated_at, 'Z') > rtrim(?, 'Z')
        """, arguments: [batch, writtenAt])
    return db.changesCount
  }
}
