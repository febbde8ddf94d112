import DiaryModel
import Foundation
import Settings
import Terminal

/// The colors of swatches: those of beers, from straw to black, changed if they would be too close to the background.
///
/// A swatch is no text, so it has the contrast of 3:1 that WCAG 2.1 requires of graphics. On a dark background the darkest
/// beers are lighter than they are and more gray, and on a light one the palest are darker. Not only those beyond the
/// limit are changed but also their neighbors, so that all colors stay in order. A glass in place of a picture has the
/// same color.
enum BeerSwatch {
  static let minContrast = 3.0

  /// Returns the color of a swatch.
  ///
  /// - Parameter isSelected: Whether it is on the line under the cursor, with the theme's own background.
  static func color(
    srm: Int, on background: Theme.BackgroundColor, _ depth: Theme.ColorDepth = .mixed,
    isSelected: Bool = false
  ) -> Color {
    // The line under the cursor is light on an unknown background, too.
    let background = isSelected && background == .unknown ? .light : background
    switch depth {
    case .named: return .indexed(named(srm: srm, on: background))
    case .palette: return .indexed(entry(srm: srm, on: background, isSelected: isSelected))
    case .mixed:
      let colors =
        switch (background, isSelected) {
        case (.dark, false): onDark
        case (.light, false): onLight
        case (.unknown, _): onBoth
        case (.dark, true): onDarkSelection
        case (.light, true): onLightSelection
        }
      return colors[min(max(srm, 1), colors.count) - 1]
    }
  }

  // Dark backgrounds are up to #222222, and light ones down to #F8F8F8.
  private static let onDark = LuminanceShift(darkest: 0.016).colors
  private static let onLight = LuminanceShift(lightest: 0.93).colors
  private static let onBoth = LuminanceShift(darkest: 0, lightest: 1).colors
  private static let onDarkSelection = LuminanceShift(darkest: selection(on: .dark)).colors
  private static let onLightSelection = LuminanceShift(lightest: selection(on: .light)).colors

  /// Returns the number of an entry of the palette of 256: five steps from straw to black.
  ///
  /// The light line under the cursor is a little darker than a light background.
  private static func entry(srm: Int, on background: Theme.BackgroundColor, isSelected: Bool) -> UInt8 {
    let entries: [UInt8] =
      switch (background, isSelected) {
      case (.dark, _): [223, 214, 172, 166, 244]
      case (.light, false): [137, 136, 130, 88, 52]
      case (.light, true): [101, 166, 130, 88, 52]
      case (.unknown, _): [137, 136, 166, 131, 95]
      }
    let step = [4, 7, 13, 24].firstIndex { srm <= $0 } ?? 4
    return entries[step]
  }

  /// Returns the number of a named color: three steps, the closest to beer that contrast with the background.
  ///
  /// On a background that may be light or dark, magenta stands for amber, as it does in the theme.
  private static func named(srm: Int, on background: Theme.BackgroundColor) -> UInt8 {
    let colors: [UInt8] =
      switch background {
      case .dark: [11, 3, 1]
      case .light: [9, 1, 0]
      case .unknown: [9, 5, 1]
      }
    return colors[shade(srm: srm)]
  }

  /// Returns which of three shades a beer has: 0 for pale, 1 for amber and 2 for dark ones.
  fileprivate static func shade(srm: Int) -> Int { srm <= 6 ? 0 : srm <= 18 ? 1 : 2 }

  /// Returns the color of a swatch on the user's own background of the line under the cursor.
  static func color(srm: Int, onSelection selection: Color, _ depth: Theme.ColorDepth) -> Color {
    guard let surface = selection.luminance else {
      let beer = BeerColor(srm: srm)
      return .rgb(red: beer.red, green: beer.green, blue: beer.blue)
    }
    let isDark = surface < 0.18
    guard depth == .palette else {
      let shift = isDark ? LuminanceShift(darkest: surface) : LuminanceShift(lightest: surface)
      return shift.color(srm: srm)
    }
    // The entries nearest to mixtures for dark beers would be pink.
    let usual = Color.indexed(entry(srm: srm, on: isDark ? .dark : .light, isSelected: true))
    return nearestEntry(to: usual, on: surface) ?? usual
  }

  /// Returns the entry of the palette of 256 that is nearest to a color and can be told from a surface.
  private static func nearestEntry(to color: Color, on surface: Double) -> Color? {
    func distance(_ entry: Color) -> Int {
      guard let one = color.components, let other = entry.components else { return .max }
      let red = one.red - other.red
      let green = one.green - other.green
      let blue = one.blue - other.blue
      return red * red + green * green + blue * blue
    }
    return (UInt8(16)...255).map { Color.indexed($0) }
      .filter { entry in entry.luminance.map { Color.contrast($0, surface) >= minContrast } ?? false }
      .min { distance($0) < distance($1) }
  }

  /// Returns the luminance of the line under the cursor.
  private static func selection(on background: Theme.BackgroundColor) -> Double? {
    Theme.color(.selection, on: background, .mixed).luminance
  }
}

/// Moves the luminances of beers to where they contrast with a background, and keeps their order.
private struct LuminanceShift {
  /// Rounding to whole numbers must not take the contrast back.
  private static let targetContrast = BeerSwatch.minContrast * 1.03
  private static let black = luminance(of: BeerColor(srm: 40))
  private static let straw = luminance(of: BeerColor(srm: 1))

