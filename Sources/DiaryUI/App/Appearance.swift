package import DiaryText
package import Foundation
package import Pictures
package import Terminal

/// What the user's surroundings say about how the interface looks.
package struct Appearance: Hashable, Sendable {
  package var theme: Theme
  package var glyphs: Glyphs
  /// Where instants are shown as local time.
  package var timeZone: TimeZone
  package var dateFormat = DateText.Format.words
  /// Whether photos are drawn in colors; they are drawn in ASCII otherwise.
  package var hasColorPictures = false
  /// What the terminal shows where nothing stands.
  package var background = PictureStyle.Background.dark

  package init(theme: Theme = Theme(), glyphs: Glyphs = .unicode, timeZone: TimeZone = .gmt) {
    self.theme = theme
    self.glyphs = glyphs
    self.timeZone = timeZone
  }

  var dates: DateText { DateText(timeZone: timeZone, format: dateFormat) }
}
