/// A box of an ISO base media file (ISO 14496-12, 4.2).
struct Box {
  let type: FourCC
  /// The bytes after the header, up to the end of the enclosing box or the file.
  let body: BoundedBytes
  /// Whether the body has fewer bytes than the header says.
  let isCut: Bool
}

/// Iterates over the boxes in a region, but not over the boxes in them.
struct BoxWalker {
  private var cursor: Cursor

  init(_ region: BoundedBytes, at offset: Int = 0) {
    cursor = Cursor(region, at: offset)
  }

  mutating func next() throws -> Box? {
    guard cursor.remaining >= 8 else { return nil }
    try cursor.region.reader.takeStep()
    let compactSize = try cursor.integer(4)
    let type = try cursor.fourCC()
    let size = try bodySize(compactSize)
    let body = try cursor.region(size)
    return Box(type: type, body: body, isCut: body.count < size)
  }

  mutating func first(_ type: FourCC) throws -> Box? {
    while let box = try next() {
      if box.type == type { return box }
    }
    return nil
  }

  /// Returns the size of the body: 1 means that a 64-bit number follows, 0 means up to the end.
  private mutating func bodySize(_ compactSize: Int) throws -> Int {
    let size: Int
    switch compactSize {
    case 0: return cursor.remaining
    case 1: size = try cursor.integer(8) - 16
    default: size = compactSize - 8
    }
    guard size >= 0 else { throw HeaderError.malformed }
    return size
  }
}
