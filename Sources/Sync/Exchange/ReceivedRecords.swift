/// The records of which changes of other devices were applied, each counted once in a synchronization.
///
/// Records that were counted are not kept, because a first synchronization may have a million of them: they are recognized
/// by their versions and purges. A record counts twice if nothing is left of what was applied first.
package struct ReceivedRecords: Sendable, Equatable {
  /// The numbers of records by their kinds, such as `beer`.
  package private(set) var counts: [String: Int] = [:]

  /// The segments whose changes were counted.
  private var segments: Set<SegmentID> = []

  /// Returns the numbers of records that a segment changes and that were not counted, by their kinds.
  ///
  /// - Parameter replica: The state before the segment is applied.
  func newCounts(of segment: Segment, in replica: Replica<some ReplicaStorage>) throws -> [String: Int] {
    try newCounts(Set(segment.changes.lazy.filter(\.countsForRecord).map(\.record)), replica)
  }

  /// Returns the numbers of records that new segments of a snapshot change and that were not counted, by their kinds.
  ///
  /// - Parameters:
  ///   - new: The segments of the snapshot that are not applied.
  ///   - replica: The state before the snapshot is applied.
  func newCounts(
    of snapshot: Snapshot, new: Set<SegmentID>, in replica: Replica<some ReplicaStorage>
  ) throws -> [String: Int] {
    var records: Set<RecordID> = []
    for (register, versions) in snapshot.versions
    where register.field != Register.photoChange && versions.contains(where: { new.contains($0.segment) }) {
      records.insert(register.record)
    }
    for (record, segments) in snapshot.purges where !segments.isDisjoint(with: new) { records.insert(record) }
    return try newCounts(records, replica)
  }

  private func newCounts(
    _ records: Set<RecordID>, _ replica: Replica<some ReplicaStorage>
  ) throws -> [String: Int] {
    try records.reduce(into: [:]) { counts, record in
      if try !replica.hasChanges(of: record, from: segments) { counts[record.entity, default: 0] += 1 }
    }
  }

  /// Adds numbers of records that segments have changed, after they were applied.
  mutating func add(_ counts: [String: Int], of segments: some Sequence<SegmentID>) {
    self.counts.merge(counts) { $0 + $1 }
    self.segments.formUnion(segments)
  }

  /// Adds what another synchronization has counted.
  package mutating func add(_ other: ReceivedRecords) { add(other.counts, of: other.segments) }
}
