import DiaryStore
import Foundation
import GRDB
import SQLiteKit
package import Sync

/// Stores the state of a replica in tables of the diary, within a transaction.
///
/// Records which registers change, so that ``RowWriter`` can update the rows of beers, photos and labels.
package struct ReplicaTables: ReplicaStorage {
  private let db: Database

  /// The registers whose versions were replaced.
  private(set) var changedRegisters: Set<Register> = []

  /// The registers that had or got several versions.
  private(set) var concurrentRegisters: Set<Register> = []

  /// The purges that were added, by the purged records.
  private(set) var newPurges: [RecordID: Set<SegmentID>] = [:]

  init(_ db: Database) { self.db = db }

  // MARK: - Segments

  package var lastOwnSegment: SegmentID? {
    get throws { try segments("last").first }
  }

  package mutating func setLastOwnSegment(_ id: SegmentID?) throws {
    try setSegments(Context(id.map { [$0] } ?? []), "last")
  }

  package var tips: Context {
    get throws { try segments("tips") }
  }

  package mutating func setTips(_ tips: Context) throws { try setSegments(tips, "tips") }

  private func segments(_ setting: String) throws -> Context {
    let bytes = try SyncSetting(db, setting).value(Data.self)
    return try bytes.map { try Context(decoding: $0) } ?? []
  }

  private func setSegments(_ segments: Context, _ setting: String) throws {
    try SyncSetting(db, setting).set(segments.encoded())
  }

  package func appliedSegments(of device: DeviceID, sequence: UInt64) throws -> [AppliedSegment] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM sync_segment WHERE device = ? AND sequence = ?")
    return try Row.fetchAll(statement, arguments: [device.rawValue.signed, sequence.signed]).map(Self.applied)
  }

  package func allAppliedSegments() throws -> [AppliedSegment] {
    try Row.fetchAll(db, sql: "SELECT \(Self.columns) FROM sync_segment").map(Self.applied)
  }

  package mutating func insert(_ segment: AppliedSegment) throws {
    try db.execute(
      sql: "INSERT INTO sync_segment (device, sequence, hash, previous, context) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        segment.id.device.rawValue.signed, segment.id.sequence.signed, segment.id.hash.signed,
        segment.previous.signed, segment.context?.encoded(),
      ])
  }

  private static let columns = "device, sequence, hash, previous, context"

  private static func applied(_ row: Row) throws -> AppliedSegment {
    AppliedSegment(
      id: try SegmentID(row, from: 0), previous: UInt64(signed: try row.value(atIndex: 3)),
      context: try row.value(Data?.self, atIndex: 4).map { try Context(decoding: $0) })
  }

  /// Returns the id by which other tables refer to an applied segment.
  private func rowID(of id: SegmentID) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: "SELECT id FROM sync_segment WHERE device = ? AND sequence = ? AND hash = ?")
    guard let rowID = try Int64.fetchOne(statement, arguments: id.arguments) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the segment \(id) is not recorded")
    }
    return rowID
  }

  package func isRepeated(_ id: SegmentID) throws -> Bool {
    let sql = "SELECT 1 FROM sync_repeated WHERE device = ? AND sequence = ? AND hash = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: id.arguments) != nil
  }

  package func allRepeated() throws -> Set<SegmentID> {
    try Set(
      Row.fetchAll(db, sql: "SELECT device, sequence, hash FROM sync_repeated").map {
        try SegmentID($0, from: 0)
      })
  }

  package mutating func insertRepeated(_ id: SegmentID) throws {
    try db.execute(
      sql: "INSERT INTO sync_repeated VALUES (?, ?, ?) ON CONFLICT DO NOTHING", arguments: id.arguments)
  }

  // MARK: - Versions

  package func versions(of register: Register) throws -> [Version] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT device, sequence, hash, stamp, value FROM sync_version v JOIN sync_segment s ON s.id = v.segment
        WHERE entity = ? AND uuid = ? AND field = ?
        """)
    return try Row.fetchAll(
      statement, arguments: [register.record.entity, register.record.uuid, register.field]
    ).map { try Version($0, from: 0) }
  }

  package func registers(of record: RecordID) throws -> [Register] {
    let statement = try db.cachedStatement(
      sql: "SELECT DISTINCT field FROM sync_version WHERE entity = ? AND uuid = ?")
    return try String.fetchAll(statement, arguments: [record.entity, record.uuid])
      .map { Register(record, $0) }
  }

  package func allVersions() throws -> [Register: [Version]] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT device, sequence, hash, stamp, value, entity, uuid, field
        FROM sync_version v JOIN sync_segment s ON s.id = v.segment
        """)
    var versions: [Register: [Version]] = [:]
    while let row = try rows.next() {
      let record = RecordID(entity: try row.value(atIndex: 5), uuid: try row.value(atIndex: 6))
      versions[Register(record, try row.value(atIndex: 7)), default: []].append(try Version(row, from: 0))
    }
    return versions
  }

  package mutating func setVersions(_ versions: [Version], of register: Register) throws {
    changedRegisters.insert(register)
    let key: [any DatabaseValueConvertible] = [
      register.record.entity, register.record.uuid, register.field,
    ]
    try db.cachedStatement(sql: "DELETE FROM sync_version WHERE entity = ? AND uuid = ? AND field = ?")
      .execute(arguments: StatementArguments(key))
    if db.changesCount > 1 || versions.count > 1 { concurrentRegisters.insert(register) }
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO sync_version (entity, uuid, field, segment, stamp, value) VALUES (?, ?, ?, ?, ?, ?)
        """)
    for version in versions {
      let values: [any DatabaseValueConvertible] = [
        try rowID(of: version.segment), version.stamp, try version.value.encoded(),
      ]
      try insert.execute(arguments: StatementArguments(key + values))
    }
  }

  /// Returns the UUIDs of the records that have a field, in ascending order.
  func records(_ entity: ChangeTracker.Entity, with field: String) throws -> [UUID] {
    try UUID.fetchAll(
      db, sql: "SELECT DISTINCT uuid FROM sync_version WHERE entity = ? AND field = ? ORDER BY uuid",
      arguments: [entity.rawValue, field])
  }

  /// Returns the winning value of a register; `.null` if it has none.
  func value(_ register: Register) throws -> Value {
    try versions(of: register).winner?.value ?? .null
  }

  /// Returns whether a record was purged, or has versions from more than one applied segment.
  func hasHistory(_ record: RecordID) throws -> Bool {
    if try !purges(of: record).isEmpty { return true }
    let sql = "SELECT min(segment) < max(segment) FROM sync_version WHERE entity = ? AND uuid = ?"
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [record.entity, record.uuid]) ?? false
  }

  /// Returns the photos of beers, including removed ones.
  ///
  /// Scans the photos of all beers.
  func photos(of beers: [RecordID]) throws -> [RecordID] {
    if beers.isEmpty { return [] }
    let values = try Set(beers.map { try Value($0.uuid).encoded() })
    let rows = try Row.fetchCursor(
      db, sql: "SELECT uuid, value FROM sync_version WHERE entity = 'photo' AND field = 'beer'")
    var photos: [RecordID] = []
    while let row = try rows.next() {
      guard values.contains(try row.value(Data.self, atIndex: 1)) else { continue }
      photos.append(RecordID(entity: "photo", uuid: try row.value(atIndex: 0)))
    }
    return photos
  }

  // MARK: - Purges

  package func purges(of record: RecordID) throws -> Set<SegmentID> {
    let statement = try db.cachedStatement(
      sql: """
        SELECT device, sequence, hash FROM sync_purge p JOIN sync_segment s ON s.id = p.segment
        WHERE entity = ? AND uuid = ?
        """)
    return try Set(
      Row.fetchAll(statement, arguments: [record.entity, record.uuid]).map { try SegmentID($0, from: 0) })
  }

  package func allPurges() throws -> [RecordID: Set<SegmentID>] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT device, sequence, hash, entity, uuid FROM sync_purge p JOIN sync_segment s ON s.id = p.segment
        """)
    return try rows.reduce(into: [:]) { purges, row in
      let record = RecordID(entity: try row.value(atIndex: 3), uuid: try row.value(atIndex: 4))
      purges[record, default: []].insert(try SegmentID(row, from: 0))
    }
  }

  package mutating func insertPurge(of record: RecordID, in segment: SegmentID) throws {
    newPurges[record, default: []].insert(segment)
    try db.execute(
      sql: "INSERT INTO sync_purge (entity, uuid, segment) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      arguments: [record.entity, record.uuid, try rowID(of: segment)])
  }
}

