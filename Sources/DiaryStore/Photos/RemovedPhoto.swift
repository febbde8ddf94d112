package import DiaryModel
package import GRDB
import SQLiteKit

/// A photo that was removed from its beer, and whose image is still in the store.
package struct RemovedPhoto: Hashable, Sendable {
  /// The photo at the time of its removal, including its position.
  package let photo: Photo
  /// The time of the removal; `nil` if the stored text is not a date.
  package let removedAt: DiaryDate?
  /// Whether the user did not remove the photo, but undid its addition, as far as the log says.
  package internal(set) var isUndoneAddition = false

  /// Creates a removed photo.
  package init(photo: Photo, removedAt: DiaryDate?) {
    self.photo = photo
    self.removedAt = removedAt
  }
}

extension RemovedPhoto: FetchableRecord {
  /// Decodes a row of `removed_photo`.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT` if a value is of another type.
  package init(row: Row) throws {
    photo = try Photo(row: row)
    removedAt = try DiaryDate(row.value(forColumn: "removed_at"))
  }
}

extension [RemovedPhoto] {
  /// The photos that the user has removed, without those whose addition was undone; all if there are only such ones.
  package var removedByUser: [RemovedPhoto] {
    let removed = filter { !$0.isUndoneAddition }
    return removed.isEmpty ? self : removed
  }
}

/// Lists and restores removed photos.
struct RemovedPhotos: DiaryComponent {
  typealias WriteError = PhotoError

  let database: DiaryDatabase

  func removedPhotos(ofBeer beer: Int64) throws(StoreError) -> [RemovedPhoto] {
    try read { db -> [RemovedPhoto] in
      var removed = try RemovedPhoto.fetchAll(
        db,
        sql: """
          SELECT p.* FROM removed_photo p JOIN beer b ON b.id = p.beer_id
          WHERE p.beer_id = ? ORDER BY p.removed_at DESC, p.id DESC
          """,
        arguments: [beer])
      if removed.isEmpty { return [] }
      let undone = try ChangeLog(db).photosOfUndoneAdditions()
      for index in removed.indices {
        removed[index].isUndoneAddition = undone.contains(removed[index].photo.id)
      }
      return removed
    }
  }

  func restorePhotos(_ photos: [RemovedPhoto]) throws(PhotoError) -> [DiaryChange] {
    let timestamp = timestamp
    return try write { db in
      let changes = try photos.map { removed -> DiaryChange in
        let photo = removed.photo
        let placement = DiaryChange.PhotoPlacement(
          photo: photo.id, uuid: photo.uuid, beer: photo.beerID, order: photo.order)
        guard var restored = try PhotoRecord(db).restore(placement) else {
          throw PhotoError.noSuchPhoto(photo.id)
        }
        restored.isRestored = true
        let before = try BeerRecord(db).touch(photo.beerID, timestamp: timestamp)
        return .addedPhoto(restored, updatedAt: before)
      }
      try ChangeLog(db).record(ChangeBatch().appending(changes), at: timestamp)
      return changes
    }
  }
}
