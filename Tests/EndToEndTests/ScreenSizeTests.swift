import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Terminals of any size, and sizes that change.
  @Suite(.needsTmux) struct ScreenSizeTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    @Test func aTerminalThatIsTooSmallShowsAMessageUntilItIsLarger() async throws {
      let screen = try await TmuxScreen(sandbox, store: diary.path, size: (10, 3))
      try await screen.wait(for: "too small")

      try await screen.resize(to: 100, 30)
      try await screen.wait(forAll: LegacyDiary.newestName, "12 beers", "q quit")

      try await screen.resize(to: 10, 3)
      try await screen.wait(for: "too small")
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test func theScreenHasTheSizeThatTheTerminalGotWhileItWasSuspended() async throws {
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(for: "q quit")

      try await shell.terminal.press("C-z")
      #expect(try await shell.waitForEnd() == 128 + SIGTSTP)
      try await shell.terminal.resize(to: 70, 15)
      try await shell.resume()

      try await shell.terminal.wait(until: "the list fills the screen") { text in
        text.rows[0].contains("12 beers") && text.rows[14].contains("q quit")
      }
      try await shell.terminal.press("q")
      #expect(try await shell.waitForEnd() == 0)
    }

    @Test func theScreenKeepsItsPositionThroughManyResizes() async throws {
      let screen = try await TmuxScreen(sandbox, store: diary.path)
      try await screen.wait(for: LegacyDiary.newestName)
      try await screen.press("j", "j", "p")
      try await screen.wait(for: "photo")
      var random = Seeds.generator(7)

      for _ in 0..<60 {
        try await screen.resize(
          to: .random(in: 1...180, using: &random), .random(in: 1...60, using: &random))
      }
      try await screen.resize(to: 90, 24)

      try await screen.wait(until: "the photos fill the screen") { text in
        let lines = text.rows
        return lines[0].contains("1 photo") && lines[0].contains("3 of 12") && lines[23].contains("q back")
      }
      try await screen.press("q")
      try await screen.wait(until: "the list fills the screen") { text in
        let lines = text.rows
        return lines[0].contains("Beer Diary") && lines[2].contains(LegacyDiary.newestName)
          && lines[22].contains("3 of 12") && lines[23].contains("q quit")
      }
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }
  }
}

extension String {
  fileprivate var rows: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
