/// Walks a JPEG's marker segments up to the first scan (ITU-T T.81, annex B; EXIF 2.32, 4.7).
///
/// The thumbnail inside the EXIF segment has segments of its own, which are skipped.
enum JPEGHeader {
  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    var cursor = Cursor(file, at: 2)
    var exif: ExifFields?
    while let marker = try nextMarker(&cursor) {
      if marker.endsHeader { return }
      if marker.standsAlone { continue }
      let segment = try payload(&cursor)
      if marker.isFrame, header.width == nil, header.height == nil {
        try readFrame(segment, into: &header)
      } else if marker == .application1, exif == nil {
        exif = try readExif(segment, into: &header)
      }
    }
  }

  /// Returns the next marker, after fill bytes and stray bytes; `nil` at the end.
  private static func nextMarker(_ cursor: inout Cursor) throws -> Marker? {
    while cursor.remaining > 1 {
      try cursor.region.reader.takeStep()
      guard try cursor.integer(1) == 0xFF else { continue }
      var code = 0xFF
      while code == 0xFF { code = try cursor.integer(1) }
      if code != 0 { return Marker(code: code) }
    }
    return nil
  }

  private static func payload(_ cursor: inout Cursor) throws -> BoundedBytes {
    let length = try cursor.integer(2)
    guard length >= 2 else { throw HeaderError.malformed }
    return try cursor.region(length - 2)
  }

  private static func readFrame(_ segment: BoundedBytes, into header: inout ImageHeader) throws {
    let height = try segment.integer(at: 1, width: 2)
    let width = try segment.integer(at: 3, width: 2)
    header.setSize(width: width, height: height)
  }

  private static func readExif(_ segment: BoundedBytes, into header: inout ImageHeader) throws -> ExifFields?
  {
    // The sixth byte of the prefix is not checked: not every program sets it to zero.
    guard segment.count >= 6, try segment.has(Array("Exif\0".utf8), at: 0) else { return nil }
    let fields = try ExifFields(reading: segment.region(from: 6))
    fields?.apply(to: &header)
    return fields
  }
}

/// The second byte of a JPEG marker.
private struct Marker: Equatable {
  static let application1 = Marker(code: 0xE1)

  let code: Int

  /// Whether no header follows: end of image, start of scan.
  var endsHeader: Bool { code == 0xD9 || code == 0xDA }

  /// Whether it has no length: restart markers, start of image and TEM.
  var standsAlone: Bool { (0xD0...0xD8).contains(code) || code == 0x01 }

  /// SOF0 to SOF15 without the tables DHT, JPG and DAC that share their range.
  var isFrame: Bool { (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code) }
}
