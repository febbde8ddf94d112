import Foundation

extension Synchronizer {
  /// Gives records of a diary the UUIDs that they have on other devices, before they are sent.
  ///
  /// Looks at a snapshot, or a group of objects, at a time. A segment that is applied without those before it says
  /// enough about the records that it adds. Objects that are damaged, or have not arrived yet, are left out: records that
  /// only they have in common with the diary will exist twice.
  func join<Diary: SynchronizableDiary>(_ diary: inout Diary, in present: [String: Int]) throws {
    let known = try diary.knownSnapshots
    for name in try sizes(ObjectName.snapshot).keys.filter({ known[$0] == nil }).sorted() {
      guard let object = try exchange.read([name])[name],
        let snapshot = try? Snapshot(decoding: envelope.open(object, name: name, kind: .snapshot))
      else { continue }
      try diary.join { try $0.apply(snapshot, after: [], now: 0) }
    }
    try forEachGroup(unappliedLogs(in: present, of: diary), sizes: present) { objects in
      let segments = objects.flatMap { (try? batch($1, name: $0))?.segments ?? [] }.sorted { $0.id < $1.id }
      if segments.isEmpty { return }
      try diary.join { replica in
        var waiting = WaitingSegments()
        try waiting.apply(segments.map { ($0, "") }) { segment in
          let missing = try replica.missingDependencies(of: segment)
          if missing.isEmpty { try replica.apply(segment, after: [], now: 0) }
          return missing
        }
        for segment in segments { try replica.apply(segment, after: [], now: 0) }
      }
    }
  }
}
