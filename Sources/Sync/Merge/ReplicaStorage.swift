/// What a replica knows of a segment that it has applied.
package struct AppliedSegment: Hashable, Sendable {
  package let id: SegmentID

  /// The hash of the segment before it; 0 for the first of its device.
  package let previous: UInt64

  /// What its writer had applied; `nil` if no version and no purge of it is left, so that nobody will ask.
  package let context: Context?
}

/// Where a ``Replica`` keeps its state: in memory, or in tables of the diary.
///
/// Each function of `Replica` that changes the state belongs in one transaction.
package protocol ReplicaStorage {
  /// The device's own last segment; `nil` if it has cut none.
  var last: SegmentID? { get throws }
  mutating func setLast(_ id: SegmentID?) throws

  /// The last applied segment of each device.
  var tips: Context { get throws }
  mutating func setTips(_ tips: Context) throws

  /// Returns the applied segments of a device with a sequence number: more than one only after cloning or restoring.
  func applied(_ device: DeviceID, _ sequence: UInt64) throws -> [AppliedSegment]
  func allApplied() throws -> [AppliedSegment]
  mutating func insert(_ segment: AppliedSegment) throws

  /// The segments that were repeated by others because their predecessors are gone.
  func isRepeated(_ id: SegmentID) throws -> Bool
  func allRepeated() throws -> Set<SegmentID>
  mutating func insertRepeated(_ id: SegmentID) throws

  func versions(of register: Register) throws -> [Version]
  func registers(of record: Record) throws -> [Register]
  func allVersions() throws -> [Register: [Version]]

  /// Replaces the versions of a register; none removes the register.
  mutating func setVersions(_ versions: [Version], of register: Register) throws

  /// The segments that removed the record for good.
  func purges(of record: Record) throws -> Set<SegmentID>
  func allPurges() throws -> [Record: Set<SegmentID>]
  mutating func insertPurge(of record: Record, in segment: SegmentID) throws
}

/// The state of a replica in memory.
package struct MemoryStorage: ReplicaStorage {
  package private(set) var last: SegmentID?
  package private(set) var tips: Context = []
  private var segments: [DeviceID: [UInt64: [AppliedSegment]]] = [:]
  private var repeated: Set<SegmentID> = []
  private var versions: [Record: [String: [Version]]] = [:]
  private var purges: [Record: Set<SegmentID>] = [:]

  package init() {}

  package mutating func setLast(_ id: SegmentID?) { last = id }
  package mutating func setTips(_ tips: Context) { self.tips = tips }

  package func applied(_ device: DeviceID, _ sequence: UInt64) -> [AppliedSegment] {
    segments[device]?[sequence] ?? []
  }

  package func allApplied() -> [AppliedSegment] {
    segments.values.flatMap { $0.values.flatMap { $0 } }
  }

  package mutating func insert(_ segment: AppliedSegment) {
    segments[segment.id.device, default: [:]][segment.id.sequence, default: []].append(segment)
  }

  package func isRepeated(_ id: SegmentID) -> Bool { repeated.contains(id) }
  package func allRepeated() -> Set<SegmentID> { repeated }
  package mutating func insertRepeated(_ id: SegmentID) { repeated.insert(id) }

  package func versions(of register: Register) -> [Version] {
    versions[register.record]?[register.field] ?? []
  }

  package func registers(of record: Record) -> [Register] {
    versions[record].map { $0.keys.sorted().map { Register(record, $0) } } ?? []
  }

  package func allVersions() -> [Register: [Version]] {
    versions.reduce(into: [:]) { all, fields in
      for (field, versions) in fields.value { all[Register(fields.key, field)] = versions }
    }
  }

  package mutating func setVersions(_ versions: [Version], of register: Register) {
    self.versions[register.record, default: [:]][register.field] = versions.isEmpty ? nil : versions
    if self.versions[register.record]?.isEmpty == true { self.versions[register.record] = nil }
  }

  package func purges(of record: Record) -> Set<SegmentID> { purges[record] ?? [] }
  package func allPurges() -> [Record: Set<SegmentID>] { purges }

  package mutating func insertPurge(of record: Record, in segment: SegmentID) {
    purges[record, default: []].insert(segment)
  }
}
