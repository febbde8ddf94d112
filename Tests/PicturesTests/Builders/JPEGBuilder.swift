/// Builds the markers of a JPEG; there are no pixels after them.
struct JPEGBuilder {
  var segments: [Bytes] = []
  var frame = Self.frame(width: 4032, height: 3024)

  static func segment(_ marker: UInt8, _ payload: Bytes) -> Bytes {
    [0xFF, marker] + big16(payload.count + 2) + payload
  }

  static func frame(_ marker: UInt8 = 0xC0, width: Int, height: Int) -> Bytes {
    segment(marker, [8] + big16(height) + big16(width) + [1, 1, 0x11, 0])
  }

  static func exif(_ exif: ExifBuilder) -> Bytes {
    segment(0xE1, exifPrefix + exif.bytes)
  }

  static let exifPrefix = ascii("Exif") + [0, 0]
  static let jfif = segment(0xE0, ascii("JFIF") + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
  static let quantization = segment(0xDB, Bytes(repeating: 1, count: 65))
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34]

  var bytes: Bytes {
    [0xFF, 0xD8] + concatenated(segments) + Self.quantization + frame + Self.scan + [0xFF, 0xD9]
  }

  /// A small but whole-looking JPEG of another size than the picture's.
  static let thumbnail = JPEGBuilder(frame: frame(width: 160, height: 120)).bytes
}
