import Sync

/// The state of a replica in memory.
struct MemoryStorage: ReplicaStorage {
  private(set) var lastOwnSegment: SegmentID?
  private(set) var tips: Context = []
  private var segments: [DeviceID: [UInt64: [AppliedSegment]]] = [:]
  private var repeated: Set<SegmentID> = []
  private var versions: [RecordID: [String: [Version]]] = [:]
  private var purges: [RecordID: Set<SegmentID>] = [:]
  private(set) var partlyPurged: Set<RecordID> = []

  init() {}

  mutating func setLastOwnSegment(_ id: SegmentID?) { lastOwnSegment = id }
  mutating func setTips(_ tips: Context) { self.tips = tips }

  func appliedSegments(of device: DeviceID, sequence: UInt64) -> [AppliedSegment] {
    segments[device]?[sequence] ?? []
  }

  func allAppliedSegments() -> [AppliedSegment] {
    segments.values.flatMap { $0.values.flatMap { $0 } }
  }

  mutating func insert(_ segment: AppliedSegment) {
    segments[segment.id.device, default: [:]][segment.id.sequence, default: []].append(segment)
  }

  func isRepeated(_ id: SegmentID) -> Bool { repeated.contains(id) }
  func allRepeated() -> Set<SegmentID> { repeated }
  mutating func insertRepeated(_ id: SegmentID) { repeated.insert(id) }

  func versions(of register: Register) -> [Version] {
    versions[register.record]?[register.field] ?? []
  }

  func registers(of record: RecordID) -> [Register] {
    versions[record].map { $0.keys.sorted().map { Register(record, $0) } } ?? []
  }

  func allVersions() -> [Register: [Version]] {
    versions.reduce(into: [:]) { all, fields in
      for (field, versions) in fields.value { all[Register(fields.key, field)] = versions }
    }
  }

  /// Tests set it.
  var size = 0

  mutating func setVersions(_ versions: [Version], of register: Register) {
    self.versions[register.record, default: [:]][register.field] = versions.isEmpty ? nil : versions
    if self.versions[register.record]?.isEmpty == true { self.versions[register.record] = nil }
  }

  func purges(of record: RecordID) -> Set<SegmentID> { purges[record] ?? [] }
  func allPurges() -> [RecordID: Set<SegmentID>] { purges }

  mutating func insertPurge(of record: RecordID, in segment: SegmentID) {
    purges[record, default: []].insert(segment)
  }

  mutating func setPartlyPurged(_ records: Set<RecordID>) { partlyPurged = records }
}
