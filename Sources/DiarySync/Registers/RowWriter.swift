import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// Updates rows of the diary from their registers after foreign changes were applied, within a transaction.
struct RowWriter {
  let db: Database
  let state: ReplicaTables
  private let images: SyncedImages
  private let timestamp: String
  private let addedAgain: Set<RecordID>
  private let insertion = BeerInsertion()

  /// The number of beers from which they are added to the search index in the background.
  private static let manyBeers = 250

  /// The most beers that get labels in a transaction; more would need much memory.
  private static let maxLabeledBeers = 4_000

  /// - Parameters:
  ///   - state: The state after the changes, with the registers that changed.
  ///   - addedAgain: Beers and photos that were added again, whose rows lack what had arrived of them before.
  init(
    _ db: Database, _ state: ReplicaTables, _ images: SyncedImages, timestamp: String, addedAgain: [RecordID]
  ) {
    self.db = db
    self.state = state
    self.images = images
    self.timestamp = timestamp
    self.addedAgain = Set(addedAgain)
  }

  /// Writes the rows whose registers have changed.
  ///
  /// - Returns: The number of beers that were deleted and that are back, and the labels with facts that this device has
  ///   to send.
  func write() throws -> (returnedBeerCount: Int, labelsToSend: [UUID]) {
    try forgetChangesOfPurgedRows()
    let beers = beers()
    let living = try beers.filter { try !state.registers(of: $0).isEmpty }
    let hasFreedOrigin = try freeOrigins(of: beers)
    let (beersWithLabels, newBeers) =
      living.count < Self.manyBeers
      ? try writeBeers(living) : try SearchIndex(db).deferringNewBeers { try writeBeers(living) }
    try writePhotos(includingAllOf: newBeers + addedAgain)
    // After the photos, because deleting a beer deletes its photos, which may have moved to another beer.
    for beer in Set(beers).subtracting(living) {
      try db.cachedStatement(sql: "DELETE FROM beer WHERE uuid = ?").execute(arguments: [beer.uuid])
    }
    if hasFreedOrigin { try assignFreeOrigins() }
    let labelsToSend = try writeLabels(choosingFor: beersWithLabels)
    // The background work would need a transaction for every hundred of them. New beers have ids in the order of their
    // segment, so that a name leads to the same label as on their device.
    try LabelAssignment(db).assign(atMost: min(living.count, Self.maxLabeledBeers))
    if try state.hasChangedCustomFields {
      // An index covers only one spelling of a name.
      try FieldNameNormalizer(db).applyToAll()
    }
    return (try newBeers.count(where: isBack), labelsToSend)
  }

  /// Returns whether a new beer was here before, until this or another device deleted it.
  private func isBack(_ beer: RecordID) throws -> Bool {
    let purges = try state.purges(of: beer)
    if purges.isEmpty { return false }
    let settings = SyncSettings(db)
    // The first synchronization receives beers that came back before this device knew them.
    if try settings.lastSync != nil { return true }
    let device = try settings.device
    return purges.contains { $0.device == device }
  }

  /// Returns the beers whose registers have changed: first unknown ones in the order of their segment, which is that in
  /// which their device added them, then the others in the order of their UUIDs.
  ///
  /// The UUIDs of imported beers do not say when they were added, nor does `created_at`, which for a check-in is when the
  /// beer was drunk. A snapshot has no such order, so its beers are among the others.
  private func beers() -> [RecordID] {
    let new = state.newRecords.filter { $0.entity == ChangeTracker.Entity.beer.rawValue }
    let isNew = Set(new).contains
    return new + records(.beer).filter { !isNew($0) }
  }

  /// Returns the records of a kind whose registers have changed, in the order of their UUIDs.
  private func records(_ entity: ChangeTracker.Entity) -> [RecordID] {
    state.changes.records.filter { $0.entity == entity.rawValue }.sorted { $0.uuid < $1.uuid }
  }

  // MARK: - Beers

  /// Writes the rows of beers that are not purged.
  ///
  /// - Returns: The beers whose chosen labels were written, and new beers whose photos may have come before them.
  private func writeBeers(_ beers: [RecordID]) throws -> (withLabels: [RecordID], new: [RecordID]) {
    var withLabels: [RecordID] = []
    var new: [RecordID] = []
    for beer in beers {
      let fields: Set<String>? =
        addedAgain.contains(beer) ? try Set(state.registers(of: beer).map(\.field)) : nil
      let result = try BeerRowWriter(db, state, beer, timestamp: timestamp, insertion: insertion)
        .write(fields: fields)
      if result.fields.contains("label") { withLabels.append(beer) }
      if try result.isNew && state.hasHistory(beer) { new.append(beer) }
    }
    return (withLabels, new)
  }

