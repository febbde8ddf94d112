/// Writes whole PNG files with checksums and stored (uncompressed) data.
struct PNGEncoder {
  enum Kind: Int { case gray = 0, rgb = 2, rgba = 6 }

  var width: Int
  var height: Int
  var kind = Kind.rgb
  var bitDepth = 8
  var isInterlaced = false
  /// The bytes of the pixel at a column and row.
  var pixel: (Int, Int) -> Bytes

  var bytes: Bytes {
    let header =
      big32(width) + big32(height) + [UInt8(bitDepth), UInt8(kind.rawValue), 0, 0, isInterlaced ? 1 : 0]
    return PNGBuilder.signature + Self.chunk("IHDR", header) + Self.chunk("IDAT", Self.stored(filteredRows))
      + Self.chunk("IEND", [])
  }

  static func chunk(_ type: String, _ payload: Bytes) -> Bytes {
    let body = ascii(type) + payload
    return big32(payload.count) + body + big32(Int(crc32(body)))
  }

  /// Rows of all passes, each after a zero that says it is not filtered.
  private var filteredRows: Bytes {
    var rows: Bytes = []
    for pass in isInterlaced ? Self.passes : [(0, 0, 1, 1)] where pass.x < width {
      for y in stride(from: pass.y, to: height, by: pass.dy) {
        rows.append(0)
        for x in stride(from: pass.x, to: width, by: pass.dx) { rows += pixel(x, y) }
      }
    }
    return rows
  }

  /// Adam7: where each pass begins and how far apart its pixels are.
  private static let passes: [(x: Int, y: Int, dx: Int, dy: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]

  /// A zlib stream of stored blocks.
  private static func stored(_ data: Bytes) -> Bytes {
    var stream: Bytes = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let block = data[start..<min(data.count, start + 65_535)]
      let isLast = block.endIndex == data.count
      stream += [isLast ? 1 : 0] + little16(block.count) + little16(~block.count & 0xFFFF) + block
    }
    return stream + big32(adler32(data))
  }

  private static func adler32(_ data: Bytes) -> Int {
    var a = 1
    var b = 0
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  private static func crc32(_ data: Bytes) -> UInt32 {
    ~data.reduce(~UInt32(0)) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
