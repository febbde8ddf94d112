package import Settings
package import Terminal

/// The styles, named after their meaning.
///
/// The terminal's own foreground and background stay, so the user's choice of light or dark applies. Only the line under
/// the cursor has a background of its own.
package struct Theme: Hashable, Sendable {
  /// The background on which colors have to be readable.
  package enum BackgroundColor: Hashable, Sendable, CaseIterable {
    /// Light colors are readable on it.
    case dark
    /// Dark colors are readable on it.
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

  /// Whether there are colors; attributes such as bold are used in any case.
  package let usesColor: Bool
  /// The background for which the colors are chosen; the one that the terminal reports, if the theme follows it.
  package internal(set) var background: BackgroundColor
  /// The colors that the terminal has, to which those of the theme are adapted.
  package var depth = ColorDepth.palette
  /// The user's own colors.
  package var ownTones: [ThemeTone: Color] = [:]

  package init(usesColor: Bool = true, on background: BackgroundColor = .dark) {
    self.usesColor = usesColor
    self.background = background
  }

  let plain = Style.plain
  var name: Style { style(.foam, .bold) }
  var title: Style { style(.foam, .bold) }
  /// Dim if no color of the terminal suits it; plain without colors, because dim text is hard to read.
  var secondary: Style {
    let style = style(.malt)
    return usesColor && style.foreground == .standard ? Style(attributes: .dim) : style
  }
  /// For something missing: a beer without a name, or an item that is being read.
  var placeholder: Style { secondary }
  var accent: Style { style(.amber) }
  var key: Style { boldText(.amber) }
  /// For curves of ratings, and what stands for many of them.
  var stars: Style { style(.gold) }
  var problem: Style { boldText(.red) }

  /// Returns the style of a rating: the better, the brighter.
  ///
  /// The stars say the same without color.
  func rating(_ rating: Double?) -> Style {
    switch rating ?? 0 {
    case ..<2.5: secondary
    case ..<3.5: style(.copper)
    case ..<4.25: style(.amber)
    default: style(.gold, .bold)
    }
  }

  /// Returns the style of something on the line under the cursor: on a background of its own, which keeps the colors.
  ///
  /// The named colors have no background that stands out and is readable with all of them. There, the line is in reverse
  /// video entirely, without colors that would look like patches. On a background of the user's, the terminal's
  /// own text has the color of names, because what it would be like is not known.
  func selected(_ style: Style) -> Style {
    let surface = color(.selection)
    guard surface != .standard else { return reversed(style) }
    let hasOwnSurface = ownSelection != nil
    let text = hasOwnSurface && style.foreground == .standard ? color(.foam) : style.foreground
    return Style(
      foreground: background == .unknown && !hasOwnSurface ? onLight(text) : text, background: surface,
      attributes: style.attributes.subtracting([.dim, .reverse]))
  }

  /// Returns the style of something under the cursor that has no room for a bar before it, such as a field of a scatter
  /// plot: in reverse video, without colors; matches stay underlined.
  func reversed(_ style: Style) -> Style {
    Style(attributes: style.attributes.intersection([.bold, .underline]).union(.reverse))
  }

  /// Returns the style of bold text; without bold in a named color whose bright form is hard to read on white.
  ///
  /// Many terminals, xterm among them, show the first eight colors as bright ones where text is bold.
  private func boldText(_ tone: ThemeTone) -> Style {
    let color = color(tone)
    let fades = background != .dark && [.indexed(1), .indexed(5)].contains(color)
    return style(tone, fades ? [] : .bold)
  }

  private func style(_ tone: ThemeTone, _ attributes: Style.Attributes = []) -> Style {
    Style(foreground: color(tone), attributes: attributes)
  }

  /// Returns the color of a tone; the terminal's own where it suits best.
  package func color(_ tone: ThemeTone) -> Color {
    guard usesColor else { return .standard }
    let own = tone == .selection ? ownSelection : ownTones[tone]
    return own ?? Self.color(tone, on: background, depth)
  }

  /// The user's own background of the line under the cursor; `nil` if there is none, or if the terminal has only the named
  /// colors and it is not one of them: the nearest could be that of the text.
  var ownSelection: Color? {
    guard let own = ownTones[.selection], depth == .named else { return ownTones[.selection] }
    return if case .indexed(0..<16) = own { own } else { nil }
  }

  /// Returns the color of the same tone on a light background, with dark text.
  private func onLight(_ color: Color) -> Color {
    if color == .standard { return Self.darkText(depth) }
    let tone = ThemeTone.allCases.first { ownTones[$0] == nil && self.color($0) == color }
    return tone.map { Self.color($0, on: .light, depth) } ?? color
  }
}

extension ThemeChoice {
  /// Returns the theme for a terminal.
  ///
  /// - Parameters:
  ///   - usesColor: Whether to use colors at all.
  ///   - colors: The value of `COLORFGBG`, such as `0;15`: the numbers of the foreground and background colors. It applies
  ///     until the terminal has reported its background.
  ///   - terminal: The value of `TERM`. The console of Linux, which is asked nothing, is black.
  package func theme(usesColor: Bool, colors: String?, terminal: String? = nil) -> Theme {
    let background: Theme.BackgroundColor =
      switch self {
      case .dark: .dark
      case .light: .light
      case .auto, .mono:
        colors == nil && terminal?.hasPrefix("linux") == true ? .dark : Self.background(colors)
      }
    return Theme(usesColor: usesColor && self != .mono, on: background)
  }

  /// Whether the theme is the one for the background that the terminal reported.
  package var followsTerminal: Bool { self == .auto || self == .mono }

  private static func background(_ colors: String?) -> Theme.BackgroundColor {
    guard let color = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return .unknown }
    return color == 7 || 9...15 ~= color ? .light : .dark
  }
}
