import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// The mouse, as a terminal reports it.
  @Suite(.needsTmux) struct MouseTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    /// Their terminfo entries differ in what they take for the beginning of a report.
    @Test(arguments: ["screen-256color", "xterm-256color"])
    func clicksAndTheWheelMoveTheCursorAndDragsMovePhotos(_ type: String) async throws {
      let screen = try await TmuxScreen(
        sandbox, running: ["env", "TERM=\(type)", BuiltProgram.path, "--store", diary.path])
      try await screen.wait(forAll: LegacyDiary.newestName, "1 of 12", "q quit")

      try await screen.report("<65;10;10M")
      try await screen.wait(for: "4 of 12")
      try await screen.report("<0;10;3M", "<0;10;3m")
      try await screen.wait(for: "1 of 12")
      // With Shift the terminal selects; that is not ours.
      try await screen.report("<4;10;8M", "<4;10;8m")
      try await screen.report("<0;10;4M", "<0;10;4m")
      try await screen.wait(for: "2 of 12")
      try await screen.report("<0;10;3M", "<0;10;3m", "<0;10;3M", "<0;10;3m")
      try await screen.wait(for: "q back")

      try await screen.press("p")
      try await screen.wait(forAll: "4 photos", "1 of 4")
      try await screen.report("<0;6;6M", "<32;30;6M", "<32;60;6M")
      try await screen.wait(for: "moving")
      try await screen.report("<0;60;6m")
      try await screen.wait(until: "the photo is moved") {
        try await sandbox.shownBeer(12, diary.path).hashes.first != diary.beers[11].photos.first?.sha256
      }
    }

    @Test(arguments: ["screen-256color", "xterm-256color", "vt100"], [[], ["--no-mouse"]])
    func clicksDoNotInsertText(_ type: String, _ options: [String]) async throws {
      let program = ["env", "TERM=\(type)", BuiltProgram.path, "--store", diary.path]
      let screen = try await TmuxScreen(sandbox, running: program + options)
      try await screen.wait(for: "q quit")
      try await screen.press("a")
      try await screen.wait(for: "New beer")

      try await screen.report("<0;20;3M", "<0;20;3m", "<65;20;9M", "<64;20;9M")
      // Nothing that the diary knows begins with this, so nothing is suggested behind it.
      try await screen.type("qqz")
      try await screen.wait(until: "a field holds this alone") { text in
        text.split(separator: "\n").contains { $0.hasSuffix(" qqz") }
      }
    }

    @Test func aMouseThatIsOffDoesNothing() async throws {
      let screen = try await TmuxScreen(sandbox, store: diary.path, "--no-mouse")
      try await screen.wait(for: "1 of 12")

      try await screen.report("<65;10;10M")
      try await screen.press("j")
      try await screen.wait(for: "2 of 12")
    }

    @Test(arguments: [[], ["--no-mouse"]]) func mouseReportingIsTurnedOffAtTheEnd(_ options: [String])
      async throws
    {
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram((["--store", diary.path] + options).joined(separator: " "))
      try await shell.terminal.wait(for: LegacyDiary.newestName)
      #expect(try await shell.terminal.fact("mouse_button_flag") == (options.isEmpty ? "1" : "0"))

      try await shell.terminal.press("C-z")
      _ = try await shell.waitForEnd()
      #expect(try await shell.terminal.fact("mouse_any_flag") == "0")
      try await shell.resume()
      try await shell.terminal.wait(for: LegacyDiary.newestName)
      #expect(try await shell.terminal.fact("mouse_button_flag") == (options.isEmpty ? "1" : "0"))
      try shell.send(SIGSEGV)
      _ = try await shell.waitForEnd()
      #expect(try await shell.terminal.fact("mouse_any_flag") == "0")
    }
  }
}
