import Settings
import Terminal
import Testing

@testable import DiaryUI

/// Every color of a theme can be read on the backgrounds that it is for.
@Suite struct ThemeTests {
  /// The styles of text, with ratings from the lowest to the best.
  private static func styles(_ theme: Theme) -> [Style] {
    [
      theme.plain, theme.name, theme.title, theme.secondary, theme.placeholder, theme.accent, theme.key,
      theme.stars, theme.problem,
    ] + [0.5, 2.5, 3.5, 5].map { theme.rating($0) }
  }

  private static func theme(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) -> Theme {
    var theme = Theme(on: background)
    theme.depth = depth
    return theme
  }

  /// The least contrast is 4.5, except for two named colors on an unknown background, as xterm shows them.
  ///
  /// None of the named colors has 4.5 on black and on white: of those that come closest, bright red has 3.99 on white, and
  /// magenta 4.47 on black.
  private static func minContrast(
    _ color: Color, on surface: Color, _ background: Theme.BackgroundColor
  ) -> Double {
    switch (background, color, surface) {
    case (.unknown, .indexed(9), Contrast.white): 3.99
    case (.unknown, .indexed(5), Contrast.black): 4.47
    default: Color.minTextContrast
    }
  }

  @Test(arguments: Theme.BackgroundColor.allCases, Theme.ColorDepth.allCases)
  func everyColorCanBeRead(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) throws {
    let theme = Self.theme(background, depth)
    var count = 0
    for style in Self.styles(theme) where style.foreground != .standard {
      #expect(style.background == .standard)
      for color in Contrast.backgrounds(background, depth) {
        let contrast = try Contrast.between(style.foreground, color)
        let minContrast = Self.minContrast(style.foreground, on: color, background)
        #expect(contrast >= minContrast, "\(style.foreground) on \(color)")
        count += 1
      }
    }
    #expect(count >= 3)
  }

  @Test func noNamedColorCanBeReadOnBlackAndOnWhite() throws {
    for index in UInt8(0)..<16 {
      let luminance = try #require(Color.indexed(index).luminance)
      let contrasts = [0.0, 1.0].map { Color.contrast(luminance, $0) }
      #expect(try #require(contrasts.min()) < Color.minTextContrast, "\(index)")
    }
  }

  @Test(arguments: Theme.BackgroundColor.allCases)
  func boldTextCanBeReadWhereTerminalsShowItInBrightColors(_ background: Theme.BackgroundColor) throws {
    let theme = Self.theme(background, .named)
    for style in [theme.name, theme.title, theme.key, theme.problem] {
      guard case .indexed(let index) = style.foreground else { continue }
      let isBright = index < 8 && style.attributes.contains(.bold)
      for color in Contrast.backgrounds(background, .named) {
        let shown = isBright ? .indexed(index + 8) : style.foreground
        let minContrast = Self.minContrast(shown, on: color, background)
        #expect(try Contrast.between(shown, color) >= minContrast, "\(shown) on \(color)")
      }
    }
  }

  @Test(arguments: Theme.BackgroundColor.allCases, [Theme.ColorDepth.palette, .mixed])
  func everyColorCanBeReadOnTheLineUnderTheCursor(
    _ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth
  ) throws {
    let theme = Self.theme(background, depth)
    // The terminal's own text is nearly white on a dark background, and nearly black on a light one.
    let own = background == .dark ? Color(0xE5E5E5) : Contrast.black
    for style in Self.styles(theme).map({ theme.selected($0) }) {
      #expect(style.background == theme.color(.selection) && !style.attributes.contains(.reverse))
      // The terminal's own text would be readable only on one of the two.
      #expect(style.foreground != .standard || background != .unknown)
      let text = style.foreground == .standard ? own : style.foreground
      #expect(try Contrast.between(text, style.background) >= 4.5, "\(style.foreground)")
    }
  }

