/// Which segments a device had applied, as the last one of each device.
///
/// A device has more than one entry if it was cloned, or restored from a backup.
package typealias Context = Set<SegmentID>

/// What a device changed.
package enum LocalChange: Hashable, Sendable {
  case set(Register, Value)

  /// The record was removed from the trash for good.
  case purge(RecordID)
}

/// A change in a segment.
package enum Change: Hashable, Sendable {
  /// Replaces the versions that its writer had applied.
  case set(Register, Value, stamp: Int64)

  /// Removes those versions of all the record's registers that its writer had applied.
  case purge(RecordID)

  package var record: RecordID {
    switch self {
    case .set(let register, _, _): register.record
    case .purge(let record): record
    }
  }
}

/// What one device changed between two of its syncs: immutable, and the unit that devices exchange.
package struct Segment: Hashable, Sendable {
  package let id: SegmentID

  /// The hash of the device's segment before this one; 0 for the first.
  package let previous: UInt64

  /// What the device had applied when it cut the segment, other than the segment itself.
  package let context: Context

  /// The segment whose changes this one repeats, because its predecessors are gone; `nil` if it is not a repetition.
  package let original: SegmentID?

  /// Purges come first; each register occurs once.
  package let changes: [Change]

  package init(id: SegmentID, previous: UInt64, context: Context, original: SegmentID?, changes: [Change]) {
    self.id = id
    self.previous = previous
    self.context = context
    self.original = original
    self.changes = changes
  }

  /// Creates a segment, and its hash from everything else.
  init(
    after last: SegmentID?, by device: DeviceID, context: Context, original: SegmentID? = nil,
    changes: [Change]
  )
    throws
  {
    let draft = Segment(
      id: SegmentID(device: device, sequence: (last?.sequence ?? 0) + 1, hash: 0), previous: last?.hash ?? 0,
      context: context, original: original, changes: changes)
    let hash = try draft.contentHash()
    self.init(
      id: SegmentID(device: device, sequence: draft.id.sequence, hash: hash), previous: draft.previous,
      context: context, original: original, changes: changes)
  }

  /// The device's segment before this one; `nil` for the first.
  var predecessor: SegmentID? {
    id.sequence > 1 ? SegmentID(device: id.device, sequence: id.sequence - 1, hash: previous) : nil
  }
}
