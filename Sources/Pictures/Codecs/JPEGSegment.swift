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
  init?(in bytes: [UInt8], from offset: Int) {
    var index = max(0, offset)
    while index + 3 < bytes.count {
      let code = bytes[index + 1]
      guard bytes[index] == 0xFF, code != 0xFF, code > 0x01, !(0xD0...0xD8).contains(code) else {
        index += 1
        continue
      }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard code != Self.endOfImage, length >= 2, length <= bytes.count - index - 2 else { return nil }
      start = index
      self.code = code
      payload = index + 4..<index + 2 + length
      return
    }
    return nil
  }

  /// SOF0 to SOF15 without the tables DHT, JPG and DAC that share their range.
  var isFrame: Bool { (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code) }

  /// What Adobe's programs say of the colours: 0 for none that were turned into others.
  func adobeTransform(in bytes: [UInt8]) -> UInt8? {
    guard code == 0xEE, payload.count >= 12, bytes[payload].starts(with: "Adobe".utf8) else { return nil }
    return bytes[payload.lowerBound + 11]
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
