import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Repairs one kind of finding; what the user recorded is moved, never deleted.
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
    // First, since they would run with every other change.
    case .foreignSchema: try repairSchema([.trigger, .view, .index])
    case .missingSchema: try repairSchema([.trigger, .view, .index])
    case .damagedIndex:
      // The unique index on the order cannot be rebuilt while two photos share a position.
      try separatePhotos()
      try db.execute(sql: "REINDEX")
    case .photoWithoutBeer: try gatherPhotos()
    case .imageWithoutPhoto: try gatherImages()
    case .beerWithoutImport:
      try db.execute(
        sql: "UPDATE beer SET import_batch = NULL WHERE import_batch NOT IN (SELECT id FROM import_batch)")
    case .sharedPlaces: try separatePhotos()
    case .imageGone:
      try db.execute(sql: "UPDATE photo SET is_missing = 1 WHERE id IN (\(IntegrityCheck.imageGone))")
    case .searchIndex:
      try SearchIndex(db).reset()
      try SearchIndex(db).indexAll()
    // Before others write custom fields.
    case .customFields: try WrongValueRepair(db, timestamp: timestamp).moveCustomFields()
    case .beerDate: try WrongValueRepair(db, timestamp: timestamp).moveDates()
    case .photoDate: try WrongValueRepair(db, timestamp: timestamp).movePhotoDates()
    case .range: try WrongValueRepair(db, timestamp: timestamp).moveNumbers()
    case .foreignTable, .damagedFile, .imageMissing, .imageOfOtherSize, .imageChanged, .externalFileMissing,
      .importedTimes:
      return
    }
  }

  /// Removes unexpected triggers, views and indexes, and recreates missing ones.
  private func repairSchema(_ kinds: Set<SchemaObject.Kind>) throws {
    try SchemaValidator(DatabaseSchemaReader(db), version: StoreVersion.current).removeForeign(db)
    let lost = try SchemaValidator(DatabaseSchemaReader(db), version: StoreVersion.current)
    try lost.createMissing(db, kinds)
    // Without its triggers, the search index missed changes.
    guard lost.missing.contains(where: { $0.kind == .trigger }) else { return }
    try SearchIndex(db).reset()
    try SearchIndex(db).indexAll()
  }

  private func gatherPhotos() throws {
    let shelter = try LostAndFound(db, at: now, timestamp: timestamp)
    for id in try Int64.fetchAll(db, sql: IntegrityCheck.photoWithoutBeer) { try shelter.take(photo: id) }
  }

  private func gatherImages() throws {
    let shelter = try LostAndFound(db, at: now, timestamp: timestamp)
    for id in try Int64.fetchAll(db, sql: IntegrityCheck.imageWithoutPhoto) { try shelter.take(image: id) }
  }

  /// Puts photos that share a place one behind the other.
  private func separatePhotos() throws {
    for beer in try Int64.fetchAll(db, sql: IntegrityCheck.sharedPlaces) {
      try PhotoOrder(db, beer: beer).spread()
    }
  }
}
