package import DiaryStore
package import Foundation
import GRDB
import SQLiteKit
package import Sync

/// A diary that is synchronized with other devices.
///
/// Each call is one transaction.
package struct SyncedDiary: SynchronizableDiary {
  private let diary: Diary

  /// Creates access to a diary for which ``start(_:as:)`` was called.
  package init(_ diary: Diary) { self.diary = diary }

  // MARK: - Starting and stopping

  /// Prepares a diary for synchronization: tracks its changes from now on, and marks everything in it as not sent yet.
  ///
  /// - Throws: `StoreError`, also if the diary is already prepared.
  package static func start(_ diary: Diary, as device: DeviceID) throws {
    try diary.write { db in
      try ChangeTracker(db).start()
      try SyncSetting(db, deviceName).set(device.rawValue.signed)
    }
  }

  /// Stops tracking changes and discards the state of the synchronization; beers and photos stay.
  ///
  /// - Throws: `StoreError`.
  package static func stop(_ diary: Diary) throws {
    try diary.write { db in
      try ChangeTracker(db).stop()
      for table in ["setting", "segment", "repeated", "version", "purge", "object"] {
        try db.execute(sql: "DELETE FROM sync_\(table)")
      }
    }
  }

  private static let deviceName = "device"

  private static func device(_ db: Database) throws -> DeviceID {
    guard let device = try SyncSetting(db, deviceName).value(Int64.self) else { throw SyncError.noDiary }
    return DeviceID(UInt64(signed: device))
  }

  // MARK: - Merging

  package func read<Result>(_ body: (Replica<ReplicaTables>) throws -> Result) throws -> Result {
    try reading { db in try body(Replica(device: try Self.device(db), storage: ReplicaTables(db))) }
  }

  package func merge(_ body: (inout Replica<ReplicaTables>, [LocalChange], Int64) throws -> [Segment]) throws
  {
    let now = Int64(diary.now.timeIntervalSince1970 * 1000)
    let timestamp = diary.timestamp
    let folder = diary.externalFolder
    try writing { db in
      let local = try LocalChangeReader(db).changes()
      var replica = Replica(device: try Self.device(db), storage: ReplicaTables(db))
      let own = try body(&replica, local, now)
      for segment in own { try Self.keep(segment, db) }
      try SyncState(db).addUnsent(own)
      let images = SyncedImages(db, externalFolder: folder)
      let keptPhotos = try RowWriter(db, replica.storage, images, timestamp: timestamp).write()
      // The rows that were just written are not local changes.
      let tracker = ChangeTracker(db)
      try tracker.reset()
      for photo in keptPhotos { try tracker.recordInsertion(of: .photo, photo) }
      try ConflictIndex(db).update(replica)
    }
  }

  package var hasUnsentImports: Bool {
    get throws {
      // Beers without an origin can be in another diary as well only if it was copied, before the first
      // synchronization.
      try reading { try ReplicaTables($0).tips.isEmpty || ChangeTracker($0).hasNewImports }
    }
  }

  package func join(_ body: (inout Replica<ReplicaTables>) throws -> Void) throws {
    try writing { db in
      let device = try Self.device(db)
      var identities: MatchedIdentities?
      try db.inSavepoint {
        var replica = Replica(device: device, storage: ReplicaTables(db))
        try body(&replica)
        identities = try MatchedIdentities(db, replica.storage)
        return .rollback
      }
      try identities?.write(db)
    }
  }

  /// Continues as a new device, because the diary was cloned.
  ///
  /// - Throws: `StoreError`.
  package func become(_ device: DeviceID) throws {
    try writing { db in
      var replica = Replica(device: try Self.device(db), storage: ReplicaTables(db))
      try replica.become(device)
      try SyncSetting(db, Self.deviceName).set(device.rawValue.signed)
    }
  }

  // MARK: - Own segments

  package var ownSegmentIDs: [SegmentID] {
    get throws {
      try reading { db in
        try Row.fetchAll(
          db,
          sql: """
            SELECT device, sequence, hash FROM sync_segment WHERE device = ? AND content IS NOT NULL ORDER BY id
            """, arguments: [try Self.device(db).rawValue.signed]
        ).map { try SegmentID($0, from: 0) }
      }
    }
  }

  package func ownSegments(with ids: [SegmentID]) throws -> [Segment] {
    try reading { db in
      let sql = "SELECT content FROM sync_segment WHERE device = ? AND sequence = ? AND hash = ?"
      let statement = try db.cachedStatement(sql: sql)
      return try ids.flatMap { id in
        try Data.fetchOne(statement, arguments: id.arguments).map { try SegmentBatch(decoding: $0).segments }
          ?? []
      }
    }
  }

  package func replaceOwnSegments(by compacted: [Segment]) throws {
    try writing { db in for segment in compacted { try Self.keep(segment, db) } }
  }

  private static func keep(_ segment: Segment, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE sync_segment SET content = ? WHERE device = ? AND sequence = ? AND hash = ?",
      arguments: [try SegmentBatch([segment])?.encoded()] + segment.id.arguments)
  }

  // MARK: - Objects of the store

  package var putSizes: [String: Int] {
    get throws {
      try reading { db in
        let rows = try Row.fetchAll(db, sql: "SELECT name, size FROM sync_object WHERE size IS NOT NULL")
        return try rows.reduce(into: [:]) {
          $0[try $1.value(atIndex: 0)] = try $1.value(Int.self, atIndex: 1)
        }
      }
    }
  }

  package func setPutSize(_ size: Int?, of name: String) throws {
    try writing { try Self.set("size", size, of: name, $0) }
  }

  package var knownSnapshots: [String: Context] {
    get throws {
      try reading { db in
        let rows = try Row.fetchAll(
          db, sql: "SELECT name, segments FROM sync_object WHERE segments IS NOT NULL")
        return try rows.reduce(into: [:]) {
          $0[try $1.value(atIndex: 0)] = try Context(decoding: $1.value(atIndex: 1))
        }
      }
    }
  }

  package func setKnownSnapshot(_ tips: Context?, named name: String) throws {
    try writing { try Self.set("segments", tips?.encoded(), of: name, $0) }
  }

  private static func set(
    _ column: String, _ value: (some DatabaseValueConvertible)?, of name: String, _ db: Database
  )
    throws
  {
    try db.execute(
      sql: """
        INSERT INTO sync_object (name, \(column)) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET \(column) = excluded.\(column)
        """, arguments: [name, value])
    try db.execute(
      sql: "DELETE FROM sync_object WHERE name = ? AND size IS NULL AND segments IS NULL", arguments: [name])
  }

  // MARK: - Images

  package var imageDigests: Set<Data> {
    get throws {
      try reading { Set(try images($0).digests.compactMap { Data(hexadecimal: $0) }) }
    }
  }

  package var missingImageDigests: Set<Data> {
    get throws {
      try reading { Set(try images($0).missingDigests.compactMap { Data(hexadecimal: $0) }) }
    }
  }

  package func image(_ digest: Data) throws -> Data? {
    try reading { try images($0).image(digest.hexadecimal) }
  }

  package func insertImage(_ image: Data, digest: Data) throws {
    try writing { try images($0).insert(image, digest.hexadecimal) }
  }

  private func images(_ db: Database) -> SyncedImages {
    SyncedImages(db, externalFolder: diary.externalFolder)
  }

  // MARK: - Transactions

  private func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var failure: SyncError?
    do {
      return try diary.read { db in try Self.noting(&failure) { try body(db) } }
    } catch {
      throw failure ?? error
    }
  }

  private func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var failure: SyncError?
    do {
      return try diary.write { db in try Self.noting(&failure) { try body(db) } }
    } catch {
      throw failure ?? error
    }
  }

  /// Keeps a `SyncError`, because the diary converts it to a `StoreError`.
  private static func noting<Result>(_ failure: inout SyncError?, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch let error as SyncError {
      failure = error
      throw error
    }
  }
}
