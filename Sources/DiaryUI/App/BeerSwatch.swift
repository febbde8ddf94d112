import DiaryModel
import Foundation
import Terminal

/// The colors of swatches: those of beers, as far as they can be told from the background.
///
/// A swatch is no text, and the style next to it says more. So a contrast of 2:1 is enough, which keeps straw and black
/// apart; the darkest beers are a little lighter on a dark background, and the palest ones darker on a light one.
enum BeerSwatch {
  static let minContrast = 2.0

  /// Returns the color of a swatch.
  static func color(srm: Int, on background: Theme.BackgroundColor) -> Color {
    let colors =
      switch background {
      case .dark: onDark
      case .light: onLight
      case .unknown: onBoth
      }
    return colors[min(max(srm, 1), colors.count) - 1]
  }

  private static let numbers = 1...40
  private static let onDark = numbers.map { color(of: lightened(components(of: $0))) }
  private static let onLight = numbers.map { color(of: darkened(components(of: $0))) }
  private static let onBoth = numbers.map { color(of: darkened(lightened(components(of: $0)))) }

  private static func components(of srm: Int) -> [Double] {
    let color = BeerColor(srm: srm)
    return [color.red, color.green, color.blue].map { Double($0) }
  }

  private static func color(of components: [Double]) -> Color {
    let values = components.map { UInt8(min(255, max(0, $0.rounded()))) }
    return .rgb(red: values[0], green: values[1], blue: values[2])
  }

  /// Mixes a color with that of pale malt until it can be told from black.
  private static func lightened(_ color: [Double]) -> [Double] {
    mixed(color, with: [200, 170, 140]) { ($0 + 0.05) / 0.05 }
  }

  /// Mixes a color with that of roasted malt until it can be told from white.
  private static func darkened(_ color: [Double]) -> [Double] {
    mixed(color, with: [110, 70, 20]) { 1.05 / ($0 + 0.05) }
  }

  /// - Parameter contrast: Returns the contrast of a luminance to the background.
  private static func mixed(
    _ color: [Double], with other: [Double], contrast: (Double) -> Double
  ) -> [Double] {
    for percent in stride(from: 0.0, through: 100, by: 2) {
      let mixture = zip(color, other).map { $0 + ($1 - $0) * percent / 100 }
      // Rounding to whole numbers must not take it back.
      if contrast(luminance(mixture)) >= minContrast * 1.01 { return mixture }
    }
    return other
  }

  /// Returns the relative luminance of WCAG 2.1, of components from 0 to 255.
  static func luminance(_ components: [Double]) -> Double {
    let linear = components.map { component -> Double in
      let value = component / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}

extension Theme {
  /// Returns the style of a swatch of a beer of a family; `nil` without colors.
  func swatch(of family: StyleFamily) -> Style? {
    guard usesColor else { return nil }
    let srm = family.middleSRM
    guard depth == .named else { return Style(foreground: BeerSwatch.color(srm: srm, on: background)) }
    // Of the named colors, yellow and red come close to pale and to amber beers; a dim square is dark on any background.
    return srm <= 18 ? Style(foreground: .indexed(srm <= 6 ? 3 : 1)) : Style(attributes: .dim)
  }
}

extension Appearance {
  /// Whether beers have swatches of their color.
  var hasSwatches: Bool { theme.usesColor }

  /// Returns a square in the color of the beers of a style, of one column; a blank if the style has no family.
  ///
  /// In ASCII, the blank itself has the color, because a `#` before each name would be read as text.
  func swatch(ofStyle style: String?, isSelected: Bool = false) -> StyledLine.Span {
    // Words beyond that are no style.
    swatch(of: style.flatMap { StyleFamily.of(style: String($0.prefix(100))) }, isSelected: isSelected)
  }

  /// Returns a square in the color of the beers of a family, of one column; a blank if there is no family.
  func swatch(of family: StyleFamily?, isSelected: Bool = false) -> StyledLine.Span {
    let blank = StyledLine.Span(" ", isSelected ? theme.selected(.plain) : .plain)
    guard let style = family.flatMap({ theme.swatch(of: $0) }), let square = glyphs.squares.last else {
      return blank
    }
    if glyphs == .ascii {
      return style.foreground == .standard ? blank : .init(" ", Style(background: style.foreground))
    }
    return .init(String(square), isSelected ? theme.selected(style) : style)
  }
}
