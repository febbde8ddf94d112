import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// Makes rows of the diary show what their registers show, after foreign changes were applied, within a transaction.
struct RowWriter {
  private let db: Database
  private let state: StoredState
  private let images: SyncedImages
  private let timestamp: String

  /// - Parameter state: The state after the changes, with what has changed.
  init(_ db: Database, _ state: StoredState, _ images: SyncedImages, timestamp: String) {
    self.db = db
    self.state = state
    self.images = images
    self.timestamp = timestamp
  }

  /// Writes the rows whose registers have changed.
  ///
  /// - Returns: The photos that this device has to send again.
  func write() throws -> Set<UUID> {
    let fields = state.changedRegisters.reduce(into: [RecordID: Set<String>]()) {
      $0[$1.record, default: []].insert($1.field)
    }
    func records(_ entity: ChangeTracker.Entity) -> [RecordID] {
      fields.keys.filter { $0.entity == entity.rawValue }.sorted { $0.uuid.uuidString < $1.uuid.uuidString }
    }
    // Photos that move to another beer must not be deleted with theirs, so beers are deleted last. Photos that came
    // before their beer, or stayed when it was removed, wait until it is whole.
    let (beers, photos) = (records(.beer), records(.photo))
    let living = try beers.filter { try !state.registers(of: $0).isEmpty }
    var isOriginFree = false
    for beer in beers where fields[beer]?.contains("origin") == true {
      if try freeOrigin(of: beer) { isOriginFree = true }
    }
    var written: [RecordID: Set<String>] = [:]
    var awaited: [RecordID] = []
    for beer in living {
      let result = try BeerWriter(db, state, beer, timestamp: timestamp).write(fields[beer] ?? [])
      written[beer] = result.fields
      if try result.isNew && state.hasHistory(beer) { awaited.append(beer) }
    }
    let waiting = try state.photos(of: awaited)
    var keptPhotos: Set<UUID> = []
    var arranged: Set<Int64> = []
    for photo in Set(photos + waiting).sorted(by: { $0.uuid.uuidString < $1.uuid.uuidString }) {
      let writer = PhotoStateWriter(db, state, photo, images)
      if try !state.registers(of: photo).isEmpty {
        if let beer = try writer.write() { arranged.insert(beer) }
      } else if try isPurgedOnlyWithItsBeer(photo) {
        keptPhotos.insert(photo.uuid)
      } else {
        try writer.delete()
      }
    }
    for beer in arranged { try arrange(photosOf: beer) }
    for beer in Set(beers).subtracting(living) {
      try db.execute(sql: "DELETE FROM beer WHERE uuid = ?", arguments: [beer.uuid])
    }
    if isOriginFree { try assignFreeOrigins() }
    let labels = records(.label)
    try LabelWriter(db, state).write(labels.map { ($0, fields[$0] ?? []) })
    // A chosen label may have become part of another one.
    for beer in living where written[beer]?.contains("label") == true {
      try LabelWriter(db, state).choose(for: beer)
    }
    if fields.values.contains(where: { $0.contains { $0.hasPrefix(RegisterValues.customPrefix) } }) {
      // An index covers one spelling of a name.
      try FieldNameNormalizer(db).applyToAll()
    }
    return keptPhotos
  }

