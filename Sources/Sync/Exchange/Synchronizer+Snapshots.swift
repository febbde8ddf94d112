import Crypto
import Foundation

extension Synchronizer {
  /// Applies snapshots that are not known yet; with `isRepair`, applies all.
  ///
  /// - Returns: The last segments of each device in each snapshot that the store lists, by the names of the snapshots,
  ///   without those that are damaged, or that cannot be read and are not known, and the names of the damaged snapshots
  ///   that this device has applied, or has put or tried to put.
  func applySnapshots<Diary: SynchronizableDiary>(
    to diary: inout Diary, isRepair: Bool, report: inout SyncReport
  ) throws -> (contexts: [String: Context], damaged: Set<String>) {
    let known = try diary.knownSnapshots
    let putSizes = try diary.putSizes
    var contexts: [String: Context] = [:]
    var damaged: Set<String> = []
    for (name, size) in try sizes(ObjectName.snapshot).sorted(by: { $0.key < $1.key }) {
      // One of another size than was put is partial.
      if let tips = known[name], putSizes[name] ?? size == size, !isRepair {
        contexts[name] = tips
        continue
      }
      let result = try exchange.read([name])
      report.unreadable.merge(result.errors) { $1 }
      guard let object = result.contents[name] else {
        // It may be intact.
        if result.errors[name] != nil { contexts[name] = known[name] }
        continue
      }
      let snapshot: Snapshot
      do {
        snapshot = try Snapshot(decoding: envelope.open(object, name: name, kind: .snapshot))
      } catch SyncError.unsupportedVersion {
        report.newer.insert(name)
        continue
      } catch is SyncError {
        report.damaged.insert(name)
        if known[name] != nil || putSizes[name] != nil { damaged.insert(name) }
        continue
      }
      var counts: [String: Int] = [:]
      try diary.merge { replica, local, now in
        let new = try Set(snapshot.segments.lazy.map(\.id).filter { try !replica.isApplied($0) })
        counts = snapshot.changeCounts(of: new)
        return try replica.apply(snapshot, after: local, now: now)
      }
      report.addReceivedChanges(counts)
      try diary.setPutSize(object.count, of: name)
      try diary.setKnownSnapshot(snapshot.tips, named: name)
      contexts[name] = snapshot.tips
    }
    return (contexts, damaged)
  }

  /// Writes a snapshot if applied segments of other devices are neither in objects nor in another snapshot.
  ///
  /// - Parameters:
  ///   - diary: The diary, after everything in the store was applied.
  ///   - present: The sizes in bytes of the objects in `log/`.
  ///   - snapshots: The last segments of each device in each intact snapshot, by the names of the snapshots.
  ///   - damaged: The names of snapshots that do not count.
  ///   - report: The report of the synchronization.
  /// - Returns: The name of the snapshot; `nil` if none was written.
  func snapshotLostSegments<Diary: SynchronizableDiary>(
    of diary: inout Diary, present: [String: Int], snapshots: [String: Context], damaged: Set<String>,
    report: inout SyncReport
  ) throws -> String? {
    report.lost = try lostSegments(of: diary, present: present, snapshots: snapshots)
    guard !report.lost.isEmpty, rules.contains(.snapshotsLostSegments) else { return nil }
    // The listing may also lack a snapshot that has them. Without this, each synchronization would write another one.
    var snapshots = snapshots
    let unlisted = try diary.knownSnapshots.filter { snapshots[$0.key] == nil && !damaged.contains($0.key) }
    for (name, tips) in unlisted.sorted(by: { $0.key < $1.key }) {
      let result = try exchange.read([name])
      if let code = result.errors[name] {
        report.unreadable[name] = code
        snapshots[name] = tips
        continue
      }
      guard let object = result.contents[name] else {
        try diary.setKnownSnapshot(nil, named: name)
        continue
      }
      if (try? envelope.open(object, name: name, kind: .snapshot)) != nil { snapshots[name] = tips }
    }
    let lost = try lostSegments(of: diary, present: present, snapshots: snapshots)
    if lost.isEmpty { return nil }
    try diary.merge { try $0.cut($1, now: $2).map { [$0] } ?? [] }
    guard try diary.read({ try $0.storage.size }) <= Limits.snapshot else {
      report.tooLarge.insert(ObjectName.snapshot)
      report.unsendableSegments.formUnion(lost)
      return nil
    }
    let snapshot = try diary.read { try $0.snapshot() }
    do {
      let bytes = try snapshot.encoded()
      let hash = SHA256.hash(data: bytes).prefix(16).hexadecimal
      let name = ObjectName.snapshot + hash
      let object = try envelope.seal(bytes, name: name, kind: .snapshot)
      try diary.setPutSize(object.count, of: name)
      try exchange.write([(name, object)])
      try diary.setKnownSnapshot(snapshot.tips, named: name)
      report.putAgain += report.lost.filter(wasInStore).count
      return name
    } catch SyncError.tooLarge {
      report.tooLarge.insert(ObjectName.snapshot)
      report.unsendableSegments.formUnion(lost)
      return nil
    }
  }

  /// Returns the applied segments of other devices that are in none of the objects and snapshots.
  private func lostSegments<Diary: SynchronizableDiary>(
    of diary: Diary, present: [String: Int], snapshots: [String: Context]
  ) throws -> Set<SegmentID> {
    let ids = try diary.ownSegmentIDs
    return try diary.read { replica in
      let own = Set(ids.lazy.filter { $0.device == replica.device })
      let coverage = try Coverage(present.keys.compactMap { LogName($0) }, replica: replica)
      return try Set(
        replica.storage.allAppliedSegments().map(\.id).filter { id in
          try !own.contains(id) && !coverage.contains(id)
            && !snapshots.values.contains { try replica.contains($0, id) }
        })
    }
  }

  /// Deletes snapshots that a newer, readable snapshot includes.
  func deleteOldSnapshots<Diary: SynchronizableDiary>(of diary: inout Diary) throws {
    let known = try diary.knownSnapshots
    for (name, tips) in known.sorted(by: { $0.key < $1.key }) {
      let newer = try diary.read { replica in
        try known.filter { other in
          try other.value != tips && tips.allSatisfy { try replica.contains(other.value, $0) }
        }
      }
      let isReplaced = try newer.keys.sorted().contains { name in
        let object = try exchange.read([name]).contents[name]
        return object.map { (try? envelope.open($0, name: name, kind: .snapshot)) != nil } ?? false
      }
      guard isReplaced else { continue }
      try exchange.delete([name])
      try diary.setPutSize(nil, of: name)
      try diary.setKnownSnapshot(nil, named: name)
    }
  }
}
