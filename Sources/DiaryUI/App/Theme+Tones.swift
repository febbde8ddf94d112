import Settings
import Terminal

// Each color has a contrast of at least 4.5:1 to its backgrounds, on black and on white if the background may be either,
// and on that of the line under the cursor. The exceptions are, as xterm shows these colors:
//
// - on an unknown background, bright red (9) for problems: 4.0:1 on white. Of the named colors, none has 4.5:1 on black
//   and on white; magenta (5), which has the most, is for keys and ratings: 4.48:1 on black.
// - with eight colors, red (1) instead of bright red: 3.6:1 on black where the terminal does not show bold text in bright
//   colors.
//
// On an unknown background, the palette of 256 has no amber with 4.5:1 on black and on white; 131, a dull red, would look
// like a problem, and 63, a blue violet, does not.
//
// With named colors, what is secondary is the terminal's own text, dimmed; how much, the terminal decides.
extension Theme {
  /// Returns the color of text on a light line, for terminals whose own text may be light.
  static func darkText(_ depth: ColorDepth) -> Color { depth == .mixed ? Color(0x1E1812) : .indexed(234) }

  static func color(_ tone: ThemeTone, on background: BackgroundColor, _ depth: ColorDepth) -> Color {
    switch depth {
    case .named: named(tone, on: background)
    case .palette: entry(tone, on: background).map { Color.indexed($0) } ?? .standard
    case .mixed: mixture(tone, on: background).map { Color($0) } ?? .standard
    }
  }

  private static func mixture(_ tone: ThemeTone, on background: BackgroundColor) -> UInt32? {
    switch (tone, background) {
    case (.foam, .dark): 0xF3E5C8
    case (.foam, _): nil
    case (.amber, .dark): 0xE8A838
    case (.amber, .light): 0x8A5A00
    case (.amber, .unknown): 0xA56800
    case (.malt, .dark): 0xB49C80
    case (.malt, .light): 0x6E5A46
    case (.malt, .unknown): 0x8D7054
    case (.copper, .dark): 0xD98F48
    case (.copper, .light): 0x7A4A20
    case (.copper, .unknown): 0xB45F14
    case (.gold, .dark): 0xFFC83D
    case (.gold, .light): 0xA34700
    case (.gold, .unknown): 0x976F00
    case (.red, .dark): 0xFF7A6B
    case (.red, .light): 0xB02010
    case (.red, .unknown): 0xDD3320
    case (.selection, .dark): 0x3A3024
    case (.selection, _): 0xFFE2A0
    }
  }

  /// Returns the number of an entry of the palette of 256 colors.
  private static func entry(_ tone: ThemeTone, on background: BackgroundColor) -> UInt8? {
    switch (tone, background) {
    case (.foam, .dark): 230
    case (.foam, _): nil
    case (.amber, .dark): 178
    case (.amber, .light): 94
    case (.malt, .dark): 180
    case (.malt, .light): 95
    case (.malt, .unknown): 243
    case (.copper, .dark): 173
    case (.copper, .light): 88
    case (.gold, .dark): 220
    case (.gold, .light): 58
    case (.amber, .unknown), (.copper, .unknown), (.gold, .unknown): 63
    case (.red, .dark): 209
    case (.red, .light): 160
    case (.red, .unknown): 163
    case (.selection, .dark): 236
    case (.selection, _): 255
    }
  }

  private static func named(_ tone: ThemeTone, on background: BackgroundColor) -> Color {
    switch (tone, background) {
    case (.foam, _), (.malt, _), (.selection, _): .standard
    case (.amber, .dark), (.copper, .dark): .indexed(3)
    case (.gold, .dark): .indexed(11)
    // Yellow is the only named color close to gold, and is readable only on a dark background.
    case (.amber, .light), (.gold, .light): .indexed(4)
    case (.amber, .unknown), (.gold, .unknown): .indexed(5)
    case (.copper, _): .standard
    case (.red, .dark), (.red, .unknown): .indexed(9)
    case (.red, .light): .indexed(1)
    }
  }
}
