import DiaryStore
import Foundation
import GRDB
import SQLiteKit
package import Sync

/// Stores the state of a replica in tables of the diary, within a transaction.
///
/// All registers of a record with a single version are one row of `sync_record`, because nearly all are of that kind.
/// Those with several versions, which are conflicts, have a row for each in `sync_version`. Records stay in memory until
/// ``flush()``, which a transaction has to call at its end.
///
/// Records which registers change, so that ``RowWriter`` can update the rows of beers, photos and labels.
///
/// The functions throw `DatabaseError`, and ``SyncError/malformed(_:at:)`` for stored bytes that cannot be decoded.
package struct ReplicaTables: ReplicaStorage {
  private let db: Database
  private let rows: RecordRows
  private let cache = RecordCache()

  /// The registers whose versions were replaced.
  private(set) var changes = ChangedRegisters()

  /// The unknown records that segments have set, in the order of the segments.
  private(set) var newRecords: [RecordID] = []

  /// The versions that registers of labels had before their first change.
  private(set) var formerLabelVersions: [Register: [Version]] = [:]

  /// The registers that had or got several versions.
  private(set) var concurrentRegisters: Set<Register> = []

  /// The values of this device that are too large to be sent; the rows keep them, whatever other devices have written.
  var unsentValues: [Register: Value] = [:]

  init(_ db: Database) {
    self.db = db
    rows = RecordRows(db)
  }

  // MARK: - Segments

  /// The last segment that the device has cut; `nil` if there is none.
  package var lastOwnSegment: SegmentID? {
    get throws { try segments("last").first }
  }

  /// Sets the last segment that the device has cut; `nil` before the first one.
  package mutating func setLastOwnSegment(_ id: SegmentID?) throws {
    try setSegments(Context(id.map { [$0] } ?? []), "last")
  }

  /// The last applied segment of each device.
  package var tips: Context {
    get throws { try segments("tips") }
  }

  /// Sets the last applied segment of each device.
  package mutating func setTips(_ tips: Context) throws { try setSegments(tips, "tips") }

  private func segments(_ setting: String) throws -> Context {
    let bytes = try SyncSetting(db, setting).value(Data.self)
    return try bytes.map { try Context(decoding: $0) } ?? []
  }

  private func setSegments(_ segments: Context, _ setting: String) throws {
    try SyncSetting(db, setting).set(segments.encoded())
  }

  /// Returns the applied segments of a device with a sequence number, from memory if the transaction has used them.
  package func appliedSegments(of device: DeviceID, sequence: UInt64) throws -> [AppliedSegment] {
    let key = RecordCache.SegmentKey(device: device, sequence: sequence)
    // Each register that a segment replaces asks for the same few.
    if let segments = cache.applied[key] { return segments }
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM sync_segment WHERE device = ? AND sequence = ?")
    let segments = try Row.fetchAll(statement, arguments: [device.rawValue.signed, sequence.signed])
      .map(Self.applied)
    if cache.applied.count >= 1_024 { cache.applied.removeAll() }
    cache.applied[key] = segments
    return segments
  }

  /// Returns all applied segments, in no particular order.
  package func allAppliedSegments() throws -> [AppliedSegment] {
    try Row.fetchAll(db, sql: "SELECT \(Self.columns) FROM sync_segment").map(Self.applied)
  }

  /// Inserts a segment that is not applied yet, without its changes.
  package mutating func insert(_ segment: AppliedSegment) throws {
    cache.applied[RecordCache.SegmentKey(device: segment.id.device, sequence: segment.id.sequence)] = nil
    try db.execute(
      sql: "INSERT INTO sync_segment (device, sequence, hash, previous, context) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        segment.id.device.rawValue.signed, segment.id.sequence.signed, segment.id.nonce.signed,
        segment.previous.signed, segment.context?.encoded(),
      ])
  }

  /// The nonces are in the columns `hash` and `previous`.
  private static let columns = "device, sequence, hash, previous, context"

  private static func applied(_ row: Row) throws -> AppliedSegment {
    AppliedSegment(
      id: try SegmentID(row, from: 0), previous: UInt64(signed: try row.value(atIndex: 3)),
      context: try row.value(Data?.self, atIndex: 4).map { try Context(decoding: $0) })
  }

  /// Returns the id by which other tables refer to an applied segment.
  private func rowID(of id: SegmentID) throws -> Int64 {
    if let rowID = cache.rowIDs[id] { return rowID }
    let statement = try db.cachedStatement(
      sql: "SELECT id FROM sync_segment WHERE device = ? AND sequence = ? AND hash = ?")
    guard let rowID = try Int64.fetchOne(statement, arguments: id.arguments) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the segment \(id) is not recorded")
    }
    cache.rowIDs[id] = rowID
    return rowID
  }

  /// Returns the applied segment that other tables refer to by an id.
  private func segment(_ rowID: Int64) throws -> SegmentID {
    if let id = cache.segments[rowID] { return id }
    let statement = try db.cachedStatement(
      sql: "SELECT device, sequence, hash FROM sync_segment WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [rowID]) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "the segment with id \(rowID) is not recorded")
    }
    let id = try SegmentID(row, from: 0)
    cache.segments[rowID] = id
    return id
  }

  /// Returns whether another segment repeats a segment.
  package func isRepeated(_ id: SegmentID) throws -> Bool {
    let sql = "SELECT 1 FROM sync_repeated WHERE device = ? AND sequence = ? AND hash = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: id.arguments) != nil
  }

  /// Returns all segments that other segments repeat.
  package func allRepeated() throws -> Set<SegmentID> {
    try Set(
      Row.fetchAll(db, sql: "SELECT device, sequence, hash FROM sync_repeated").map {
        try SegmentID($0, from: 0)
      })
  }

  /// Records that another segment repeats a segment; does nothing if that is recorded already.
  package mutating func insertRepeated(_ id: SegmentID) throws {
    try db.execute(
      sql: "INSERT INTO sync_repeated VALUES (?, ?, ?) ON CONFLICT DO NOTHING", arguments: id.arguments)
  }

  // MARK: - Versions

  /// Returns the versions of a register in no particular order: from the row of its record, or those of a conflict.
  package func versions(of register: Register) throws -> [Version] {
    let record = try record(register.record)
    if let version = record.versions[register.field] { return [try self.version(version)] }
    guard record.conflicts.contains(register.field) else { return [] }
    let statement = try db.cachedStatement(
      sql: """
        SELECT device, sequence, hash, stamp, value FROM sync_version v JOIN sync_segment s ON s.id = v.segment
        WHERE entity = ? AND uuid = ? AND field = ?
        """)
    return try Row.fetchAll(
      statement, arguments: [register.record.entity, register.record.uuid, register.field]
    ).map { try Version($0, from: 0) }
  }

  private func version(_ stored: StoredVersion) throws -> Version {
    Version(value: stored.value, stamp: stored.stamp, segment: try segment(stored.segment))
  }

  /// Returns the registers of a record that have versions.
  package func registers(of record: RecordID) throws -> [Register] {
    let stored = try self.record(record)
    return stored.versions.entries.map { Register(record, $0.field) }
      + stored.conflicts.map { Register(record, $0) }
  }

  /// Returns the versions of all registers that have any; reads all rows.
  package func allVersions() throws -> [Register: [Version]] {
    try flush()
    var versions: [Register: [Version]] = [:]
    try rows.forEach { record, fields in
      for entry in fields.entries {
        versions[Register(record, entry.field)] = [try self.version(entry.version)]
      }
    }
    let conflicts = try Row.fetchCursor(
      db,
      sql: """
        SELECT device, sequence, hash, stamp, value, entity, uuid, field
        FROM sync_version v JOIN sync_segment s ON s.id = v.segment
        """)
    while let row = try conflicts.next() {
      let record = RecordID(entity: try row.value(atIndex: 5), uuid: try row.value(atIndex: 6))
      versions[Register(record, try row.value(atIndex: 7)), default: []].append(try Version(row, from: 0))
    }
    return versions
  }

  /// The size of all versions in bytes, before the rows are compressed; fields with conflicts count with their values
  /// only.
  package var size: Int {
    get throws {
      try flush()
      let conflicts = try Int.fetchOne(db, sql: "SELECT sum(length(value)) FROM sync_version")
      return try rows.size + (conflicts ?? 0)
    }
  }

  /// Replaces the versions of a register, and records that it has changed; an empty array removes the register.
  package mutating func setVersions(_ versions: [Version], of register: Register) throws {
    let (record, field) = (register.record, register.field)
    changes.insert(field, of: record)
    if record.entity == ChangeTracker.Entity.label.rawValue, formerLabelVersions[register] == nil {
      formerLabelVersions[register] = try self.versions(of: register)
    }
    let hadConflict = try self.record(record).conflicts.contains(field)
    if hadConflict || versions.count > 1 { concurrentRegisters.insert(register) }
    if hadConflict {
      try db.cachedStatement(sql: "DELETE FROM sync_version WHERE entity = ? AND uuid = ? AND field = ?")
        .execute(arguments: [record.entity, record.uuid, field])
      cache.records[record]?.conflicts.remove(field)
    }
    if versions.count == 1 {
      let version = versions[0]
      cache.set(
        StoredVersion(value: version.value, stamp: version.stamp, segment: try rowID(of: version.segment)),
        field, of: record)
      return
    }
    cache.set(nil, field, of: record)
    if versions.isEmpty { return }
    cache.records[record]?.conflicts.insert(field)
    cache.hasConflicts = true
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO sync_version (entity, uuid, field, segment, stamp, value) VALUES (?, ?, ?, ?, ?, ?)
        """)
    for version in versions {
      try insert.execute(arguments: [
        record.entity, record.uuid, field, try rowID(of: version.segment), version.stamp,
        try version.value.encoded(),
      ])
    }
  }

  /// Returns whether a record has no versions and no purges.
  package func isUnknown(_ record: RecordID) throws -> Bool {
    let stored = try self.record(record)
    return stored.versions.isEmpty && stored.conflicts.isEmpty && stored.purges.isEmpty
  }

  /// Sets the only version of each of some registers of an unknown record, and records that the record is new.
  package mutating func insert(_ values: [FieldValue], of record: RecordID, by segment: SegmentID) throws {
    _ = try self.record(record)
    let segment = try rowID(of: segment)
    let stored = values.map {
      StoredRegisters.Entry(
        field: $0.field, version: StoredVersion(value: $0.value, stamp: $0.stamp, segment: segment))
    }
    changes.insertAll(of: record)
    newRecords.append(record)
    cache.set(StoredRegisters(stored), of: record)
  }

  /// Returns the UUIDs of the records that have a field, in ascending order.
  ///
  /// Reads all records of the kind.
  func records(_ entity: ChangeTracker.Entity, with field: String) throws -> [UUID] {
    try flush()
    let conflicts = "SELECT DISTINCT uuid FROM sync_version WHERE entity = ? AND field = ?"
    var records = try UUID.fetchSet(db, sql: conflicts, arguments: [entity.rawValue, field])
    try rows.forEach(entity.rawValue) { record, versions in
      if versions[field] != nil { records.insert(record.uuid) }
    }
    return records.sorted()
  }

  /// Returns the winning value of a register, or one of ``unsentValues``; `.null` if it has none.
  func value(_ register: Register) throws -> Value {
    if let unsent = unsentValues[register] { return unsent }
    if let version = try record(register.record).versions[register.field] { return version.value }
    return try versions(of: register).winner?.value ?? .null
  }

  /// Returns the winning values of the registers of a record.
  func values(of record: RecordID) throws -> [RowValues.Field] {
    let stored = try self.record(record)
    return try stored.versions.entries.map { ($0.field, $0.version.value) }
      + stored.conflicts.map { ($0, try value(Register(record, $0))) }
  }

  /// Returns whether a record was purged, or has versions from more than one applied segment.
  func hasHistory(_ record: RecordID) throws -> Bool {
    let stored = try self.record(record)
    return !stored.purges.isEmpty || !stored.conflicts.isEmpty
      || Set(stored.versions.entries.lazy.map(\.version.segment)).count > 1
  }

  /// Returns the photos of beers, including removed ones.
  ///
  /// Scans the photos of all beers.
  func photos(of beers: [RecordID]) throws -> [RecordID] {
    if beers.isEmpty { return [] }
    try flush()
    let values = Set(beers.map { Value(uuid: $0.uuid) })
    var photos: [RecordID] = []
    try rows.forEach("photo") { record, versions in
      if let beer = versions["beer"], values.contains(beer.value) { photos.append(record) }
    }
    let encoded = try Set(values.map { try $0.encoded() })
    let conflicts = try Row.fetchCursor(
      db, sql: "SELECT uuid, value FROM sync_version WHERE entity = 'photo' AND field = 'beer'")
    while let row = try conflicts.next() {
      guard encoded.contains(try row.value(Data.self, atIndex: 1)) else { continue }
      photos.append(RecordID(entity: "photo", uuid: try row.value(atIndex: 0)))
    }
    return photos
  }

  // MARK: - Changes

  /// Returns the fields of the registers of a record that have changed.
  func changedFields(of record: RecordID) throws -> Set<String> {
    try changes.fields(of: record) { Set(try registers(of: record).map(\.field)) }
  }

  /// Records the registers of new columns as changed, so that their rows are written and their conflicts listed.
  mutating func insertChanges(of new: NewColumns) throws {
    if new.isEmpty { return }
    try flush()
    var registers: [Register] = []
    for entity in new.entities {
      // All records of a kind have registers of the same few names.
      var isNew: [String: Bool] = [:]
      try rows.forEach(entity) { record, versions in
        for entry in versions.entries {
          let register = Register(record, entry.field)
          let isKnownAsNew = isNew[entry.field] ?? new.contains(register)
          isNew[entry.field] = isKnownAsNew
          if isKnownAsNew { registers.append(register) }
        }
      }
    }
    let versions = try Row.fetchAll(db, sql: "SELECT DISTINCT entity, uuid, field FROM sync_version")
    let conflicts = try versions.map { row in
      let record = RecordID(entity: try row.value(atIndex: 0), uuid: try row.value(atIndex: 1))
      return Register(record, try row.value(atIndex: 2))
    }.filter(new.contains)
    concurrentRegisters.formUnion(conflicts)
    for register in registers + conflicts { changes.insert(register.field, of: register.record) }
  }

  /// Whether custom fields of beers have changed, or have come with new beers.
  var hasChangedCustomFields: Bool {
    get throws {
      try changes.records.contains { record in
        try record.entity == ChangeTracker.Entity.beer.rawValue
          && changedFields(of: record).contains { $0.hasPrefix(RegisterName.customPrefix) }
      }
    }
  }

  // MARK: - Records

  /// Writes the records that have changed.
  func flush() throws {
    let changed = cache.takeChanged().sorted { ($0.entity, $0.uuid) < ($1.entity, $1.uuid) }
    try rows.write(changed.compactMap { id in cache.records[id].map { (id, $0.versions) } })
  }

  /// Returns a record, which is in the cache afterwards.
  private func record(_ id: RecordID) throws -> RecordCache.Record {
    if let record = cache.records[id] { return record }
    if cache.isFull {
      try flush()
      cache.records.removeAll()
    }
    var record = RecordCache.Record()
    record.versions = try rows.versions(of: id)
    let key: StatementArguments = [id.entity, id.uuid]
    if try hasConflicts() {
      let sql = "SELECT DISTINCT field FROM sync_version WHERE entity = ? AND uuid = ?"
      record.conflicts = try String.fetchSet(db.cachedStatement(sql: sql), arguments: key)
    }
    if try hasPurges() {
      let sql = """
        SELECT device, sequence, hash FROM sync_purge p JOIN sync_segment s ON s.id = p.segment
        WHERE entity = ? AND uuid = ?
        """
      let purges = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: key)
      record.purges = try Set(purges.map { try SegmentID($0, from: 0) })
    }
    cache.records[id] = record
    return record
  }

  private func hasConflicts() throws -> Bool {
    if let known = cache.hasConflicts { return known }
    let found = try Row.fetchOne(db, sql: "SELECT 1 FROM sync_version LIMIT 1") != nil
    cache.hasConflicts = found
    return found
  }

  private func hasPurges() throws -> Bool {
    if let known = cache.hasPurges { return known }
    let found = try Row.fetchOne(db, sql: "SELECT 1 FROM sync_purge LIMIT 1") != nil
    cache.hasPurges = found
    return found
  }

  // MARK: - Purges

  /// Returns the segments that purged a record.
  package func purges(of record: RecordID) throws -> Set<SegmentID> { try self.record(record).purges }

  /// Returns the segments that purged records, by the records.
  package func allPurges() throws -> [RecordID: Set<SegmentID>] {
    let purges = try Row.fetchAll(
      db,
      sql: """
        SELECT device, sequence, hash, entity, uuid FROM sync_purge p JOIN sync_segment s ON s.id = p.segment
        """)
    return try purges.reduce(into: [:]) { purges, row in
      let record = RecordID(entity: try row.value(atIndex: 3), uuid: try row.value(atIndex: 4))
      purges[record, default: []].insert(try SegmentID(row, from: 0))
    }
  }

  /// Records that a segment purged a record; does nothing if that is recorded already.
  package mutating func insertPurge(of record: RecordID, in segment: SegmentID) throws {
    _ = try self.record(record)
    cache.records[record]?.purges.insert(segment)
    cache.hasPurges = true
    let sql = "INSERT INTO sync_purge (entity, uuid, segment) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    try db.cachedStatement(sql: sql)
      .execute(arguments: [record.entity, record.uuid, try rowID(of: segment)])
  }

  /// The records that still have versions which a purge has seen.
  package var partlyPurged: Set<RecordID> {
    get throws {
      let lines = try SyncSetting(db, "partly_purged").value(String.self)?.split(separator: "\n") ?? []
      return Set(
        lines.compactMap { line in
          let parts = line.split(separator: " ", maxSplits: 1)
          guard parts.count == 2, let uuid = UUID(uuidString: String(parts[0])) else { return nil }
          return RecordID(entity: String(parts[1]), uuid: uuid)
        })
    }
  }

  /// Sets the records that still have versions which a purge has seen.
  package mutating func setPartlyPurged(_ records: Set<RecordID>) throws {
    let setting = SyncSetting(db, "partly_purged")
    if records.isEmpty { return try setting.remove() }
    try setting.set(records.map { "\($0.uuid) \($0.entity)" }.sorted().joined(separator: "\n"))
  }
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
