import Sync

/// The records and segments that a transaction has used, for ``ReplicaTables``.
final class RecordCache {
  /// What a replica knows of a record.
  struct Record {
    /// The registers with a single version, by their fields.
    var versions = StoredRegisters()

    /// The fields of the registers with several versions, which are in `sync_version`.
    var conflicts: Set<String> = []

    /// The segments that purged the record.
    var purges: Set<SegmentID> = []
  }

  var records: [RecordID: Record] = [:]

  /// The records that differ from their rows.
  private var changed: Set<RecordID> = []

  /// Whether `sync_version` has rows; `nil` if that is not known.
  var hasConflicts: Bool?

  /// Whether `sync_purge` has rows; `nil` if that is not known.
  var hasPurges: Bool?

  /// A device and the sequence number of its segment; several segments have it if the device was cloned.
  struct SegmentKey: Hashable {
    let device: DeviceID
    let sequence: UInt64
  }

  /// Applied segments by their devices and sequence numbers.
  var applied: [SegmentKey: [AppliedSegment]] = [:]

  /// The rows of applied segments.
  var rowIDs: [SegmentID: Int64] = [:]

  /// The applied segments by the ids of their rows.
  var segments: [Int64: SegmentID] = [:]

  /// Whether records have to be removed before others are added, to limit the memory.
  var isFull: Bool { records.count >= 4_096 }

  /// Sets the only version of a register; `nil` if it has none, or several.
  func set(_ version: StoredVersion?, _ field: String, of record: RecordID) {
    if version == nil, records[record]?.versions[field] == nil { return }
    records[record, default: Record()].versions[field] = version
    changed.insert(record)
  }

  /// Sets all registers of a record, which have one version each.
  func set(_ versions: StoredRegisters, of record: RecordID) {
    records[record, default: Record()].versions = versions
    changed.insert(record)
  }

  /// Returns the changed records, and marks them as unchanged.
  func takeChanged() -> Set<RecordID> {
    defer { changed = [] }
    return changed
  }
}
