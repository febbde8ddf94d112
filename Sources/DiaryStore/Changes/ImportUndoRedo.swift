import DiaryModel
import GRDB
import SQLiteKit

extension DiaryChange {
  /// The beers that an import has added, and the photos that it has added to other beers.
  package struct Import: Hashable, Sendable {
    /// The id of the import.
    package let importID: Int64
    /// The number of beers that were added or changed.
    package let beerCount: Int
    /// The number of photos that were added to beers that were in the diary before.
    package let photoCount: Int
    /// When the last beer was added, without the `Z`; empty if no beers were added.
    ///
    /// Beers with a later `updated_at` have changed since.
    let finishedAt: String
    /// How many of the beers were in the diary before; 0 if that is not known.
    package var changedCount = 0
    /// How many of these have the same values as before, and other captions or another order of photos.
    package var onlyPhotosChangedCount = 0
  }

  /// An import that was undone, so that its beers and photos are in the trash.
  package struct UndoneImport: Hashable, Sendable {
    /// The import.
    package let change: Import
    /// The number of beers that were moved to the trash; others may have been there before.
    package let beerCount: Int
    /// The number of photos of other beers that were moved to the trash.
    package let photoCount: Int
    /// When the beers and photos were moved to the trash.
    let undoneAt: String
    /// The number of other beers whose values before the import were restored; redoing does not undo that.
    var restoredCount = 0

    /// The number of beers that the import had added or changed, as far as it is known.
    var importedCount: Int { max(change.beerCount, beerCount + restoredCount) }

    /// How many of these the import had changed, as far as it is known.
    var changedCount: Int { max(change.changedCount, restoredCount) }

    /// The import with the numbers of what redoing it restores: beers that had changed since are no longer of the import.
    var restored: Import {
      Import(importID: change.importID, beerCount: beerCount, photoCount: photoCount, finishedAt: "")
    }
  }
}

extension ChangeReverter {
  func change(ofImport importID: Int64) throws(StoreError) -> DiaryChange? {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*), coalesce(max(rtrim(updated_at, 'Z')), ''), \(ImportedPhotos.count(ofImport: "?1"))
          FROM beer WHERE import_batch = ?1
          """, arguments: [importID])
      guard let row else { return nil }
      let change = try DiaryChange.Import(
        importID: importID, beerCount: row.value(atIndex: 0), photoCount: row.value(atIndex: 2),
        finishedAt: row.value(atIndex: 1))
      return change.beerCount + change.photoCount > 0 ? .imported(change) : nil
    }
  }
}

/// Undoes and redoes an import as a step of the undo history, unless one of its beers has changed since.
struct ImportUndoRedo {
  let db: Database

  /// Returns a beer that was changed since the import; `nil` if there is none.
  func changedBeer(_ change: DiaryChange.Import) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM beer WHERE import_batch = ? AND \(ImportUndoability.isLater("updated_at", than: "?")) LIMIT 1
        """,
      arguments: [change.importID, change.finishedAt])
  }

  /// Returns an import with the numbers of beers and photos that it added or changed, as far as they are still known.
  func counted(_ change: DiaryChange.Import) throws -> DiaryChange.Import {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM beer WHERE import_batch = ?1),
          (SELECT count(*) FROM beer_before_import WHERE batch = ?1), \(ImportedPhotos.count(ofImport: "?1")),
          (SELECT count(*) FROM beer_before_import o JOIN beer b ON b.id = o.beer_id
            WHERE o.batch = ?1 AND o.photos IS NOT NULL AND \(Self.hasSameValues))
        """, arguments: [change.importID])
    guard let row else { return change }
    let changed: Int = try row.value(atIndex: 1)
    let beers = try row.value(Int.self, atIndex: 0) + changed
    let photos: Int = try row.value(atIndex: 2)
    if beers + photos == 0 { return change }
    return .init(
      importID: change.importID, beerCount: beers, photoCount: photos, finishedAt: change.finishedAt,
      changedCount: changed, onlyPhotosChangedCount: try row.value(atIndex: 3))
  }

  /// SQL for whether a beer `b` has the same values as before an import, `o`, and is in the trash if it was then.
  private static var hasSameValues: String {
    BeerColumn.all.map { "o.\($0.name) IS b.\($0.name)" }.joined(separator: " AND ")
      + " AND o.deleted_at IS b.deleted_at"
  }

  /// Moves the beers and photos of an import to the trash.
  ///
  /// - Parameter isCancelled: Called between the steps and for each photo; return `true` to throw `CancellationError`.
  /// - Throws: `.changedSince` if nothing of the import is left.
  func undo(_ change: DiaryChange.Import, at timestamp: String, isCancelled: () -> Bool) throws
    -> DiaryChange.UndoneImport
  {
    let sql = "SELECT written_at FROM import_run WHERE batch = ?"
    let writtenAt = try String.fetchOne(db, sql: sql, arguments: [change.importID]) ?? change.finishedAt
    let (counts, undone) = try ImportRollback(db: db, importID: change.importID, writtenAt: writtenAt)
      .undo(change, at: timestamp, isCancelled: isCancelled)
    guard counts.removed + counts.photos > 0 else { throw UndoError.changedSince(what: "The import") }
    return undone
  }

  /// Throws `.changedSince` if a beer of an import that was undone is no longer in the trash, or if the import added only
  /// photos and none of them is there.
  func requireInTrash(_ undone: DiaryChange.UndoneImport) throws {
    let id = undone.change.importID
    let beerCount = try ImportTrash(db, importID: id).count(trashedAt: undone.undoneAt)
    guard beerCount == undone.beerCount,
      try beerCount > 0 || ImportedPhotos(db).areInTrash(ofImport: id, at: undone.undoneAt)
    else { throw UndoError.changedSince(what: "The import") }
  }

  /// Restores the beers and photos of an import that was undone.
  ///
  /// - Parameter isCancelled: Called after the beers and for each photo; return `true` to throw `CancellationError`.
  /// - Throws: `.changedSince`, as ``requireInTrash(_:)``, or if no photo can be restored because the beers are gone.
  func redo(_ undone: DiaryChange.UndoneImport, isCancelled: () -> Bool) throws {
    try requireInTrash(undone)
    let restored = try ImportTrash(db, importID: undone.change.importID).restore(
      trashedAt: undone.undoneAt, isCancelled: isCancelled)
    guard restored.beers + restored.photos > 0 else {
      throw UndoError.changedSince(what: "The import")
    }
  }
}
