/// Builds PNG files of a header, a scrap of data and further chunks.
struct PNGBuilder {
  static let signature: Bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var width = 800
  var height = 600
  var chunksBeforeData: [Bytes] = []
  var chunksAfterData: [Bytes] = []

  /// A chunk with zeros for its checksum, which the reader does not look at.
  static func chunk(_ type: String, _ payload: Bytes) -> Bytes {
    big32(payload.count) + ascii(type) + payload + [0, 0, 0, 0]
  }

  var bytes: Bytes {
    Self.signature + Self.chunk("IHDR", big32(width) + big32(height) + [8, 2, 0, 0, 0])
      + concatenated(chunksBeforeData) + Self.chunk("IDAT", [1, 2, 3, 4, 5]) + concatenated(chunksAfterData)
      + Self.chunk("IEND", [])
  }
}

/// Builds the screen descriptor of a GIF.
func gif(_ version: String = "GIF89a", width: Int, height: Int) -> Bytes {
  ascii(version) + little16(width) + little16(height) + [0, 0, 0, 0x3B]
}

/// Builds a bitmap with the information header of Windows.
func bmp(width: Int, height: Int) -> Bytes {
  ascii("BM") + little32(70) + little32(0) + little32(54) + little32(40) + little32(width) + little32(height)
    + Bytes(repeating: 0, count: 28)
}

/// Builds a bitmap with the short header of OS/2.
func oldBMP(width: Int, height: Int) -> Bytes {
  ascii("BM") + little32(30) + little32(0) + little32(26) + little32(12) + little16(width) + little16(height)
    + [1, 0, 24, 0]
}

/// Builds WebP containers.
enum WebPBuilder {
  static func chunk(_ type: String, _ payload: Bytes) -> Bytes {
    ascii(type) + little32(payload.count) + payload + Bytes(repeating: 0, count: payload.count & 1)
  }

  static func file(_ chunks: Bytes...) -> Bytes {
    let body = Bytes(chunks.joined())
    return ascii("RIFF") + little32(body.count + 4) + ascii("WEBP") + body
  }

  static func lossy(width: Int, height: Int) -> Bytes {
    chunk(
      "VP8 ", [0x30, 1, 0, 0x9D, 0x01, 0x2A] + little16(width | 0x4000) + little16(height | 0x8000) + [7])
  }

  static func lossless(width: Int, height: Int) -> Bytes {
    chunk("VP8L", [0x2F] + little32((width - 1) | (height - 1) << 14 | 1 << 28) + [7])
  }

  static func canvas(width: Int, height: Int) -> Bytes {
    chunk("VP8X", [0x08, 0, 0, 0] + little24(width - 1) + little24(height - 1))
  }
}
