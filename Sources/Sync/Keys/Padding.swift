import Foundation

/// Pads contents to hide their exact size.
///
/// Sizes are rounded up to few significant bits with Padmé, which adds at most 12% to contents of more than 256 bytes.
/// Source: K. Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs", 2019.
enum Padding {
  private static let lengthCount = 4
  private static let minSize = 256

  /// Returns the padded size for a number of bytes.
  static func size(of count: Int) -> Int {
    guard count > minSize else { return minSize }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let significant = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << max(0, exponent - significant)) - 1
    return (count + mask) & ~mask
  }

  /// Returns the size of a content with its length and padding, in bytes.
  static func paddedSize(ofContent count: Int) -> Int { size(of: lengthCount + count) }

  /// Returns the length in 4 bytes, the content, and zeros.
  static func padded(_ content: Data) -> Data {
    let count = UInt32(clamping: content.count)
    var padded = Data(
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> UInt32($0)) })
    padded.append(content)
    padded.append(Data(count: size(of: padded.count) - padded.count))
    return padded
  }

  /// Returns the content without its padding; `nil` if the length is greater than the number of bytes.
  static func unpadded(_ padded: Data) -> Data? {
    guard padded.count >= lengthCount else { return nil }
    let count = padded.prefix(lengthCount).reduce(0) { $0 << 8 | Int($1) }
    guard count <= padded.count - lengthCount else { return nil }
    return Data(padded.dropFirst(lengthCount).prefix(count))
  }
}
