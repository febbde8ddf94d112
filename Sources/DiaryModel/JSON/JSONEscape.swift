/// A character that is escaped in a JSON string.
struct JSONEscape {
  /// Its bytes of UTF-8.
  let length: Int
  private let scalar: UInt32

  /// Creates an escape; `nil` if the byte belongs to a character that needs none.
  ///
  /// - Parameter isForDisplay: Whether characters that could control a terminal or be invisible are escaped as well.
  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>, at index: Int, isForDisplay: Bool) {
    let byte = text[index]
    if byte < 0x80 {
      guard byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        return nil
      }
      length = 1
      scalar = UInt32(byte)
    } else {
      guard isForDisplay, Self.beginsHidden(byte), let found = Self.scalar(text, at: index),
        Self.isHidden(found.scalar)
      else { return nil }
      length = found.length
      scalar = found.scalar
    }
  }

  func write(to bytes: inout [UInt8]) {
    switch Unicode.Scalar(scalar) {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    case let scalar?: for unit in UTF16.encode(scalar) ?? .init() { Self.write(unit, to: &bytes) }
    case nil: break
    }
  }

  private static func write(_ unit: UInt16, to bytes: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    bytes += "\\u".utf8
    bytes += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.count))
    bytes += digits.utf8
  }
}

extension JSONEscape {
  /// Whether a character that is escaped can begin with this byte; most bytes need no further check.
  @inline(__always)
  private static func beginsHidden(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2, 0xD8, 0xDB, 0xDC, 0xE0...0xE2, 0xEF, 0xF0, 0xF3: true
    default: false
    }
  }

  /// The scalar whose bytes begin here; `nil` if the text ends within the character.
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int)
    -> (length: Int, scalar: UInt32)?
  {
    let first = UInt32(text[index])
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= text.count else { return nil }
    let bits = first & (0xFF >> UInt32(length + 1))
    return (length, text[index + 1..<index + length].reduce(bits) { $0 << 6 | UInt32($1 & 0x3F) })
  }

  /// C1, line separators, and format characters (general category Cf) except the joiner that emoji are made with.
  ///
  /// Source: Unicode 15.0, DerivedGeneralCategory.txt.
  private static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0xAD, 0x600...0x605, 0x61C, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x180E, 0x200B...0x200C,
      0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0x110BD,
      0x110CD, 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0001, 0xE0020...0xE007F:
      true
    default: false
    }
  }
}
