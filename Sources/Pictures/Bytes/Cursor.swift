/// Reads a region from beginning to end.
struct Cursor {
  let region: BoundedBytes
  private(set) var offset: Int
  let order: ByteOrder

  init(_ region: BoundedBytes, at offset: Int = 0, _ order: ByteOrder = .big) {
    self.region = region
    self.offset = offset
    self.order = order
  }

  var remaining: Int { region.count - offset }

  /// Skips `count` bytes; throws `.malformed` beyond the region's end.
  mutating func skip(_ count: Int) throws {
    guard count >= 0, count <= remaining else { throw HeaderError.malformed }
    offset += count
  }

  mutating func integer(_ width: Int) throws -> Int {
    let value = try region.integer(at: offset, width: width, order)
    offset += width
    return value
  }

  mutating func fourCC() throws -> FourCC {
    FourCC(bits: try integer(4), order)
  }

  /// Returns the next `count` bytes as a region, or fewer if this region ends before, as in a truncated file.
  mutating func region(_ count: Int) throws -> BoundedBytes {
    let part = try region.region(from: offset, atMost: count)
    offset += part.count
    return part
  }
}
