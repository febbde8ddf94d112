import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// What a diary records about its synchronization, in the table `sync_setting`, within a transaction.
///
/// It has no secrets: a copy of the diary can be given away.
struct SyncSettings {
  private let db: Database

  init(_ db: Database) { self.db = db }

  private func value<Value: DatabaseValueConvertible>(_ name: String, _ type: Value.Type) throws -> Value? {
    try SyncSetting(db, name).value(type)
  }

  private func set(_ name: String, _ value: (some DatabaseValueConvertible)?) throws {
    let setting = SyncSetting(db, name)
    if let value { try setting.set(value) } else { try setting.remove() }
  }

  /// The id of this device; `nil` if the diary is not synchronized.
  var device: DeviceID? {
    get throws { try value("device", Int64.self).map { DeviceID(UInt64(signed: $0)) } }
  }
  func setDevice(_ device: DeviceID) throws { try set("device", device.rawValue.signed) }

  /// The ids that this device had before, because the diary was cloned or restored.
  var replacedDevices: [DeviceID] {
    get throws {
      (try value("replaced", String.self) ?? "").split(separator: " ").compactMap { UInt64($0, radix: 16) }
        .map { DeviceID($0) }
    }
  }
  func addReplacedDevice(_ device: DeviceID) throws {
    try set("replaced", (replacedDevices + [device]).map(\.description).joined(separator: " "))
  }

  /// Where the diary is stored, without passwords; `nil` if it is not synchronized.
  var location: String? { get throws { try value("location", String.self) } }
  func setLocation(_ location: String) throws { try set("location", location) }

  /// The fingerprint of the diary's key; `nil` if the diary is not synchronized.
  var fingerprint: Data? { get throws { try value("fingerprint", Data.self) } }
  func setFingerprint(_ fingerprint: Data) throws { try set("fingerprint", fingerprint) }

  /// The name of this device; `nil` if it has none.
  var deviceName: String? { get throws { try value("device_name", String.self) } }
  func setDeviceName(_ name: String) throws { try set("device_name", name) }

  /// When a synchronization succeeded last; `nil` if none did yet.
  var lastSync: Date? { get throws { try time("last_sync") } }

  /// When this device last received the changes of others, or found that there are none, even if the synchronization
  /// then failed; `nil` if it has not yet.
  var lastReceived: Date? { get throws { try time("last_received") } }
  func setReceived(at time: Date) throws { try set("last_received", time.timeIntervalSince1970) }

  private func time(_ name: String) throws -> Date? {
    try value(name, Double.self).map { Date(timeIntervalSince1970: $0) }
  }

  /// Why the last synchronization failed; `nil` if it succeeded.
  var failure: String? { get throws { try value("failure", String.self) } }
  func setFailure(_ sentence: String?) throws { try set("failure", sentence) }

  /// Returns when changes of a device arrived last; `nil` if none did yet.
  func lastSeen(_ device: DeviceID) throws -> Date? {
    try value(Self.seenPrefix + device.description, String.self)
      .flatMap { $0.split(separator: " ").last.flatMap { Double($0) } }
      .map { Date(timeIntervalSince1970: $0) }
  }

  /// Returns the sequence number of the last segment of a device that had arrived after a synchronization, or was sent; 0
  /// if there is none.
  private func lastSequence(_ device: DeviceID) throws -> UInt64 {
    let seen = try value(Self.seenPrefix + device.description, String.self)
    return seen?.split(separator: " ").first.flatMap { UInt64($0) } ?? 0
  }

  /// The sequence number of the last segment of each device that had arrived after a synchronization, or was sent.
  var lastSequences: [DeviceID: UInt64] {
    get throws {
      try ReplicaTables(db).tips.reduce(into: [:]) { $0[$1.device] = try lastSequence($1.device) }
    }
  }

  /// Records when changes of each other device arrived last.
  ///
  /// - Parameter time: The time for devices whose changes have arrived since the last call.
  private func recordDevices(at time: Date) throws {
    let own = try device
    for tip in try ReplicaTables(db).tips where tip.device != own { try record(tip, at: time) }
  }

  /// Records when a segment arrived or was sent, unless a later one of its device was recorded.
  private func record(_ segment: SegmentID, at time: Date) throws {
    guard segment.sequence > (try lastSequence(segment.device)) else { return }
    try set(
      Self.seenPrefix + segment.device.description, "\(segment.sequence) \(time.timeIntervalSince1970)")
  }

  /// The prefix of a setting with the sequence number of the last segment of a device, and when it arrived.
  private static let seenPrefix = "seen:"

  /// The last segment of this device at a time, which tells how old the segments are; `nil` if none is recorded.
  var compactionMark: (sequence: UInt64, time: Date)? {
    get throws {
      let parts = try value("compaction", String.self)?.split(separator: " ") ?? []
      guard parts.count == 2, let sequence = UInt64(parts[0]), let time = Double(parts[1]) else { return nil }
      return (sequence, Date(timeIntervalSince1970: time))
    }
  }
  func setCompactionMark(_ mark: (sequence: UInt64, time: Date)?) throws {
    try set("compaction", mark.map { "\($0.sequence) \($0.time.timeIntervalSince1970)" })
  }

