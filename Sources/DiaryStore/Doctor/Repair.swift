import Foundation
import GRDB

/// Puts one kind of ailment right; what a person recorded is moved, never deleted.
struct Repair {
  private let db: Database
  private let now: Date
  private let stamp: String

  init(_ db: Database, at now: Date, stamp: String) {
    self.db = db
    self.now = now
    self.stamp = stamp
  }

  func run(_ ailment: Ailment) throws {
    switch ailment {
    case .damagedIndex: try db.execute(sql: "REINDEX")
    case .photoWithoutBeer: try gatherPhotos()
    case .imageWithoutPhoto: try gatherImages()
    case .beerWithoutImport:
      try db.execute(
        sql: "UPDATE beer SET import_batch = NULL WHERE import_batch NOT IN (SELECT id FROM import_batch)")
    case .gapsInOrder: try closeGaps()
    case .imageGone:
      try db.execute(sql: "UPDATE photo SET is_missing = 1 WHERE id IN (\(Examination.imageGone))")
    case .searchIndex:
      try SearchIndex(db).startAnew()
      try SearchIndex(db).indexAll()
    // Before others write custom fields.
    case .customFields: try WrongValueRepair(db, stamp: stamp).moveCustomFields()
    case .beerDate: try WrongValueRepair(db, stamp: stamp).moveDates()
    case .photoDate: try WrongValueRepair(db, stamp: stamp).movePhotoDates()
    case .range: try WrongValueRepair(db, stamp: stamp).moveNumbers()
    case .damagedFile, .imageOfOtherSize, .imageChanged, .externalFileMissing: return
    }
  }

  private func gatherPhotos() throws {
    let shelter = try PhotoShelter(db, at: now, stamp: stamp)
    for id in try Int64.fetchAll(db, sql: Examination.photoWithoutBeer) { try shelter.take(photo: id) }
  }

  private func gatherImages() throws {
    let shelter = try PhotoShelter(db, at: now, stamp: stamp)
    for id in try Int64.fetchAll(db, sql: Examination.imageWithoutPhoto) { try shelter.take(image: id) }
  }

  /// Numbers photos anew from 0, in the order that they have; all wait aside first, whatever their numbers are.
  private func closeGaps() throws {
    for beer in try Int64.fetchAll(db, sql: Examination.gapsInOrder) {
      let photos = try Int64.fetchAll(
        db, sql: "SELECT id FROM photo WHERE beer_id = ? ORDER BY user_order", arguments: [beer])
      for first in [1 << 40, 0] {
        for (order, photo) in photos.enumerated() {
          try db.execute(
            sql: "UPDATE photo SET user_order = ? WHERE id = ?", arguments: [first + order, photo])
        }
      }
    }
  }
}
