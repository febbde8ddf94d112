import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Every color of a theme can be read on the backgrounds that it is for.
@Suite struct ThemeTests {
  /// Luminances of the colours in use, by WCAG 2.1 from the values of xterm: the named ones and the cube's.
  private static let luminances: [UInt8: Double] = [
    1: luminance(205, 0, 0), 3: luminance(205, 205, 0), 4: luminance(0, 0, 238), 5: luminance(205, 0, 205),
    6: luminance(0, 205, 205), 31: luminance(0, 135, 175), 130: luminance(175, 95, 0),
    136: luminance(175, 135, 0),
  ]

  @Test(arguments: Theme.BackgroundColor.allCases, [Theme.ColorDepth.named, .palette])
  func everyColorHasEnoughContrast(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) throws {
    var theme = Theme(on: background)
    theme.depth = depth
    for style in [theme.accent, theme.key, theme.stars, theme.problem] {
      guard case .indexed(let index) = style.foreground else { continue }
      #expect(depth == .palette || index < 8)
      let luminance = try #require(Self.luminances[index])
      if background != .light { #expect((luminance + 0.05) / 0.05 >= 3, "\(index) on black") }
      if background != .dark { #expect(1.05 / (luminance + 0.05) >= 3, "\(index) on white") }
    }
  }

  @Test func noColorsAreUsedWithoutColor() {
    for background in [Theme.BackgroundColor.dark, .light, .unknown] {
      let theme = Theme(usesColor: false, on: background)
      let styles = [theme.accent, theme.key, theme.stars, theme.problem]
      #expect(styles.allSatisfy { $0.foreground == .standard && $0.background == .standard })
    }
  }

  private static func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    let linear = [red, green, blue].map { value in
      value / 255 <= 0.04045 ? value / 255 / 12.92 : pow((value / 255 + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
