package import DiaryText
package import Foundation
package import Pictures
package import Terminal

/// How the interface looks, according to the user's environment.
package struct Appearance: Hashable, Sendable {
  package var theme: Theme
  package var glyphs: Glyphs
  /// The time zone in which instants are shown.
  package var timeZone: TimeZone
  package var dateFormat = DateText.Format.words
  /// Whether photos are drawn in colors rather than in ASCII.
  package var hasColorPictures = false
  /// The background of the terminal.
  package var background = PictureStyle.Background.dark

  package init(theme: Theme = Theme(), glyphs: Glyphs = .unicode, timeZone: TimeZone = .gmt) {
    self.theme = theme
    self.glyphs = glyphs
    self.timeZone = timeZone
  }

  var dates: DateText { DateText(timeZone: timeZone, format: dateFormat) }
}
