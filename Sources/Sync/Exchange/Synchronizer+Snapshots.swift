import Crypto
import Foundation

extension Synchronizer {
  /// Applies snapshots that are not known yet; with `isRepair`, applies all.
  ///
  /// - Returns: The last segments of each device in each snapshot that the store lists, by the names of the snapshots,
  ///   and the names of the snapshots that are known, but damaged in the store.
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
      guard let object = try exchange.read([name])[name] else { continue }
      do {
        let snapshot = try Snapshot(decoding: envelope.open(object, name: name, kind: .snapshot))
        try diary.merge { try $0.apply(snapshot, after: $1, now: $2) }
        try diary.setKnownSnapshot(snapshot.tips, named: name)
        contexts[name] = snapshot.tips
      } catch SyncError.unsupportedVersion {
        report.newer.insert(name)
      } catch is SyncError {
        report.damaged.insert(name)
        guard known[name] != nil else { continue }
        damaged.insert(name)
        // What only it had is written again.
        if isRepair { try diary.setKnownSnapshot(nil, named: name) }
      }
    }
    return (contexts, damaged)
  }

  /// Writes a snapshot if applied segments of other devices are neither in objects nor in another snapshot.
  func snapshotLostSegments<Diary: SynchronizableDiary>(
    of diary: inout Diary, present: [String: Int], snapshots: [String: Context], report: inout SyncReport
  ) throws {
    report.lost = try lostSegments(of: diary, present: present, snapshots: snapshots)
    guard !report.lost.isEmpty, rules.contains(.snapshotsLostSegments) else { return }
    // The listing may also lack a snapshot that has them. Without this, each synchronization would write another one.
    var snapshots = snapshots
    let unlisted = try diary.knownSnapshots.filter { snapshots[$0.key] == nil }
    for (name, tips) in unlisted.sorted(by: { $0.key < $1.key }) {
      let object = try exchange.read([name])[name]
      if let object, (try? envelope.open(object, name: name, kind: .snapshot)) != nil {
        snapshots[name] = tips
      } else {
        try diary.setKnownSnapshot(nil, named: name)
      }
    }
    if try lostSegments(of: diary, present: present, snapshots: snapshots).isEmpty { return }
    try diary.merge { try $0.cut($1, now: $2).map { [$0] } ?? [] }
    guard try diary.read({ try $0.storage.size }) <= Limits.snapshot else {
      report.tooLarge.insert(ObjectName.snapshot)
      return
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
    } catch SyncError.tooLarge {
      report.tooLarge.insert(ObjectName.snapshot)
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
        let object = try exchange.read([name])[name]
        return object.map { (try? envelope.open($0, name: name, kind: .snapshot)) != nil } ?? false
      }
      guard isReplaced else { continue }
      try exchange.delete([name])
      try diary.setPutSize(nil, of: name)
      try diary.setKnownSnapshot(nil, named: name)
    }
  }
}
