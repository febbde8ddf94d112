import GRDB
import SQLiteKit

extension DiaryChange {
  /// Beers that an import has added, and photos that it has added to beers of the diary.
  package struct Import: Hashable, Sendable {
    package let batch: Int64
    package let beerCount: Int
    /// The photos of beers that were in the diary before.
    package let photoCount: Int
    /// When the last of the beers was added, empty if there are none.
    ///
    /// Beers changed later differ from what was imported.
    let finishedAt: String
  }

  /// An undone import: its beers and photos are in the trash.
  package struct UndoneImport: Hashable, Sendable {
    package let change: Import
    /// How many beers were moved to the trash; others may have been there before.
    package let beerCount: Int
    /// How many photos of other beers were moved to the trash.
    package let photoCount: Int
    /// When they were.
    let undoneAt: String
  }
}

extension ChangeReverter {
  func change(ofImport batch: Int64) throws(StoreError) -> DiaryChange? {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*), coalesce(max(updated_at), ''), \(ImportedPhotos.count(ofImport: "?1"))
          FROM beer WHERE import_batch = ?1
          """, arguments: [batch])
      guard let row else { return nil }
      let change = try DiaryChange.Import(
        batch: batch, beerCount: row.value(atIndex: 0), photoCount: row.value(atIndex: 2),
        finishedAt: row.value(atIndex: 1))
      return change.beerCount + change.photoCount > 0 ? .imported(change) : nil
    }
  }
}

/// Undoes and redoes an import of the undo history, which refuses what was changed since.
struct ImportUndoRedo {
  let db: Database

  /// Returns a beer that was changed since the import; `nil` if there is none.
  func changedBeer(_ change: DiaryChange.Import) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM beer WHERE import_batch = ? AND updated_at > ? LIMIT 1",
      arguments: [change.batch, change.finishedAt])
  }

  /// - Throws: `.changedSince` if nothing of the import is left.
  func undo(_ change: DiaryChange.Import, at timestamp: String) throws -> DiaryChange.UndoneImport {
    let undo = try ImportReversal(db: db, batch: change.batch, writtenAt: change.finishedAt).run(
      at: timestamp)
    guard undo.removed + undo.photos > 0 else { throw ChangeError.changedSince(what: "The import") }
    return .init(
      change: change, beerCount: try ImportTrash(db, batch: change.batch).count(discardedAt: timestamp),
      photoCount: undo.photos, undoneAt: timestamp)
  }

  /// - Throws: `.changedSince` if one of the beers is no longer in the trash, or none of an import that added only
  ///   photos.
  func redo(_ undone: DiaryChange.UndoneImport) throws {
    let restored = try ImportTrash(db, batch: undone.change.batch).restore(discardedAt: undone.undoneAt)
    guard restored.beers == undone.beerCount, restored.beers + restored.photos > 0 else {
      throw ChangeError.changedSince(what: "The import")
    }
  }
}
