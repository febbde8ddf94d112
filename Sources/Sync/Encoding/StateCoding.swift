package import Foundation

// The encoding of what a ReplicaStorage stores as bytes: a value or a list of ids, in the notation for `log/`.

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
