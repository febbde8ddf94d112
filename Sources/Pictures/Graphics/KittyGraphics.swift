import FoundationEssentials

/// Pictures for terminals with kitty's graphics protocol.
///
/// Source: "Terminal graphics protocol" of kitty.
package enum KittyGraphics {
  /// The maximum number of base64 digits in one command.
  static let chunkSize = 4096

  /// Returns the commands that send a picture to the terminal, which keeps it without showing it.
  ///
  /// - Parameter id: The number by which it is shown and deleted; not 0.
  package static func transmission(of pixels: PixelGrid, id: UInt32) -> [[UInt8]] {
    let digits = [UInt8](Data(pixels.bytes).base64EncodedData())
    return stride(from: 0, to: digits.count, by: chunkSize).map { start in
      let end = min(digits.count, start + chunkSize)
      // q=2: the terminal sends no answers.
      let first = "a=t,f=24,s=\(pixels.size.width),v=\(pixels.size.height),i=\(id),q=2,"
      let keys = "\(start == 0 ? first : "")m=\(end < digits.count ? 1 : 0)"
      return Array("\u{1B}_G\(keys);".utf8) + digits[start..<end] + Array("\u{1B}\\".utf8)
    }
  }
}
