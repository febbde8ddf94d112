import DiaryCLI
import DiaryProcess
import DiaryUI
import Foundation
import Pictures
import Settings
import Terminal

extension ScreenRequest {
  /// Returns the screen's appearance with the user's preferences and environment.
  func appearance(_ preferences: Preferences) -> Appearance {
    let usesColor = usesColor ?? Environment.process[.noColor]?.isEmpty ?? true
    var theme = preferences.theme.theme(
      usesColor: usesColor, colors: Environment.process[.colorForegroundBackground],
      terminal: Environment.process[.terminal])
    theme.ownTones = preferences.tones
    var appearance = Appearance(
      theme: theme, glyphs: isASCII ? .ascii : .unicode,
      // Resolved only when a time is shown, which is rare in lists.
      timeZone: .autoupdatingCurrent)
    appearance.dateFormat = preferences.dateFormat
    appearance.pictureMode = preferences.pictures
    appearance.followsTerminal = preferences.theme.followsTerminal
    appearance.background = theme.background == .light ? .light : .dark
    return appearance
  }
}
