import ArgumentParser
import DiaryProcess
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

  var choice: ScreenChoice { ScreenChoice(isASCII: ascii, noMouse: noMouse) }
}

/// How the screen is to look; `ScreenOptions` without the parser, which takes its time.
struct ScreenChoice {
  var isASCII = false
  var noMouse = false

  /// How the screen looks with the user's preferences, in these surroundings.
  func appearance(_ preferences: Preferences) -> Appearance {
    let usesColor = Environment["NO_COLOR"]?.isEmpty ?? true
    let theme = preferences.theme.theme(usesColor: usesColor, colors: Environment["COLORFGBG"])
    var appearance = Appearance(
      theme: theme, glyphs: isASCII ? .ascii : .unicode,
      // Found out where a time has to be shown, which few lists have.
      timeZone: .autoupdatingCurrent)
    appearance.dateFormat = preferences.dateFormat
    appearance.background = theme.background == .light ? .light : .dark
    return appearance
  }
}
