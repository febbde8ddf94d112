import Pictures
import Testing

/// Pictures to draw, made of formulas.
enum TestPicture: String, CaseIterable, CustomTestStringConvertible {
  case gradient, circle, checkerboard, glass

  var testDescription: String { rawValue }

  var thumbnail: Thumbnail {
    switch self {
    case .gradient: Thumbnail(PixelGrid(width: 64, height: 48) { x, _ in RGBColor(gray: UInt8(x * 4)) })
    case .circle: Thumbnail(PixelGrid(width: 64, height: 64, color: Self.circle))
    case .checkerboard:
      Thumbnail(
        PixelGrid(width: 64, height: 64) { x, y in RGBColor(gray: (x / 8 + y / 8) % 2 == 0 ? 255 : 0) })
    case .glass: Thumbnail(PixelGrid(width: 48, height: 64, color: Self.glass))
    }
  }

  private static func circle(_ x: Int, _ y: Int) -> RGBColor {
    let dx = 2 * x - 63
    let dy = 2 * y - 63
    return RGBColor(gray: dx * dx + dy * dy <= 50 * 50 ? 235 : 20)
  }

  /// A glass of beer with a handle, on a table.
  private static func glass(_ x: Int, _ y: Int) -> RGBColor {
    let side = 9 + (y - 8) / 14
    let isInside = x >= side && x < 38 - (y - 8) / 14
    if (4..<18).contains(y), isInside || y < 8 && (9..<38).contains(x) {
      return RGBColor(red: 250, green: 244, blue: 225)
    }
    if (18..<56).contains(y), isInside {
      return RGBColor(red: UInt8(215 - y), green: UInt8(150 - y), blue: 30)
    }
    let dx = x - 36
    let dy = y - 34
    let distance = dx * dx + dy * dy
    if x >= 35, (49...100).contains(distance) { return RGBColor(red: 150, green: 160, blue: 170) }
    return y < 56 ? RGBColor(red: 24, green: 26, blue: 34) : RGBColor(red: 92, green: 58, blue: 36)
  }
}
