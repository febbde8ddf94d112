import Foundation

/// A marker of a JPEG with its payload (ITU-T T.81, annex B).
struct JPEGSegment {
  static let scan: UInt8 = 0xDA
  private static let endOfImage: UInt8 = 0xD9

  /// The index of the marker.
  let start: Int
  let code: UInt8
  /// The bytes after the length.
  let payload: ArraySlice<UInt8>

  /// Finds the next segment from an index on; `nil` if it is incomplete, or the picture ends.
  init?(in bytes: [UInt8], from index: Int) {
    var index = index
    while let mark = bytes[min(index, bytes.count)...].firstIndex(of: 0xFF), mark + 4 <= bytes.count {
      let code = bytes[mark + 1]
      guard code != 0xFF, code > 0x01, !(0xD0...0xD8).contains(code) else {
        index = mark + 1
        continue
      }
      let length = Int(bytes[mark + 2]) << 8 | Int(bytes[mark + 3])
      guard code != Self.endOfImage, length >= 2, length <= bytes.count - mark - 2 else { return nil }
      start = mark
      self.code = code
      payload = bytes[mark + 4..<mark + 2 + length]
      return
    }
    return nil
  }

  /// SOF0 to SOF15 without the tables DHT, JPG and DAC that share their range.
  var isFrame: Bool { (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code) }

  /// Returns the number of scans that begin at or after an index, regardless of other data between them.
  ///
  /// Within a scan 0xFF is always followed by zero or a restart marker, so looking for the pair is enough. `memchr`
  /// examines many bytes at once.
  static func scanCount(in bytes: [UInt8], from index: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var count = 0
      var rest = UnsafeRawBufferPointer(rebasing: bytes[min(index, bytes.count)...])
      while let start = rest.baseAddress, let mark = memchr(start, 0xFF, rest.count) {
        rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(mark) - start + 1)...])
        if rest.first == scan { count += 1 }
      }
      return count
    }
  }
}
