import Foundation

/// A device's copy of the diary as registers: merges segments of other devices into it and cuts its own.
///
/// A value replaces those that its writer had applied. What two devices wrote without seeing each other stays side by
/// side as versions of the register; writing the register again ends the conflict everywhere. Replicas that have applied
/// the same segments have the same versions, in whatever order they applied them.
package struct Replica<Storage: ReplicaStorage> {
  /// The device that new segments are of.
  package private(set) var device: DeviceID
  package var storage: Storage

  var rules = Rules.all

  /// Segments that others have announced; used only if a rule is switched off.
  var heard: Context = []

  package init(device: DeviceID, storage: Storage) {
    self.device = device
    self.storage = storage
  }

  /// Continues as another device, because this one was cloned.
  ///
  /// Call it when all segments of the old device were put, as they are signed with its key.
  package mutating func become(_ device: DeviceID) throws {
    guard device != self.device else { return }
    self.device = device
    try storage.setLast(nil)
  }

  // MARK: - Reading

  package func isApplied(_ id: SegmentID) throws -> Bool {
    let known = try storage.applied(id.device, id.sequence)
    return rules.contains(.tellsClonesApart) ? known.contains { $0.id == id } : !known.isEmpty
  }

  /// Returns the segments that must be applied before this one.
  package func missing(for segment: Segment) throws -> Set<SegmentID> {
    guard rules.contains(.waitsForContext) else { return [] }
    let needed = segment.context.union(segment.predecessor.map { [$0] } ?? [])
    return try needed.filter { try !isApplied($0) }
  }

  /// Returns the version of a register to show; `nil` if the register has none.
  package func shown(_ register: Register) throws -> Version? {
    let versions = try storage.versions(of: register)
    return rules.contains(.breaksTiesAlike) ? versions.shown : versions.last
  }

  /// Returns the registers of a record that were written after it was removed, by devices that did not know of it.
  ///
  /// - Parameter removal: The register that says since when the record is in the trash.
  package func editsUnseenByRemoval(_ removal: Register) throws -> [Register] {
    guard let removed = try shown(removal), removed.value != .null else { return [] }
    return try storage.registers(of: removal.record).filter { register in
      try register != removal
        && storage.versions(of: register).contains { edit in
          try edit.segment != removed.segment && !hasSeen(removed.segment, edit.segment)
            && !hasSeen(edit.segment, removed.segment)
        }
    }
  }

  // MARK: - Local changes

  /// Makes a segment of the changes since the last one, and applies it; `nil` if there are none.
  ///
  /// A purge counts as made before all other changes, which may bring the record back.
  ///
  /// - Parameter now: The device's clock, in milliseconds since 1970.
  /// - Throws: ``SyncError/tooLarge``, and errors of the storage.
  @discardableResult
  package mutating func cut(_ local: [LocalChange], now: Int64) throws -> Segment? {
    var purged: Set<RecordID> = []
    var written: [RecordID: [String: Value]] = [:]
    var order: [Register] = []
    for change in local {
      switch change {
      case .purge(let record):
        purged.insert(record)
        written[record] = nil
      case .set(let register, let value):
        if written[register.record, default: [:]].updateValue(value, forKey: register.field) == nil {
          order.append(register)
        }
      }
    }
    var changes: [Change] = []
    for change in local {
      if case .purge(let record) = change, purged.remove(record) != nil { changes.append(.purge(record)) }
    }
    for register in order {
      guard let value = written[register.record]?.removeValue(forKey: register.field) else { continue }
      // Later than what it replaces, so that an edit on a device whose clock is slow is shown.
      let newest = try storage.versions(of: register).lazy.map(\.stamp).max() ?? .min
      changes.append(.set(register, value, stamp: max(now, newest == .max ? .max : newest + 1)))
    }
    return try cut(changes, context: nil, original: nil)
  }

  /// - Parameter context: What the segment had seen; everything applied if `nil`.
  private mutating func cut(_ changes: [Change], context: Context?, original: SegmentID?) throws -> Segment? {
    guard !changes.isEmpty || original != nil else { return nil }
    var seen = try context ?? storage.tips
    if context == nil, !rules.contains(.claimsOnlyWhatIsApplied) { seen.formUnion(heard) }
    let segment = try Segment(
      after: storage.last, by: device, context: seen, original: original, changes: changes)
    try merge(segment)
    try storage.setLast(segment.id)
    return segment
  }

  // MARK: - Foreign changes

  /// Applies a segment whose context is applied, after cutting the local changes; does nothing if it is applied.
  ///
  /// - Returns: The device's own segments that come of it, which are to be sent: the local changes, and registers that a
  ///   purge in the segment removed from a record that the device, or another one, has changed since.
  @discardableResult
  package mutating func apply(_ segment: Segment, after local: [LocalChange], now: Int64) throws -> [Segment]
  {
    var own: [Segment] = []
    if rules.contains(.cutsBeforeApplying), let cut = try cut(local, now: now) { own.append(cut) }
    if try !isApplied(segment.id) {
      let purged = try merge(segment)
      if let again = try writeAgain(purged) { own.append(again) }
    }
    if !rules.contains(.cutsBeforeApplying), let cut = try cut(local, now: now) { own.append(cut) }
    return own
  }

  /// Repeats the changes of a segment whose predecessors are gone, with what is left of its context.
  ///
  /// Does nothing but cut the local changes if the segment is applied, or was repeated already.
  ///
  /// - Returns: The device's own segments that come of it, which are to be sent.
  @discardableResult
  package mutating func repeatOrphan(_ segment: Segment, after local: [LocalChange], now: Int64) throws
    -> [Segment]
  {
    var own: [Segment] = []
    if let cut = try cut(local, now: now) { own.append(cut) }
    guard try !isApplied(segment.id), try !storage.isRepeated(segment.id) else { return own }
    let context = try segment.context.filter { try isApplied($0) }
    if let again = try cut(segment.changes, context: context, original: segment.id) { own.append(again) }
    return own
  }

  /// Applies a segment without looking at its context.
  ///
  /// - Returns: The versions that purges removed.
  @discardableResult
  private mutating func merge(_ segment: Segment) throws -> [Register: [Version]] {
    try insert([AppliedSegment(id: segment.id, previous: segment.previous, context: segment.context)])
    if let original = segment.original { try storage.insertRepeated(original) }
    var purged: [Register: [Version]] = [:]
    for change in segment.changes {
      switch change {
      case .purge(let record):
        try purge(record, by: segment.id, into: &purged)
      case .set(let register, let value, let stamp):
        try add(Version(value: value, stamp: stamp, segment: segment.id), to: register)
      }
    }
    return purged
  }

  private mutating func insert(_ segments: [AppliedSegment]) throws {
    for segment in segments { try storage.insert(segment) }
    let candidates = try storage.tips.union(segments.map(\.id))
    try storage.setTips(
      candidates.filter { tip in
        try !storage.applied(tip.device, tip.sequence + 1).contains { $0.previous == tip.hash }
      })
  }

  private mutating func add(_ version: Version, to register: Register) throws {
    for purge in try storage.purges(of: register.record) where try hasSeen(purge, version.segment) { return }
    let versions = try storage.versions(of: register)
    for other in versions {
      if try other.segment == version.segment || hasSeen(other.segment, version.segment) { return }
    }
    guard rules.contains(.replacesOnlyWhatWasSeen) else {
      return try storage.setVersions([(versions + [version]).shown ?? version], of: register)
    }
    try storage.setVersions(
      versions.filter { try !hasSeen(version.segment, $0.segment) } + [version], of: register)
  }

  private mutating func purge(
    _ record: RecordID, by segment: SegmentID, into purged: inout [Register: [Version]]
  )
    throws
  {
    guard try !storage.purges(of: record).contains(segment) else { return }
    try storage.insertPurge(of: record, in: segment)
    for register in try storage.registers(of: record) {
      let versions = try storage.versions(of: register)
      let left = try versions.filter {
        try rules.contains(.purgesOnlyWhatWasSeen) && !hasSeen(segment, $0.segment)
      }
      guard left.count < versions.count else { continue }
      purged[register, default: []] += versions.filter { !left.contains($0) }
      try storage.setVersions(left, of: register)
    }
  }

  /// Writes purged registers again if their record has versions that the purge had not seen: a record is always whole.
  private mutating func writeAgain(_ purged: [Register: [Version]]) throws -> Segment? {
    guard rules.contains(.writesPurgedRecordsAgain) else { return nil }
    var changes: [Change] = []
    for (register, versions) in purged {
      guard try storage.versions(of: register).isEmpty, try !storage.registers(of: register.record).isEmpty,
        let shown = versions.shown
      else { continue }
      changes.append(.set(register, shown.value, stamp: shown.stamp))
    }
    return try cut(changes.sorted { $0.sortKey < $1.sortKey }, context: nil, original: nil)
  }

  // MARK: - Snapshots

  /// Returns the whole state.
  ///
  /// Cut the local changes first.
  package func snapshot() throws -> Snapshot {
    let versions = try storage.allVersions()
    let purges = try storage.allPurges()
    let referenced = Set(versions.values.joined().map(\.segment)).union(purges.values.joined())
    let segments = try storage.allApplied().map {
      AppliedSegment(
        id: $0.id, previous: $0.previous, context: referenced.contains($0.id) ? $0.context : nil)
    }
    return Snapshot(
      segments: segments, repeated: try storage.allRepeated(), versions: versions, purges: purges)
  }

  /// Applies a whole state, after cutting the local changes; does nothing if everything in it is applied.
  ///
  /// - Returns: The device's own segments that come of it, as ``apply(_:after:now:)`` does.
  @discardableResult
  package mutating func apply(_ snapshot: Snapshot, after local: [LocalChange], now: Int64) throws
    -> [Segment]
  {
    var own: [Segment] = []
    if let cut = try cut(local, now: now) { own.append(cut) }
    let new = try snapshot.segments.filter { try !isApplied($0.id) }
    guard !new.isEmpty else { return own }
    try insert(new)
    for id in snapshot.repeated where try !storage.isRepeated(id) { try storage.insertRepeated(id) }
    var purged: [Register: [Version]] = [:]
    for (record, segments) in snapshot.purges {
      for segment in segments { try purge(record, by: segment, into: &purged) }
    }
    if rules.contains(.snapshotsReplaceWhatTheySaw) {
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
    if let again = try writeAgain(purged) { own.append(again) }
    return own
  }

  // MARK: - Order

  /// Whether the writer of a segment had applied another one; both must be applied here.
  func hasSeen(_ segment: SegmentID, _ other: SegmentID) throws -> Bool {
    let entry = try storage.applied(segment.device, segment.sequence).first { $0.id == segment }
    return try entry?.context.map { try contains($0, other) } ?? false
  }

  /// Whether a context includes an applied segment: it is an entry, or comes before one of its device.
  func contains(_ context: Context, _ id: SegmentID) throws -> Bool {
    for tip in context where tip.device == id.device && tip.sequence >= id.sequence {
      if tip == id { return true }
      guard tip.sequence > id.sequence else { continue }
      // Without clones there is one segment of each number.
      if try storage.applied(id.device, id.sequence).count == 1 { return true }
      if try isBefore(id, tip) { return true }
    }
    return false
  }

  /// Follows the predecessors of a segment down to the number of another one.
  private func isBefore(_ id: SegmentID, _ tip: SegmentID) throws -> Bool {
    var current = tip
    while current.sequence > id.sequence {
      guard
        let entry = try storage.applied(current.device, current.sequence).first(where: { $0.id == current })
      else { return false }
      current = SegmentID(device: current.device, sequence: current.sequence - 1, hash: entry.previous)
    }
    return current == id
  }
}

extension Change {
  /// Orders changes of different registers.
  fileprivate var sortKey: (String, String, String) {
    switch self {
    case .purge(let record): (record.entity, record.uuid.uuidString, "")
    case .set(let register, _, _):
      (register.record.entity, register.record.uuid.uuidString, register.field)
    }
  }
}
