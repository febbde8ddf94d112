import DiaryText
import Terminal

extension Preferences {
  /// Backgrounds that terminals have, by the name of the theme for them.
  private static let backgrounds: [(ThemeChoice, [Color])] = [
    (.dark, [Color(0x000000), Color(0x222222)]), (.light, [Color(0xFFFFFF), Color(0xF8F8F8)]),
  ]

  /// Sentences about the user's own colors that have no effect, or that are hard to read, each with the contrast; empty
  /// if there is none.
  package var colorWarnings: [String] {
    if theme == .mono {
      return ThemeTone.allCases.filter { tones[$0] != nil }.map { tone in
        "theme.\(tone.rawValue) has no effect, because the theme \(theme.rawValue) has no colors."
      }
    }
    return ThemeTone.allCases.filter { $0 != .selection }.flatMap { tone in
      tones[tone].map { warnings(tone, $0) } ?? []
    } + selectionWarnings
  }

  /// The terminal's text on a dark background, which is often a light gray, and on a light one.
  private static let usualText: [(ThemeChoice, Color)] = [
    (.dark, Color(0xCCCCCC)), (.light, Color(0x000000)),
  ]

  /// Returns sentences about the color of the line under the cursor, if its text is not of a color of the user's.
  private var selectionWarnings: [String] {
    guard tones[.foam] == nil, let selection = tones[.selection]?.luminance else { return [] }
    return Self.usualText.filter { theme == .auto || theme == $0.0 }.compactMap { choice, text in
      guard let luminance = text.luminance else { return nil }
      let contrast = Color.contrast(luminance, selection)
      guard contrast < Color.minTextContrast else { return nil }
      return "theme.selection has a contrast of \(Self.ratio(contrast)):1 with the usual text on a "
        + "\(choice.rawValue) background; text is readable from \(Self.ratio(Color.minTextContrast)):1. "
        + "Set theme.foam as well."
    }
  }

  /// Returns a contrast with one decimal, rounded down, so that nothing below a limit looks like it.
  private static func ratio(_ contrast: Double) -> String {
    NumberText.fixed((contrast * 10).rounded(.down) / 10, decimals: 1)
  }

  private func warnings(_ tone: ThemeTone, _ color: Color) -> [String] {
    let own = Self.backgrounds.filter { theme == .auto || theme == $0.0 }.compactMap { choice, surfaces in
      warning(tone, color, on: surfaces, "a \(choice.rawValue) background").map { sentence in
        theme == .auto ? sentence + " Set theme.base if yours is never \(choice.rawValue)." : sentence
      }
    }
    let line = tones[.selection].flatMap { warning(tone, color, on: [$0], "the color of theme.selection") }
    return own + [line].compactMap { $0 }
  }

  /// Returns a sentence if a color is hard to read on one of some backgrounds, with the least contrast.
  private func warning(_ tone: ThemeTone, _ color: Color, on surfaces: [Color], _ name: String) -> String? {
    guard let text = color.luminance,
      let contrast = surfaces.compactMap(\.luminance).map({ Color.contrast(text, $0) }).min(),
      contrast < Color.minTextContrast
    else { return nil }
    return "theme.\(tone.rawValue) has a contrast of \(Self.ratio(contrast)):1 with \(name); "
      + "text is readable from \(Self.ratio(Color.minTextContrast)):1."
  }
}
