import GRDB
import SQLiteKit

/// An import that can be undone.
package struct ImportRecord: Hashable, Sendable, Identifiable {
  /// The id of the import.
  package let id: Int64
  /// The kind of file, such as `untappd`.
  package let source: String
  /// The file's name; `nil` for standard input.
  package let file: String?
  /// When the import was started: ISO 8601 in UTC.
  package let startedAt: String
  /// The number of beers that it added, without those in the trash.
  package let addedCount: Int
  /// The number of beers that it changed.
  package let changedCount: Int
  /// The number of photos that it added to beers that were in the diary before, without removed ones.
  package let photoCount: Int
}

/// What undoing an import did, or would do.
package struct ImportUndoCounts: Hashable, Sendable {
  /// The id of the import.
  package let importID: Int64
  /// The number of added beers that were moved to the trash.
  package var removed = 0
  /// The number of changed beers that were restored.
  package var restored = 0
  /// The number of photos of other beers that were moved to the trash.
  package var photos = 0
  /// The number of beers that have changed since the import, and stay.
  package var kept = 0
}

/// Lists and undoes imports.
struct ImportUndoer: DiaryComponent {
  typealias WriteError = UndoError

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
          FROM import_batch b JOIN import_run r ON r.batch = b.id WHERE \(ImportUndoability.canBeUndoneSQL)
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

  func undoImport(_ importID: Int64?, isCancelled: () -> Bool) throws(UndoError) -> ImportUndoCounts {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db in
      let undone = try ImportRollback.undo(importID, at: timestamp, isCancelled: isCancelled, db)
      let log = ChangeLog(db)
      if let entry = try log.entry(of: [.imported(undone.change.change)], isRedo: false) {
        try log.markReverted(entry, [.undoneImport(undone.change)])
      }
      return undone.counts
    }
  }
}
