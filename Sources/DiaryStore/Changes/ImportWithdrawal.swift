import GRDB

extension DiaryChange {
  /// Beers that an import has added.
  package struct Import: Hashable, Sendable {
    let batch: Int64
    package let beerCount: Int
    /// When the last of them was added: who was changed later is not as it came.
    let finishedAt: String
  }

  /// Whether it can be taken back at all: an import that was is made again from its file.
  package var canBeTakenBack: Bool { if case .withdrawnImport = self { false } else { true } }
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

/// Takes the beers of an import out again.
struct ImportWithdrawal {
  let db: Database

  /// A beer of the import that is not as it came; `nil` where all are.
  func changedBeer(_ change: DiaryChange.Import) throws -> Int64? {
    let changed = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM beer WHERE import_batch = ? AND
          (updated_at > ? OR deleted_at IS NOT NULL OR id IN (SELECT beer_id FROM photo))
        LIMIT 1
        """,
      arguments: [change.batch, change.finishedAt])
    return changed
  }

  func withdraw(_ change: DiaryChange.Import) throws {
    try db.execute(sql: "DELETE FROM beer WHERE import_batch = ?", arguments: [change.batch])
    try db.execute(sql: "DELETE FROM import_batch WHERE id = ?", arguments: [change.batch])
  }
}
