/// What a replica knows of a segment that it has applied.
package struct AppliedSegment: Hashable, Sendable {
  package let id: SegmentID

  /// The hash of the segment before it; 0 for the first of its device.
  package let previous: UInt64

  /// What its writer had applied; `nil` if no version and no purge of it is left, so that nobody will ask.
  package let context: Context?

  package init(id: SegmentID, previous: UInt64, context: Context?) {
    self.id = id
    self.previous = previous
    self.context = context
  }
}

/// Where a ``Replica`` keeps its state, such as tables of the diary.
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
  func registers(of record: RecordID) throws -> [Register]
  func allVersions() throws -> [Register: [Version]]

  /// Replaces the versions of a register; none removes the register.
  mutating func setVersions(_ versions: [Version], of register: Register) throws

  /// The segments that removed the record for good.
  func purges(of record: RecordID) throws -> Set<SegmentID>
  func allPurges() throws -> [RecordID: Set<SegmentID>]
  mutating func insertPurge(of record: RecordID, in segment: SegmentID) throws
}
