package import Foundation

// Version 1 of the content of an object in `log/`. Numbers are LEB128, signed ones in zigzag encoding; devices, nonces
// and reals have 8 bytes, the most significant first; UUIDs have 16 bytes. Lists and texts begin with their length.
//
//     byte      version, 1
//     the rest  may be compressed; see CompressedContent
//     8 bytes   device
//     number    sequence of the first segment
//     8 bytes   nonce of the segment before it, or 0
//     texts     names of entities and fields
//     uuids     of records
//     segments  8 bytes   nonce
//               ids       what the context lacks of the previous one
//               ids       what the context has in addition; an id is a device, a sequence and a nonce
//               byte      1 if an id follows: the segment whose changes this one repeats
//               signed    time of the first change
//               changes   byte     0 to set, 1 to purge
//                         numbers  indices of the entity and the UUID
//                         to set   index of the field, signed time since the previous change, value
//     value     byte 0 null, 1 signed integer, 2 real, 3 text, 4 bytes, 5 list of values
//
// The previous context is empty for the first segment. For the others it is that of the segment before, with that
// segment in place of its predecessor.

extension SegmentBatch {
  static let version: UInt8 = 1

  /// Returns the batch as the content of an object in `log/`.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func encoded() throws -> Data {
    Data([Self.version]) + (try CompressedContent.encode(content()))
  }

  /// Returns what follows the version, before it is compressed.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  fileprivate func content() throws -> Data {
    var names = IndexTable<String>()
    var uuids = IndexTable<UUID>()
    for segment in segments {
      for change in segment.changes {
        names.insert(change.record.entity)
        uuids.insert(change.record.uuid)
        if case .set(_, let values) = change { for value in values { names.insert(value.field) } }
      }
    }
    guard names.elements.allSatisfy({ $0.utf8.count <= Limits.name }) else { throw SyncError.tooLarge }

    var writer = ByteWriter()
    writer.append(fixed64: first.id.device.rawValue)
    writer.append(varint: first.id.sequence)
    writer.append(fixed64: first.previous)
    writer.append(count: names.elements.count)
    for name in names.elements { writer.append(counted: name.utf8) }
    writer.append(count: uuids.elements.count)
    for uuid in uuids.elements { writer.append(uuid) }
    writer.append(count: segments.count)
    var base: Context = []
    for segment in segments {
      writer.append(fixed64: segment.id.nonce)
      writer.append(base.subtracting(segment.context))
      writer.append(segment.context.subtracting(base))
      writer.append(byte: segment.original == nil ? 0 : 1)
      if let original = segment.original { writer.append(original) }
      try writer.append(segment.changes, names: names, uuids: uuids)
      base = segment.contextAfter
    }
    guard writer.count <= Limits.object else { throw SyncError.tooLarge }
    return writer.bytes
  }

  /// Decodes the content of an object in `log/`.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``, ``SyncError/unsupportedVersion(_:)``.
  package init(decoding bytes: Data) throws {
    guard let version = bytes.first else { throw SyncError.malformed(.truncated, at: 0) }
    guard version == Self.version else { throw SyncError.unsupportedVersion(Int(version)) }
    var reader = ByteReader(try CompressedContent.decode(bytes.dropFirst()))
    let device = DeviceID(try reader.fixed64())
    var sequence = try reader.sequence()
    var previous = try reader.fixed64()
    let names = try reader.array(minElementSize: 1) { try $0.text(limit: Limits.name) }
    let uuids = try reader.array(minElementSize: 16) { try $0.uuid() }
    var base: Context = []
    var segments: [Segment] = []
    for _ in 0..<(try reader.count(minElementSize: 13)) {
      let id = SegmentID(device: device, sequence: sequence, nonce: try reader.fixed64())
      let removed = try reader.segmentIDs()
      let context = base.subtracting(removed).union(try reader.segmentIDs())
      let isRepetition = try reader.byte()
      guard isRepetition <= 1 else { throw reader.error(.unknownTag) }
      let original = isRepetition == 1 ? try reader.segmentID() : nil
      // A segment that depends on itself would never be applied.
      guard
        !context.contains(where: { $0.device == device && $0.sequence == sequence && $0.nonce == id.nonce })
      else { throw reader.error(.outOfRange) }
      let segment = Segment(
        id: id, previous: previous, context: context, original: original,
        changes: try reader.changes(names: names, uuids: uuids))
      segments.append(segment)
      base = segment.contextAfter
      previous = id.nonce
      sequence += 1
    }
    try reader.end()
    guard let batch = SegmentBatch(segments) else { throw reader.error(.truncated) }
    self = batch
  }
}

