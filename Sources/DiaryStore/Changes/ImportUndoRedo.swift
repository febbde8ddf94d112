import GRDB

extension DiaryChange {
  /// Beers that an import has added.
  package struct Import: Hashable, Sendable {
    package let batch: Int64
    package let beerCount: Int
    /// When the last of them was added; beers changed later differ from what was imported.
    let finishedAt: String
  }

  /// An undone import: its beers are in the trash.
  package struct UndoneImport: Hashable, Sendable {
    package let change: Import
    /// How many beers were moved to the trash; others may have been there before.
    package let beerCount: Int
    /// Their `deleted_at`.
    let undoneAt: String
  }
}

extension Diary {
  /// Returns the import as a change that can be undone; `nil` if it added no beers.
  package func change(ofImport batch: Int64) throws(DiaryError) -> DiaryChange? {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT count(*), max(updated_at) FROM beer WHERE import_batch = ?", arguments: [batch])
      guard let row, try row.value(Int.self, atIndex: 0) > 0 else { return nil }
      return .imported(
        try .init(batch: batch, beerCount: row.value(atIndex: 0), finishedAt: row.value(atIndex: 1)))
    }
  }
}

/// Undoes an import by moving its beers to the trash, and redoes it by restoring them.
struct ImportUndoRedo {
  let db: Database

  /// Returns a beer that was changed since the import; `nil` if there is none.
  func changedBeer(_ change: DiaryChange.Import) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM beer WHERE import_batch = ? AND updated_at > ? LIMIT 1",
      arguments: [change.batch, change.finishedAt])
  }

  /// - Throws: `.changedMeanwhile` if no beer of the import is left.
  func undo(_ change: DiaryChange.Import, at stamp: String) throws -> DiaryChange.UndoneImport {
    let trash = ImportTrash(db, batch: change.batch)
    guard try trash.discard(at: stamp).beers > 0 else {
      throw DiaryError.changedMeanwhile(what: "The import")
    }
    return .init(change: change, beerCount: try trash.count(discardedAt: stamp), undoneAt: stamp)
  }

  /// - Throws: `.changedMeanwhile` if one of the beers is no longer in the trash.
  func redo(_ undone: DiaryChange.UndoneImport) throws {
    let count = try ImportTrash(db, batch: undone.change.batch).restore(discardedAt: undone.undoneAt)
    guard count == undone.beerCount else { throw DiaryError.changedMeanwhile(what: "The import") }
  }
}