  /// Removes the origin of a beer that has another one now, or was deleted, so that another beer can have it.
  ///
  /// - Returns: Whether another beer may have an origin now.
  private func freeOrigin(of beer: RecordID) throws -> Bool {
    let sql = "SELECT source, source_id FROM beer WHERE uuid = ?"
    // Without a row, the user has deleted it, or it is new.
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [beer.uuid]) else {
      return try state.registers(of: beer).isEmpty
    }
    let origin = [Value(row[0]), Value(row[1])]
    if try origin == [.null, .null] || state.value(Register(beer, "origin")) == .list(origin) {
      return false
    }
    try db.execute(
      sql: "UPDATE beer SET source = NULL, source_id = NULL WHERE uuid = ?", arguments: [beer.uuid])
    return true
  }

  /// Gives beers the origins that their registers show and that no other beer has any more.
  private func assignFreeOrigins() throws {
    let beers = try UUID.fetchAll(
      db,
      sql: """
        SELECT uuid FROM beer WHERE source IS NULL AND EXISTS (
          SELECT 1 FROM sync_version v WHERE entity = 'beer' AND v.uuid = beer.uuid AND field = 'origin' AND value <> ?)
        ORDER BY uuid
        """, arguments: [try Value.null.encoded()])
    for beer in beers {
      let writer = BeerWriter(db, state, RecordID(entity: "beer", uuid: beer), timestamp: timestamp)
      _ = try writer.write(["origin"])
    }
  }

  /// Whether a photo was removed for good only together with a beer that lives, because of changes that were not seen.
  ///
  /// A living beer is whole, so such photos stay.
  private func isPurgedOnlyWithItsBeer(_ photo: RecordID) throws -> Bool {
    let sql = "SELECT uuid FROM beer WHERE id = (SELECT beer_id FROM photo WHERE uuid = ?)"
    guard let purges = state.newPurges[photo],
      let uuid = try UUID.fetchOne(db, sql: sql, arguments: [photo.uuid])
    else { return false }
    let beer = RecordID(entity: "beer", uuid: uuid)
    return try purges.isSubset(of: state.newPurges[beer] ?? []) && !state.registers(of: beer).isEmpty
  }

  /// Orders the photos of a beer by their positions, then by their UUIDs; those without a position come last.
  private func arrange(photosOf beer: Int64) throws {
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

/// Writes the row of a beer.
private struct BeerWriter {
  private let db: Database
  private let state: StoredState
  private let beer: RecordID
  private let timestamp: String

  init(_ db: Database, _ state: StoredState, _ beer: RecordID, timestamp: String) {
    self.db = db
    self.state = state
    self.beer = beer
    self.timestamp = timestamp
  }

  /// Writes nothing if the beer is not whole yet: it was removed for good, and a device that has it will write it again.
  ///
  /// - Parameter changed: The fields to write; all if there is no row yet.
  /// - Returns: The fields that were to be written, and whether there was no row before.
  func write(_ changed: Set<String>) throws -> (fields: Set<String>, isNew: Bool) {
    var fields = changed
    let isNew = try row() == nil
    if isNew {
      guard try value("created_at") != .null else { return ([], false) }
      fields = try Set(state.registers(of: beer).map(\.field))
      try db.execute(
        sql: "INSERT INTO beer (id, uuid, created_at, updated_at) VALUES (?, ?, ?, ?)",
        arguments: [try IDSequence.beer.nextID(db), beer.uuid, timestamp, timestamp])
    }
    guard let row = try row() else { return ([], false) }
    var columns: [(name: String, value: DatabaseValue)] = []
    for field in fields where !field.hasPrefix(RegisterValues.customPrefix) {
      columns += try self.columns(field)
    }
    if let extras = try customFields(fields, in: row.value(forColumn: "extras")) {
      columns.append(("extras", extras.databaseValue))
    }
    // What this device has written itself is there already.
    columns.removeAll { row[$0.name] == $0.value }
    if columns.isEmpty { return (fields, isNew) }
    columns.append(("updated_at", timestamp.databaseValue))
    let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try db.execute(
      sql: "UPDATE beer SET \(assignments) WHERE uuid = ?",
      arguments: StatementArguments(columns.map(\.value) + [beer.uuid.databaseValue]))
    return (fields, isNew)
  }

  private func row() throws -> Row? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM beer WHERE uuid = ?"), arguments: [beer.uuid])
  }

  private func value(_ field: String) throws -> Value {
    try state.value(Register(beer, field))
  }

  /// Returns the columns of a field, without those whose value the diary cannot hold; it stays in its register.
  private func columns(_ field: String) throws -> [(name: String, value: DatabaseValue)] {
    let value = try value(field)
    switch field {
    case "coordinates": return pair(value, "latitude", "longitude")
    case "origin":
      guard case .list(let list) = value else { return pair(value, "source", "source_id") }
      let columns = pair(value, "source", "source_id")
      return try list.contains(.null) || columns.isEmpty || !takeOrigin(columns.map(\.value)) ? [] : columns
    case "created_at", "deleted_at":
      // A beer with another text as its date could not be read any more.
      guard case .text(let text) = value, DiaryDate(text) != nil else {
        return field == "deleted_at" && value == .null ? [(field, .null)] : []
      }
      return [(field, text.databaseValue)]
    default:
      guard let stored = BeerColumn.named(field)?.stored(value) else { return [] }
      return [(field, stored)]
    }
  }

  /// Returns whether the beer may have an origin, after taking it from another beer if necessary.
  ///
  /// Two devices can have imported the same beer. An origin belongs to one beer, on each device to the same one.
  private func takeOrigin(_ origin: [DatabaseValue]) throws -> Bool {
    let sql = "SELECT uuid FROM beer WHERE source = ? AND source_id = ? AND uuid <> ?"
    let arguments = StatementArguments(origin + [beer.uuid.databaseValue])
    guard let other = try UUID.fetchOne(db, sql: sql, arguments: arguments) else { return true }
    guard beer.uuid.uuidString < other.uuidString else { return false }
    try db.execute(sql: "UPDATE beer SET source = NULL, source_id = NULL WHERE uuid = ?", arguments: [other])
    return true
  }

  private func pair(_ value: Value, _ first: String, _ second: String) -> [(
    name: String, value: DatabaseValue
  )] {
    let values: [Value]
    switch value {
    case .null: values = [.null, .null]
    case .list(let list) where list.count == 2: values = list
    default: return []
    }
    let columns = zip([first, second], values).compactMap { name, value -> (String, DatabaseValue)? in
      if let column = BeerColumn.named(name) { return column.stored(value).map { (name, $0) } }
      switch value {
      case .null: return (name, .null)
      case .text(let text): return (name, text.databaseValue)
      default: return nil
      }
    }
    return columns.count == 2 ? columns : []
  }

  /// Returns the custom fields after a change of some; `nil` if none of them is changed.
  private func customFields(_ changed: Set<String>, in json: String) throws -> String? {
    let names = changed.filter { $0.hasPrefix(RegisterValues.customPrefix) }
    if names.isEmpty { return nil }
    let before = try Extras(json: json)
    var extras = before
    for field in names {
      let new: Extras
      switch try value(field) {
      case .null: new = [:]
      case .text(let json):
        guard let read = try? Extras(json: json) else { continue }
        new = read.filter { RegisterValues.customField($0.key) == field }
      default: continue
      }
      extras = extras.filter { RegisterValues.customField($0.key) != field }.merging(new) { $1 }
    }
    return extras == before ? nil : extras.json
  }
}

