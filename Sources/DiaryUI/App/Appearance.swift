package import Foundation
package import Terminal

/// What the user's surroundings say about how the interface looks.
package struct Appearance: Hashable, Sendable {
  package var theme: Theme
  package var glyphs: Glyphs
  /// Where instants are shown as local time.
  package var timeZone: TimeZone

  package init(theme: Theme = Theme(), glyphs: Glyphs = .unicode, timeZone: TimeZone = .gmt) {
    self.theme = theme
    self.glyphs = glyphs
    self.timeZone = timeZone
  }

  var dates: DateText { DateText(timeZone: timeZone) }
}
