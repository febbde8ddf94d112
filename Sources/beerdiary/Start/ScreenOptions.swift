import ArgumentParser
import DiaryUI
import Foundation
import Pictures
import Terminal

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw with plain ASCII characters only.")
  var ascii = false

  @Flag(name: .long, help: "Leave the mouse to the terminal.")
  var noMouse = false

  /// How the screen looks with the user's preferences, in these surroundings.
  func appearance(_ preferences: Preferences) -> Appearance {
    let environment = ProcessInfo.processInfo.environment
    let usesColor = environment["NO_COLOR", default: ""].isEmpty
    let theme = preferences.theme.theme(usesColor: usesColor, colors: environment["COLORFGBG"])
    var appearance = Appearance(theme: theme, glyphs: ascii ? .ascii : .unicode, timeZone: .current)
    appearance.dateFormat = preferences.dateFormat
    appearance.background = theme.background == .light ? .light : .dark
    return appearance
  }
}
