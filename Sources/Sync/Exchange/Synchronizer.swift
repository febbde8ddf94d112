import Foundation

/// Exchanges segments, snapshots and images of a diary with a store.
///
/// A synchronization can fail or be killed at any point, and several devices may synchronize at the same time.
package struct Synchronizer<Exchange: ObjectExchange> {
  let exchange: Exchange
  let envelope: any Envelope

  var rules = Rules.all

  /// The maximum size of the segments in an object, in bytes; a larger segment gets an object of its own.
  ///
  /// It keeps a device that puts all its segments again, because the store was emptied, below the limit of an object.
  var batchSize = 16 << 20

  package init(_ exchange: Exchange, envelope: any Envelope) {
    self.exchange = exchange
    self.envelope = envelope
  }

  /// Puts the changes of this device into the store, and applies those of other devices.
  ///
  /// - Parameters:
  ///   - diary: The diary to synchronize.
  ///   - isRepair: Whether to read all objects again, put damaged ones again, and repeat segments whose predecessors
  ///     are
  ///     lost.
  /// - Throws: Errors of the store and the diary. What was done before the error is kept.
  @discardableResult
  package func sync<Diary: SynchronizableDiary>(_ diary: inout Diary, isRepair: Bool = false) throws
    -> SyncReport
  {
    var report = SyncReport()
    var present = try Dictionary(exchange.list(ObjectName.log).map { ($0.name, $0.size) }) { first, _ in first
    }
    if try diary.hasUnsentImports { try join(&diary, in: present) }
    let listed = Set(present.keys.compactMap { LogName($0)?.last })
    try diary.merge { replica, local, now in
      replica.listed = listed
      return try replica.cut(local, now: now).map { [$0] } ?? []
    }
    if isRepair {
      for name in try damagedLogs(in: present, device: diary.read(\.device)) {
        present[name] = nil
        report.damaged.insert(name)
      }
    }
    try putImages(of: diary, isRepair: isRepair)
    try putOwnSegments(of: &diary, present: &present, report: &report)
    let snapshots = try applySnapshots(to: &diary, isRepair: isRepair, report: &report)
    let waiting = try applySegments(to: &diary, in: present, report: &report)
    if isRepair, rules.contains(.repeatsOrphans) {
      for segment in waiting {
        try diary.merge { try $0.repeatOrphan(segment, after: $1, now: $2) }
      }
    }
    try getImages(for: &diary, report: &report)
    try putOwnSegments(of: &diary, present: &present, report: &report)
    try snapshotLostSegments(of: &diary, present: present, snapshots: snapshots, report: &report)
    return report
  }

  /// Compacts the first segments of this device into one object, and deletes the objects and snapshots that are
  /// replaced.
  ///
  /// - Parameters:
  ///   - diary: The diary whose segments are compacted.
  ///   - count: The number of segments.
  package func compact<Diary: SynchronizableDiary>(_ diary: inout Diary, first count: Int) throws {
    let ids = try Array(diary.ownSegmentIDs.prefix(count))
    if count > 1, ids.count == count,
      let batch = SegmentBatch(try diary.ownSegments(with: ids))?.compacted(rules: rules)
    {
      let new = LogName(batch)
      let old = try exchange.list(ObjectName.log).compactMap { LogName($0.name) }.filter { name in
        name != new && name.device == new.device && name.first >= new.first
          && ids.contains(name.last)
      }
      if !rules.contains(.deletesOnlyReplacedObjects) { try exchange.delete(old.map(\.text)) }
      _ = try put(batch, of: &diary)
      try diary.replaceOwnSegments(by: batch.segments)
      // Read the object back, because a store may report success without having it.
      guard let object = try exchange.read([new.text])[new.text],
        (try? self.batch(object, name: new.text)) == batch
      else { return }
      try exchange.delete(old.map(\.text))
    }
    try deleteOldSnapshots(of: &diary)
  }

  // MARK: - Segments

  /// Returns the names of objects in `log/` that cannot be decoded, except those that a newer version of another device
  /// put.
  private func damagedLogs(in present: [String: Int], device: DeviceID) throws -> [String] {
    let names = present.keys.sorted()
    let objects = try exchange.read(names)
    return names.filter { name in
      guard let object = objects[name] else { return true }
      do {
        _ = try batch(object, name: name)
        return false
      } catch SyncError.unsupportedVersion {
        return LogName(name)?.device == device
      } catch {
        return true
      }
    }
  }

  /// Puts segments of this device that are not in the store, in objects of consecutive segments.
  private func putOwnSegments<Diary: SynchronizableDiary>(
    of diary: inout Diary, present: inout [String: Int], report: inout SyncReport
  ) throws {
    if rules.contains(.putsLostSegmentsAgain) {
      try checkSizes(of: &diary, in: present, report: &report)
    }
    let sizes = try diary.putSizes
    let complete = present.filter { sizes[$0.key] == $0.value }.keys
    let names = rules.contains(.putsLostSegmentsAgain) ? Set(complete) : Set(sizes.keys)
    let own = try diary.ownSegmentIDs
    let missing = try diary.read { replica in
      let coverage = Coverage(names.compactMap { LogName($0) }, replica: replica)
      return try own.filter { try $0.device == replica.device && !coverage.contains($0) }
    }
    var runs: [[Segment]] = []
    var size = 0
    for segment in try diary.ownSegments(with: missing) {
      let count = try SegmentBatch([segment])?.encoded().count ?? 0
      if let last = runs.last?.last, segment.predecessor == last.id, size + count <= batchSize,
        let end = runs.indices.last
      {
        runs[end].append(segment)
        size += count
      } else {
        runs.append([segment])
        size = count
      }
    }
    for batch in runs.compactMap({ SegmentBatch($0) }) {
      let size = try put(batch, of: &diary)
      present[LogName(batch).text] = size
      report.sent += batch.segments.count
    }
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
    guard !names.isEmpty else { return }
    let objects = try exchange.read(names)
    for name in names {
      guard let object = objects[name] else { continue }
      if (try? batch(object, name: name)) != nil {
        try diary.setPutSize(object.count, of: name)
      } else {
        report.damaged.insert(name)
      }
    }
  }

  /// Puts a batch, and returns the size of the object in bytes.
  private func put<Diary: SynchronizableDiary>(_ batch: SegmentBatch, of diary: inout Diary) throws -> Int {
    let name = LogName(batch).text
    let object = try envelope.seal(batch.encoded(), name: name, kind: .log)
    // Before the object is put, so that a partial one is noticed by its size.
    try diary.setPutSize(object.count, of: name)
    try exchange.write([(name, object)])
    return object.count
  }

  /// Returns the names of objects in `log/` whose last segment is not applied.
  func unappliedLogs(in present: [String: Int], of diary: some SynchronizableDiary) throws -> [String] {
    try diary.read { replica in
      try present.keys.filter { try LogName($0).map { try !replica.isApplied($0.last) } ?? false }.sorted()
    }
  }

  /// Applies the segments in the store whose dependencies are applied.
  ///
  /// - Returns: The segments that still wait for others, the earliest of each device first.
  private func applySegments<Diary: SynchronizableDiary>(
    to diary: inout Diary, in present: [String: Int], report: inout SyncReport
  ) throws -> [Segment] {
    let own = try Set(diary.ownSegmentIDs)
    var waiting: [Segment] = []
    for (name, object) in try exchange.read(unappliedLogs(in: present, of: diary)) {
      do {
        waiting += try batch(object, name: name).segments
      } catch SyncError.unsupportedVersion {
        report.newer.insert(name)
      } catch is SyncError {
        report.damaged.insert(name)
      }
    }
    try diary.read { replica in
      waiting = try waiting.filter { try !replica.isApplied($0.id) }.sorted { $0.id < $1.id }
      report.isCloned = waiting.contains { $0.id.device == replica.device && !own.contains($0.id) }
    }
    waiting = try applyInOrder(waiting) { segment in
      let (missing, isApplied) = try diary.read {
        (try $0.missingDependencies(of: segment), try $0.isApplied(segment.id))
      }
      guard missing.isEmpty, !isApplied else { return missing }
      try diary.merge { try $0.apply(segment, after: $1, now: $2) }
      report.applied += 1
      return []
    }
    waiting = try diary.read { replica in
      try waiting.filter { try !replica.storage.isRepeated($0.id) }
    }
    report.waiting = Set(waiting.map(\.id))
    return waiting
  }

  /// Applies each segment after its dependencies.
  ///
  /// A segment is tried again only when one of its dependencies was applied, because two devices that take turns for
  /// years leave long chains.
  ///
  /// - Parameter apply: Applies a segment if its dependencies are applied; otherwise returns the missing ones.
  /// - Returns: The segments that could not be applied, the earliest of each device first.
  func applyInOrder(_ segments: [Segment], apply: (Segment) throws -> Set<SegmentID>) throws -> [Segment] {
    var ready = segments
    var blocked: [SegmentID: [Segment]] = [:]
    var next = 0
    while next < ready.count {
      let segment = ready[next]
      next += 1
      if let missing = try apply(segment).min() {
        blocked[missing, default: []].append(segment)
      } else {
        ready += blocked.removeValue(forKey: segment.id) ?? []
      }
    }
    return blocked.values.joined().sorted { $0.id < $1.id }
  }

  /// Opens and decodes an object in `log/`.
  ///
  /// - Throws: ``SyncError`` if the object is damaged, or does not match its name.
  func batch(_ object: Data, name: String) throws -> SegmentBatch {
    let batch = try SegmentBatch(decoding: envelope.open(object, name: name, kind: .log))
    guard LogName(batch).text == name else { throw SyncError.unauthentic(name) }
    return batch
  }
}
