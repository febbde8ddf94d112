import Foundation

/// Writes numbers, texts and bytes one after the other.
struct ByteWriter {
  private(set) var bytes = Data()

  mutating func append(_ byte: UInt8) { bytes.append(byte) }
  mutating func append(_ data: Data) { bytes.append(data) }

  /// 8 bytes, the most significant first.
  mutating func append(fixed value: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// LEB128: 7 bits per byte, the least significant first.
  mutating func append(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(count: Int) { append(UInt64(count)) }

  /// Zigzag, so that small negative numbers are short, too.
  mutating func append(signed value: Int64) {
    append(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// The number of bytes, and the bytes.
  mutating func append(counted data: some Collection<UInt8>) {
    append(count: data.count)
    bytes.append(contentsOf: data)
  }

  mutating func append(_ uuid: UUID) {
    withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ id: SegmentID) {
    append(fixed: id.device.rawValue)
    append(id.sequence)
    append(fixed: id.hash)
  }

  mutating func append(_ ids: some Collection<SegmentID>) {
    append(count: ids.count)
    for id in ids.sorted() { append(id) }
  }

  /// - Throws: ``SyncError/tooLarge``.
  mutating func append(_ value: Value, inList: Bool = false) throws {
    switch value {
    case .null:
      append(0)
    case .integer(let number):
      append(1)
      append(signed: number)
    case .real(let number):
      append(2)
      append(fixed: number.bitPattern)
    case .text(let text):
      guard text.utf8.count <= Limits.value else { throw SyncError.tooLarge }
      append(3)
      append(counted: text.utf8)
    case .blob(let data):
      guard data.count <= Limits.value else { throw SyncError.tooLarge }
      append(4)
      append(counted: data)
    case .list(let values):
      guard !inList, values.count <= Limits.list else { throw SyncError.tooLarge }
      append(5)
      append(count: values.count)
      for value in values { try append(value, inList: true) }
    }
  }

  /// A literal number as one byte, rather than as LEB128.
  private mutating func append(_ tag: Int) { bytes.append(UInt8(truncatingIfNeeded: tag)) }
}

/// What is refused when it is written or read.
enum Limits {
  /// Bytes of an object.
  static let object = 256 << 20

  /// Bytes of a text or a blob.
  static let value = 16 << 20

  /// Values of a list.
  static let list = 65_536

  /// Bytes of the name of an entity or a field.
  static let name = 1_024
}
