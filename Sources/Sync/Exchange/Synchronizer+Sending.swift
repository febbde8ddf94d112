import Foundation

extension Synchronizer {
  /// Puts segments of this device that are not in the store, in objects of consecutive segments.
  func putOwnSegments<Diary: SynchronizableDiary>(
    of diary: inout Diary, present: inout [String: Int], report: inout SyncReport
  ) throws {
    if rules.contains(.putsLostSegmentsAgain) {
      try checkSizes(of: &diary, in: present, report: &report)
    }
    let (stored, missing) = try ownSegments(of: diary, in: present)
    // The process may have been killed, or the store have failed, right after they were put.
    let unrecorded = stored.filter { !wasInStore($0) }
    if !unrecorded.isEmpty { report.sentChangeCount += try diary.recordSent(unrecorded) }
    var outgoing = OutgoingLogs()
    var run: [Segment] = []
    var size = 0
    for id in missing {
      guard let content = try diary.ownContent(of: id) else { continue }
      guard content.count <= batchSize / 8 else {
        // It gets an object of its own, and need not be decoded.
        try add(run, to: &outgoing, of: &diary, report: &report)
        (run, size) = ([], 0)
        try add(content, LogName(id), of: [id], to: &outgoing, of: &diary, report: &report)
        if outgoing.size >= groupSize {
          try put(&outgoing, of: &diary, present: &present, report: &report)
        }
        continue
      }
      for segment in try SegmentBatch(decoding: content).segments {
        if !follows(segment, run, size: size + content.count) {
          try add(run, to: &outgoing, of: &diary, report: &report)
          (run, size) = ([], 0)
          if outgoing.size >= groupSize {
            try put(&outgoing, of: &diary, present: &present, report: &report)
          }
        }
        run.append(segment)
        size += content.count
      }
    }
    try add(run, to: &outgoing, of: &diary, report: &report)
    try put(&outgoing, of: &diary, present: &present, report: &report)
  }

  /// Returns whether there is more to put than the name of this device: changes, or segments that the store has lost.
  func hasChangesToPut(_ diary: some SynchronizableDiary, in present: [String: Int]) throws -> Bool {
    let missing = try ownSegments(of: diary, in: present).missing
    return try missing.contains(where: wasInStore) || diary.hasUnsentChanges(in: missing)
  }

  /// Returns the segments of this device that are completely in the store, and those that are not, in their order.
  private func ownSegments(of diary: some SynchronizableDiary, in present: [String: Int]) throws
    -> (stored: [SegmentID], missing: [SegmentID])
  {
    let sizes = try diary.putSizes
    let complete = present.filter { sizes[$0.key] == $0.value }.keys
    let names = rules.contains(.putsLostSegmentsAgain) ? Set(complete) : Set(sizes.keys)
    let own = try diary.ownSegmentIDs
    return try diary.read { replica in
      let coverage = try Coverage(names.compactMap { LogName($0) }, replica: replica)
      var (stored, missing): ([SegmentID], [SegmentID]) = ([], [])
      for id in own where id.device == replica.device {
        if try coverage.contains(id) { stored.append(id) } else { missing.append(id) }
      }
      return (stored, missing)
    }
  }

  /// Returns whether a segment was in the store before this synchronization.
  func wasInStore(_ id: SegmentID) -> Bool { id.sequence <= lastSequences[id.device] ?? 0 }

  /// Returns whether a segment can be in one object with those before it.
  ///
  /// - Parameter size: The size of all of them in bytes.
  private func follows(_ segment: Segment, _ others: [Segment], size: Int) -> Bool {
    others.last.map { segment.predecessor == $0.id && size <= batchSize } ?? true
  }

  /// Adds an object with segments to those that are put next, unless there are no segments.
  private func add<Diary: SynchronizableDiary>(
    _ segments: [Segment], to outgoing: inout OutgoingLogs, of diary: inout Diary, report: inout SyncReport
  ) throws {
    guard let batch = SegmentBatch(segments) else { return }
    try add(
      batch.encoded(), LogName(batch), of: segments.map(\.id), to: &outgoing, of: &diary, report: &report)
  }

  /// Adds an object with encoded segments to those that are put next; reports one that is too large.
  private func add<Diary: SynchronizableDiary>(
    _ content: Data, _ name: LogName, of segments: [SegmentID], to outgoing: inout OutgoingLogs,
    of diary: inout Diary, report: inout SyncReport
  ) throws {
    do {
      outgoing.objects.append((name.text, try sealed(content, name, of: &diary)))
      outgoing.segments += segments
    } catch SyncError.tooLarge {
      report.tooLarge.insert(name.text)
      report.unsendableSegments.formUnion(segments)
    }
  }

  /// Puts objects, and records that their segments are in the store.
  private func put<Diary: SynchronizableDiary>(
    _ outgoing: inout OutgoingLogs, of diary: inout Diary, present: inout [String: Int],
    report: inout SyncReport
  ) throws {
    if outgoing.objects.isEmpty { return }
    try exchange.write(outgoing.objects)
    for object in outgoing.objects {
      present[object.name] = object.bytes.count
      report.unreadable[object.name] = nil
    }
    report.sent += outgoing.segments.count
    report.putAgain += outgoing.segments.count(where: wasInStore)
    report.sentChangeCount += try diary.recordSent(outgoing.segments)
    outgoing = OutgoingLogs()
  }

  /// Checks objects of this device whose size is not the one that it has put.
  ///
  /// They are partial, or were put by a clone, or before the disk was restored from a backup.
  private func checkSizes<Diary: SynchronizableDiary>(
    of diary: inout Diary, in present: [String: Int], report: inout SyncReport
  ) throws {
    let device = try diary.read(\.device)
    let sizes = try diary.putSizes
    let names = present.keys.filter { LogName($0)?.device == device && sizes[$0] != present[$0] }.sorted()
    let errors = try forEachGroup(names, sizes: present) { objects in
      for (name, object) in objects {
        if (try? batch(object, name: name)) != nil {
          try diary.setPutSize(object.count, of: name)
        } else {
          report.damaged.insert(name)
        }
      }
    }
    report.unreadable.merge(errors) { $1 }
  }

  /// Returns an object with segments, which has to be put next.
  func sealed<Diary: SynchronizableDiary>(_ content: Data, _ name: LogName, of diary: inout Diary)
    throws -> Data
  {
    let object = try envelope.seal(content, name: name.text, kind: .log)
    // Before the object is put, so that a partial one is noticed by its size.
    try diary.setPutSize(object.count, of: name.text)
    return object
  }
}

/// Objects in `log/` that are put together.
private struct OutgoingLogs {
  var objects: [(name: String, bytes: Data)] = []
  var segments: [SegmentID] = []

  /// In bytes.
  var size: Int { objects.reduce(0) { $0 + $1.bytes.count } }
}
