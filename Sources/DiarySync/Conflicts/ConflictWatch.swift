package import DiaryModel
package import DiaryStore
import GRDB
package import SQLiteKit
import Sync

/// Finds the conflicts that a change ends by writing one of their fields, which discards the values of other devices, and
/// those of labels that it takes from the list because the diary shows a fact of another label instead: it merges the
/// label, or sets that fact after a merge.
///
///     let watch = try ConflictWatch(diary)
///     _ = try diary.edit(beer, to: fields)
///     let discarded = try watch.discarded()
package struct ConflictWatch {
  private let diary: Diary
  private let before: Set<Register>
  private let shownBefore: [Register: Value]

  /// Creates a watch; call this before the change.
  ///
  /// - Throws: `StoreError`.
  package init(_ diary: Diary) throws(StoreError) {
    self.diary = diary
    (before, shownBefore) = try diary.read { db in
      let index = ConflictIndex(db)
      return (Set(try index.written().keys), try index.shownFacts())
    }
  }

  /// Returns the conflicts that were ended since, each with only the values that are discarded, ordered by title and
  /// field; none if nothing is discarded.
  ///
  /// Until the change is sent, undoing it brings these conflicts back.
  ///
  /// - Throws: `StoreError`.
  package func discarded() throws(StoreError) -> [SyncConflict] {
    try diary.read { db in
      let index = ConflictIndex(db)
      var written = try index.written().filter { !before.contains($0.key) }
      let shown = try shownBefore.isEmpty ? [:] : index.shownFacts()
      for register in shownBefore.keys where shown[register] == nil && written[register] == nil {
        written[register] = try RegisterValues(db).factAfterMerge(of: register)
      }
      return try written.isEmpty ? [] : ConflictReader(db).discarded(by: written, shownBefore: shownBefore)
    }
  }
}
