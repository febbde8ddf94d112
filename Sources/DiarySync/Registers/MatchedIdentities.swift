import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// Beers and photos that were never sent and that other devices have with other UUIDs, because they come from the same
/// file, or from the same store of Beer Diary for iOS.
///
/// They get the UUIDs of the other devices before they are sent, so that they are not in the diary twice.
struct MatchedIdentities {
  private struct Beer {
    let uuid: UUID
    let createdAt: Value
  }

  /// The matches by the ids of this diary.
  private var beers: [Int64: Beer] = [:]
  private var photos: [Int64: UUID] = [:]

  /// Matches the rows of the diary with the records of other devices.
  ///
  /// - Parameter state: The records of other devices, with the registers that were just applied.
  init(_ db: Database, _ state: ReplicaTables) throws {
    try findBeers(db, state)
    try findPhotos(db, state)
  }

  /// Writes the matching UUIDs.
  func write(_ db: Database) throws {
    let tracker = ChangeTracker(db)
    for (id, beer) in beers {
      if let uuid = try UUID.fetchOne(db, sql: "SELECT uuid FROM beer WHERE id = ?", arguments: [id]) {
        try tracker.replace(uuid, by: beer.uuid, of: .beer)
      }
      // Beers of the same file differ only in when they were imported.
      try db.execute(
        sql: "UPDATE beer SET uuid = ?, created_at = coalesce(?, created_at) WHERE id = ?",
        arguments: [beer.uuid, beer.createdAt.text, id])
    }
    for (id, uuid) in photos {
      for table in PhotoTable.allCases {
        try db.execute(sql: "UPDATE \(table) SET uuid = ? WHERE id = ?", arguments: [uuid, id])
      }
    }
  }

  // MARK: - Beers

  private mutating func findBeers(_ db: Database, _ state: ReplicaTables) throws {
    let changed = Self.changed(.beer, "created_at", state)
    if changed.isEmpty { return }
    let own = try beersWithoutOrigin(db)
    var equal: [Int64: [Beer]] = [:]
    for uuid in changed {
      let record = RecordID(entity: "beer", uuid: uuid)
      let beer = Beer(uuid: uuid, createdAt: try state.value(Register(record, "created_at")))
      switch try state.value(Register(record, "origin")) {
      case .list(let origin) where origin.count == 2:
        let sql = "SELECT id, uuid FROM beer WHERE source = ? AND source_id = ?"
        let row = try Row.fetchOne(db, sql: sql, arguments: [origin[0].text, origin[1].text])
        guard let row, try !row.value(UUID.self, atIndex: 1).isOfDifferentRow(from: uuid) else { continue }
        try match(row.value(atIndex: 0), beer, db, state)
      default:
        guard let candidates = own[beer.createdAt] else { continue }
        let facts = try Self.facts(of: record, state)
        let ids = try candidates.filter {
          try Self.facts(RegisterValues(db).beer($0.uuid)?.values ?? [:]) == facts
        }
        // Equal beers cannot be distinguished.
        if ids.count == 1 { equal[ids[0].id, default: []].append(beer) }
      }
    }
    for (id, beers) in equal where beers.count == 1 { try match(id, beers[0], db, state) }
  }

  /// Returns the beers without an origin, by when they were added.
  private func beersWithoutOrigin(_ db: Database) throws -> [Value: [(id: Int64, uuid: UUID)]] {
    let rows = try Row.fetchCursor(db, sql: "SELECT id, uuid, created_at FROM beer WHERE source IS NULL")
    var beers: [Value: [(id: Int64, uuid: UUID)]] = [:]
    while let row = try rows.next() {
      beers[Value(row, 2), default: []].append((try row.value(atIndex: 0), try row.value(atIndex: 1)))
    }
    return beers
  }

  private static func facts(of record: RecordID, _ state: ReplicaTables) throws -> [String: Value] {
    let fields = try state.registers(of: record).map(\.field)
    return facts(
      try Dictionary(uniqueKeysWithValues: fields.map { ($0, try state.value(Register(record, $0))) }))
  }

