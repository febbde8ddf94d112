import GRDB

extension DiaryChange {
  /// Beers that an import has added.
  package struct Import: Hashable, Sendable {
    package let batch: Int64
    package let beerCount: Int
    /// When the last of them was added: who was changed later is not as it came.
    let finishedAt: String
  }

  /// An import whose beers are in the trash.
  package struct WithdrawnImport: Hashable, Sendable {
    package let change: Import
    /// Beers that went to the trash; others may have been there already.
    package let beerCount: Int
    /// Their `deleted_at`.
    let undoneAt: String
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

/// Moves the beers of an import to the trash, and brings them back.
struct ImportWithdrawal {
  let db: Database

  /// A beer of the import that is not as it came; `nil` where all are.
  func changedBeer(_ change: DiaryChange.Import) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM beer WHERE import_batch = ? AND updated_at > ? LIMIT 1",
      arguments: [change.batch, change.finishedAt])
  }

  /// - Throws: `.changedMeanwhile` if none of the beers is left to go.
  func withdraw(_ change: DiaryChange.Import, at stamp: String) throws -> DiaryChange.WithdrawnImport {
    let count = try ImportTrash(db, batch: change.batch).discard(at: stamp)
    guard count > 0 else { throw DiaryError.changedMeanwhile(what: "The import") }
    return .init(change: change, beerCount: count, undoneAt: stamp)
  }

  /// - Throws: `.changedMeanwhile` if one of the beers has left the trash since.
  func bringBack(_ withdrawn: DiaryChange.WithdrawnImport) throws {
    let count = try ImportTrash(db, batch: withdrawn.change.batch).restore(discardedAt: withdrawn.undoneAt)
    guard count == withdrawn.beerCount else { throw DiaryError.changedMeanwhile(what: "The import") }
  }
}
