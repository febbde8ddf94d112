/// A causal context: the segments that a device had applied, given by the last one of each device, as in a version
/// vector.
///
/// A device that was cloned, or restored from a backup, can have several entries.
package typealias Context = Set<SegmentID>

/// A change of a record on this device that is not in a segment yet.
package enum LocalChange: Hashable, Sendable {
  /// Fields were written.
  case set(RecordID, [LocalValue])

  /// The record was permanently deleted.
  case purge(RecordID)

  /// Creates the change of a single field.
  ///
  /// - Parameter time: When the user wrote it, in milliseconds since 1970; `nil` if that is not known.
  package static func set(_ register: Register, _ value: Value, time: Int64? = nil) -> LocalChange {
    .set(register.record, [LocalValue(field: register.field, value: value, time: time)])
  }

  /// The record that was changed.
  package var record: RecordID {
    switch self {
    case .set(let record, _), .purge(let record): record
    }
  }

  /// The values that cannot be sent, because they or the names of their fields exceed the limits of the format.
  package var tooLargeValues: [LocalValue] {
    guard case .set(_, let values) = self else { return [] }
    return values.filter(\.isTooLarge)
  }
}

/// A field that was written on this device.
package struct LocalValue: Hashable, Sendable {
  /// The name of the field.
  package let field: String

  /// The value that was written; `.null` if the field was cleared.
  package let value: Value

  /// When the user wrote it, in milliseconds since 1970; `nil` if that is not known.
  package let time: Int64?

  /// Creates the value of a field.
  ///
  /// - Parameter time: When the user wrote it, in milliseconds since 1970; `nil` if that is not known.
  package init(field: String, value: Value, time: Int64? = nil) {
    self.field = field
    self.value = value
    self.time = time
  }

  /// Whether it exceeds the limits of the format, so that it cannot be sent.
  var isTooLarge: Bool { field.utf8.count > Limits.name || value.isTooLarge }
}

/// A change of a record in a segment.
package enum Change: Hashable, Sendable {
  /// Replaces the versions of some registers of a record that the writer had applied.
  case set(RecordID, [FieldValue])

  /// Removes those versions of all registers of a record that the writer had applied.
  case purge(RecordID)

  /// Creates the change of a single register.
  ///
  /// - Parameter stamp: When it was written, in milliseconds since 1970.
  package static func set(_ register: Register, _ value: Value, stamp: Int64) -> Change {
    .set(register.record, [FieldValue(field: register.field, value: value, stamp: stamp)])
  }

  /// The record that is changed.
  package var record: RecordID {
    switch self {
    case .set(let record, _), .purge(let record): record
    }
  }

  /// Whether the change only marks a beer whose photos have changed.
  fileprivate var onlyMarksPhotoChange: Bool {
    guard case .set(_, let values) = self else { return false }
    return values.allSatisfy { $0.field == Register.photoChange }
  }
}

/// The value of a field in a segment.
package struct FieldValue: Hashable, Sendable {
  /// The name of the field.
  package let field: String

  /// The value of the field; `.null` if it is cleared.
  package let value: Value

  /// When it was written; see ``Version/stamp``.
  package let stamp: Int64

  init(field: String, value: Value, stamp: Int64) {
    self.field = field
    self.value = value
    self.stamp = stamp
  }
}

/// The fields that are written of some records, in the order in which the records were added.
struct ChangedRecords {
  private(set) var records: [(id: RecordID, values: [FieldValue])] = []
  private var indices: [RecordID: Int] = [:]

  /// A change for each record with values.
  var changes: [Change] { records.compactMap { $0.values.isEmpty ? nil : .set($0.id, $0.values) } }

  /// Returns the index of a record, which is added if it is not there.
  mutating func index(of record: RecordID) -> Int {
    if let index = indices[record] { return index }
    indices[record] = records.count
    records.append((record, []))
    return records.count - 1
  }

  mutating func append(_ value: FieldValue, at index: Int) { records[index].values.append(value) }
}

/// The changes of one device between two synchronizations: the immutable unit that devices exchange.
package struct Segment: Hashable, Sendable {
  /// The id of the segment.
  package let id: SegmentID

  /// The nonce of the device's segment before this one; 0 for the first.
  package let previous: UInt64

  /// What the device had applied when it cut the segment, without the segment itself.
  package let context: Context

  /// The segment whose changes this one repeats, because its predecessors are lost; `nil` if it is not a repetition.
  package let original: SegmentID?

  /// Purges come first, then the records whose fields are set, once each.
  package let changes: [Change]

  init(id: SegmentID, previous: UInt64, context: Context, original: SegmentID?, changes: [Change]) {
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
      case .set(let record, _): if purged.contains(record) { created.insert(record) }
      }
    }
    return created
  }

  /// The numbers of records that the segment changes, by entity, such as `beer`.
  ///
  /// A beer that is only marked because of its photos does not count; the photos count themselves.
  package var changeCounts: [String: Int] {
    Set(changes.lazy.filter { !$0.onlyMarksPhotoChange }.map(\.record)).countsByEntity
  }

  /// The device's segment before this one; `nil` for the first.
  var predecessor: SegmentID? {
    id.sequence > 1 ? SegmentID(device: id.device, sequence: id.sequence - 1, nonce: previous) : nil
  }
}