  /// The damaged or incomplete objects of the store, which the last synchronization could not use.
  var unusableObjects: [String] { get throws { try objects("unusable") } }

  /// The objects of the store that waited for others at the last synchronization.
  var delayedObjects: [String] { get throws { try objects("delayed") } }

  private func objects(_ name: String) throws -> [String] {
    try value(name, String.self)?.split(separator: "\n").map(String.init) ?? []
  }

  private func setObjects(_ name: String, _ objects: Set<String>) throws {
    let recorded = objects.sorted().prefix(Self.maxObjects)
    try set(name, recorded.isEmpty ? nil : recorded.joined(separator: "\n"))
  }

  /// The maximum number of objects that are recorded; nearly all may be incomplete while a store is copied.
  private static let maxObjects = 1_000

  /// Records that a synchronization succeeded.
  func setSynchronized(at time: Date) throws {
    try set("last_sync", time.timeIntervalSince1970)
    try setFailure(nil)
  }

  /// Records what a synchronization has exchanged that has reached its end, even if a file of the store cannot be read.
  func setExchanged(at time: Date, _ report: SyncReport) throws {
    try setReceived(at: time)
    try setObjects("unusable", report.unusableObjects)
    try setObjects("delayed", report.delayedObjects)
    try recordDevices(at: time)
    try set("returned", Int?.none)
  }

  /// The number of beers that were deleted and that are back since the last synchronization that reached its end.
  var returnedBeerCount: Int { get throws { try value("returned", Int.self) ?? 0 } }
  func addReturnedBeers(_ count: Int) throws { try set("returned", returnedBeerCount + count) }

  /// The number of changes in segments of this device that are not in the store.
  var unsentCount: Int {
    get throws { try unsentNames.reduce(earlierUnsentCount) { $0 + (try value($1, Int.self) ?? 0) } }
  }

  /// The number of changes that an earlier version had cut and not sent; it recorded one number for all segments.
  ///
  /// Only the next synchronization that succeeds shows that all of them are in the store.
  private var earlierUnsentCount: Int { get throws { try value(Self.unsentWord, Int.self) ?? 0 } }

  /// Whether changes of beers, photos or labels in segments of this device have not been sent.
  var hasUnsentChanges: Bool { get throws { try !unsentNames.isEmpty || earlierUnsentCount > 0 } }

  /// Records the segments of this device that were cut and have changes of beers, photos or labels.
  func addUnsent(_ segments: [Segment]) throws {
    for segment in segments {
      let count = segment.changeCount
      // A repeated segment must be sent, but its changes are not counted as those of this device.
      if count > 0 { try set(Self.unsentName(segment.id), segment.original == nil ? count : 0) }
    }
  }

  /// Records that segments of this device are in the store.
  ///
  /// - Returns: The number of their changes that were not in the store before.
  func recordSent(_ segments: [SegmentID], at time: Date) throws -> Int {
    if let last = segments.max() { try record(last, at: time) }
    return try removeUnsent(segments.map(Self.unsentName))
  }

  /// Records that all segments of this device, also those of an id that it had before, are in the store, except some.
  ///
  /// - Returns: The number of their changes that were not recorded as sent before.
  func recordAllSent(except missing: Set<SegmentID>) throws -> Int {
    let missing = Set(missing.map(Self.unsentName))
    return try removeUnsent(unsentNames.filter { !missing.contains($0) } + [Self.unsentWord])
  }

  /// Removes settings with numbers of changes, and returns the sum.
  private func removeUnsent(_ names: [String]) throws -> Int {
    var count = 0
    for name in names {
      count += try value(name, Int.self) ?? 0
      try SyncSetting(db, name).remove()
    }
    return count
  }

  /// The names of the settings with the number of changes in a segment that is not in the store.
  private var unsentNames: [String] {
    get throws { try SyncSetting.names(db, beginningWith: Self.unsentWord) }
  }

  private static let unsentWord = "unsent"

  private static func unsentName(_ segment: SegmentID) -> String { "\(unsentWord):\(segment)" }
}

extension ChangeTracker.Entity {
  /// Returns the sum of the counts of beers, photos and labels; other entities, such as device names, do not count.
  fileprivate static func total(_ counts: [String: Int]) -> Int {
    allCases.reduce(0) { $0 + (counts[$1.rawValue] ?? 0) }
  }
}

extension Segment {
  /// The number of changes of beers, photos and labels.
  var changeCount: Int { ChangeTracker.Entity.total(changeCounts) }
}

extension SyncReport {
  /// The number of changes of beers, photos and labels by other devices that were applied.
  package var receivedChangeCount: Int { ChangeTracker.Entity.total(receivedChanges) }
}
