import Foundation

/// Exchanges segments, snapshots and images of a diary with a store.
///
/// A synchronization can fail or be killed at any point, and several devices may synchronize at the same time.
package struct Synchronizer<Exchange: ObjectExchange> {
  let exchange: Exchange
  let envelope: any Envelope

  /// The key with which this device has joined; `nil` if it was not kept.
  private let wrappedKey: StoredKey?

  var rules = Rules.all

  /// The sequence number of the last segment of each device that was in the store: of this device, one that was put, and
  /// of the others, one that was there after a synchronization.
  ///
  /// If it or one before it is not there now, the store has lost it.
  package var lastSequences: [DeviceID: UInt64] = [:]

  /// The maximum size of the segments in an object, in bytes; a larger segment gets an object of its own.
  ///
  /// It limits the memory of a device that puts many segments, or reads them: decoded, they take some thirty times their
  /// size.
  var batchSize = 512 << 10

  /// The maximum size of the segments that wait in memory for others, in bytes; beyond that they are read again.
  var waitingSize = 512 << 10

  /// The maximum size of the objects that are read or written together, in bytes; a larger object is read alone.
  var groupSize = 4 << 20

  /// Creates a synchronizer.
  ///
  /// - Parameters:
  ///   - exchange: The store.
  ///   - envelope: Has the keys of the diary and the device.
  ///   - wrappedKey: The key with which this device has joined, to put it again; `nil` if it was not kept.
  package init(_ exchange: Exchange, envelope: any Envelope, wrappedKey: StoredKey? = nil) {
    self.exchange = exchange
    self.envelope = envelope
    self.wrappedKey = wrappedKey
  }

  /// Puts the changes of this device into the store, and applies those of other devices.
  ///
  /// If nothing can be put, as into a folder that can only be read, the changes of other devices are applied before the
  /// error is thrown. Those of this device are put by the next synchronization, in the segments that were cut. It is no
  /// error if this user may not write to the store, and only the name of this device could not be put.
  ///
  /// An object that cannot be read although others can be counts as one that has not arrived, and is in the report. Only
  /// before records are matched with those of other devices, all have to be readable.
  ///
  /// - Parameters:
  ///   - diary: The diary to synchronize.
  ///   - isRepair: Whether to read all objects again, put damaged ones again, and repeat segments whose predecessors
  ///     are lost.
  /// - Returns: What was exchanged.
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary``, ``SyncError/missingObject(_:)``,
  ///   ``SyncError/damagedObject(_:)``, ``SyncError/unreadable(_:)``, errors of the store and the diary. What was done
  ///   before the error is kept.
  @discardableResult
  package func sync<Diary: SynchronizableDiary>(_ diary: inout Diary, isRepair: Bool = false) throws
    -> SyncReport
  {
    var report = SyncReport()
    try sync(&diary, isRepair: isRepair, report: &report)
    return report
  }

  /// Synchronizes as ``sync(_:isRepair:)`` does, for callers that need the report even if an error is thrown.
  ///
  /// - Parameter report: A new report; gets what was exchanged, also before an error.
  package func sync<Diary: SynchronizableDiary>(
    _ diary: inout Diary, isRepair: Bool = false, report: inout SyncReport
  ) throws {
    let lost = try lostObjects(isRepair: isRepair, report: &report)
    var present = try sizes(ObjectName.log)
    if try diary.hasUnsentImports { try join(&diary, in: present, report: &report) }
    try cutLocalChanges(of: &diary, in: present, report: &report)
    if isRepair { try dropDamagedLogs(from: &present, of: diary, report: &report) }
    var onlySegmentsRemain = false
    do {
      try put(lost, report: &report)
      try putImages(of: diary, isRepair: isRepair, report: &report)
      onlySegmentsRemain = true
      try putOwnSegments(of: &diary, present: &present, report: &report)
    } catch let error where !(error is CancellationError) {
      try applyChangesOfOthers(in: present, to: &diary, report: &report)
      // Only the name of a device that may not write is unsent, which does not count as a failure.
      if error.isRefusalToWrite, report.hasReceivedAll, onlySegmentsRemain, !isRepair,
        try !hasChangesToPut(diary, in: present)
      {
        return
      }
      throw error
    }
    let (snapshots, damagedSnapshots) = try applySnapshots(to: &diary, isRepair: isRepair, report: &report)
    let waiting = try applySegments(to: &diary, in: present, report: &report)
    // What segments depend on may be in an object that can be read another time.
    if isRepair, report.unreadable.isEmpty {
      try repeatOrphans(in: waiting, sizes: present, of: &diary, report: &report)
    } else {
      report.waitingObjects = Set(waiting)
    }
    try reissuePurged(of: &diary, isRepair: isRepair, report)
    try getImages(for: &diary, report: &report)
    report.hasReceivedAll = true
    try putOwnSegments(of: &diary, present: &present, report: &report)
    let written = try snapshotLostSegments(
      of: &diary, present: present, snapshots: snapshots, damaged: damagedSnapshots, report: &report)
    if report.tooLarge.contains(ObjectName.snapshot) {
      // What was cut for the snapshot would count as sent, although only the next synchronization would send it.
      try putOwnSegments(of: &diary, present: &present, report: &report)
    }
    try removeReplacedObjects(
      of: &diary, present: present, snapshots: damagedSnapshots, written: written, isRepair: isRepair,
      report: &report)
    // Only now, because only a device that has put all segments of its id can continue as a new one.
    report.isCloned = try hasSegmentsOfClone(diary)
  }

  /// Returns the objects that have to be put again because no new device can join without them.
  private func lostObjects(isRepair: Bool, report: inout SyncReport) throws -> [StoreSetup.LostObject] {
    let lost = try StoreSetup.requireDiary(
      in: exchange, envelope: envelope, wrapped: wrappedKey, isRepair: isRepair)
    if isRepair { return lost }
    // The file may be intact. A replacement would belong to this user, and others might not be able to read it.
    for object in lost { report.unreadable[object.name] = object.readError }
    return lost.filter { $0.readError == nil }
  }

  /// Cuts a segment with the local changes, without those that are too large to be sent.
  ///
  /// - Parameter present: The sizes in bytes of the objects in `log/`.
  private func cutLocalChanges<Diary: SynchronizableDiary>(
    of diary: inout Diary, in present: [String: Int], report: inout SyncReport
  ) throws {
    let listed = Set(present.keys.compactMap { LogName($0)?.last })
    try diary.merge { replica, local, now in
      replica.listed = listed
      for change in local {
        let values = change.tooLargeValues
        report.tooLarge.formUnion(values.map { Register(change.record, $0.field).description })
        if !values.isEmpty { report.unsendable.insert(change.record) }
      }
      return try replica.cut(local, now: now).map { [$0] } ?? []
    }
  }

  /// Applies the changes of other devices without putting anything, after putting has failed.
  ///
  /// Local changes were cut before, as always. Segments whose predecessors are lost are not repeated: the repetitions
  /// would have to be put as well, so they are left to the next repair. If not everything can be received, the caller
  /// throws the first error.
  ///
  /// - Throws: `CancellationError`.
  private func applyChangesOfOthers<Diary: SynchronizableDiary>(
    in present: [String: Int], to diary: inout Diary, report: inout SyncReport
  ) throws {
    do {
      _ = try applySnapshots(to: &diary, isRepair: false, report: &report)
      report.waitingObjects = try Set(applySegments(to: &diary, in: present, report: &report))
      try reissuePurged(of: &diary, isRepair: false, report)
      try getImages(for: &diary, report: &report)
      report.hasReceivedAll = true
    } catch let error as CancellationError {
      throw error
    } catch {
      return
    }
  }

  /// Writes again what purges removed from records that are not gone, unless another device has done so.
  ///
  /// Another device may have done so in segments that wait for others, or that cannot be read, so it does nothing while
  /// there are any. A repair does not wait for segments, because it has repeated those whose predecessors are lost.
  private func reissuePurged(
    of diary: inout some SynchronizableDiary, isRepair: Bool, _ report: SyncReport
  ) throws {
    guard report.unreadable.isEmpty, isRepair || report.waiting.isEmpty,
      try diary.read({ try !$0.storage.partlyPurged.isEmpty })
    else { return }
    try diary.merge { try $0.reissuePurged(after: $1, now: $2) }
  }

  // MARK: - Objects

  /// Puts objects again without which no new device can join.
  private func put(_ lost: [StoreSetup.LostObject], report: inout SyncReport) throws {
    if lost.isEmpty { return }
    try exchange.write(lost.map { ($0.name, $0.bytes) })
    report.restored = Set(lost.map(\.name))
  }

  /// Returns the sizes in bytes of the objects whose names begin with a prefix, by their names.
  func sizes(_ prefix: String) throws -> [String: Int] {
    try Dictionary(exchange.list(prefix).map { ($0.name, $0.size) }) { first, _ in first }
  }

  /// Reads objects in groups of limited size, so that few are in memory and few calls are needed.
  ///
  /// - Parameters:
  ///   - names: The names of the objects.
  ///   - sizes: The sizes in bytes that the store lists.
  ///   - body: Receives the objects of each group in their order, without those that do not exist or cannot be read.
  /// - Returns: The `errno` of each object that cannot be read although others can be.
  func forEachGroup(
    _ names: [String], sizes: [String: Int], _ body: ([(name: String, object: Data)]) throws -> Void
  ) throws -> [String: Int32] {
    var errors: [String: Int32] = [:]
    for group in groups(names, sizes: { sizes[$0] ?? 0 }) {
      let result = try exchange.read(group)
      errors.merge(result.errors) { $1 }
      try body(group.compactMap { name in result.contents[name].map { (name, $0) } })
    }
    return errors
  }

  /// Reads objects as ``forEachGroup(_:sizes:_:)`` does, and receives one at a time; `nil` if it does not exist or cannot
  /// be read.
  func forEachObject(
    _ names: [String], sizes: [String: Int], _ body: (String, Data?) throws -> Void
  ) throws -> [String: Int32] {
    var errors: [String: Int32] = [:]
    for group in groups(names, sizes: { sizes[$0] ?? 0 }) {
      let result = try exchange.read(group)
      errors.merge(result.errors) { $1 }
      for name in group { try body(name, result.contents[name]) }
    }
    return errors
  }

  /// Returns elements in groups of at most ``groupSize`` bytes and 256 elements, in their order.
  func groups<Element>(_ elements: [Element], sizes: (Element) -> Int) -> [[Element]] {
    var groups: [[Element]] = []
    var size = 0
    for element in elements {
      size += sizes(element)
      if let last = groups.indices.last, groups[last].count < 256, size <= groupSize {
        groups[last].append(element)
      } else {
        groups.append([element])
        size = sizes(element)
      }
    }
    return groups
  }

  // MARK: - Segments

  /// Removes objects in `log/` that cannot be decoded from those that are present, so that they are put again.
  ///
  /// Objects that a newer version of another device has put stay, and so do those that cannot be read, unless this device
  /// has their segments.
  private func dropDamagedLogs(
    from present: inout [String: Int], of diary: some SynchronizableDiary, report: inout SyncReport
  ) throws {
    let device = try diary.read(\.device)
    let own = try Set(diary.ownSegmentIDs)
    var damaged: [String] = []
    let errors = try forEachObject(present.keys.sorted(), sizes: present) { name, object in
      do {
        guard let object else { throw SyncError.unauthentic(name) }
        _ = try batch(object, name: name)
      } catch SyncError.unsupportedVersion where LogName(name)?.device != device {
        return
      } catch {
        damaged.append(name)
      }
    }
    // A clone has put segments with the same device.
    let unreadable = errors.filter { name, _ in LogName(name).map { !own.contains($0.last) } ?? true }
    report.unreadable.merge(unreadable) { $1 }
    damaged.removeAll { unreadable[$0] != nil }
    for name in damaged { present[name] = nil }
    report.damaged.formUnion(damaged)
  }

  /// Repeats segments whose predecessors are lost.
  ///
  /// - Parameter names: The names of the objects with segments that wait for others.
  private func repeatOrphans<Diary: SynchronizableDiary>(
    in names: [String], sizes: [String: Int], of diary: inout Diary, report: inout SyncReport
  ) throws {
    guard rules.contains(.repeatsOrphans) else { return }
    _ = try forEachObject(names, sizes: sizes) { name, object in
      guard let object, let batch = try? batch(object, name: name) else { return }
      for segment in batch.segments {
        var own: [Segment] = []
        try diary.merge {
          own = try $0.repeatOrphan(segment, after: $1, now: $2)
          return own
        }
        guard own.contains(where: { $0.original == segment.id }) else { continue }
        report.addReceivedChanges(segment.changeCounts)
      }
    }
  }

  /// Returns the names of objects in `log/` whose last segment is not applied, the earliest of each device first.
  func unappliedLogs(in present: [String: Int], of diary: some SynchronizableDiary) throws -> [String] {
    let names = present.keys.compactMap { LogName($0) }
    return try diary.read { replica in try names.filter { try !replica.isApplied($0.last) } }
      .sorted { ($0.device, $0.first, $0.last) < ($1.device, $1.first, $1.last) }.map(\.text)
  }

  /// Applies the segments in the store whose dependencies are applied.
  ///
  /// Segments that wait for others are kept in memory up to ``waitingSize``, and beyond that read again.
  ///
  /// - Returns: The names of the objects with segments that still wait for others, the earliest of each device first.
  private func applySegments<Diary: SynchronizableDiary>(
    to diary: inout Diary, in present: [String: Int], report: inout SyncReport
  ) throws -> [String] {
    var names = try unappliedLogs(in: present, of: diary)
    var left: [SegmentID: String] = [:]
    var hasProgressed = true
    while !names.isEmpty, hasProgressed {
      let before = report.applied
      var again: Set<String> = []
      var waiting = WaitingSegments()
      let errors = try forEachObject(names, sizes: present) { name, object in
        // One after another, because decoded segments need much more memory than their objects.
        guard let object,
          let segments = try segments(in: object, name, unappliedBy: diary, report: &report)
        else { return }
        try waiting.apply(segments, in: name, size: object.count) { segment in
          let (missing, isApplied) = try diary.read {
            (try $0.missingDependencies(of: segment), try $0.isApplied(segment.id))
          }
          guard missing.isEmpty, !isApplied else { return missing }
          try diary.merge { try $0.apply(segment, after: $1, now: $2) }
          report.applied += 1
          report.addReceivedChanges(segment.changeCounts)
          return []
        }
        if waiting.size <= waitingSize { return }
        let removed = waiting.removeAll()
        again.formUnion(removed.values)
        left.merge(removed) { _, new in new }
      }
      left.merge(waiting.removeAll()) { _, new in new }
      report.unreadable.merge(errors) { $1 }
      names = names.filter(again.contains)
      hasProgressed = report.applied > before
    }
    left = try diary.read { replica in
      try left.filter { try !replica.isApplied($0.key) && !replica.storage.isRepeated($0.key) }
    }
    report.waiting = Set(left.keys)
    let waiting = Set(left.values)
    return try unappliedLogs(in: present, of: diary).filter(waiting.contains)
  }

  /// Returns whether segments are applied that were cut with the id of this device, but not by it.
  ///
  /// They may have been applied before, by a synchronization that failed.
  private func hasSegmentsOfClone(_ diary: some SynchronizableDiary) throws -> Bool {
    let own = try Set(diary.ownSegmentIDs)
    // The last one that a clone has cut stays a tip, because no segment of this device follows it.
    return try diary.read { replica in
      try replica.storage.tips.contains { $0.device == replica.device && !own.contains($0) }
    }
  }

  /// Decodes an object in `log/`, and returns its segments that are not applied; `nil` if it cannot be decoded.
  private func segments<Diary: SynchronizableDiary>(
    in object: Data, _ name: String, unappliedBy diary: Diary, report: inout SyncReport
  ) throws -> [Segment]? {
    do {
      let segments = try batch(object, name: name).segments
      return try diary.read { replica in try segments.filter { try !replica.isApplied($0.id) } }
    } catch SyncError.unsupportedVersion {
      report.newer.insert(name)
    } catch is SyncError {
      report.damaged.insert(name)
    }
    return nil
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

extension Error {
  /// Whether this user may not write to the store, and not just a full disk or a connection keeps it from being written.
  fileprivate var isRefusalToWrite: Bool {
    guard case .unwritable(let code, _)? = self as? SyncError else { return false }
    return [EACCES, EPERM, EROFS].contains(code)
  }
}
