/// Walks the chunks of a WebP container (RFC 9649, 2; RFC 6386, 9.1 for lossy, RFC 9649, 3 for lossless frames).
enum WebPHeader {
  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    var cursor = Cursor(file, at: 12, .little)
    while cursor.remaining > 0 {
      try file.reader.takeStep()
      let type = try cursor.fourCC()
      let length = try cursor.integer(4)
      let chunk = try cursor.region(length)
      try read(type, chunk, into: &header)
      if type == "EXIF" { return }
      try cursor.skip(length & 1)  // chunks are padded to an even length
    }
  }

  /// Reads a chunk; the canvas of an extended file comes first and overrides the size of frames.
  private static func read(_ type: FourCC, _ chunk: BoundedBytes, into header: inout ImageHeader) throws {
    let isSizeKnown = header.width != nil && header.height != nil
    switch type {
    case "VP8X" where !isSizeKnown: try readCanvas(chunk, into: &header)
    case "VP8 " where !isSizeKnown: try readLossyFrame(chunk, into: &header)
    case "VP8L" where !isSizeKnown: try readLosslessFrame(chunk, into: &header)
    case "EXIF": try readExif(chunk, into: &header)
    default: break
    }
  }

  private static func readCanvas(_ chunk: BoundedBytes, into header: inout ImageHeader) throws {
    let width = try chunk.integer(at: 4, width: 3, .little) + 1
    let height = try chunk.integer(at: 7, width: 3, .little) + 1
    header.setSize(width: width, height: height)
  }

  private static func readLossyFrame(_ chunk: BoundedBytes, into header: inout ImageHeader) throws {
    guard try chunk.has([0x9D, 0x01, 0x2A], at: 3) else { throw HeaderError.malformed }
    // The upper two bits are a scale.
    let width = try chunk.integer(at: 6, width: 2, .little) & 0x3FFF
    let height = try chunk.integer(at: 8, width: 2, .little) & 0x3FFF
    header.setSize(width: width, height: height)
  }

  private static func readLosslessFrame(_ chunk: BoundedBytes, into header: inout ImageHeader) throws {
    guard try chunk.has([0x2F], at: 0) else { throw HeaderError.malformed }
    let bits = try chunk.integer(at: 1, width: 4, .little)
    header.setSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }

  /// Reads the EXIF chunk, in which some programs keep the prefix of a JPEG's EXIF segment.
  private static func readExif(_ chunk: BoundedBytes, into header: inout ImageHeader) throws {
    let isPrefixed = try chunk.has(Array("Exif\0\0".utf8), at: 0)
    try ExifFields(reading: chunk.region(from: isPrefixed ? 6 : 0))?.apply(to: &header)
  }
}
