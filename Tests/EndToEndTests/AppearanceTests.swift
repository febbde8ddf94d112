import Foundation
import Testing

extension EndToEnd {
  /// How the screen looks where colours or characters are not wanted.
  @Suite(.needsTmux) struct AppearanceTests {
    /// Foreground or background of any of the terminal's 16 or 256 colours, or of 24 bits.
    private static let color = "\u{1B}\\[([0-9]+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]"

    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    @Test func colorsAreUsedUnlessTheyAreTurnedOff() async throws {
      for (environment, isColored) in [([:], true), (["NO_COLOR": "1"], false)] {
        let screen = try await TmuxScreen(sandbox, store: diary.path, environment: environment)
        try await screen.wait(forAll: LegacyDiary.newestName, "q quit")

        let text = try await screen.styledText()
        #expect((text.range(of: Self.color, options: .regularExpression) != nil) == isColored)
      }
    }

    @Test func plainCharactersAreEnough() async throws {
      let screen = try await TmuxScreen(sandbox, store: diary.path, "--ascii")
      try await screen.wait(forAll: "Brouwerij 5", "q quit")
      #expect(try await screen.text().allSatisfy(\.isASCII))

      try await screen.press("Enter")
      try await screen.wait(forAll: "Notes on beer 12.", "q back")
      #expect(try await screen.text().allSatisfy(\.isASCII))
    }
  }
}
