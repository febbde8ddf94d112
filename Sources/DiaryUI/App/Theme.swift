package import Settings
import Terminal

/// The styles, named after their meaning.
///
/// The terminal's own foreground and background stay, so the user's choice of light or dark applies.
package struct Theme: Hashable, Sendable {
  /// The background on which colors have to be readable.
  package enum BackgroundColor: Hashable, Sendable, CaseIterable {
    case dark
    /// Cyan and yellow are unreadable on it.
    case light
    /// Light or dark: only medium colors are readable on both.
    case unknown
  }

  /// The colors that the terminal has.
  package enum ColorDepth: Hashable, Sendable, CaseIterable {
    /// The 8 or 16 named colors.
    case named
    /// The palette of 256 colors.
    case palette
    /// All mixtures of red, green and blue.
    case mixed
  }

  package let usesColor: Bool
  package let background: BackgroundColor
  package var depth = ColorDepth.palette

  package init(usesColor: Bool = true, on background: BackgroundColor = .dark) {
    self.usesColor = usesColor
    self.background = background
  }

  let plain = Style.plain
  let name = Style(attributes: .bold)
  let title = Style(attributes: .bold)
  let secondary = Style(attributes: .dim)
  /// For something missing: a beer without a name, or an item that is being read.
  let placeholder = Style(attributes: .dim)
  var accent: Style { colored(accentColor) }
  var key: Style { colored(accentColor, .bold) }
  var stars: Style { colored(starColor) }
  var problem: Style { colored(red, .bold) }

  /// The row under the cursor: entirely in reverse video, without colors that would look like patches.
  func selected(_ style: Style) -> Style {
    Style(attributes: style.attributes.intersection(.bold).union(.reverse))
  }

  private func colored(_ color: Color, _ attributes: Style.Attributes = []) -> Style {
    Style(foreground: usesColor ? color : .standard, attributes: attributes)
  }
}

// Each color has a contrast of at least 3:1, on black and on white if the background may be either.
extension Theme {
  private var red: Color { .indexed(1) }

  private var accentColor: Color {
    switch background {
    case .dark: .indexed(6)
    case .light: .indexed(4)
    // A medium blue; of the named colors magenta.
    case .unknown: .indexed(depth == .named ? 5 : 31)
    }
  }

  /// Gold.
  ///
  /// Yellow is the only named color close to it, and is readable only on a dark background.
  private var starColor: Color {
    switch background {
    case .dark: .indexed(3)
    case .light: depth == .named ? .standard : .indexed(130)
    case .unknown: depth == .named ? .standard : .indexed(136)
    }
  }
}

extension ThemeChoice {
  /// Returns the theme for a terminal.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to use colors at all.
  ///   - colors: The value of `COLORFGBG`, such as `0;15`: the numbers of the foreground and background colors.
  package func theme(usesColor: Bool, colors: String?) -> Theme {
    let background: Theme.BackgroundColor =
      switch self {
      case .dark: .dark
      case .light: .light
      case .auto, .mono: Self.background(colors)
      }
    return Theme(usesColor: usesColor && self != .mono, on: background)
  }

  private static func background(_ colors: String?) -> Theme.BackgroundColor {
    guard let color = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return .unknown }
    return color == 7 || 9...15 ~= color ? .light : .dark
  }
}
