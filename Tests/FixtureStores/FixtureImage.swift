package import Foundation

/// A file that starts like a baseline JPEG of a given size and continues with random bytes.
///
/// Enough for everything that reads headers and counts bytes; it has no pixels.
package enum FixtureImage {
  /// - Parameter taken: The time when the picture was taken, as in EXIF: `2024:06:01 20:00:00`.
  package static func jpeg(
    width: Int, height: Int, byteCount: Int, taken: String? = nil,
    using random: inout some RandomNumberGenerator
  ) -> Data {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    if let taken { bytes += exif(taken: taken) }
    bytes += [0xFF, 0xC0, 0, 17, 8] + bigEndian(height) + bigEndian(width)
    bytes += [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    bytes += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 17, 3, 17, 0, 63, 0]
    let rest = max(0, byteCount - 2 - bytes.count)
    // Appended a few at a time, they take most of the time of many tests in an unoptimized build.
    var words: [UInt64] = []
    words.reserveCapacity(rest / 8 + 1)
    while words.count * 8 < rest { words.append(random.next()) }
    words.withUnsafeBytes { bytes += $0.prefix(rest) }
    return Data(bytes + [0xFF, 0xD9])
  }

  /// Returns a segment with only the original date: a directory that leads to that of EXIF, which has one entry.
  private static func exif(taken: String) -> [UInt8] {
    var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    tiff += [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
    let text = Array(taken.utf8) + [0]
    tiff += [0, 1, 0x90, 0x03, 0, 2, 0, 0] + bigEndian(text.count) + [0, 0, 0, 44, 0, 0, 0, 0]
    let segment = Array("Exif".utf8) + [0, 0] + tiff + text
    return [0xFF, 0xE1] + bigEndian(segment.count + 2) + segment
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }
}
