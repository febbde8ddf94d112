/// The byte order of numbers.
enum ByteOrder {
  case big, little
}

/// A part of the source; offsets are relative to it, and every access is checked against its bounds.
struct BoundedBytes {
  let reader: HeaderReader
  /// The offset of the part in the source.
  let start: Int
  let count: Int

  private init(reader: HeaderReader, start: Int, count: Int) {
    self.reader = reader
    self.start = start
    self.count = count
  }

  init(allOf source: any ByteSource) {
    let reader = HeaderReader(source)
    self.init(reader: reader, start: 0, count: reader.count)
  }

  /// Returns the part from `offset` on, with at most `limit` bytes and not beyond the end of this region.
  func region(from offset: Int, atMost limit: Int = .max) throws -> BoundedBytes {
    guard offset >= 0, offset <= count, limit >= 0 else { throw HeaderError.malformed }
    return BoundedBytes(reader: reader, start: start + offset, count: min(limit, count - offset))
  }

  /// Returns the range in the source of a part that is completely within this region.
  func sourceRange(at offset: Int, count length: Int) throws -> Range<Int> {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
      throw HeaderError.malformed
    }
    return start + offset..<start + offset + length
  }

  func bytes(at offset: Int, count length: Int) throws -> [UInt8] {
    let range = try reader.load(sourceRange(at: offset, count: length))
    return Array(reader.page[range])
  }

  /// Returns whether the region has exactly `bytes` at `offset`; `false` if it is too short.
  func has(_ bytes: [UInt8], at offset: Int) throws -> Bool {
    guard offset <= count, bytes.count <= count - offset else { return false }
    return try self.bytes(at: offset, count: bytes.count) == bytes
  }

  /// Returns the unsigned number of `width` bytes (0 to 8) at `offset`; throws `.malformed` if `Int` cannot hold it.
  func integer(at offset: Int, width: Int, _ order: ByteOrder = .big) throws -> Int {
    let range = try reader.load(sourceRange(at: offset, count: width))
    var number: UInt64 = 0
    var index = order == .big ? range.lowerBound : range.upperBound - 1
    let step = order == .big ? 1 : -1
    for _ in 0..<width {
      number = number << 8 | UInt64(reader.page[index])
      index += step
    }
    guard let number = Int(exactly: number) else { throw HeaderError.malformed }
    return number
  }
}
