import DiaryUI
import Settings
import Testing

/// Which theme goes with which terminal.
@Suite struct ThemeChoiceTests {
  @Test(
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("12;7", .light), ("15;8", .dark),
      ("0;default", .unknown), ("", .unknown), ("x;y", .unknown), (nil, .unknown),
    ] as [(String?, Theme.BackgroundColor)])
  func autoFollowsTheColorsOfTheTerminal(_ colors: String?, background: Theme.BackgroundColor) {
    #expect(ThemeChoice.auto.theme(usesColor: true, colors: colors).background == background)
  }

  @Test func aChosenThemeDoesNotLookAtTheTerminal() {
    #expect(ThemeChoice.light.theme(usesColor: true, colors: "15;0").background == .light)
    #expect(ThemeChoice.dark.theme(usesColor: true, colors: "0;15").background == .dark)
  }

  @Test(
    arguments: [
      ("linux", nil, .dark), ("linux-16color", nil, .dark), ("linux", "0;15", .light),
      ("xterm", nil, .unknown),
    ] as [(String, String?, Theme.BackgroundColor)])
  func theConsoleOfLinuxIsBlack(_ terminal: String, _ colors: String?, background: Theme.BackgroundColor) {
    for choice in [ThemeChoice.auto, .mono] {
      #expect(choice.theme(usesColor: true, colors: colors, terminal: terminal).background == background)
    }
    #expect(ThemeChoice.light.theme(usesColor: true, colors: nil, terminal: "linux").background == .light)
  }

  @Test func noColorsAreUsedIfTheyAreTurnedOff() {
    #expect(!ThemeChoice.mono.theme(usesColor: true, colors: nil).usesColor)
    #expect(!ThemeChoice.dark.theme(usesColor: false, colors: nil).usesColor)
  }
}
