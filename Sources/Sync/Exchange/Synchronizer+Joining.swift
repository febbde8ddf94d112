import Foundation

extension Synchronizer {
  /// Lets a diary find what it has in common with others before it sends that.
  ///
  /// Objects that are damaged, or not there yet, are left out: what they have in common with the diary stays twice.
  func join<Diary: SyncDiary>(_ diary: inout Diary, in present: [String: Int]) throws {
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
      _ = try inOrder(segments.sorted { $0.id < $1.id }) { segment in
        let missing = try replica.missing(for: segment)
        if missing.isEmpty { try replica.apply(segment, after: [], now: 0) }
        return missing
      }
    }
  }
}
