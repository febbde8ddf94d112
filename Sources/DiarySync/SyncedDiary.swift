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

  /// The maximum number of changed rows in a segment, and the approximate size of their values in bytes.
  ///
  /// If more have changed, as after an import, they become several segments, so that each needs little memory and other
  /// changes can be made in between. Rows that were deleted together stay in one segment.
  package var segmentLimit = (rows: 4_000, size: 3 << 19)

  /// The first day of the photos whose images are fetched, such as `2025-06-01`; `nil` for all.
  var firstPhotoDay: String?

  /// The ids of the photos whose images are fetched, whatever their day; `nil` for all photos since ``firstPhotoDay``.
  var photosToFetch: Set<Int64>?

  /// The source of the nonces of segments.
  package var random = RandomSource.system

  /// Creates access to a diary for which ``start(_:as:)`` was called.
  package init(_ diary: Diary) { self.diary = diary }

  // MARK: - Starting and stopping

  /// Prepares a diary for synchronization: tracks its changes from now on, and marks everything in it as not sent yet.
  ///
  /// - Throws: `StoreError`, also if the diary is already prepared.
  package static func start(_ diary: Diary, as device: DeviceID) throws {
    try diary.write { try start($0, as: device) }
  }

  /// Prepares a diary for synchronization, within a transaction.
  static func start(_ db: Database, as device: DeviceID) throws {
    try ChangeTracker(db).start()
    try SyncSettings(db).setDevice(device)
  }

  /// Stops tracking changes and discards the state of the synchronization; beers and photos stay.
  ///
  /// - Throws: `StoreError`.
  package static func stop(_ diary: Diary) throws {
    try diary.write { db in
      try ChangeTracker(db).stop()
      for table in ["setting", "segment", "repeated", "record", "dictionary", "version", "purge", "object"] {
        try db.execute(sql: "DELETE FROM sync_\(table)")
      }
    }
  }

  private static func device(_ db: Database) throws -> DeviceID {
    guard let device = try SyncSettings(db).device else { throw SyncError.noDiary }
    return device
  }

  /// Returns the state of the merge, within a transaction.
  private func replica(_ db: Database) throws -> Replica<ReplicaTables> {
    Replica(device: try Self.device(db), storage: ReplicaTables(db), random: random)
  }

  // MARK: - Merging

  /// Calls a function with a consistent view of the state.
  ///
  /// - Throws: `StoreError`, ``SyncError``, and the errors of the function.
  package func read<Result>(_ body: (Replica<ReplicaTables>) throws -> Result) throws -> Result {
    try reading { db in try body(try replica(db)) }
  }

  /// Calls a function with the state, the local changes since the last call, and the time in milliseconds since 1970.
  ///
  /// Updates the rows whose registers have changed. If more has changed than fits in a segment, some of it is cut before,
  /// in transactions of their own.
  ///
  /// - Throws: `StoreError`, ``SyncError``, and the errors of the function; then nothing of its transaction is kept.
  package func merge(_ body: (inout Replica<ReplicaTables>, [LocalChange], Int64) throws -> [Segment]) throws
  {
    while try !writing({ try mergeNext($0, body) }) {}
  }

  /// Calls a function with the local changes, unless there are more than fit in a segment: then cuts a segment of some.
  ///
  /// - Returns: Whether the function was called.
  private func mergeNext(
    _ db: Database, _ body: (inout Replica<ReplicaTables>, [LocalChange], Int64) throws -> [Segment]
  ) throws -> Bool {
    let now = Int64(diary.now.timeIntervalSince1970 * 1000)
    var replica = try replica(db)
    let newColumns = try NewColumns(db)
    let tracker = ChangeTracker(db)
    let reader = try LocalChangeReader(db, replica.storage, newColumns)
    if let local = try changesForOneSegment(tracker, reader) {
      let addedAgain = try replica.cutAddedAgain(local.addedAgain, now: now)
      let own = try addedAgain + body(&replica, DeviceNames(db).changes() + local.changes, now)
      for segment in own { try Self.keep(segment, db) }
      try SyncSettings(db).addUnsent(own)
      try replica.storage.insertChanges(of: newColumns)
      try newColumns.setWritten()
      try replica.storage.flush()
      for change in local.all {
        for value in change.tooLargeValues {
          replica.storage.unsentValues[Register(change.record, value.field)] = value.value
        }
      }
      let images = SyncedImages(db, externalFolder: diary.externalFolder)
      let (returnedBeerCount, labelsToSend) = try RowWriter(
        db, replica.storage, images, timestamp: diary.timestamp, addedAgain: local.addedAgain.map(\.record)
      ).write()
      if returnedBeerCount > 0 { try SyncSettings(db).addReturnedBeers(returnedBeerCount) }
      // The rows that were just written are not local changes, except for labels that got facts of merged ones.
      try tracker.reset()
      for label in labelsToSend { try tracker.recordInsertion(of: .label, label) }
      try keepTooLarge(local.all, tracker)
      try ConflictIndex(db).update(replica, at: now)
      return true
    }
    let rows = try tracker.firstChangedRows(segmentLimit.rows)
    let local = try reader.changes(of: rows, maxSize: segmentLimit.size)
    // Nothing is written to the rows, because the values are theirs.
    if let segment = try replica.cut(local.changes, now: now) {
      try Self.keep(segment, db)
      try SyncSettings(db).addUnsent([segment])
    }
    try replica.storage.flush()
    try tracker.remove(rows.prefix(local.count))
    // These rows get values of other devices, so they are left for the last segment.
    try record(local.addedAgain, tracker)
    try keepTooLarge(local.changes, tracker)
    try ConflictIndex(db).update(replica, at: now)
    return false
  }

  /// Returns the local changes; `nil` if they do not fit in one segment, and do not have to be in one.
  private func changesForOneSegment(_ tracker: ChangeTracker, _ reader: LocalChangeReader) throws
    -> LocalChangeReader.Changes?
  {
    if try tracker.changedRowCount(upTo: segmentLimit.rows + 1) <= segmentLimit.rows {
      let rows = try tracker.changedRows()
      let local = try reader.changes(of: rows, maxSize: segmentLimit.size)
      if local.count == rows.count { return local }
    }
    guard try tracker.firstChangedRows(1).isEmpty else { return nil }
    return try reader.changes(of: tracker.changedRows(), maxSize: .max)
  }

  /// Records changes again that are too large to be sent, so that they are sent when they have become smaller.
  private func keepTooLarge(_ local: [LocalChange], _ tracker: ChangeTracker) throws {
    try record(local.filter { !$0.tooLargeValues.isEmpty }, tracker)
  }

  /// Records the rows of changes as changed.
  private func record(_ changes: [LocalChange], _ tracker: ChangeTracker) throws {
    for change in changes {
      guard let entity = ChangeTracker.Entity(rawValue: change.record.entity) else { continue }
      try tracker.recordInsertion(of: entity, change.record.uuid)
    }
  }

  /// Whether there are records that were never sent and that other devices may also have.
  ///
  /// Before the first synchronization, these are all beers; afterwards, only new ones with an origin.
  package var hasUnsentImports: Bool {
    get throws {
      try reading { db in
        if try ChangeTracker(db).hasNewImports { return true }
        // Beers without an origin can be in another diary as well only if it was copied, before the first
        // synchronization.
        return try ReplicaTables(db).tips.isEmpty
          && Row.fetchOne(db, sql: "SELECT 1 FROM beer LIMIT 1") != nil
      }
    }
  }

  /// Gives beers and photos that were never sent, and that other devices also have, the UUIDs that they have there.
  ///
  /// - Parameter body: Applies some of what other devices have. What it changes in the state is rolled back.
  /// - Throws: `StoreError`, ``SyncError``, and the errors of the function.
  package func join(_ body: (inout Replica<ReplicaTables>) throws -> Void) throws {
    try writing { db in
      var identities: MatchedIdentities?
      try db.inSavepoint {
        var replica = try replica(db)
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
  package func changeDevice(to device: DeviceID) throws {
    try writing { db in
      var replica = try replica(db)
      let old = replica.device
      try replica.changeDevice(to: device)
      let settings = SyncSettings(db)
      try settings.addReplacedDevice(old)
      try settings.setDevice(device)
      try settings.setCompactionMark(nil)
    }
  }

  // MARK: - Own segments

  /// All segments of this device, in the order in which they were cut, without those of an id that it had before.
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

  /// Returns a segment of this device as the content of an object that has only this segment; `nil` if there is none.
  ///
  /// - Throws: `StoreError`.
  package func ownContent(of id: SegmentID) throws -> Data? {
    try reading { db in
      let sql = "SELECT content FROM sync_segment WHERE device = ? AND sequence = ? AND hash = ?"
      return try Data.fetchOne(db.cachedStatement(sql: sql), arguments: id.arguments)
    }
  }

  /// Replaces the contents of segments of this device with compacted ones.
  ///
  /// - Parameter compacted: Segments with the same ids as those that they replace.
  /// - Throws: `StoreError`, ``SyncError/tooLarge``.
  package func replaceOwnSegments(by compacted: [Segment]) throws {
    try writing { db in for segment in compacted { try Self.keep(segment, db) } }
  }

  private static func keep(_ segment: Segment, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE sync_segment SET content = ? WHERE device = ? AND sequence = ? AND hash = ?",
      arguments: [try SegmentBatch([segment])?.encoded()] + segment.id.arguments)
  }

  /// Records that segments of this device are in the store, and returns the number of their changes that were not there
  /// before.
  ///
  /// - Throws: `StoreError`.
  package func recordSent(_ ids: [SegmentID]) throws -> Int {
    try writing { try SyncSettings($0).recordSent(ids, at: diary.now) }
  }

  /// Returns whether changes of beers, photos or labels have not been sent.
  ///
  /// An earlier version may have cut segments without recording which of them have such changes.
  ///
  /// - Parameter missing: The segments of this device that are not in the store.
  /// - Throws: `StoreError`, ``SyncError`` if a segment cannot be decoded.
  package func hasUnsentChanges(in missing: [SegmentID]) throws -> Bool {
    if try reading({ try SyncSettings($0).hasUnsentChanges }) { return true }
    return try missing.contains { id in
      guard let content = try ownContent(of: id) else { return false }
      return try SegmentBatch(decoding: content).segments.contains { $0.changeCount > 0 }
    }
  }

  // MARK: - Objects of the store

  /// The sizes in bytes of the objects that this device has put, or tried to, and of the snapshots that it has applied,
  /// by their names.
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

  /// Records the size of an object in bytes; `nil` forgets it.
  ///
  /// - Throws: `StoreError`.
  package func setPutSize(_ size: Int?, of name: String) throws {
    try writing { try Self.set("size", size, of: name, $0) }
  }

  /// The names of the snapshots that were applied or written, with the last segments of each device in them.
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

  /// Records the last segments of each device in a snapshot; `nil` forgets the snapshot.
  ///
  /// - Throws: `StoreError`.
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

  /// The SHA-256 of each image that a photo refers to, with its size in bytes; the size is 0 if no photo has the image.
  package var imageSizes: [Data: Int] {
    get throws {
      let sizes = try reading { try images($0).sizes }
      return sizes.reduce(into: [:]) { result, entry in
        if let digest = Data(hexadecimal: entry.key) { result[digest] = entry.value }
      }
    }
  }

  /// The SHA-256 of each missing image that is to be fetched: those of ``photosToFetch``, or if that is `nil`, those of
  /// photos since ``firstPhotoDay``.
  package var missingImageDigests: Set<Data> {
    get throws {
      try reading { db in
        let images = images(db)
        let digests =
          if let photosToFetch {
            try images.missingDigests(ofPhotos: photosToFetch)
          } else {
            try images.missingDigests(since: firstPhotoDay)
          }
        return Set(digests.compactMap { Data(hexadecimal: $0) })
      }
    }
  }

  /// Returns the image with a SHA-256; `nil` if no photo has it, or its file cannot be read.
  ///
  /// - Throws: `StoreError`.
  package func image(_ digest: Data) throws -> Data? {
    try reading { try images($0).image(digest.hexadecimal) }
  }

  /// Stores images for all photos that lack them, in one transaction.
  ///
  /// - Parameter images: The images with their SHA-256, which are not compared.
  /// - Throws: `StoreError`.
  package func insertImages(_ images: [(digest: Data, bytes: Data)]) throws {
    try writing { db in
      for (digest, bytes) in images { try self.images(db).insert(bytes, digest.hexadecimal) }
    }
  }

  private func images(_ db: Database) -> SyncedImages {
    SyncedImages(db, externalFolder: diary.externalFolder)
  }

  // MARK: - Transactions

  private func reading<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var failure: SyncError?
    do {
      return try diary.read { db in try Self.capturing(&failure) { try body(db) } }
    } catch {
      throw failure ?? error
    }
  }

  private func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var failure: SyncError?
    do {
      return try diary.write { db in try Self.capturing(&failure) { try body(db) } }
    } catch {
      throw failure ?? error
    }
  }

  /// Stores a `SyncError` in a variable as well, because the diary converts what is thrown to a `StoreError`.
  private static func capturing<Result>(_ failure: inout SyncError?, _ body: () throws -> Result) throws
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