// MARK: - Rows

extension UInt64 {
  /// The signed number with the same bits, which SQLite can store.
  var signed: Int64 { Int64(bitPattern: self) }

  init(signed: Int64) { self.init(bitPattern: signed) }
}

extension SegmentID {
  /// - Parameter index: The index of the column `device`, which `sequence` and `hash` follow.
  init(_ row: Row, from index: Int) throws {
    self.init(
      device: DeviceID(UInt64(signed: try row.value(atIndex: index))),
      sequence: UInt64(signed: try row.value(atIndex: index + 1)),
      hash: UInt64(signed: try row.value(atIndex: index + 2)))
  }

  var arguments: StatementArguments { [device.rawValue.signed, sequence.signed, hash.signed] }
}

extension Version {
  /// - Parameter index: The index of the column `device`, which the other columns of the segment's id, `stamp` and
  ///   `value` follow.
  fileprivate init(_ row: Row, from index: Int) throws {
    self.init(
      value: try Value(decoding: row.value(atIndex: index + 4)), stamp: try row.value(atIndex: index + 3),
      segment: try SegmentID(row, from: index))
  }
}

/// A named value in the table `sync_setting`.
struct SyncSetting {
  private let db: Database
  private let name: String

  init(_ db: Database, _ name: String) {
    self.db = db
    self.name = name
  }

  func value<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value? {
    let statement = try db.cachedStatement(sql: "SELECT value FROM sync_setting WHERE name = ?")
    return try Value.fetchOne(statement, arguments: [name])
  }

  func set(_ value: some DatabaseValueConvertible) throws {
    try db.execute(
      sql: """
        INSERT INTO sync_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, arguments: [name, value])
  }
}
