package import Foundation

// What a ReplicaStorage keeps as bytes, in the notation of objects in `log/`: a value, and a list of ids.

extension Value {
  /// The value as it is in an object in `log/`.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func encoded() throws -> Data {
    var writer = ByteWriter()
    try writer.append(self)
    return writer.bytes
  }

  /// Reads a value.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``.
  package init(decoding bytes: Data) throws {
    var reader = ByteReader(bytes)
    self = try reader.value()
    try reader.end()
  }
}

extension Set<SegmentID> {
  /// The ids in ascending order, with their number.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.append(self)
    return writer.bytes
  }

  /// Reads ids.
  ///
  /// - Throws: ``SyncError/malformed(_:at:)``.
  package init(decoding bytes: Data) throws {
    var reader = ByteReader(bytes)
    self = try reader.segmentIDs()
    try reader.end()
  }
}
