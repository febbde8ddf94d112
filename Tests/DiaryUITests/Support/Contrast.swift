import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Contrasts of colors by WCAG 2.1.
enum Contrast {
  static let black = Color(0x000000)
  static let white = Color(0xFFFFFF)

  /// Returns the backgrounds that terminals have: black, white, and nearly those.
  ///
  /// If the background is unknown, it is only black or white, because no color has a contrast of 4.5 with #1E1E1E and
  /// with #F8F8F8: the best one has 3.96. So are those of terminals with the named colors, which usually set both.
  static func backgrounds(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) -> [Color] {
    let hasOthers = depth != .named
    return switch background {
    case .dark: [black] + (hasOthers ? [Color(0x1E1E1E), Color(0x222222)] : [])
    case .light: [white] + (hasOthers ? [Color(0xF8F8F8)] : [])
    case .unknown: [black, white]
    }
  }

  /// Returns the contrast of two colors, from 1 to 21.
  static func between(_ one: Color, _ other: Color) throws -> Double {
    let luminances = [try luminance(one), try luminance(other)].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }

  private static func luminance(_ color: Color) throws -> Double {
    let linear = try components(color).map { value in
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// The terminal's own color is not known.
  private struct UnknownColor: Error {}

  /// Returns red, green and blue from 0 to 1; those of the palette as xterm shows them.
  private static func components(_ color: Color) throws -> [Double] {
    let values: [Int]
    switch color {
    case .standard: throw UnknownColor()
    case .rgb(let red, let green, let blue): values = [Int(red), Int(green), Int(blue)]
    case .indexed(let index) where index < 16:
      values = try #require(
        [
          0: [0, 0, 0], 1: [205, 0, 0], 3: [205, 205, 0], 4: [0, 0, 238], 5: [205, 0, 205], 9: [255, 0, 0],
          11: [255, 255, 0], 12: [92, 92, 255], 13: [255, 0, 255],
        ][index])
    case .indexed(let index) where index < 232:
      let levels = [0, 95, 135, 175, 215, 255]
      let cell = Int(index) - 16
      values = [levels[cell / 36], levels[cell / 6 % 6], levels[cell % 6]]
    case .indexed(let index): values = Array(repeating: 8 + 10 * (Int(index) - 232), count: 3)
    }
    return values.map { Double($0) / 255 }
  }
}
