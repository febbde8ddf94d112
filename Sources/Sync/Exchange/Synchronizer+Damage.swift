extension Synchronizer {
  /// Removes damaged objects from a report that nothing depends on, because other objects have what was in them.
  ///
  /// With `isRepair`, they stay in it as replaced ones, and are deleted if this device has put or applied them.
  ///
  /// Only their device, or one that knows a snapshot, can say what was in them, so each device has to be repaired. But a
  /// snapshot that this device has tried to put and that was never complete, because the process was killed, is deleted
  /// in any case. If that fails, nothing is thrown, and it is tried again each time.
  ///
  /// - Parameters:
  ///   - diary: The diary, after all segments were put and applied.
  ///   - present: The sizes in bytes of the objects in `log/`, without damaged ones if `isRepair` is `true`.
  ///   - snapshots: The names of the damaged snapshots that this device has applied, or has put or tried to put.
  ///   - written: The name of the snapshot that was written, perhaps in place of a damaged one; `nil` for none.
  ///   - isRepair: Whether to delete the objects.
  ///   - report: The report of the synchronization.
  func removeReplacedObjects<Diary: SynchronizableDiary>(
    of diary: inout Diary, present: [String: Int], snapshots: Set<String>, written: String?, isRepair: Bool,
    report: inout SyncReport
  ) throws {
    let logs = try replacedLogs(report.damaged.union(report.newer), of: diary, present: present)
    // Otherwise the snapshot that replaces them could not be written.
    let hasSnapshot = !report.tooLarge.contains(ObjectName.snapshot)
    let snapshots = hasSnapshot ? snapshots : []
    if isRepair {
      report.replaced = report.damaged.intersection(logs.all.union(snapshots))
    } else {
      report.damaged.subtract(logs.all.union(snapshots))
      report.newer.subtract(logs.all)
    }
    let known = try diary.knownSnapshots
    // Those that were put again under the same name stay.
    let oldSnapshots = snapshots.filter { $0 != written && (isRepair || known[$0] == nil) }
    let oldLogs: Set<String> = isRepair ? logs.own.filter { present[$0] == nil } : []
    let deleted = oldLogs.union(oldSnapshots)
    if deleted.isEmpty { return }
    do {
      try exchange.delete(deleted.sorted())
    } catch let error where !isRepair && !(error is CancellationError) {
      // A store that refuses deletions must not keep changes from being exchanged. The next synchronization tries again.
      return
    }
    // Not before, so that they are deleted another time if this fails.
    for name in deleted { try diary.setPutSize(nil, of: name) }
    for name in oldSnapshots { try diary.setKnownSnapshot(nil, named: name) }
  }

  /// Returns which of the names of damaged objects are of objects in `log/` whose segments are not needed from there:
  /// those of this device that are in other objects, and those of other devices that are applied.
  private func replacedLogs(
    _ names: Set<String>, of diary: some SynchronizableDiary, present: [String: Int]
  ) throws -> (own: Set<String>, all: Set<String>) {
    let names = names.compactMap { LogName($0) }
    if names.isEmpty { return ([], []) }
    let (ids, sizes) = (try diary.ownSegmentIDs, try diary.putSizes)
    let complete = present.filter { sizes[$0.key] == $0.value }.keys
    return try diary.read { replica in
      let coverage = try Coverage(complete.compactMap { LogName($0) }, replica: replica)
      let own = try names.filter { name in
        guard name.device == replica.device, ids.contains(name.last) else { return false }
        return try ids.allSatisfy { id in
          try !(name.first...name.last.sequence).contains(id.sequence) || coverage.contains(id)
        }
      }
      let others = try names.filter { try $0.device != replica.device && replica.isApplied($0.last) }
      return (Set(own.map(\.text)), Set((own + others).map(\.text)))
    }
  }
}
