package import Settings
import Terminal

/// How things look, named by what they mean.
///
/// Foreground and background stay the terminal's own, so that its owner's choice of light or dark holds.
package struct Theme: Hashable, Sendable {
  /// What colors are seen on.
  package enum Background: Hashable, Sendable {
    case dark
    /// Cyan and yellow cannot be read on it.
    case light
    /// Either of them: only colors between the two can be read for certain.
    case unknown
  }

  package let usesColor: Bool
  package let background: Background
  /// Whether there are more colors than the eight or sixteen that have names.
  package var hasManyColors = true

  package init(usesColor: Bool = true, on background: Background = .dark) {
    self.usesColor = usesColor
    self.background = background
  }

  let plain = Style.plain
  let name = Style(attributes: .bold)
  let title = Style(attributes: .bold)
  let secondary = Style(attributes: .dim)
  /// Stands in for what is not there: a name that is missing, a row that is being read.
  let placeholder = Style(attributes: .dim)
  var accent: Style { colored(accentColor) }
  var key: Style { colored(accentColor, .bold) }
  var stars: Style { colored(starColor) }
  var problem: Style { colored(red, .bold) }

  /// The row under the cursor: reverse video over all of it, with nothing that would make patches in it.
  func selected(_ style: Style) -> Style {
    Style(attributes: style.attributes.intersection(.bold).union(.reverse))
  }

  private func colored(_ color: Color, _ attributes: Style.Attributes = []) -> Style {
    Style(foreground: usesColor ? color : .standard, attributes: attributes)
  }
}

// The contrast of each is 3 to 1 at least, on black as on white where either may be.
extension Theme {
  private var red: Color { .indexed(1) }

  private var accentColor: Color {
    switch background {
    case .dark: .indexed(6)
    case .light: .indexed(4)
    // A blue between; of the named ones magenta.
    case .unknown: .indexed(hasManyColors ? 31 : 5)
    }
  }

  /// Gold; no named color but yellow is near, which is seen on a dark background only.
  private var starColor: Color {
    switch background {
    case .dark: .indexed(3)
    case .light: hasManyColors ? .indexed(130) : .standard
    case .unknown: hasManyColors ? .indexed(136) : .standard
    }
  }
}

extension ThemeChoice {
  /// How it looks here.
  ///
  /// - Parameters:
  ///   - usesColor: Whether colours are wanted at all.
  ///   - colors: The value of `COLORFGBG`, such as `0;15`: the numbers of foreground and background.
  package func theme(usesColor: Bool, colors: String?) -> Theme {
    let background: Theme.Background =
      switch self {
      case .dark: .dark
      case .light: .light
      case .auto, .mono: Self.background(colors)
      }
    return Theme(usesColor: usesColor && self != .mono, on: background)
  }

  private static func background(_ colors: String?) -> Theme.Background {
    guard let color = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return .unknown }
    return color == 7 || 9...15 ~= color ? .light : .dark
  }
}
