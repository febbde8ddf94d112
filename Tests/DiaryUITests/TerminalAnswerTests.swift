import Pictures
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// What the interface makes of the terminal's answers.
@Suite struct TerminalAnswerTests {
  private func interface(_ choice: ThemeChoice) -> HeadlessInterface {
    var appearance = Appearance(theme: choice.theme(usesColor: true, colors: nil))
    appearance.followsTerminal = choice.followsTerminal
    return HeadlessInterface(appearance: appearance)
  }

  @Test(
    arguments: [
      (0x000000, .dark), (0x1E1E2E, .dark), (0x002B36, .dark), (0x707070, .dark), (0x808080, .light),
      (0xFDF6E3, .light), (0xFFFFFF, .light),
    ] as [(UInt32, Theme.BackgroundColor)])
  func theThemeFollowsTheBackgroundOfTheTerminal(_ color: UInt32, background: Theme.BackgroundColor) {
    var interface = interface(.auto)
    #expect(interface.state.configuration.appearance.theme.background == .unknown)

    interface.send(.terminalReply(.background(Color(color))))

    let appearance = interface.state.configuration.appearance
    #expect(appearance.theme.background == background)
    #expect(appearance.background == (background == .light ? .light : .dark))
  }

  @Test func aChosenThemeStays() {
    var interface = interface(.dark)
    interface.send(.terminalReply(.background(Color(0xFFFFFF))))
    #expect(interface.state.configuration.appearance.theme.background == .dark)
    #expect(interface.state.configuration.appearance.background == .dark)
  }

  @Test func otherAnswersDoNotChangeTheTheme() {
    var interface = interface(.auto)
    interface.send(.terminalReply(.attributes([62, 4])))
    interface.send(.terminalReply(.cellSize(Size(width: 8, height: 16))))
    #expect(interface.state.configuration.appearance.theme.background == .unknown)
    #expect(interface.state.configuration.appearance.terminal.hasSixel)
  }

  /// A terminal with these properties, which has answered all questions.
  private func terminal(many: Bool = true, mixed: Bool = false) -> TerminalFeatures {
    var features = TerminalFeatures()
    features.hasManyColors = many
    features.hasMixedColors = mixed
    return features
  }

  private func way(
    _ mode: PictureMode, _ terminal: TerminalFeatures, usesColor: Bool = true, isUnicode: Bool = true
  ) -> PictureMethod {
    PictureMethod(mode, on: terminal, usesColor: usesColor, isUnicode: isUnicode)
  }

  @Test func picturesHaveAsManyColorsAsTheTerminal() {
    for mode in [PictureMode.auto, .cells] {
      #expect(way(mode, terminal(mixed: true)) == .cells(.trueColor))
      #expect(way(mode, terminal()) == .cells(.xterm256))
      #expect(way(mode, terminal(many: false)) == .ascii)
    }
    #expect(way(.cells256, terminal(mixed: true)) == .cells(.xterm256))
    #expect(way(.ascii, terminal(mixed: true)) == .ascii)
  }

  /// A terminal that has answered what it can show.
  private func graphicsTerminal(kitty: Bool, sixel: Bool) -> TerminalFeatures {
    var features = terminal()
    features.cellSize = Size(width: 10, height: 20)
    features.apply(.kittyGraphics(kitty))
    features.apply(.sixelColors(16))
    features.apply(.attributes(sixel ? [62, 4] : [62]))
    return features
  }

  @Test func theBestGraphicsOfTheTerminalAreUsed() {
    #expect(way(.auto, graphicsTerminal(kitty: true, sixel: true)).graphics == .kitty)
    #expect(way(.auto, graphicsTerminal(kitty: false, sixel: true)).graphics == .sixel(colors: 16))
    #expect(way(.auto, graphicsTerminal(kitty: false, sixel: false)) == .cells(.xterm256))
    #expect(way(.auto, graphicsTerminal(kitty: true, sixel: true)).palette == .xterm256)
  }

  @Test func graphicsThatTheUserChoosesNeedNoAnswer() {
    #expect(way(.kitty, graphicsTerminal(kitty: false, sixel: false)).graphics == .kitty)
    #expect(way(.sixel, graphicsTerminal(kitty: true, sixel: false)).graphics == .sixel(colors: 16))
    #expect(way(.cells, graphicsTerminal(kitty: true, sixel: true)).graphics == nil)
  }

  @Test func graphicsNeedTheSizeOfACell() {
    var terminal = graphicsTerminal(kitty: true, sixel: true)
    terminal.cellSize = nil
    for mode in PictureMode.allCases { #expect(way(mode, terminal).graphics == nil) }
  }

  @Test func kittysGraphicsDoNotPassThroughTmux() {
    var terminal = graphicsTerminal(kitty: true, sixel: false)
    terminal.isMultiplexed = true
    #expect(way(.auto, terminal) == .cells(.xterm256))
    #expect(way(.kitty, terminal) == .cells(.xterm256))
    terminal.hasSixel = true
    #expect(way(.auto, terminal).graphics == .sixel(colors: 16))
  }

  @Test func anAnswerChangesHowPhotosAreDrawn() {
    var interface = interface(.auto)
    interface.send(.terminalReply(.cellSize(Size(width: 10, height: 20))))
    #expect(interface.state.configuration.appearance.pictureMethod == .ascii)
    interface.send(.terminalReply(.kittyGraphics(true)))
    #expect(interface.state.configuration.appearance.pictureMethod.graphics == .kitty)
  }

  @Test(arguments: PictureMode.allCases)
  func withoutColorsOrInASCIIPicturesAreCharacters(mode: PictureMode) {
    let expected = mode == .words ? PictureMethod.words : .ascii
    #expect(way(mode, terminal(mixed: true), usesColor: false) == expected)
    #expect(way(mode, terminal(mixed: true), isUnicode: false) == expected)
  }
}
