package import Foundation

// The encoding of what a ReplicaStorage stores as bytes, in the notation for `log/`: a value; a list of ids; or the
// registers of a record, each of which is
//
//     text      name of the field
//     byte      1 if these two follow; otherwise they are those of the register before
//     number    id that the storage gives the segment
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

/// The only version of a register, with the id that the storage gives its segment.
package struct StoredVersion: Hashable, Sendable {
  /// The value, which is `.null` if the field was cleared.
  package let value: Value

  /// When it was written, in milliseconds since 1970; see ``Version/stamp``.
  package let stamp: Int64

  /// The id that the storage gives the segment that wrote it, such as that of a row.
  package let segment: Int64

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - stamp: When it was written, in milliseconds since 1970.
  ///   - segment: The id that the storage gives the segment.
  package init(value: Value, stamp: Int64, segment: Int64) {
    self.value = value
    self.stamp = stamp
    self.segment = segment
  }
}

/// The registers of a record that have a single version, in the order of their fields.
package struct StoredRegisters: Hashable, Sendable {
  /// The registers, each once, in the order of their fields.
  package private(set) var entries: [Entry]

  /// A register with its only version.
  package struct Entry: Hashable, Sendable {
    /// The name of the field.
    package let field: String

    /// The version of the register.
    package var version: StoredVersion

    /// Creates a register with its only version.
    package init(field: String, version: StoredVersion) {
      self.field = field
      self.version = version
    }
  }

  /// Creates the registers of a record.
  ///
  /// - Parameter entries: The registers in any order, each once.
  package init(_ entries: [Entry] = []) {
    self.entries = entries.sorted { $0.field < $1.field }
  }

  /// Whether the record has no such registers.
  package var isEmpty: Bool { entries.isEmpty }

  /// The version of a field; `nil` if it has none.
  package subscript(field: String) -> StoredVersion? {
    get {
      let index = index(of: field)
      return index < entries.count && entries[index].field == field ? entries[index].version : nil
    }
    set {
      let index = index(of: field)
      let isKnown = index < entries.count && entries[index].field == field
      switch (newValue, isKnown) {
      case (let version?, true): entries[index].version = version
      case (let version?, false): entries.insert(Entry(field: field, version: version), at: index)
      case (nil, true): entries.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Returns the index of the first entry whose field is not before a field.
  private func index(of field: String) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].field < field { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension StoredRegisters {
  /// Returns the registers as bytes.
  ///
  /// - Throws: ``SyncError/tooLarge``.
  package func encoded() throws -> Data {
    var writer = ByteWriter()
    var last: StoredVersion?
    for entry in entries {
      let version = entry.version
      writer.append(counted: entry.field.utf8)
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
    var entries: [Entry] = []
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
      if let last = entries.last, field <= last.field { throw reader.error(.outOfRange) }
      let version = StoredVersion(value: try reader.value(), stamp: stamp, segment: segment)
      entries.append(Entry(field: field, version: version))
    }
    self.entries = entries
  }
}
