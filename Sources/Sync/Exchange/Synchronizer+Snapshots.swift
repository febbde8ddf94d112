import Crypto
import Foundation

extension Synchronizer {
  /// Applies snapshots that are not known yet; with `isRepair`, applies all.
  ///
  /// - Returns: The last segments of each device in each snapshot of the store.
  func applySnapshots<Diary: SynchronizableDiary>(
    to diary: inout Diary, isRepair: Bool, report: inout SyncReport
  ) throws -> [Context] {
    let names = try exchange.list(ObjectName.snapshot).map(\.name)
    let known = try diary.knownSnapshots
    for name in known.keys where !names.contains(name) { try diary.setKnownSnapshot(nil, named: name) }
    var contexts: [Context] = []
    for name in names.sorted() {
      if let tips = known[name], !isRepair {
        contexts.append(tips)
        continue
      }
      guard let object = try exchange.read([name])[name] else { continue }
      do {
        let snapshot = try Snapshot(decoding: envelope.open(object, name: name, kind: .snapshot))
        try diary.merge { try $0.apply(snapshot, after: $1, now: $2) }
        try diary.setKnownSnapshot(snapshot.tips, named: name)
        contexts.append(snapshot.tips)
      } catch SyncError.unsupportedVersion {
        report.newer.insert(name)
      } catch is SyncError {
        report.damaged.insert(name)
      }
    }
    return contexts
  }

  /// Writes a snapshot if applied segments of other devices are neither in objects nor in another snapshot.
  func snapshotLostSegments<Diary: SynchronizableDiary>(
    of diary: inout Diary, present: [String: Int], snapshots: [Context], report: inout SyncReport
  ) throws {
    let ids = try diary.ownSegmentIDs
    report.lost = try diary.read { replica in
      let own = Set(ids.lazy.filter { $0.device == replica.device })
      let coverage = Coverage(present.keys.compactMap { LogName($0) }, replica: replica)
      return try Set(
        replica.storage.allAppliedSegments().map(\.id).filter { id in
          try !own.contains(id) && !coverage.contains(id)
            && !snapshots.contains { try replica.contains($0, id) }
        })
    }
    guard !report.lost.isEmpty, rules.contains(.snapshotsLostSegments) else { return }
    try diary.merge { try $0.cut($1, now: $2).map { [$0] } ?? [] }
    let snapshot = try diary.read { try $0.snapshot() }
    let bytes = try snapshot.encoded()
    let hash = SHA256.hash(data: bytes).prefix(16).hexadecimal
    let name = ObjectName.snapshot + hash
    try exchange.write([(name, envelope.seal(bytes, name: name, kind: .snapshot))])
    try diary.setKnownSnapshot(snapshot.tips, named: name)
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
      let objects = try exchange.read(newer.keys.sorted())
      guard objects.contains(where: { (try? envelope.open($1, name: $0, kind: .snapshot)) != nil }) else {
        continue
      }
      try exchange.delete([name])
      try diary.setKnownSnapshot(nil, named: name)
    }
  }
}
