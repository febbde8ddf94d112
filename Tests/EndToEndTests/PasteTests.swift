import Foundation
import Testing

extension EndToEnd {
  /// Pastes, as a terminal marks them where it was asked to.
  @Suite(.needsTmux) struct PasteTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    @Test(arguments: ["screen-256color", "xterm-256color", "linux", "vt100"])
    func pastedTextIsText(_ type: String) async throws {
      let screen = try await TmuxScreen(
        sandbox, running: ["env", "TERM=\(type)", BuiltProgram.path, "--store", diary.path, "--ascii"])
      try await screen.wait(forAll: "1 of 12", "q quit")

      try await screen.paste("dd/foo\nq")
      try await screen.wait(forAll: "Open a text field first.", "1 of 12")

      try await screen.press("a")
      try await screen.wait(for: "New beer")
      try await screen.paste("Hopfen\nweisse")
      try await screen.wait(for: "Hopfen weisse")
      for _ in 0..<10 { try await screen.press("Down") }
      let notes = (1...2_000).map { "Line \($0), dd" }.joined(separator: "\n")
      try await screen.paste(notes)
      try await screen.wait(for: "Line 2000, dd")
      try await screen.press("C-s")
      try await screen.wait(for: "13 beers")
      let added = try await sandbox.shownBeer(13, diary.path)
      #expect(added.name == "Hopfen weisse" && added.notes == notes)
    }

    /// The lines end with carriage returns, as tmux and other terminals paste them.
    @Test func aPastedMenuIsAnswered() async throws {
      for (name, brewery) in [("Orval", "Brasserie d'Orval"), ("Saison Dupont", "Brasserie Dupont")] {
        #expect(try await sandbox.run("add", name, "--brewery", brewery).status == 0)
      }
      let screen = try await TmuxScreen(sandbox, store: sandbox.defaultStore)
      try await screen.wait(forAll: "2 beers", "q quit")
      try await screen.press("H")
      try await screen.wait(for: "Paste a menu or a tap list")

      try await screen.paste("On tap\nOrval 6.2% $7\n\nSaison Dupont\t33 cl\nWestvleteren XII\nOrrval\n")
      try await screen.wait(forAll: "2 had, 1 new, 1 unsure", "1 of 5")
      let lines = try await screen.lines()
      #expect(lines.contains { $0.contains("had") && $0.contains("Orval 6.2% $7") && $0.contains("once") })
      #expect(lines.contains { $0.contains("had") && $0.contains("Saison Dupont  33 cl") })
      #expect(lines.contains { $0.contains("new") && $0.contains("Westvleteren XII") })
      #expect(lines.contains { $0.contains("unsure") && $0.contains("“Orrval”, “Orval”") })

      // A paste without a line end continues what is typed.
      try await screen.type("Saison ")
      try await screen.paste("Dupont")
      try await screen.wait(for: "Beer: Saison Dupont")
      try await screen.press("Enter")
      try await screen.wait(forAll: "3 had, 1 new, 1 unsure", "6 of 6")
    }

    @Test func bracketedPasteIsTurnedOnAndOffAgain() async throws {
      let shell = try await ShellScreen(sandbox)
      let log = sandbox.file("log")
      try await shell.terminal.record(into: log)
      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(for: LegacyDiary.newestName)
      #expect(try modes(log) == ["h"])

      try await shell.terminal.press("C-z")
      _ = try await shell.waitForEnd()
      try await shell.terminal.wait(until: "the mode is left") { try modes(log) == ["h", "l"] }
      try await shell.resume()
      try await shell.terminal.wait(for: LegacyDiary.newestName)
      try shell.send(SIGSEGV)
      _ = try await shell.waitForEnd()
      try await shell.terminal.wait(until: "the mode is left") { try modes(log) == ["h", "l", "h", "l"] }
    }

    /// How the mode was changed, in order.
    ///
    /// Setting it again, as after SIGCONT, is no change.
    private func modes(_ log: String) throws -> [String] {
      let sent = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
      let modes = sent.components(separatedBy: "\u{1B}[?2004").dropFirst().map { String($0.prefix(1)) }
      return modes.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
  }
}
