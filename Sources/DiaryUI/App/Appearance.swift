package import DiaryText
package import Foundation
package import Pictures
package import Settings
package import Terminal

/// How the interface looks, according to the user's environment.
package struct Appearance: Hashable, Sendable {
  /// The styles, for the colors of the terminal and of the user.
  package var theme: Theme
  /// The characters of the terminal: Unicode or ASCII.
  private let characters: Glyphs
  /// The time zone in which instants are shown.
  package var timeZone: TimeZone
  /// How days and months are written.
  package var dateFormat = DateText.Format.words
  /// How the user wants photos to be drawn.
  package var pictureMode = PictureMode.auto
  /// How photos are drawn.
  package var pictureMethod = PictureMethod.ascii
  /// What is known of the terminal.
  package var terminal = TerminalFeatures()
  /// Whether the theme is the one for the background that the terminal reported.
  package var followsTerminal = false
  /// The background of the terminal.
  package var background = PictureStyle.Background.dark

  package init(theme: Theme = Theme(), glyphs: Glyphs = .unicode, timeZone: TimeZone = .gmt) {
    self.theme = theme
    characters = glyphs
    self.timeZone = timeZone
  }

  /// The characters to draw with; in words, without lines.
  package var glyphs: Glyphs { usesWords ? characters.forWords : characters }

  var dates: DateText { DateText(timeZone: timeZone, format: dateFormat) }

  /// Adapts to an answer of the terminal.
  mutating func apply(_ reply: TerminalReply) {
    terminal.apply(reply)
    choosePictureMethod()
    guard followsTerminal, let isLight = terminal.background?.isLight else { return }
    theme.background = isLight ? .light : .dark
    background = isLight ? .light : .dark
  }

  /// Chooses how photos are drawn by the settings and what is known of the terminal.
  package mutating func choosePictureMethod() {
    pictureMethod = PictureMethod(
      pictureMode, on: terminal, usesColor: theme.usesColor, isUnicode: !characters.isASCII)
  }
}

extension Color {
  /// Whether black text is easier to read on it than white text; `nil` unless the color is mixed.
  fileprivate var isLight: Bool? {
    guard case .rgb(let red, let green, let blue) = self else { return nil }
    // Black and white have the same contrast to a color of this luminance.
    return Color.luminance([red, green, blue].map { Double($0) }) > 0.179
  }
}
