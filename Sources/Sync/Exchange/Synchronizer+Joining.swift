import Foundation

extension Synchronizer {
  /// Gives records of a diary the UUIDs that they have on other devices, before they are sent.
  ///
  /// Objects that are damaged, or have not arrived yet, are left out: records that only they have in common with the
  /// diary will exist twice.
  func join<Diary: SynchronizableDiary>(_ diary: inout Diary, in present: [String: Int]) throws {
    let known = try diary.knownSnapshots
    let names = try exchange.list(ObjectName.snapshot).map(\.name).filter { known[$0] == nil }.sorted()
    let objects = try exchange.read(names)
    let snapshots = names.compactMap { name in
      objects[name].flatMap {
        try? Snapshot(decoding: envelope.open($0, name: name, kind: .snapshot))
      }
    }
    let segments = try exchange.read(unappliedLogs(in: present, of: diary)).flatMap { name, object in
      (try? batch(object, name: name))?.segments ?? []
    }
    if snapshots.isEmpty, segments.isEmpty { return }
    try diary.join { replica in
      for snapshot in snapshots { try replica.apply(snapshot, after: [], now: 0) }
      _ = try applyInOrder(segments.sorted { $0.id < $1.id }) { segment in
        let missing = try replica.missingDependencies(of: segment)
        if missing.isEmpty { try replica.apply(segment, after: [], now: 0) }
        return missing
      }
    }
  }
}
