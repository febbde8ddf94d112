import GRDB

extension DiaryChange {
  /// Beers that an import has added.
  package struct Import: Hashable, Sendable {
    package let batch: Int64
    package let beerCount: Int
    /// When the last of them was added: who was changed later is not as it came.
    let finishedAt: String
  }
}

extension Diary {
  /// The import as a change that can be taken back; `nil` where it has added nothing.
  package func change(ofImport batch: Int64) throws(DiaryError) -> DiaryChange? {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT count(*), max(updated_at) FROM beer WHERE import_batch = ?", arguments: [batch])
      guard let row, row[0] as Int > 0 else { return nil }
      return .imported(.init(batch: batch, beerCount: row[0], finishedAt: row[1]))
    }
  }
}

/// Takes the beers of an import out again, and brings them back.
struct ImportWithdrawal {
  let db: Database

  /// A beer of the import that is not as it came; `nil` where all are.
  func changedBeer(_ change: DiaryChange.Import) throws -> Int64? {
    let changed = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM beer WHERE import_batch = ? AND
          (updated_at > ? OR deleted_at IS NOT NULL OR id IN (SELECT beer_id FROM kept_photo))
        LIMIT 1
        """,
      arguments: [change.batch, change.finishedAt])
    return changed
  }

  func withdraw(_ change: DiaryChange.Import) throws -> DiaryChange.WithdrawnImport {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT b.source, b.started_at, r.file, r.written_at
        FROM import_batch b LEFT JOIN import_run r ON r.batch = b.id WHERE b.id = ?
        """, arguments: [change.batch])
    // Somebody else has taken it back.
    guard let row else { throw DiaryError.changedMeanwhile(what: "The import") }
    let writtenAt: String? = row[3]
    try WithdrawnBeers(db, batch: change.batch).keep()
    _ = try BatchRemoval(db: db).remove(change.batch)
    try db.execute(sql: "DELETE FROM import_batch WHERE id = ?", arguments: [change.batch])
    return .init(
      change: change, source: row[0], startedAt: row[1],
      run: writtenAt.map { .init(file: row[2], writtenAt: $0) })
  }

  /// Brings an import back as it was.
  ///
  /// - Throws: `.changedMeanwhile` where its number or one of its beers' is something else's now.
  func bringBack(_ withdrawn: DiaryChange.WithdrawnImport) throws {
    let batch = withdrawn.change.batch
    let beers = WithdrawnBeers(db, batch: batch)
    let refusal = DiaryError.changedMeanwhile(what: "The import")
    guard try beers.areThere else { throw refusal }
    do {
      try db.execute(
        sql: "INSERT INTO import_batch (id, source, started_at) VALUES (?, ?, ?)",
        arguments: [batch, withdrawn.source, withdrawn.startedAt])
      if let run = withdrawn.run {
        try db.execute(
          sql: "INSERT INTO import_run (batch, file, written_at) VALUES (?, ?, ?)",
          arguments: [batch, run.file, run.writtenAt])
      }
      try beers.bringBack()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw refusal
    }
  }
}
