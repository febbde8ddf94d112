/// Decodes Windows-1252, which Western European spreadsheets write instead of UTF-8.
///
/// The five undefined bytes of the code page become the control characters with the same number, as in the WHATWG
/// encoding standard's index, so every byte sequence can be read.
enum Windows1252 {
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte)) }
    return String(scalars)
  }

  /// Returns the bytes of a text; `nil` if a character is not in the code page.
  static func encode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) {
        bytes.append(UInt8(scalar.value))
      } else if let index = upperControls.firstIndex(of: scalar) {
        bytes.append(0x80 + UInt8(index))
      } else {
        return nil
      }
    }
    return bytes
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    0x80..<0xA0 ~= byte ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// The characters at 0x80...0x9F; the rest of the code page is Latin-1.
  private static let upperControls: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}", "\u{017D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{9D}", "\u{017E}", "\u{0178}",
  ]
}
