import DiaryText
import Terminal

extension Preferences {
  /// Backgrounds that terminals have, by the name of the theme for them.
  private static let backgrounds: [(ThemeChoice, [Color])] = [
    (.dark, [Color(0x000000), Color(0x222222)]), (.light, [Color(0xFFFFFF), Color(0xF8F8F8)]),
  ]

  /// Sentences about the user's own colors that are hard to read, each with the contrast; empty if there is none.
  package var contrastWarnings: [String] {
    if theme == .mono { return [] }
    return ThemeTone.allCases.filter { $0 != .selection }.flatMap { tone in
      tones[tone].map { warnings(tone, $0) } ?? []
    }
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
    // Rounded down, so that nothing below the limit looks like it.
    let ratio = NumberText.fixed((contrast * 10).rounded(.down) / 10, decimals: 1)
    let least = NumberText.fixed(Color.minTextContrast, decimals: 1)
    return "theme.\(tone.rawValue) has a contrast of \(ratio):1 with \(name); "
      + "text is readable from \(least):1."
  }
}
