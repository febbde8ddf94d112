extension Synchronizer {
  /// Takes damaged objects out of a report if they are not needed, because other objects have what was in them.
  ///
  /// With `isRepair`, those that were replaced just now stay in the report, and are also listed as replaced. Those that
  /// this device has put, and snapshots that it has applied, are deleted. Only the device that has put an object, or one
  /// that has applied the snapshot, knows what was in it, so each device has to be repaired. Objects in `log/` of other
  /// devices stay where they are, so the next repair finds them again; they count as replaced only if the snapshot that
  /// was written has what the store had lost with them.
  ///
  /// A snapshot that this device was still putting when its process was killed is deleted without `isRepair` as well. If
  /// the store refuses that, nothing is thrown, and the next synchronization tries again.
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
      let lost = written == nil ? [] : report.lost
      let others = logs.others.filter { name in LogName(name).map { lost.contains($0.last) } ?? false }
      report.replaced = report.damaged.intersection(logs.own.union(others).union(snapshots))
      report.damaged.subtract(logs.others.subtracting(others))
    } else {
      report.damaged.subtract(logs.own.union(logs.others).union(snapshots))
      report.newer.subtract(logs.own.union(logs.others))
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
  ) throws -> (own: Set<String>, others: Set<String>) {
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
      return (Set(own.map(\.text)), Set(others.map(\.text)))
    }
  }
}
