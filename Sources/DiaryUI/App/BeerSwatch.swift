import DiaryModel
import Foundation
import Settings
import Terminal

/// The colors of swatches: those of beers, changed where they would be too close to the background.
///
/// A swatch need not be as readable as text, because the style is next to it. So a contrast of 2:1 is enough, which keeps
/// straw and black apart; the darkest beers are a little lighter on a dark background, and the palest ones darker on a
/// light one.
enum BeerSwatch {
  static let minContrast = 2.0

  /// Returns the color of a swatch.
  ///
  /// - Parameter isSelected: Whether it is on the line under the cursor, with the theme's own background.
  static func color(
    srm: Int, on background: Theme.BackgroundColor, isSelected: Bool = false
  ) -> Color {
    let colors =
      switch (background, isSelected) {
      case (.dark, false): onDark
      case (.light, false): onLight
      case (.unknown, false): onBoth
      case (.dark, true): onDarkSelection
      // The line is light on an unknown background, too.
      case (.light, true), (.unknown, true): onLightSelection
      }
    return colors[min(max(srm, 1), colors.count) - 1]
  }

  private static let onDark = colors(darkest: 0, lightest: nil)
  private static let onLight = colors(darkest: nil, lightest: 1)
  private static let onBoth = colors(darkest: 0, lightest: 1)
  private static let onDarkSelection = colors(darkest: selection(on: .dark), lightest: nil)
  private static let onLightSelection = colors(darkest: nil, lightest: selection(on: .light))

  /// Returns the color of a swatch on the user's own background of the line under the cursor.
  static func color(srm: Int, onSelection selection: Color) -> Color {
    let beer = BeerColor(srm: srm)
    let color = [beer.red, beer.green, beer.blue].map { Double($0) }
    guard let surface = luminance(selection) else { return rgb(color) }
    let farther = surface < 0.18 ? white : black
    return rgb(mixed(color, with: farther) { contrast($0, surface) })
  }

  /// Returns the luminance of the line under the cursor.
  private static func selection(on background: Theme.BackgroundColor) -> Double? {
    luminance(Theme.color(.selection, on: background, .mixed))
  }

  /// Returns the contrast of two luminances, from 1 to 21.
  static func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// Returns the relative luminance of a color; `nil` for the terminal's own.
  static func luminance(_ color: Color) -> Double? {
    color.components.map { luminance([Double($0.red), Double($0.green), Double($0.blue)]) }
  }

  /// Returns the colors of 1 to 40 SRM.
  ///
  /// - Parameters:
  ///   - darkest: The luminance of a dark background; `nil` if there is none.
  ///   - lightest: The luminance of a light background; `nil` if there is none.
  private static func colors(darkest: Double?, lightest: Double?) -> [Color] {
    (1...40).map { srm in
      let beer = BeerColor(srm: srm)
      var color = [beer.red, beer.green, beer.blue].map { Double($0) }
      if let darkest {
        color = mixed(color, with: paleMalt) { ($0 + 0.05) / (darkest + 0.05) }
      }
      if let lightest {
        color = mixed(color, with: roastedMalt) { (lightest + 0.05) / ($0 + 0.05) }
      }
      return rgb(color)
    }
  }

  private static func rgb(_ color: [Double]) -> Color {
    let values = color.map { UInt8(min(255, max(0, $0.rounded()))) }
    return .rgb(red: values[0], green: values[1], blue: values[2])
  }

  private static let white = [255.0, 255, 255]
  private static let black = [0.0, 0, 0]

  private static let paleMalt = [200.0, 170, 140]
  private static let roastedMalt = [110.0, 70, 20]

  /// Mixes a color with another one until it differs enough from the background.
  ///
  /// - Parameter contrast: Returns the contrast of a luminance to the background.
  private static func mixed(
    _ color: [Double], with other: [Double], contrast: (Double) -> Double
  ) -> [Double] {
    for percent in stride(from: 0.0, through: 100, by: 2) {
      let mixture = zip(color, other).map { $0 + ($1 - $0) * percent / 100 }
      // Rounding to whole numbers loses some of it.
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
  ///
  /// - Parameter isSelected: Whether it is on the line under the cursor.
  func swatch(of family: StyleFamily, isSelected: Bool = false) -> Style? {
    swatch(srm: family.middleSRM, isSelected: isSelected)
  }

  /// Returns the style of a swatch of a color of beer; `nil` without colors.
  ///
  /// - Parameter srm: From 1 to 40.
  func swatch(srm: Int, isSelected: Bool = false) -> Style? {
    guard usesColor else { return nil }
    if isSelected, let own = ownTones[.selection] {
      return Style(foreground: BeerSwatch.color(srm: srm, onSelection: own))
    }
    guard depth == .named else {
      return Style(foreground: BeerSwatch.color(srm: srm, on: background, isSelected: isSelected))
    }
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
    guard let style = family.flatMap({ theme.swatch(of: $0, isSelected: isSelected) }),
      let square = glyphs.squares.last
    else {
      return blank
    }
    if glyphs == .ascii {
      return style.foreground == .standard ? blank : .init(" ", Style(background: style.foreground))
    }
    return .init(String(square), isSelected ? theme.selected(style) : style)
  }
}
