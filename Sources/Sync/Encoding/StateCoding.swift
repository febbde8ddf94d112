package import Foundation

// The encoding of what a ReplicaStorage stores as bytes, in the notation for `log/`: a value; a list of ids; or the
// registers of a record, each of which is
//
//     text      name of the field
//     byte      1 if these two follow; otherwise they are those of the register before
//     number    number of the segment
//     signed    time
//     value

extension Value {
  /// Returns the value as it is encoded in an object in `log/`.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func encoded() throws -> Data {
    var writer = ByteWriter()
    try writer.append(self)
    return writer.bytes
  }

  /// Decodes a value.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``.
  package init(decoding bytes: Data) throws {
    var reader = ByteReader(bytes)
    self = try reader.value()
    try reader.end()
  }
}

extension Set<SegmentID> {
  /// Returns the number of ids, then the ids in ascending order.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.append(self)
    return writer.bytes
  }

  /// Decodes ids.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``.
  package init(decoding bytes: Data) throws {
    var reader = ByteReader(bytes)
    self = try reader.segmentIDs()
    try reader.end()
  }
}

/// The only version of a register, with the number that the storage gives its segment.
package struct StoredVersion: Hashable, Sendable {
  package let value: Value
  package let stamp: Int64
  package let segment: Int64

  package init(value: Value, stamp: Int64, segment: Int64) {
    self.value = value
    self.stamp = stamp
    self.segment = segment
  }
}

extension [String: StoredVersion] {
  /// Returns the registers of a record, by their fields, as bytes, in the order of the fields.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func encoded() throws -> Data {
    var writer = ByteWriter()
    var last: StoredVersion?
    for (field, version) in sorted(by: { $0.key < $1.key }) {
      writer.append(counted: field.utf8)
      let isSame = last?.segment == version.segment && last?.stamp == version.stamp
      writer.append(byte: isSame ? 0 : 1)
      if !isSame {
        writer.append(varint: UInt64(bitPattern: version.segment))
        writer.append(signedVarint: version.stamp)
      }
      try writer.append(version.value)
      last = version
    }
    return writer.bytes
  }

  /// Decodes the registers of a record.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``.
  package init(decoding bytes: Data) throws {
    self = [:]
    var reader = ByteReader(bytes)
    var segment: Int64 = 0
    var stamp: Int64 = 0
    while !reader.isAtEnd {
      let field = try reader.text(limit: Limits.name)
      switch try reader.byte() {
      case 0: break
      case 1:
        segment = Int64(bitPattern: try reader.varint())
        stamp = try reader.signedVarint()
      default: throw reader.error(.unknownTag)
      }
      self[field] = StoredVersion(value: try reader.value(), stamp: stamp, segment: segment)
    }
  }
}
