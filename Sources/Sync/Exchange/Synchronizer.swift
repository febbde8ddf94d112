import Foundation

/// Exchanges segments, snapshots and images of a diary with a store.
///
/// It can fail or be killed at any point, and several devices may run it at the same time.
package struct Synchronizer<Exchange: ObjectExchange> {
  let exchange: Exchange
  let envelope: any Envelope

  var rules = Rules.all

  /// The greatest number of bytes of segments that are put together; a larger segment is an object of its own.
  ///
  /// A device that puts all its segments again, because the store was emptied, must not exceed the limit of an object.
  var batchSize = 16 << 20

  package init(_ exchange: Exchange, envelope: any Envelope) {
    self.exchange = exchange
    self.envelope = envelope
  }

  /// Puts what others lack, and applies what they have put.
  ///
  /// - Parameters:
  ///   - isRepair: Reads all objects again, puts what is damaged, and repeats segments whose
  ///     predecessors are gone.
  /// - Throws: Errors of the store and the diary. What was done until then stays.
  @discardableResult
  package func sync<Diary: SyncDiary>(_ diary: inout Diary, isRepair: Bool = false) throws -> SyncReport {
    var report = SyncReport()
    var present = try Dictionary(exchange.list(ObjectName.log).map { ($0.name, $0.size) }) { first, _ in first
    }
    if try diary.hasUnsentImports { try join(&diary, in: present) }
    let heard = Set(present.keys.compactMap { LogName($0)?.last })
    try diary.merge { replica, local, now in
      replica.heard = heard
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
    try snapshotWhatIsLost(of: &diary, present: present, snapshots: snapshots, report: &report)
    return report
  }

  /// Makes one object of the device's first segments, and removes what it replaces, also old snapshots.
  ///
  /// - Parameter count: How many segments.
  package func compact<Diary: SyncDiary>(_ diary: inout Diary, first count: Int) throws {
    let ids = try Array(diary.ownSegmentIDs.prefix(count))
    if count > 1, ids.count == count,
      let batch = SegmentBatch(try diary.ownSegments(with: ids))?.compacted(rules: rules)
    {
      let new = LogName(batch)
      let old = try exchange.list(ObjectName.log).compactMap { LogName($0.name) }.filter { name in
        name != new && name.device == new.device && name.first >= new.first
          && ids.contains(name.last)
      }
      if !rules.contains(.deletesOnlyWhatIsReplaced) { try exchange.delete(old.map(\.text)) }
      _ = try put(batch, of: &diary)
      try diary.replaceOwnSegments(by: batch.segments)
      // Read again, as a store may say that it has what it has not.
      guard let object = try exchange.read([new.text])[new.text],
        (try? self.batch(object, name: new.text)) == batch
      else { return }
      try exchange.delete(old.map(\.text))
    }
    try deleteOldSnapshots(of: &diary)
  }

  // MARK: - Segments

  /// Returns the objects with segments that cannot be opened, except those that newer versions of other devices wrote.
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

  private func putOwnSegments<Diary: SyncDiary>(
    of diary: inout Diary, present: inout [String: Int], report: inout SyncReport
  ) throws {
    if rules.contains(.putsAgainWhatIsGone) {
      try checkSizes(of: &diary, in: present, report: &report)
    }
    let sizes = try diary.putSizes
    let whole = present.filter { sizes[$0.key] == $0.value }.keys
    let names = rules.contains(.putsAgainWhatIsGone) ? Set(whole) : Set(sizes.keys)
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

  /// Reads objects of this device that have another size than those that it has put.
  ///
  /// They are partial, put before the disk was restored from a backup, or a clone's, which may have compacted them.
  private func checkSizes<Diary: SyncDiary>(
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

  private func put<Diary: SyncDiary>(_ batch: SegmentBatch, of diary: inout Diary) throws -> Int {
    let name = LogName(batch).text
    let object = try envelope.seal(batch.encoded(), name: name, kind: .log)
    // Before it is put: a part of it will have another size.
    try diary.setPutSize(object.count, of: name)
    try exchange.write([(name, object)])
    return object.count
  }

  /// Returns the objects with segments of which the last one is not applied.
  func unappliedLogs(in present: [String: Int], of diary: some SyncDiary) throws -> [String] {
    try diary.read { replica in
      try present.keys.filter { try LogName($0).map { try !replica.isApplied($0.last) } ?? false }.sorted()
    }
  }

  /// - Returns: The segments whose predecessors are not applied, the earliest of each device first.
  private func applySegments<Diary: SyncDiary>(
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
    waiting = try inOrder(waiting) { segment in
      let (missing, isApplied) = try diary.read {
        (try $0.missing(for: segment), try $0.isApplied(segment.id))
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

  /// Applies segments in an order in which each comes after those that it needs.
  ///
  /// A segment is looked at again only when one of those has been applied, as two devices that take turns for years leave
  /// long chains.
  ///
  /// - Parameter apply: Applies a segment unless some that it needs are missing, and returns these.
  /// - Returns: The segments that could not be applied, the earliest of each device first.
  func inOrder(_ segments: [Segment], apply: (Segment) throws -> Set<SegmentID>) throws -> [Segment] {
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

  /// - Throws: ``SyncError`` if the object is damaged, or not what its name says.
  func batch(_ object: Data, name: String) throws -> SegmentBatch {
    let batch = try SegmentBatch(decoding: envelope.open(object, name: name, kind: .log))
    guard LogName(batch).text == name else { throw SyncError.unauthentic(name) }
    return batch
  }
}
