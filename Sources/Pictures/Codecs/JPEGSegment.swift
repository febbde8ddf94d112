/// One marker of a JPEG with what belongs to it.
struct JPEGSegment {
  static let scan: UInt8 = 0xDA
  static let huffmanTables: UInt8 = 0xC4
  static let quantizationTables: UInt8 = 0xDB
  static let restartInterval: UInt8 = 0xDD
  private static let endOfImage: UInt8 = 0xD9

  /// Where the marker is.
  let start: Int
  let code: UInt8
  /// What stands behind the length.
  let payload: Range<Int>

  /// The next segment from `offset` on; `nil` where none is whole, or the picture ends.
  init?(in stream: JPEGStream, from offset: Int) {
    var offset = max(0, offset)
    while let mark = stream.nextMark(from: offset) {
      let head = stream.bytes(from: mark, atLeast: 4)
      guard head.count >= 4 else { return nil }
      let code = head[1]
      guard code != 0xFF, code > 0x01, !(0xD0...0xD8).contains(code) else {
        offset = mark + 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard code != Self.endOfImage, length >= 2, length <= stream.count - mark - 2 else { return nil }
      start = mark
      self.code = code
      payload = mark + 4..<mark + 2 + length
      return
    }
    return nil
  }

  /// Whether it says how scans are read.
  var hasSettings: Bool {
    [Self.huffmanTables, Self.quantizationTables, Self.restartInterval, Self.scan].contains(code)
  }

  /// SOF0 to SOF15 without the tables DHT, JPG and DAC that share their range.
  var isFrame: Bool { (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code) }

  /// What Adobe's programs say of the colours: 0 for none that were turned into others.
  func adobeTransform(in stream: JPEGStream) -> UInt8? {
    guard code == 0xEE, payload.count >= 12 else { return nil }
    let bytes = stream.bytes(in: payload)
    return bytes.count >= 12 && bytes.starts(with: "Adobe".utf8) ? bytes[11] : nil
  }

  /// How many scans begin from `offset` on, whatever stands between them.
  ///
  /// Within a scan 0xFF is always followed by zero or a restart marker, so looking for the pair is enough.
  static func scanCount(in bytes: [UInt8], from offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      var previous: UInt8 = 0
      for byte in bytes[offset...] {
        if byte == scan, previous == 0xFF { count += 1 }
        previous = byte
      }
      return count
    }
  }
}