  @Test(arguments: Theme.BackgroundColor.allCases)
  func withFewColorsTheLineUnderTheCursorIsInReverseVideo(_ background: Theme.BackgroundColor) {
    for theme in [Self.theme(background, .named), Theme(usesColor: false, on: background)] {
      for style in Self.styles(theme).map({ theme.selected($0) }) {
        #expect(style.foreground == .standard && style.background == .standard)
        #expect(style.attributes.contains(.reverse) && !style.attributes.contains(.dim))
      }
    }
  }

  @Test(arguments: [Theme.ColorDepth.palette, .mixed])
  func starsKeepTheirColorOnTheLineUnderTheCursor(_ depth: Theme.ColorDepth) {
    let theme = Self.theme(.dark, depth)
    #expect(theme.selected(theme.rating(5)).foreground == theme.rating(5).foreground)
    #expect(theme.selected(theme.rating(5)).foreground != .standard)
  }

  /// What the terminal's own text is like is not known.
  @Test(arguments: [Theme.ColorDepth.palette, .mixed])
  func theTerminalsOwnTextHasTheColorOfNamesOnTheUsersBackground(_ depth: Theme.ColorDepth) throws {
    var theme = Self.theme(.dark, depth)
    theme.ownTones = [.foam: Color(0xFFFFFF), .selection: Color(0x5F5FD7)]
    let style = theme.selected(theme.plain)
    #expect(style == Style(foreground: Color(0xFFFFFF), background: Color(0x5F5FD7)))
    #expect(try Contrast.between(style.foreground, style.background) >= Color.minTextContrast)
  }

  @Test(arguments: Theme.ColorDepth.allCases)
  func accentsDoNotLookLikeProblemsOnAnUnknownBackground(_ depth: Theme.ColorDepth) throws {
    let theme = Self.theme(.unknown, depth)
    guard case .palette = depth else { return #expect(theme.accent.foreground != theme.problem.foreground) }
    let accent = try #require(theme.accent.foreground.components)
    #expect(accent.red < accent.blue)
  }

  @Test(arguments: Theme.BackgroundColor.allCases)
  func withFewColorsTheBestRatingsStandOut(_ background: Theme.BackgroundColor) {
    let theme = Self.theme(background, .named)
    #expect(theme.rating(5).foreground != .standard && theme.rating(5).attributes.contains(.bold))
    #expect(theme.rating(4).foreground != .standard && !theme.rating(4).attributes.contains(.bold))
  }

  @Test func betterRatingsLookBetter() {
    let theme = Self.theme(.dark, .mixed)
    let styles = [1, 3, 4, 5].map { theme.rating($0) }
    #expect(Set(styles).count == 4)
    #expect(theme.rating(nil) == theme.secondary)
    #expect(styles.last?.attributes == .bold)
  }

  /// Dim text is hard to read with low vision, and without colors no setting could change it.
  @Test func nothingIsDimWithoutColor() {
    for background in Theme.BackgroundColor.allCases {
      let styles = Self.styles(Theme(usesColor: false, on: background))
      #expect(styles.allSatisfy { !$0.attributes.contains(.dim) })
    }
    #expect(Self.theme(.dark, .named).secondary.attributes.contains(.dim))
  }

  @Test func noColorsAreUsedWithoutColor() {
    for background in Theme.BackgroundColor.allCases {
      var theme = Theme(usesColor: false, on: background)
      theme.ownTones = [.amber: .indexed(214), .selection: .indexed(236)]
      for style in Self.styles(theme) + Self.styles(theme).map({ theme.selected($0) }) {
        #expect(style.foreground == .standard && style.background == .standard)
      }
    }
  }

  @Test func theUsersColorsReplaceThoseOfTheTheme() {
    var theme = Self.theme(.unknown, .mixed)
    theme.ownTones = [.amber: Color(0x123456), .selection: .indexed(236)]

    #expect(theme.accent.foreground == Color(0x123456))
    #expect(theme.selected(theme.accent) == Style(foreground: Color(0x123456), background: .indexed(236)))
    #expect(theme.stars == Self.theme(.unknown, .mixed).stars)
  }
}