  /// Removes the origins that beers no longer have.
  ///
  /// - Returns: Whether other beers may get an origin now.
  private func freeOrigins(of beers: [RecordID]) throws -> Bool {
    var hasFreed = false
    for beer in beers where state.changes.mayContain("origin", of: beer) {
      if try freeOrigin(of: beer) { hasFreed = true }
    }
    return hasFreed
  }

  /// Removes the origin of a beer that now has another one, or was deleted, so that another beer can have it.
  ///
  /// - Returns: Whether another beer may get an origin now.
  private func freeOrigin(of beer: RecordID) throws -> Bool {
    let sql = "SELECT source, source_id FROM beer WHERE uuid = ?"
    // A beer without a row was deleted by the user, or is new.
    guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [beer.uuid]) else {
      return try state.registers(of: beer).isEmpty
    }
    let origin = [Value(row, 0), Value(row, 1)]
    if try origin == [.null, .null] || state.value(Register(beer, "origin")) == .list(origin) {
      return false
    }
    try db.cachedStatement(sql: "UPDATE beer SET source = NULL, source_id = NULL WHERE uuid = ?")
      .execute(arguments: [beer.uuid])
    return true
  }

  /// Gives beers that wait for their origin that of their register, if no other beer has it any more.
  private func assignFreeOrigins() throws {
    for beer in try WaitingOrigins(db).removeAll() {
      let writer = BeerRowWriter(
        db, state, RecordID(entity: "beer", uuid: beer), timestamp: timestamp, insertion: insertion)
      _ = try writer.write(fields: ["origin"])
    }
  }

  // MARK: - Labels

  /// Writes labels, then the labels that were chosen for beers, because these may have been merged into others.
  ///
  /// - Returns: The labels with facts that this device has to send.
  private func writeLabels(choosingFor beers: [RecordID]) throws -> [UUID] {
    let writer = LabelWriter(db, state)
    let labelsToSend = try writer.write(records(.label).map { ($0, try state.changedFields(of: $0)) })
    for beer in beers { try writer.choose(for: beer) }
    return labelsToSend
  }

  // MARK: - Photos

  /// Writes the photos whose registers have changed, and all photos of some beers.
  ///
  /// A change of a photo counts as an edit of its beer, as on this device, so that undoing an import keeps the beer.
  ///
  /// - Parameter beers: New beers, whose photos may have come before them. They are written when the beer is whole.
  private func writePhotos(includingAllOf beers: [RecordID]) throws {
    let photos = try Set(records(.photo) + state.photos(of: beers))
    /// The beers whose photos may have a new order.
    var beersToSort: Set<Int64> = []
    var changedBeers: Set<Int64> = []
    for photo in photos.sorted(by: { $0.uuid < $1.uuid }) {
      let writer = PhotoRowWriter(db, state, photo, images)
      if try state.registers(of: photo).isEmpty {
        try writer.delete()
        continue
      }
      let changeCount = db.totalChangesCount
      let beers = try writer.write()
      beersToSort.formUnion(beers)
      if db.totalChangesCount > changeCount { changedBeers.formUnion(beers) }
    }
    for beer in beersToSort where try sort(photosOf: beer) { changedBeers.insert(beer) }
    let touch = try db.cachedStatement(
      sql: "UPDATE beer SET updated_at = ?1 WHERE id = ?2 AND updated_at <> ?1")
    for beer in changedBeers { try touch.execute(arguments: [timestamp, beer]) }
  }

  /// Sorts the photos of a beer by their positions, then by their UUIDs; those without a position come last.
  ///
  /// - Returns: Whether their order has changed.
  private func sort(photosOf beer: Int64) throws -> Bool {
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, uuid FROM photo WHERE beer_id = ? ORDER BY order_key", arguments: [beer])
    let photos = try rows.map { row in
      let uuid: UUID = try row.value(atIndex: 1)
      return (
        id: try row.value(Int64.self, atIndex: 0), uuid: uuid,
        position: try state.position(Register(RecordID(entity: "photo", uuid: uuid), "position"))
      )
    }
    let sorted = photos.sorted { left, right in
      switch (left.position, right.position) {
      case (let left?, let right?) where left != right: left < right
      case (nil, _?): false
      case (_?, nil): true
      default: left.uuid.uuidString < right.uuid.uuidString
      }
    }
    guard sorted.map(\.id) != photos.map(\.id) else { return false }
    for photo in sorted {
      try db.execute(
        sql: "UPDATE photo SET order_key = ? WHERE id = ?",
        arguments: [try PhotoOrder(db, beer: beer).keyAfterAll(), photo.id])
    }
    return true
  }
}
