package import Foundation

// Version 1 of the content of an object in `snap/`, in the notation for `log/`:
//
//     byte      version, 1
//     the rest  may be compressed; see CompressedContent
//     texts     names of entities and fields
//     segments  id, 8 bytes with the nonce of the previous one or 0, byte 1 if its context follows, as ids
//     ids       segments that others repeat
//     records   index of the entity, 16 bytes of the UUID,
//               indices of the segments that purged it,
//               fields: index of the name, versions: index of the segment, signed time, value

extension Snapshot {
  static let version: UInt8 = 1

  /// Returns the snapshot as the content of an object in `snap/`; equal states have equal bytes.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func encoded() throws -> Data {
    var names = IndexTable<String>()
    var fields: [RecordID: [(String, [Version])]] = [:]
    for (register, versions) in versions {
      fields[register.record, default: []].append((register.field, versions))
    }
    let records = Set(fields.keys).union(purges.keys).sorted {
      ($0.entity, $0.uuid.uuidString) < ($1.entity, $1.uuid.uuidString)
    }
    for record in records { names.insert(record.entity) }
    for name in Set(versions.keys.map(\.field)).sorted() { names.insert(name) }
    guard names.elements.allSatisfy({ $0.utf8.count <= Limits.name }) else { throw SyncError.tooLarge }
    var ids = IndexTable<SegmentID>()
    let segments = segments.sorted { $0.id < $1.id }
    for segment in segments { ids.insert(segment.id) }

    var writer = ByteWriter()
    writer.append(count: names.elements.count)
    for name in names.elements { writer.append(counted: name.utf8) }
    writer.append(count: segments.count)
    for segment in segments {
      writer.append(segment.id)
      writer.append(fixed64: segment.previous)
      writer.append(byte: segment.context == nil ? 0 : 1)
      if let context = segment.context { writer.append(context) }
    }
    writer.append(repeated)
    writer.append(count: records.count)
    for record in records {
      writer.append(count: names.index(of: record.entity))
      writer.append(record.uuid)
      let purges = (purges[record] ?? []).sorted()
      writer.append(count: purges.count)
      for purge in purges { writer.append(count: ids.index(of: purge)) }
      let fields = (fields[record] ?? []).sorted { $0.0 < $1.0 }
      writer.append(count: fields.count)
      for (field, versions) in fields {
        writer.append(count: names.index(of: field))
        writer.append(count: versions.count)
        for version in versions.sorted(by: { $0.segment < $1.segment }) {
          writer.append(count: ids.index(of: version.segment))
          writer.append(signedVarint: version.stamp)
          try writer.append(version.value)
        }
      }
    }
    guard writer.count <= Limits.object else { throw SyncError.tooLarge }
    return Data([Self.version]) + (try CompressedContent.encode(writer.bytes))
  }

  /// Decodes the content of an object in `snap/`.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``, ``SyncError/unsupportedVersion(_:)``.
  package init(decoding bytes: Data) throws {
    guard let version = bytes.first else { throw SyncError.malformed(.truncated, at: 0) }
    guard version == Self.version else { throw SyncError.unsupportedVersion(Int(version)) }
    var reader = ByteReader(try CompressedContent.decode(bytes.dropFirst()))
    let names = try reader.array(minElementSize: 1) { try $0.text(limit: Limits.name) }
    let segments = try reader.array(minElementSize: 26) { reader in
      let id = try reader.segmentID()
      let previous = try reader.fixed64()
      let hasContext = try reader.byte()
      guard hasContext <= 1 else { throw reader.error(.unknownTag) }
      return AppliedSegment(
        id: id, previous: previous, context: hasContext == 1 ? try reader.segmentIDs() : nil)
    }
    let ids = segments.map(\.id)
    guard Set(ids).count == ids.count else { throw reader.error(.outOfRange) }
    let repeated = try reader.segmentIDs()
    var versions: [Register: [Version]] = [:]
    var purges: [RecordID: Set<SegmentID>] = [:]
    for _ in 0..<(try reader.count(minElementSize: 19)) {
      let record = RecordID(entity: try reader.element(of: names), uuid: try reader.uuid())
      let purged = try reader.array(minElementSize: 1) { try $0.element(of: ids) }
      if !purged.isEmpty { purges[record] = Set(purged) }
      for _ in 0..<(try reader.count(minElementSize: 2)) {
        let register = Register(record, try reader.element(of: names))
        versions[register] = try reader.array(minElementSize: 3) { reader in
          let segment = try reader.element(of: ids)
          let stamp = try reader.signedVarint()
          return Version(value: try reader.value(), stamp: stamp, segment: segment)
        }
      }
    }
    try reader.end()
    self.init(segments: segments, repeated: repeated, versions: versions, purges: purges)
  }
}
