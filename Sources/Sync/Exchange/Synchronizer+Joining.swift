import Foundation

extension Synchronizer {
  /// Gives records of a diary the UUIDs that they have on other devices, before they are sent.
  ///
  /// Looks at a snapshot, or a group of objects, at a time. A segment that is applied without those before it says
  /// enough about the records that it adds. Objects that are damaged, cannot be read, or have not arrived yet, are left out:
  /// records that only they have in common with the diary will exist twice.
  func join<Diary: SynchronizableDiary>(_ diary: inout Diary, in present: [String: Int]) throws {
    let known = try diary.knownSnapshots
    for name in try sizes(ObjectName.snapshot).keys.filter({ known[$0] == nil }).sorted() {
      guard let object = try exchange.read([name]).contents[name],
        let snapshot = try? Snapshot(decoding: envelope.open(object, name: name, kind: .snapshot))
      else { continue }
      try diary.join { try $0.apply(snapshot, after: [], now: 0) }
    }
    _ = try forEachGroup(unappliedLogs(in: present, of: diary), sizes: present) { objects in
      if objects.isEmpty { return }
      try diary.join { replica in
        var waiting = WaitingSegments()
        for (name, object) in objects {
          guard let segments = (try? batch(object, name: name))?.segments else { continue }
          try waiting.apply(segments, in: name, size: object.count) { segment in
            let missing = try replica.missingDependencies(of: segment)
            if missing.isEmpty { try replica.apply(segment, after: [], now: 0) }
            return missing
          }
        }
        for segment in waiting.segments { try replica.apply(segment, after: [], now: 0) }
      }
    }
  }
}
