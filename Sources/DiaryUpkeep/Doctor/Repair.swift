import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Repairs one kind of finding; what a user has recorded is moved but never deleted.
struct Repair {
  private let db: Database
  private let now: Date
  private let timestamp: String

  init(_ db: Database, at now: Date, timestamp: String) {
    self.db = db
    self.now = now
    self.timestamp = timestamp
  }

  func run(_ kind: FindingKind) throws {
    switch kind {
    // Repaired first, because triggers would run with all other repairs.
    case .unexpectedSchemaObjects: try repairSchema([.trigger, .view, .index])
    case .missingSchema: try repairSchema([.trigger, .view, .index])
    case .damagedIndex:
      // The unique index on the order cannot be rebuilt while two photos share a position.
      try separatePositions()
      try db.execute(sql: "REINDEX")
    case .photoWithoutBeer: try attachOrphanedPhotos()
    case .imageWithoutPhoto: try attachOrphanedImages()
    case .beerWithoutImport:
      try db.execute(
        sql: "UPDATE beer SET import_batch = NULL WHERE import_batch NOT IN (SELECT id FROM import_batch)")
    case .beerWithoutLabel:
      // They find their labels at the end of the transaction, like beers of an older diary.
      try db.execute(sql: "UPDATE beer SET label_id = NULL WHERE label_id NOT IN (SELECT id FROM label)")
    case .duplicatePhotoPositions: try separatePositions()
    case .imageGone:
      try db.execute(sql: "UPDATE photo SET is_missing = 1 WHERE id IN (\(IntegrityCheck.imageGone))")
    case .searchIndex: try SearchIndex(db).rebuild()
    // Repaired before others that write custom fields.
    case .customFields: try WrongValueRepair(db, timestamp: timestamp).moveCustomFields()
    case .beerDate: try WrongValueRepair(db, timestamp: timestamp).moveDates()
    case .photoDate: try WrongValueRepair(db, timestamp: timestamp).movePhotoDates()
    case .range: try WrongValueRepair(db, timestamp: timestamp).moveNumbers()
    case .unexpectedTable, .damagedFile, .imageMissing, .imageOfOtherSize, .imageChanged,
      .externalFileMissing,
      .importedTimes, .syncKeys, .exposedSyncKeys, .syncStore, .lostSyncObjects,
      .unusableSyncObjects, .unsentBeers:
      return
    }
  }

  /// Removes unexpected triggers, views and indexes, and recreates missing ones.
  private func repairSchema(_ kinds: Set<SchemaObject.Kind>) throws {
    try SchemaValidator(db).removeUnexpected(db)
    let validator = try SchemaValidator(db)
    try validator.createMissing(db, kinds)
    // Without their triggers, the search index and other devices have missed changes.
    guard validator.missing.contains(where: { $0.kind == .trigger }) else { return }
    try SearchIndex(db).rebuild()
    try ChangeTracker(db).recordAll()
  }

  private func attachOrphanedPhotos() throws {
    let lostAndFound = try LostAndFound(db, at: now, timestamp: timestamp)
    let photos = try Int64.fetchAll(db, sql: IntegrityCheck.photoWithoutBeer)
    for id in photos { try lostAndFound.attach(photo: id) }
  }

  private func attachOrphanedImages() throws {
    let lostAndFound = try LostAndFound(db, at: now, timestamp: timestamp)
    let images = try Int64.fetchAll(db, sql: IntegrityCheck.imageWithoutPhoto)
    for id in images { try lostAndFound.attach(image: id) }
  }

  /// Gives photos that share a position different ones.
  private func separatePositions() throws {
    for beer in try Int64.fetchAll(db, sql: IntegrityCheck.duplicatePhotoPositions) {
      try PhotoOrder(db, beer: beer).spread()
    }
  }
}
