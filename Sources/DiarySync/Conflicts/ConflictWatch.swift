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
  /// Until the change is sent, undoing an edit brings these conflicts back; undoing an import does not.
  ///
  /// - Parameter changes: The changes that were made. The conflicts in which the user has chosen a value are not returned;
  ///   others that such a choice has ended are.
  /// - Throws: `StoreError`.
  package func discarded(by changes: [DiaryChange] = []) throws(StoreError) -> [SyncConflict] {
    let chosen = Set(changes.compactMap(\.resolvedConflict))
    return try diary.read { db in
      let ended = try endedRegisters(db).filter { !chosen.contains($0.key.conflict) }
      return try ended.isEmpty ? [] : ConflictReader(db).discarded(by: ended, shownBefore: shownBefore)
    }
  }

  /// Returns the conflicts that were ended since, also those of which no value is discarded.
  ///
  /// - Throws: `StoreError`.
  package func ended() throws(StoreError) -> Set<SyncConflict.ID> {
    try diary.read { db in try Set(endedRegisters(db).keys.map(\.conflict)) }
  }

  /// Returns the registers whose conflicts were ended since, with the values that the diary has now.
  private func endedRegisters(_ db: Database) throws -> [Register: Value] {
    let index = ConflictIndex(db)
    var written = try index.written().filter { !before.contains($0.key) }
    let shown = try shownBefore.isEmpty ? [:] : index.shownFacts()
    for register in shownBefore.keys where shown[register] == nil && written[register] == nil {
      written[register] = try RegisterValues(db).factAfterMerge(of: register)
    }
    return written
  }
}

extension Register {
  /// The id of the register's conflict.
  fileprivate var conflict: SyncConflict.ID {
    SyncConflict.ID(entity: record.entity, uuid: record.uuid, field: field)
  }
}