/// Writes the row of a photo; its image comes later.
private struct PhotoStateWriter {
  private let db: Database
  private let state: StoredState
  private let photo: RecordID
  private let images: SyncedImages

  init(_ db: Database, _ state: StoredState, _ photo: RecordID, _ images: SyncedImages) {
    self.db = db
    self.state = state
    self.photo = photo
    self.images = images
  }

  private func value(_ field: String) throws -> Value {
    try state.value(Register(photo, field))
  }

  private func text(_ field: String) throws -> String? {
    if case .text(let text) = try value(field) { text } else { nil }
  }

  /// - Returns: The id of its beer, whose photos may have to be arranged; `nil` if it is a removed photo.
  func write() throws -> Int64? {
    guard case .blob(let bytes) = try value("beer"), let uuid = UUID(bytes),
      let beer = try Int64.fetchOne(db, sql: "SELECT id FROM beer WHERE uuid = ?", arguments: [uuid])
    else { return nil }
    let removedAt = try text("removed_at")
    let records = PhotoRecord(db)
    if let id = try id(in: "removed_photo") {
      try db.execute(sql: "UPDATE removed_photo SET beer_id = ? WHERE id = ?", arguments: [beer, id])
      let placement = DiaryChange.PhotoPlacement(photo: id, uuid: photo.uuid, beer: beer, order: .max)
      if removedAt == nil { _ = try records.restore(placement) }
    }
    if let id = try id(in: "removed_photo") {
      try setTexts(in: "removed_photo", id)
      try db.execute(
        sql: "UPDATE removed_photo SET removed_at = ? WHERE id = ?", arguments: [removedAt, id])
      return nil
    }
    let id = try id(in: "photo") ?? insert(into: beer)
    try setTexts(in: "photo", id)
    if try Int64.fetchOne(db, sql: "SELECT beer_id FROM photo WHERE id = ?", arguments: [id]) != beer {
      try db.execute(
        sql: "UPDATE photo SET beer_id = ?, order_key = ? WHERE id = ?",
        arguments: [beer, try PhotoOrder(db, beer: beer).keyAfterAll(), id])
    }
    guard let removedAt else { return beer }
    try records.remove(records.placement(of: id), at: removedAt)
    return nil
  }

  func delete() throws {
    for table in ["photo", "removed_photo"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE uuid = ?", arguments: [photo.uuid])
    }
  }

  private func id(in table: String) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE uuid = ?", arguments: [photo.uuid])
  }

  private func insert(into beer: Int64) throws -> Int64 {
    let id = try IDSequence.photo.nextID(db)
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, byte_count, is_missing) VALUES (?, ?, ?, ?, 0, 1)
        """,
      arguments: [id, photo.uuid, beer, try PhotoOrder(db, beer: beer).keyAfterAll()])
    return id
  }

  /// Sets what a photo has in both tables, and its hash, if that is not known yet.
  private func setTexts(in table: String, _ id: Int64) throws {
    var digest: String?
    if case .blob(let bytes) = try value("image"), bytes.count == 32 { digest = bytes.hexadecimal }
    try db.execute(
      sql: """
        UPDATE \(table) SET taken_at = ?1, caption = ?2, sha256 = coalesce(sha256, ?3)
        WHERE id = ?4 AND (taken_at IS NOT ?1 OR caption IS NOT ?2 OR sha256 IS NULL)
        """,
      arguments: [try text("taken_at"), try text("caption"), digest, id])
    let isMissing = "SELECT is_missing FROM \(table) WHERE id = ?"
    guard let digest, try Bool.fetchOne(db, sql: isMissing, arguments: [id]) == true,
      let image = try images.image(digest)
    else { return }
    // Another photo with the same image has it.
    try images.insert(image, digest)
  }
}

extension BeerColumn {
  /// Returns what the column stores; `nil` if it cannot hold the value.
  func stored(_ value: Value) -> DatabaseValue? {
    switch (content, value) {
    case (_, .null): return .null
    case (.text, .text(let text)), (.date, .text(let text)): return text.databaseValue
    case (.number, .real(let number)):
      return (try? validate(number)) == nil ? nil : number.databaseValue
    default: return nil
    }
  }
}
