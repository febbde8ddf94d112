import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// Updates rows of the diary from their registers after foreign changes were applied, within a transaction.
struct RowWriter {
  private let db: Database
  private let state: ReplicaTables
  private let images: SyncedImages
  private let timestamp: String
  private let ids = NewBeerIDs()

  /// - Parameter state: The state after the changes, with the registers that changed.
  init(_ db: Database, _ state: ReplicaTables, _ images: SyncedImages, timestamp: String) {
    self.db = db
    self.state = state
    self.images = images
    self.timestamp = timestamp
  }

  /// Writes the rows whose registers have changed.
  ///
  /// - Returns: The UUIDs of photos that this device has to send again.
  func write() throws -> Set<UUID> {
    let fields = state.changedFields
    func records(_ entity: ChangeTracker.Entity) -> [RecordID] {
      fields.keys.filter { $0.entity == entity.rawValue }.sorted { $0.uuid < $1.uuid }
    }
    // Beers are deleted last, because deleting one deletes its photos, which may have moved to another beer. Photos that
    // came before their beer, or were kept when it was purged, are written when the beer is whole.
    let (beers, photos) = (records(.beer), records(.photo))
    let living = try beers.filter { try !state.registers(of: $0).isEmpty }
    var hasFreedOrigin = false
    for beer in beers where fields[beer]?.contains("origin") == true {
      if try freeOrigin(of: beer) { hasFreedOrigin = true }
    }
    var written: [RecordID: Set<String>] = [:]
    /// New beers whose photos may have come before them.
    var awaited: [RecordID] = []
    for beer in living {
      let result = try BeerRowWriter(db, state, beer, timestamp: timestamp, ids: ids)
        .write(fields[beer] ?? [])
      written[beer] = result.fields
      if try result.isNew && state.hasHistory(beer) { awaited.append(beer) }
    }
    let waiting = try state.photos(of: awaited)
    var keptPhotos: Set<UUID> = []
    /// The beers whose photos may have a new order.
    var beersToSort: Set<Int64> = []
    for photo in Set(photos + waiting).sorted(by: { $0.uuid < $1.uuid }) {
      let writer = PhotoRowWriter(db, state, photo, images)
      if try !state.registers(of: photo).isEmpty {
        if let beer = try writer.write() { beersToSort.insert(beer) }
      } else if try isPurgedOnlyWithItsBeer(photo) {
        keptPhotos.insert(photo.uuid)
      } else {
        try writer.delete()
      }
    }
    for beer in beersToSort { try sort(photosOf: beer) }
    for beer in Set(beers).subtracting(living) {
      try db.cachedStatement(sql: "DELETE FROM beer WHERE uuid = ?").execute(arguments: [beer.uuid])
    }
    if hasFreedOrigin { try assignFreeOrigins() }
    let labels = records(.label)
    try LabelWriter(db, state).write(labels.map { ($0, fields[$0] ?? []) })
    // A chosen label may have been merged into another one.
    for beer in living where written[beer]?.contains("label") == true {
      try LabelWriter(db, state).choose(for: beer)
    }
    if fields.values.contains(where: { $0.contains { $0.hasPrefix(RegisterValues.customPrefix) } }) {
      // An index covers only one spelling of a name.
      try FieldNameNormalizer(db).applyToAll()
    }
    return keptPhotos
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
    let origin = [Value(row[0]), Value(row[1])]
    if try origin == [.null, .null] || state.value(Register(beer, "origin")) == .list(origin) {
      return false
    }
    try db.cachedStatement(sql: "UPDATE beer SET source = NULL, source_id = NULL WHERE uuid = ?")
      .execute(arguments: [beer.uuid])
    return true
  }

  /// Gives beers without an origin that of their register, if no other beer has it any more.
  private func assignFreeOrigins() throws {
    for beer in try state.beersWithOriginOnlyInRegister() {
      let writer = BeerRowWriter(
        db, state, RecordID(entity: "beer", uuid: beer), timestamp: timestamp, ids: ids)
      _ = try writer.write(["origin"])
    }
  }

  /// Returns whether a photo was purged only together with its beer, which still exists because of concurrent changes.
  ///
  /// Such a photo stays, so that the beer is whole.
  private func isPurgedOnlyWithItsBeer(_ photo: RecordID) throws -> Bool {
    let sql = "SELECT uuid FROM beer WHERE id = (SELECT beer_id FROM photo WHERE uuid = ?)"
    guard let purges = state.newPurges[photo],
      let uuid = try UUID.fetchOne(db, sql: sql, arguments: [photo.uuid])
    else { return false }
    let beer = RecordID(entity: "beer", uuid: uuid)
    return try purges.isSubset(of: state.newPurges[beer] ?? []) && !state.registers(of: beer).isEmpty
  }

  /// Sorts the photos of a beer by their positions, then by their UUIDs; those without a position come last.
  private func sort(photosOf beer: Int64) throws {
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
    guard sorted.map(\.id) != photos.map(\.id) else { return }
    for photo in sorted {
      try db.execute(
        sql: "UPDATE photo SET order_key = ? WHERE id = ?",
        arguments: [try PhotoOrder(db, beer: beer).keyAfterAll(), photo.id])
    }
  }
}
