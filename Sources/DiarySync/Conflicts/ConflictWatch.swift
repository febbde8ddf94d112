package import DiaryModel
package import DiaryStore
import GRDB
package import SQLiteKit
import Sync

/// Finds the conflicts that a change ends by writing one of their fields, which discards the values of other devices.
///
///     let watch = try ConflictWatch(diary)
///     _ = try diary.edit(beer, to: fields)
///     let discarded = try watch.discarded()
package struct ConflictWatch {
  private let diary: Diary
  private let before: Set<Register>

  /// Creates a watch; call this before the change.
  ///
  /// - Throws: `StoreError`.
  package init(_ diary: Diary) throws(StoreError) {
    self.diary = diary
    before = Set(try diary.read { try ConflictIndex($0).written() }.keys)
  }

  /// Returns the conflicts that were ended since, each with only the values that are discarded, ordered by title and
  /// field; none if nothing is discarded.
  ///
  /// Until the change is sent, undoing it brings these conflicts back.
  ///
  /// - Throws: `StoreError`.
  package func discarded() throws(StoreError) -> [SyncConflict] {
    try diary.read { db in
      let written = try ConflictIndex(db).written().filter { !before.contains($0.key) }
      return try written.isEmpty ? [] : ConflictReader(db).discarded(by: written)
    }
  }
}
