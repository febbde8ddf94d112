import Foundation

/// Writes numbers, texts and bytes in the encoding of objects.
struct ByteWriter {
  // Appending single bytes to an array is much faster than to `Data`.
  private var buffer: [UInt8] = []

  var bytes: Data { Data(buffer) }
  var count: Int { buffer.count }

  mutating func append(byte: UInt8) { buffer.append(byte) }
  mutating func append(_ data: Data) { buffer.append(contentsOf: data) }

  /// Appends 8 bytes, the most significant first.
  mutating func append(fixed64 value: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      buffer.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends a number as LEB128: 7 bits per byte, the least significant first.
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    buffer.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(count: Int) { append(varint: UInt64(count)) }

  /// Appends a number as LEB128 in zigzag encoding, so that small negative numbers are short, too.
  mutating func append(signedVarint value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Appends the number of bytes, then the bytes.
  mutating func append(counted data: some Collection<UInt8>) {
    append(count: data.count)
    buffer.append(contentsOf: data)
  }

  mutating func append(_ uuid: UUID) {
    withUnsafeBytes(of: uuid.uuid) { buffer.append(contentsOf: $0) }
  }

  mutating func append(_ id: SegmentID) {
    append(fixed64: id.device.rawValue)
    append(varint: id.sequence)
    append(fixed64: id.nonce)
  }

  mutating func append(_ ids: some Collection<SegmentID>) {
    append(count: ids.count)
    for id in ids.sorted() { append(id) }
  }

  /// - Throws: ``SyncError/tooLarge``.
  mutating func append(_ value: Value, inList: Bool = false) throws {
    switch value {
    case .null:
      append(byte: 0)
    case .integer(let number):
      append(byte: 1)
      append(signedVarint: number)
    case .real(let number):
      append(byte: 2)
      append(fixed64: number.bitPattern)
    case .text(let text):
      guard text.utf8.count <= Limits.value else { throw SyncError.tooLarge }
      append(byte: 3)
      append(counted: text.utf8)
    case .blob(let data):
      guard data.count <= Limits.value else { throw SyncError.tooLarge }
      append(byte: 4)
      append(counted: data)
    case .list(let values):
      guard !inList, values.count <= Limits.list else { throw SyncError.tooLarge }
      append(byte: 5)
      append(count: values.count)
      for value in values { try append(value, inList: true) }
    }
  }
}

/// The maximum sizes that are written and read.
enum Limits {
  /// The bytes of the content of an object.
  static let object = 256 << 20

  /// The bytes of an object in a store, with its padding of at most 12%, which are read.
  static let sealedObject = 2 * object

  /// The bytes of the versions in a snapshot, which need about ten times as much memory.
  static let snapshot = 64 << 20

  /// The bytes of a text or a blob.
  static let value = 16 << 20

  /// The values of a list.
  static let list = 65_536

  /// The bytes of the name of an entity or a field.
  static let name = 1_024
}
