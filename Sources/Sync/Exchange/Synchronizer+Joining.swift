import Foundation

extension Synchronizer {
  /// Gives records of a diary the UUIDs that they have on other devices, before they are sent.
  ///
  /// Looks at a snapshot, or a group of objects, at a time. A segment that is applied without those before it says
  /// enough about the records that it adds. Objects that are damaged, or have not arrived yet, are left out: records that
  /// only they have in common with the diary will exist twice.
  ///
  /// - Throws: ``SyncError/unreadable(_:)`` if an object cannot be read although others can, also errors of the store and
  ///   the diary. Nothing may be cut then, because records that the object has would exist twice once it can be read.
  func join<Diary: SynchronizableDiary>(
    _ diary: inout Diary, in present: [String: Int], report: inout SyncReport
  ) throws {
    let known = try diary.knownSnapshots
    var errors: [String: Int32] = [:]
    for name in try sizes(ObjectName.snapshot).keys.filter({ known[$0] == nil }).sorted() {
      let result = try exchange.read([name])
      errors.merge(result.errors) { $1 }
      guard let object = result.contents[name],
        let snapshot = try? Snapshot(decoding: envelope.open(object, name: name, kind: .snapshot))
      else { continue }
      try diary.join { try $0.apply(snapshot, after: [], now: 0) }
    }
    let logErrors = try forEachGroup(unappliedLogs(in: present, of: diary), sizes: present) { objects in
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
    errors.merge(logErrors) { $1 }
    if errors.isEmpty { return }
    report.unreadable.merge(errors) { $1 }
    throw SyncError.unreadable(report.unreadable)
  }
}
