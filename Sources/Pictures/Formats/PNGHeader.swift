/// Walks a PNG's chunks for the size and the EXIF chunk, which can be anywhere (PNG third edition, 11.2 and 11.3).
enum PNGHeader {
  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    var cursor = Cursor(file, at: 8)
    while cursor.remaining > 0 {
      try file.reader.takeStep()
      let length = try cursor.integer(4)
      let type = try cursor.fourCC()
      let chunk = try cursor.region(length)
      if type == "IEND" { return }
      if type == "IHDR", header.width == nil, header.height == nil {
        header.setSize(width: try chunk.integer(at: 0, width: 4), height: try chunk.integer(at: 4, width: 4))
      } else if type == "eXIf" {
        try ExifFields(reading: chunk)?.apply(to: &header)
        return
      }
      try cursor.skip(4)  // the checksum
    }
  }
}
