package import Foundation

/// A file that starts like a baseline JPEG of a given size and goes on with random bytes.
///
/// Enough for everything that reads headers and counts bytes; it has no pixels.
package enum FixtureImage {
  package static func jpeg(
    width: Int, height: Int, byteCount: Int, using random: inout some RandomNumberGenerator
  ) -> Data {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
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

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }
}
