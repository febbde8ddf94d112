/// A causal context: the segments that a device had applied, given by the last one of each device, as in a version
/// vector.
///
/// A device that was cloned, or restored from a backup, can have several entries.
package typealias Context = Set<SegmentID>

/// A change on this device that is not in a segment yet.
package enum LocalChange: Hashable, Sendable {
  /// A value, and when the user wrote it, in milliseconds since 1970; `nil` if that is not known.
  case set(Register, Value, time: Int64? = nil)

  /// The record was permanently deleted.
  case purge(RecordID)

  package var record: RecordID {
    switch self {
    case .set(let register, _, _): register.record
    case .purge(let record): record
    }
  }

  /// Whether it exceeds the limits of the format, so that it cannot be sent.
  package var isTooLarge: Bool {
    if case .set(let register, let value, _) = self {
      register.field.utf8.count > Limits.name || value.isTooLarge
    } else {
      false
    }
  }
}

extension LocalChange: CustomStringConvertible {
  /// The kind of record, its UUID and the field, such as `beer 6F1D3C0A-0000-4000-8000-000000000001 notes`.
  package var description: String {
    let record = "\(record.entity) \(record.uuid)"
    if case .set(let register, _, _) = self { return record + " " + register.field.prefix(100) }
    return record
  }
}

/// A change in a segment.
package enum Change: Hashable, Sendable {
  /// Replaces the versions of a register that the writer had applied.
  case set(Register, Value, stamp: Int64)

  /// Removes those versions of all registers of a record that the writer had applied.
  case purge(RecordID)

  package var record: RecordID {
    switch self {
    case .set(let register, _, _): register.record
    case .purge(let record): record
    }
  }
}

/// The changes of one device between two synchronizations: the immutable unit that devices exchange.
package struct Segment: Hashable, Sendable {
  package let id: SegmentID

  /// The nonce of the device's segment before this one; 0 for the first.
  package let previous: UInt64

  /// What the device had applied when it cut the segment, without the segment itself.
  package let context: Context

  /// The segment whose changes this one repeats, because its predecessors are lost; `nil` if it is not a repetition.
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

  /// Creates the segment that follows another one, with a new nonce.
  ///
  /// - Parameters:
  ///   - last: The device's segment before this one; `nil` for the first.
  ///   - device: The device that cuts the segment.
  ///   - context: What the device had applied.
  ///   - original: The segment whose changes this one repeats; `nil` if it is not a repetition.
  ///   - changes: The changes, purges first.
  ///   - random: The source of the nonce.
  init(
    after last: SegmentID?, by device: DeviceID, context: Context, original: SegmentID? = nil,
    changes: [Change], random: RandomSource = .system
  ) {
    self.init(
      id: SegmentID(device: device, sequence: (last?.sequence ?? 0) + 1, nonce: random.next()),
      previous: last?.nonce ?? 0, context: context, original: original, changes: changes)
  }

  /// The records that the segment purges, and then sets registers of.
  var recordsCreatedAgain: Set<RecordID> {
    var purged: Set<RecordID> = []
    var created: Set<RecordID> = []
    for change in changes {
      switch change {
      case .purge(let record): purged.insert(record)
      case .set(let register, _, _):
        if purged.contains(register.record) { created.insert(register.record) }
      }
    }
    return created
  }

  /// The device's segment before this one; `nil` for the first.
  var predecessor: SegmentID? {
    id.sequence > 1 ? SegmentID(device: id.device, sequence: id.sequence - 1, nonce: previous) : nil
  }
}
