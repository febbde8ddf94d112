import TestSupport

extension SeededGenerator {
  /// Text of any scalars, with what is hard for terminals far more often than chance would have it.
  mutating func hostileText(upTo length: Int = 40) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) { scalars.append(hostileScalar()) }
    return String(scalars)
  }

  private mutating func hostileScalar() -> Unicode.Scalar {
    let range = Self.ranges.randomElement(using: &self) ?? 0x20...0x7E
    return Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "\u{FFFE}"
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x20...0x20, 0x20...0x7E, 0x20...0x7E, 0x7F...0xFF, 0x0A...0x0D, 0x300...0x36F,
    0x590...0x6FF, 0x900...0xDFF, 0x1100...0x11FF, 0x200B...0x200F, 0x200D...0x200D, 0x2028...0x202E,
    0x2066...0x2069, 0x2600...0x27BF, 0x3000...0x30FF, 0x4E00...0x4FFF, 0xAC00...0xD7FF,
    0xE000...0xF8FF, 0xFE00...0xFE0F, 0xFF00...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF,
    0x1F3FB...0x1F3FF, 0xE0020...0xE007F, 0x0...0x10FFFF,
  ]
}
