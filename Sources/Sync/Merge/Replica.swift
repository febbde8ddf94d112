import Foundation

/// A device's copy of the diary as multi-value registers, which applies segments of other devices and cuts its own.
///
/// A value replaces the versions that its writer had applied. Values that devices wrote concurrently are kept side by
/// side as versions of the register, until one of the devices writes it again. Replicas that have applied the same
/// segments have the same versions, in whatever order they applied them.
///
/// The functions throw the errors of the storage.
package struct Replica<Storage: ReplicaStorage> {
  /// The device whose segments this replica cuts.
  package private(set) var device: DeviceID

  /// The state: what is applied, and the versions of all registers.
  package var storage: Storage

  var rules = Rules.all

  /// The segments that a listing of the store names, applied or not; used only if a rule is switched off.
  var listed: Context = []

  /// The source of the nonces of segments.
  private let random: RandomSource

  /// Creates a replica with the state in a storage.
  ///
  /// - Parameters:
  ///   - device: The device whose segments it cuts.
  ///   - storage: The state.
  ///   - random: The source of the nonces of segments.
  package init(device: DeviceID, storage: Storage, random: RandomSource = .system) {
    self.device = device
    self.storage = storage
    self.random = random
  }

  /// Continues as a new device, because the present one was cloned.
  ///
  /// Call it after all segments of the present device have been put, because they are signed with its key.
  package mutating func changeDevice(to device: DeviceID) throws {
    guard device != self.device else { return }
    self.device = device
    try storage.setLastOwnSegment(nil)
  }

  // MARK: - Reading

  func isApplied(_ id: SegmentID) throws -> Bool {
    let known = try storage.appliedSegments(of: id.device, sequence: id.sequence)
    return rules.contains(.distinguishesClones) ? known.contains { $0.id == id } : !known.isEmpty
  }

  /// Returns the segments that have to be applied before a segment can be.
  func missingDependencies(of segment: Segment) throws -> Set<SegmentID> {
    guard rules.contains(.waitsForContext) else { return [] }
    let needed = segment.context.union(segment.predecessor.map { [$0] } ?? [])
    return try needed.filter { try !isApplied($0) }
  }

  /// Returns the version of a register to show; `nil` if the register has none.
  func winner(of register: Register) throws -> Version? {
    let versions = try storage.versions(of: register)
    return rules.contains(.breaksTiesDeterministically) ? versions.winner : versions.last
  }

  /// Returns the versions that were written concurrently with the removal of their record, by their registers.
  ///
  /// If several devices have removed it, these are the versions that are concurrent with each removal. What is in the
  /// same segment as a removal is not, so a record that was in the trash of each device when they began to synchronize
  /// has no such versions.
  ///
  /// - Parameter removal: The register that says when the record was moved to the trash.
  package func editsConcurrent(withRemoval removal: Register) throws -> [Register: [Version]] {
    guard let winner = try winner(of: removal), winner.value != .null else { return [:] }
    let removals = try storage.versions(of: removal).filter { $0.value != .null }.map(\.segment)
    var edits: [Register: [Version]] = [:]
    for register in try storage.registers(of: removal.record) where register != removal {
      let versions = try storage.versions(of: register).filter { edit in
        try removals.allSatisfy { try areConcurrent(edit.segment, $0) }
      }
      if !versions.isEmpty { edits[register] = versions }
    }
    return edits
  }

  // MARK: - Local changes

  /// Cuts a segment: makes one of the local changes since the last segment, and applies it.
  ///
  /// Purges come first in it, so that later changes can create the record again. Changes that are too large to send are
  /// left out.
  ///
  /// - Parameter now: The device's clock, in milliseconds since 1970.
  /// - Returns: The segment; `nil` if there are no changes.
  @discardableResult
  package mutating func cut(_ local: [LocalChange], now: Int64) throws -> Segment? {
    var purged: Set<RecordID> = []
    var purges: [Change] = []
    var written = ChangedRecords()
    // From the last to the first, because a change replaces earlier ones.
    for change in local.reversed() {
      switch change {
      case .purge(let record):
        if purged.insert(record).inserted { purges.append(.purge(record)) }
      case .set(let record, let values) where !purged.contains(record):
        let index = written.index(of: record)
        let later = Set(written.records[index].values.lazy.map(\.field))
        let new = values.filter { !$0.isTooLarge && !later.contains($0.field) }
        for value in try stamped(new, of: record, now: now) { written.append(value, at: index) }
      case .set: break
      }
    }
    let changes = purges.reversed() + written.changes.reversed()
    return try cut(changes, context: nil, original: nil)?.segment
  }

  /// Returns the values of a record with the times at which they were written.
  private func stamped(_ values: [LocalValue], of record: RecordID, now: Int64) throws -> [FieldValue] {
    let isUnknown = try storage.isUnknown(record)
    return try values.map {
      let newest =
        isUnknown
        ? nil : try storage.versions(of: Register(record, $0.field)).lazy.map(\.stamp).max()
      return FieldValue(
        field: $0.field, value: $0.value, stamp: Self.stamp(of: $0.time, now: now, replacing: newest))
    }
  }

  /// Returns when a value was written: later than what it replaces, so that an edit on a device with a slow clock wins.
  ///
  /// - Parameters:
  ///   - time: When the user wrote it, as far as it is known. A time before that of the replaced value is wrong, as after
  ///     an undo, which sets the time of the last change back.
  ///   - now: The device's clock.
  ///   - newest: The newest of the versions that it replaces; `nil` if there are none.
  private static func stamp(of time: Int64?, now: Int64, replacing newest: Int64?) -> Int64 {
    let time = min(time ?? now, now)
    guard let newest, time <= newest else { return time }
    return max(now, newest == .max ? .max : newest + 1)
  }

  /// Cuts a segment of prepared changes.
  ///
  /// - Parameters:
  ///   - context: The context of the segment; `nil` for everything that is applied.
  ///   - original: The segment whose changes are repeated; `nil` for new changes.
  /// - Returns: The segment, and the versions that its purges removed from records that are not gone; `nil` if there
  ///   are no changes.
  mutating func cut(_ changes: [Change], context: Context?, original: SegmentID?) throws
    -> (segment: Segment, purged: [Register: [Version]])?
  {
    guard !changes.isEmpty || original != nil else { return nil }
    var seen = try context ?? storage.tips
    if context == nil, !rules.contains(.contextHasOnlyAppliedSegments) { seen.formUnion(listed) }
    let segment = Segment(
      after: try storage.lastOwnSegment, by: device, context: seen, original: original, changes: changes,
      random: random)
    let purged = try merge(segment)
    try storage.setLastOwnSegment(segment.id)
    return (segment, purged)
  }

  // MARK: - Foreign changes

  /// Cuts the local changes, then applies a segment whose context is applied, unless it is applied already.
  ///
  /// Call ``reissuePurged(after:now:)`` when everything in the store is applied.
  ///
  /// - Returns: The device's new segments with the local changes, which have to be sent.
  @discardableResult
  package mutating func apply(_ segment: Segment, after local: [LocalChange], now: Int64) throws -> [Segment]
  {
    var own: [Segment] = []
    if rules.contains(.cutsBeforeApplying), let cut = try cut(local, now: now) { own.append(cut) }
    if try !isApplied(segment.id) { try keepUntilReissue(merge(segment)) }
    if !rules.contains(.cutsBeforeApplying), let cut = try cut(local, now: now) { own.append(cut) }
    return own
  }

  /// Repeats the changes of a segment whose predecessors are lost, with those parts of its context that are applied.
  ///
  /// Only cuts the local changes if the segment is applied, or was repeated already.
  ///
  /// - Returns: The device's new segments, which have to be sent.
  @discardableResult
  mutating func repeatOrphan(_ segment: Segment, after local: [LocalChange], now: Int64) throws
    -> [Segment]
  {
    var own: [Segment] = []
    if let cut = try cut(local, now: now) { own.append(cut) }
    guard try !isApplied(segment.id), try !storage.isRepeated(segment.id) else { return own }
    let context = try segment.context.filter { try isApplied($0) }
    if let again = try cut(segment.changes, context: context, original: segment.id) {
      own.append(again.segment)
      // With less context, a purge removes less, and may leave a part of a record.
      try keepUntilReissue(again.purged)
    }
    return own
  }

  /// Applies a segment without checking its context.
  ///
  /// - Returns: The versions that purges removed from records that are not gone.
  private mutating func merge(_ segment: Segment) throws -> [Register: [Version]] {
    try insert([AppliedSegment(id: segment.id, previous: segment.previous, context: segment.context)])
    if let original = segment.original { try storage.insertRepeated(original) }
    var purged: [Register: [Version]] = [:]
    let created = segment.recordsCreatedAgain
    // Photos last, because they are gone only if their beers are.
    for isPhoto in [false, true] {
      for case .purge(let record) in segment.changes where (record.entity == RecordID.photo) == isPhoto {
        let removed = try purge(record, by: segment.id)
        // Nearly all records are gone, as after the trash was emptied; to keep what they had would need much memory.
        if try created.contains(record) || !isGone(record, purged: removed) {
          purged.merge(removed) { $0 + $1 }
        }
      }
    }
    for case .set(let record, let values) in segment.changes {
      if try storage.isUnknown(record) {
        // Nothing can be replaced, so the versions of the record need not be looked at one by one.
        try storage.insert(values, of: record, by: segment.id)
        continue
      }
      for value in values {
        let version = Version(value: value.value, stamp: value.stamp, segment: segment.id)
        try add(version, to: Register(record, value.field))
      }
    }
    return purged
  }

  private mutating func insert(_ segments: [AppliedSegment]) throws {
    for segment in segments { try storage.insert(segment) }
    let candidates = try storage.tips.union(segments.map(\.id))
    try storage.setTips(
      candidates.filter { tip in
        try !storage.appliedSegments(of: tip.device, sequence: tip.sequence + 1).contains {
          $0.previous == tip.nonce
        }
      })
  }

  private mutating func add(_ version: Version, to register: Register) throws {
    for purge in try storage.purges(of: register.record) {
      if try isSeen(version.segment, by: purge) { return }
    }
    let versions = try storage.versions(of: register)
    for other in versions {
      if try other.segment == version.segment || isSeen(version.segment, by: other.segment) { return }
    }
    guard rules.contains(.replacesOnlySeenVersions) else {
      return try storage.setVersions([(versions + [version]).winner ?? version], of: register)
    }
    try storage.setVersions(
      versions.filter { try !isSeen($0.segment, by: version.segment) } + [version], of: register)
  }

  /// Removes the versions of a record that its purge had seen, and returns them.
  private mutating func purge(_ record: RecordID, by segment: SegmentID) throws -> [Register: [Version]] {
    guard try !storage.purges(of: record).contains(segment) else { return [:] }
    try storage.insertPurge(of: record, in: segment)
    return try removeVersions(of: record, seenBy: [segment])
  }

  /// Removes the versions of a record that any of the purges had seen, and returns them by register.
  mutating func removeVersions(of record: RecordID, seenBy purges: Set<SegmentID>) throws
    -> [Register: [Version]]
  {
    var purged: [Register: [Version]] = [:]
    for register in try storage.registers(of: record) {
      let versions = try storage.versions(of: register)
      let left = try versions.filter { version in
        try rules.contains(.purgesOnlySeenVersions)
          && !purges.contains { try isSeen(version.segment, by: $0) }
      }
      guard left.count < versions.count else { continue }
      purged[register] = versions.filter { !left.contains($0) }
      try storage.setVersions(left, of: register)
    }
    return purged
  }

  // MARK: - Snapshots

  /// Returns the whole state, without local changes that have not been cut.
  func snapshot() throws -> Snapshot {
    let versions = try storage.allVersions()
    let purges = try storage.allPurges()
    let referenced = Set(versions.values.joined().map(\.segment)).union(purges.values.joined())
    let segments = try storage.allAppliedSegments().map {
      AppliedSegment(
        id: $0.id, previous: $0.previous, context: referenced.contains($0.id) ? $0.context : nil)
    }
    return Snapshot(
      segments: segments, repeated: try storage.allRepeated(), versions: versions, purges: purges)
  }

  /// Cuts the local changes, then applies a snapshot, unless all segments in it are applied already.
  ///
  /// Call ``reissuePurged(after:now:)`` when everything in the store is applied.
  ///
  /// - Returns: The device's new segments with the local changes, which have to be sent.
  @discardableResult
  package mutating func apply(_ snapshot: Snapshot, after local: [LocalChange], now: Int64) throws
    -> [Segment]
  {
    var own: [Segment] = []
    if let cut = try cut(local, now: now) { own.append(cut) }
    let new = try snapshot.segments.filter { try !isApplied($0.id) }
    guard !new.isEmpty else { return own }
    // Otherwise, kept versions would be taken for replaced ones: the snapshot lacks them because they were purged.
    var purged = try takeVersionsToReissue()
    try insert(new)
    for id in snapshot.repeated where try !storage.isRepeated(id) { try storage.insertRepeated(id) }
    for (record, segments) in snapshot.purges {
      for segment in segments { try purged.merge(purge(record, by: segment)) { $0 + $1 } }
    }
    if rules.contains(.snapshotsReplaceSeenVersions) {
      let seen = Set(snapshot.segments.map(\.id))
      for (register, versions) in try storage.allVersions() {
        let theirs = Set(snapshot.versions[register]?.map(\.segment) ?? [])
        let left = versions.filter { !seen.contains($0.segment) || theirs.contains($0.segment) }
        if left.count < versions.count { try storage.setVersions(left, of: register) }
      }
    }
    let newIDs = Set(new.map(\.id))
    for (register, versions) in snapshot.versions {
      for version in versions where newIDs.contains(version.segment) { try add(version, to: register) }
    }
    try keepUntilReissue(purged)
    return own
  }

  // MARK: - Causality

  /// Returns whether a segment is in the causal past of another one; both must be applied here.
  package func isSeen(_ other: SegmentID, by segment: SegmentID) throws -> Bool {
    try context(of: segment).map { try contains($0, other) } ?? false
  }

  /// Returns the context of an applied segment; `nil` if it is not applied, or its context is no longer needed.
  func context(of segment: SegmentID) throws -> Context? {
    try storage.appliedSegments(of: segment.device, sequence: segment.sequence).first { $0.id == segment }?
      .context
  }

  /// Returns whether two applied segments are different, and neither is in the causal past of the other.
  package func areConcurrent(_ one: SegmentID, _ other: SegmentID) throws -> Bool {
    try one != other && !isSeen(one, by: other) && !isSeen(other, by: one)
  }

  /// Returns whether a context includes an applied segment: as an entry, or as a predecessor of one.
  func contains(_ context: Context, _ id: SegmentID) throws -> Bool {
    for tip in context where tip.device == id.device && tip.sequence >= id.sequence {
      if tip == id { return true }
      guard tip.sequence > id.sequence else { continue }
      // Unless the device was cloned, only one segment has a sequence number.
      if try storage.appliedSegments(of: id.device, sequence: id.sequence).count == 1 { return true }
      if try isBefore(id, tip) { return true }
    }
    return false
  }

  /// Returns whether a segment is a predecessor of another one.
  private func isBefore(_ id: SegmentID, _ tip: SegmentID) throws -> Bool {
    var current = tip
    while current.sequence > id.sequence {
      guard
        let entry = try storage.appliedSegments(of: current.device, sequence: current.sequence).first(where: {
          $0.id == current
        })
      else { return false }
      current = SegmentID(device: current.device, sequence: current.sequence - 1, nonce: entry.previous)
    }
    return current == id
  }
}