extension Segment {
  /// The context of the next segment if the device applies nothing else.
  fileprivate var contextAfter: Context {
    var after = context
    if let predecessor { after.remove(predecessor) }
    after.insert(id)
    return after
  }
}

/// A table of elements that are written once, and then referred to by their indices.
struct IndexTable<Element: Hashable> {
  private(set) var elements: [Element] = []
  private var indices: [Element: Int] = [:]

  mutating func insert(_ element: Element) {
    guard indices[element] == nil else { return }
    indices[element] = elements.count
    elements.append(element)
  }

  /// Returns the index of an element that was inserted.
  func index(of element: Element) -> Int { indices[element] ?? 0 }
}

extension ByteWriter {
  /// - Throws: ``SyncError/tooLarge``.
  fileprivate mutating func append(_ changes: [Change], names: IndexTable<String>, uuids: IndexTable<UUID>)
    throws
  {
    var time = changes.lazy.compactMap(\.firstStamp).first ?? 0
    append(signedVarint: time)
    append(count: changes.reduce(0) { $0 + $1.encodedCount })
    for change in changes {
      let (entity, uuid) = (names.index(of: change.record.entity), uuids.index(of: change.record.uuid))
      switch change {
      case .purge:
        append(byte: 1)
        append(count: entity)
        append(count: uuid)
      case .set(_, let values):
        for value in values {
          append(byte: 0)
          append(count: entity)
          append(count: uuid)
          append(count: names.index(of: value.field))
          append(signedVarint: value.stamp &- time)
          time = value.stamp
          try append(value.value)
        }
      }
    }
  }
}

extension Change {
  /// The time of the first field; `nil` if none is written.
  fileprivate var firstStamp: Int64? {
    if case .set(_, let values) = self { values.first?.stamp } else { nil }
  }

  /// The number of changes in the encoding, which has one for each field.
  fileprivate var encodedCount: Int {
    if case .set(_, let values) = self { values.count } else { 1 }
  }
}

extension ByteReader {
  fileprivate mutating func changes(names: [String], uuids: [UUID]) throws -> [Change] {
    var time = try signedVarint()
    var purges: [Change] = []
    var purged: Set<RecordID> = []
    var written = ChangedRecords()
    var last: (record: RecordID, index: Int)?
    /// The fields of the last record that were read.
    var fields: Set<String> = []
    for _ in 0..<(try count(minElementSize: 3)) {
      let tag = try byte()
      let record = RecordID(entity: try element(of: names), uuid: try element(of: uuids))
      switch tag {
      case 0:
        let index: Int
        if let last, last.record == record {
          index = last.index
        } else {
          index = written.index(of: record)
          fields = Set(written.records[index].values.lazy.map(\.field))
          last = (record, index)
        }
        let field = try element(of: names)
        guard fields.insert(field).inserted else { throw error(.outOfRange) }
        time &+= try signedVarint()
        written.append(FieldValue(field: field, value: try value(), stamp: time), at: index)
      case 1:
        guard last == nil, purged.insert(record).inserted else { throw error(.outOfRange) }
        purges.append(.purge(record))
      default:
        throw error(.unknownTag)
      }
    }
    return purges + written.changes
  }
}