  /// Returns the facts of a beer that the user entered, without empty ones.
  private static func facts(_ values: [String: Value]) -> [String: Value] {
    let others = [Register.removal, "label", "origin", Register.photoChange]
    return values.filter { $1 != .null && !others.contains($0) }
  }

  /// Adds a match, unless the beer was sent already, or the diary has a beer with that UUID.
  private mutating func match(_ id: Int64, _ beer: Beer, _ db: Database, _ state: ReplicaTables) throws {
    guard beers[id] == nil, try Self.isUnsent(id, .beer, in: "beer", db, state) else { return }
    let sql = "SELECT 1 FROM beer WHERE uuid = ?"
    if try Row.fetchOne(db, sql: sql, arguments: [beer.uuid]) == nil { beers[id] = beer }
  }

  /// Returns whether other devices do not know the UUID of a row.
  private static func isUnsent(
    _ id: Int64, _ entity: ChangeTracker.Entity, in table: String, _ db: Database, _ state: ReplicaTables
  ) throws -> Bool {
    let sql = "SELECT uuid FROM \(table) WHERE id = ?"
    guard let uuid = try UUID.fetchOne(db, sql: sql, arguments: [id]) else { return false }
    return try state.registers(of: RecordID(entity: entity.rawValue, uuid: uuid)).isEmpty
  }

  /// Returns the UUIDs of the records with a field that may have been applied just now, in ascending order.
  private static func changed(_ entity: ChangeTracker.Entity, _ field: String, _ state: ReplicaTables)
    -> [UUID]
  {
    state.changes.records.filter { $0.entity == entity.rawValue && state.changes.mayContain(field, of: $0) }
      .map(\.uuid).sorted()
  }

  // MARK: - Photos

  /// Matches photos with the same image of a beer that is new on this device; either both are removed, or neither is.
  ///
  /// A photo that the user adds to a beer that other devices have is not theirs, even if it has the same image.
  private mutating func findPhotos(_ db: Database, _ state: ReplicaTables) throws {
    let ids = Dictionary(beers.map { ($0.value.uuid, $0.key) }) { first, _ in first }
    for uuid in Self.changed(.photo, "image", state) {
      let record = RecordID(entity: "photo", uuid: uuid)
      guard case .blob(let digest) = try state.value(Register(record, "image")),
        case .blob(let bytes) = try state.value(Register(record, Register.beerOfPhoto)),
        let beer = UUID(bytes), let id = try ids[beer] ?? Self.newBeer(beer, db),
        try !Self.hasPhoto(uuid, db)
      else { continue }
      let isRemoved = try state.value(Register(record, Register.photoRemoval)) != .null
      let table = isRemoved ? PhotoTable.removed : .photo
      let own = try Int64.fetchAll(
        db, sql: "SELECT id FROM \(table) WHERE beer_id = ? AND sha256 = ? ORDER BY id",
        arguments: [id, digest.hexadecimal])
      let unsent = try own.first {
        try photos[$0] == nil && Self.isUnsent($0, .photo, in: table.rawValue, db, state)
      }
      if let unsent { photos[unsent] = uuid }
    }
  }

  /// Returns the id of a beer that was added on this device since its last synchronization; `nil` if there is none.
  private static func newBeer(_ uuid: UUID, _ db: Database) throws -> Int64? {
    guard let watermark = try ChangeTracker(db).watermark(.beer) else { return nil }
    return try Int64.fetchOne(
      db, sql: "SELECT id FROM beer WHERE uuid = ? AND id > ?", arguments: [uuid, watermark])
  }

  private static func hasPhoto(_ uuid: UUID, _ db: Database) throws -> Bool {
    try PhotoTable.allCases.contains { table in
      try Row.fetchOne(db, sql: "SELECT 1 FROM \(table) WHERE uuid = ?", arguments: [uuid]) != nil
    }
  }
}

extension Value {
  /// The text; `nil` for other kinds of values.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
