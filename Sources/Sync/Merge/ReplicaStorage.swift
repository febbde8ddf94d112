/// What a replica knows of a segment that it has applied.
package struct AppliedSegment: Hashable, Sendable {
  /// The id of the segment.
  package let id: SegmentID

  /// The nonce of the segment before it; 0 for the first of its device.
  package let previous: UInt64

  /// What its writer had applied; `nil` if it is no longer needed, because no version and no purge of the segment is
  /// left.
  package let context: Context?

  /// Creates the record of an applied segment.
  ///
  /// - Parameters:
  ///   - id: The id of the segment.
  ///   - previous: The nonce of the segment before it; 0 for the first of its device.
  ///   - context: What its writer had applied; `nil` if it is no longer needed.
  package init(id: SegmentID, previous: UInt64, context: Context?) {
    self.id = id
    self.previous = previous
    self.context = context
  }
}

/// Stores the state of a ``Replica``, such as in tables of the diary.
///
/// Call each mutating function of `Replica` in a transaction of its storage. The functions throw the errors of the
/// database or the file that the state is in.
package protocol ReplicaStorage {
  /// The last segment that the device has cut; `nil` if there is none.
  var lastOwnSegment: SegmentID? { get throws }

  /// Sets the last segment that the device has cut; `nil` before the first one.
  mutating func setLastOwnSegment(_ id: SegmentID?) throws

  /// The last applied segment of each device.
  var tips: Context { get throws }

  /// Sets the last applied segment of each device.
  mutating func setTips(_ tips: Context) throws

  /// Returns the applied segments of a device with a sequence number: several only after it was cloned or restored.
  func appliedSegments(of device: DeviceID, sequence: UInt64) throws -> [AppliedSegment]

  /// Returns all applied segments.
  func allAppliedSegments() throws -> [AppliedSegment]

  /// Inserts a segment that is not applied yet.
  mutating func insert(_ segment: AppliedSegment) throws

  /// Returns whether another segment repeats a segment whose predecessors are lost.
  func isRepeated(_ id: SegmentID) throws -> Bool

  /// Returns all segments that other segments repeat.
  func allRepeated() throws -> Set<SegmentID>

  /// Records that another segment repeats a segment; does nothing if that is recorded already.
  mutating func insertRepeated(_ id: SegmentID) throws

  /// Returns the versions of a register in no particular order.
  func versions(of register: Register) throws -> [Version]

  /// Returns the registers of a record that have versions.
  func registers(of record: RecordID) throws -> [Register]

  /// Returns the versions of all registers that have any.
  func allVersions() throws -> [Register: [Version]]

  /// The approximate size of all versions in bytes.
  var size: Int { get throws }

  /// Replaces the versions of a register; an empty array removes the register.
  mutating func setVersions(_ versions: [Version], of register: Register) throws

  /// Returns whether a record has no versions and no purges.
  func isUnknown(_ record: RecordID) throws -> Bool

  /// Sets the only version of each of some registers of a record that is unknown, which an applied segment has written.
  mutating func insert(_ values: [FieldValue], of record: RecordID, by segment: SegmentID) throws

  /// Returns the segments that purged a record.
  func purges(of record: RecordID) throws -> Set<SegmentID>

  /// Returns the segments that purged records, by the records.
  func allPurges() throws -> [RecordID: Set<SegmentID>]

  /// Records that a segment purged a record; does nothing if that is recorded already.
  mutating func insertPurge(of record: RecordID, in segment: SegmentID) throws

  /// The records that still have versions which a purge has seen, until ``Replica/reissuePurged(after:now:)``.
  var partlyPurged: Set<RecordID> { get throws }

  /// Sets the records that still have versions which a purge has seen.
  mutating func setPartlyPurged(_ records: Set<RecordID>) throws
}

extension ReplicaStorage {
  /// Returns whether a record has no versions and no purges, which is read from its registers.
  package func isUnknown(_ record: RecordID) throws -> Bool {
    try registers(of: record).isEmpty && purges(of: record).isEmpty
  }

  /// Sets the only version of each of some registers of an unknown record, one register after the other.
  package mutating func insert(_ values: [FieldValue], of record: RecordID, by segment: SegmentID) throws {
    for value in values {
      let version = Version(value: value.value, stamp: value.stamp, segment: segment)
      try setVersions([version], of: Register(record, value.field))
    }
  }
}