  /// The least luminance; `nil` if there is no limit.
  private let least: Double?
  /// The greatest luminance; `nil` if there is no limit.
  private let greatest: Double?

  /// - Parameters:
  ///   - darkest: The luminance of a dark background; `nil` if there is none.
  ///   - lightest: The luminance of a light background; `nil` if there is none.
  init(darkest: Double? = nil, lightest: Double? = nil) {
    least = darkest.map { ($0 + 0.05) * Self.targetContrast - 0.05 }
    greatest = lightest.map { ($0 + 0.05) / Self.targetContrast - 0.05 }
  }

  /// The colors of 1 to 40 SRM.
  var colors: [Color] { (1...40).map { color(srm: $0) } }

  func color(srm: Int) -> Color {
    let beer = BeerColor(srm: srm)
    let color = [beer.red, beer.green, beer.blue].map { Double($0) }
    let luminance = Self.luminance(of: beer)
    let target = target(for: luminance)
    if target > luminance { return Self.lightened(color, srm: srm, target) }
    if target < luminance {
      // Roasted malt keeps the hue of pale beers, as far as it is dark enough.
      let malt = [110.0, 70, 20]
      return Self.mixed(color, with: Color.luminance(malt) < target ? malt : [0, 0, 0], target)
    }
    return Self.rgb(color)
  }

  /// Returns a color with a greater luminance.
  ///
  /// Dark beers are nearly pure red, which white would make pink: the darker they are, the more they become a grayish brown.
  private static func lightened(_ color: [Double], srm: Int, _ luminance: Double) -> Color {
    let roast = min(1, max(0, Double(srm - 18) / 12))
    func mixture(_ one: [Double], _ other: [Double]) -> [Double] {
      zip(one, other).map { $0 + ($1 - $0) * roast }
    }
    let white = [255.0, 255, 255]
    let light = mixture(white, [205, 180, 160])
    return mixed(
      mixture(color, [40, 30, 24]), with: Color.luminance(light) > luminance ? light : white, luminance)
  }

  /// Returns the luminance that stands for one.
  ///
  /// Up to twice the least luminance and from half of the greatest, luminances are moved in proportion; those in between
  /// stay.
  private func target(for luminance: Double) -> Double {
    var lower = least.map { 2 * $0 } ?? 0
    var upper = greatest.map { $0 / 2 } ?? 1
    if lower > upper {
      let middle = ((least ?? 0) + (greatest ?? 1)) / 2
      lower = middle
      upper = middle
    }
    if let least, luminance < lower {
      return least + (max(0, luminance - Self.black) / (lower - Self.black)) * (lower - least)
    }
    if let greatest, luminance > upper {
      return upper + ((luminance - upper) / (Self.straw - upper)) * (greatest - upper)
    }
    return luminance
  }

  /// Mixes a color with another one until it has a luminance.
  private static func mixed(_ color: [Double], with other: [Double], _ luminance: Double) -> Color {
    func mixture(_ part: Double) -> [Double] { zip(color, other).map { $0 + ($1 - $0) * part } }
    let rises = Color.luminance(other) > Color.luminance(color)
    var low = 0.0
    var high = 1.0
    for _ in 0..<12 {
      let middle = (low + high) / 2
      if (Color.luminance(mixture(middle)) < luminance) == rises { low = middle } else { high = middle }
    }
    return rgb(mixture(high))
  }

  private static func luminance(of beer: BeerColor) -> Double {
    Color.luminance([beer.red, beer.green, beer.blue].map { Double($0) })
  }

  private static func rgb(_ color: [Double]) -> Color {
    let values = color.map { UInt8(min(255, max(0, $0.rounded()))) }
    return .rgb(red: values[0], green: values[1], blue: values[2])
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
    if isSelected, let own = ownSelection {
      return Style(foreground: BeerSwatch.color(srm: srm, onSelection: own, depth))
    }
    return beer(BeerSwatch.color(srm: srm, on: background, depth, isSelected: isSelected))
  }

  /// Returns the style of a color of beer.
  private func beer(_ color: Color) -> Style {
    // With eight colors, bold is what makes the bright ones.
    let isBright = depth == .named && [.indexed(9), .indexed(11)].contains(color)
    return Style(foreground: color, attributes: isBright ? .bold : [])
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
    if glyphs.isASCII {
      return style.foreground == .standard ? blank : .init(" ", Style(background: style.foreground))
    }
    guard isSelected else { return .init(String(square), style) }
    var selected = theme.selected(style)
    // The swatch already has the color for that line.
    if selected.background != .standard { selected.foreground = style.foreground }
    return .init(String(square), selected)
  }

  /// Returns a cell for a beer of a color: a square in this color, or without colors one that is the larger the darker the
  /// beer is.
  ///
  /// - Parameters:
  ///   - srm: From 1 to 40; 0 if it is unknown.
  ///   - isSelected: Whether it is on the line under the cursor.
  func cell(srm: Int, isSelected: Bool = false) -> StyledLine.Span {
    let squares = glyphs.squares
    guard srm > 0 else { return .init(String(squares[0]), theme.secondary) }
    let darkness = squares[1 + BeerSwatch.shade(srm: srm)]
    guard let style = theme.swatch(srm: srm, isSelected: isSelected) else {
      return .init(String(darkness), theme.plain)
    }
    return .init(String(glyphs.isASCII ? darkness : squares[squares.count - 1]), style)
  }
}
