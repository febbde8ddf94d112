import Pictures
import Settings
import Terminal
import DiaryCLI
import DiaryProcess
import DiaryUI
import Foundation

extension ScreenRequest {
  /// How the screen looks with the user's preferences, in these surroundings.
  func appearance(_ preferences: Preferences) -> Appearance {
    let usesColor = Environment.process["NO_COLOR"]?.isEmpty ?? true
    let theme = preferences.theme.theme(usesColor: usesColor, colors: Environment.process["COLORFGBG"])
    var appearance = Appearance(
      theme: theme, glyphs: isASCII ? .ascii : .unicode,
      // Found out where a time has to be shown, which few lists have.
      timeZone: .autoupdatingCurrent)
    appearance.dateFormat = preferences.dateFormat
    appearance.background = theme.background == .light ? .light : .dark
    return appearance
  }
}
