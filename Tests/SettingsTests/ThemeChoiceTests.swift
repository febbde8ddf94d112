import DiaryUI
import Testing

/// Which theme goes with which terminal.
@Suite struct ThemeChoiceTests {
  @Test(arguments: [
    ("15;0", false), ("0;15", true), ("0;default;15", true), ("12;7", true), ("15;8", false),
    ("0;default", false),
    ("", false), ("x;y", false), (nil, false),
  ])
  func autoGoesByTheColoursOfTheTerminal(_ colors: String?, isLight: Bool) {
    #expect(ThemeChoice.auto.theme(usesColor: true, colors: colors).isLight == isLight)
  }

  @Test func aChosenThemeDoesNotLookAtTheTerminal() {
    #expect(ThemeChoice.light.theme(usesColor: true, colors: "15;0").isLight)
    #expect(!ThemeChoice.dark.theme(usesColor: true, colors: "0;15").isLight)
  }

  @Test func thereAreNoColoursWhereNoneAreWanted() {
    #expect(!ThemeChoice.mono.theme(usesColor: true, colors: nil).usesColor)
    #expect(!ThemeChoice.dark.theme(usesColor: false, colors: nil).usesColor)
  }
}
