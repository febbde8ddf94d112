import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Moves beers to the trash and back, and empties it.
struct TrashEditor: DiaryComponent {
  let database: DiaryDatabase

  func moveToTrash(_ ids: [Int64], progress: (Int) -> Void, isCancelled: () -> Bool) throws(StoreError)
    -> DiaryChange?
  {
    try recording(isCancelled: isCancelled) { db, timestamp in
      let moved = try Trash(db).moveToTrash(ids, at: timestamp, progress: progress, isCancelled: isCancelled)
      return moved.isEmpty ? nil : .trashed(moved)
    }
  }

  func restore(_ ids: [Int64], progress: (Int) -> Void, isCancelled: () -> Bool) throws(StoreError)
    -> DiaryChange?
  {
    try recording(isCancelled: isCancelled) { db, _ in
      let restored = try Trash(db).restore(ids, progress: progress, isCancelled: isCancelled)
      return restored.isEmpty ? nil : .restored(restored)
    }
  }

  func contentsOfTrash(before time: Date?) throws(StoreError) -> EmptiedTrash {
    try trashContents(before: time).emptied
  }

  private func trashContents(before time: Date?) throws(StoreError) -> Trash.Contents {
    // A time before all dates of a diary is before everything in the trash.
    let timestamp = time.map { DiaryDate(instant: $0)?.text ?? "" }
    return try read { db in try Trash(db).contents(before: timestamp) }
  }

  func emptyTrash(
    _ named: EmptiedTrash?, before time: Date?, isCancelled: () -> Bool
  ) throws(StoreError) -> EmptiedTrash {
    var contents = try trashContents(before: time)
    if let named { contents.formIntersection(named) }
    var emptied = EmptiedTrash()
    // Beers that undoing has deleted are in the log, even if nothing is in the trash.
    if time == nil || !contents.isEmpty {
      try write { db in
        // A photo may have been at another beer when its caption was set.
        let photos = try Trash(db).photos(ofBeers: contents.beers)
        // Afterwards the log no longer has what is in the trash.
        try checkCancellation(isCancelled)
        try ChangeLog(db).forget(
          EmptiedTrash(beers: IDSet(contents.beers), photos: Set(contents.photos + photos)),
          isAll: time == nil)
      }
    }
    while !contents.isEmpty, !emptied.wasCancelled {
      emptied.formUnion(
        try write { db in
          try Trash(db).delete(&contents, until: .now + Self.maxTransaction, isCancelled: isCancelled)
        })
    }
    return emptied
  }

  /// After this time a transaction of `emptyTrash` ends, so that other programs can write.
  private static let maxTransaction = Duration.milliseconds(50)
}
