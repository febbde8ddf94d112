import Foundation
import Testing

extension EndToEnd {
  /// Terminals of other types, with fewer colours, or with none.
  @Suite(.needsTmux) struct TerminalTypeTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() throws {
      sandbox = try Sandbox()
      diary = try LegacyDiary(sandbox)
    }

    /// In this order, each half of them has every type.
    private static let kinds = ["", "1"].flatMap { noColor in
      ["xterm", "linux", "screen-256color", "vt100", "xterm-mono"].map { ($0, noColor) }
    }

    @Test(arguments: BuiltProgram.sample(of: kinds, oneIn: 2))
    func theListAndABeerAreShown(_ type: String, noColor: String) async throws {
      let shell = try await ShellScreen(sandbox)
      try await shell.run("export TERM=\(type) NO_COLOR=\(noColor)")
      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(forAll: LegacyDiary.newestName, "1 of 12", "q quit")

      try await shell.terminal.press("j", "Down", "Enter")
      try await shell.terminal.wait(forAll: "3 of 12", "q back")
      try await shell.terminal.press("q")
      try await shell.terminal.wait(forAll: "3 of 12", "q quit")
      try await shell.terminal.press("q")

      #expect(try await shell.waitForEnd() == 0)
      // A vt100 has no second screen to leave, nor a keypad mode that tmux would report alone.
      #expect(try await shell.damage() == [])
    }

    @Test(arguments: ["export TERM=no-such-terminal", "export TERM=", "unset TERM"])
    func anUnknownTypeIsUsedAsOneThatNearlyAllUnderstand(_ change: String) async throws {
      let shell = try await ShellScreen(sandbox)
      try await shell.run(change)
      try await shell.startProgram("--store \(diary.path)")
      try await shell.terminal.wait(forAll: LegacyDiary.newestName, "used as xterm-256color")
      try await shell.terminal.press("j", "Enter")
      try await shell.terminal.wait(forAll: "2 of 12", "q back")
      try await shell.terminal.press("q", "q")

      #expect(try await shell.waitForEnd() == 0)
      #expect(try await shell.damage() == [])
    }

    @Test func everyScriptStaysInItsColumns() async throws {
      let names = ["plain", "麒麟麦酒", "👩‍👩‍👧 family", "e\u{301}te\u{301}", "שלום", "🇧🇪 flag", "ﷺ", "a\u{200B}b"]
      let rows = names.map { "\"\($0)\",5.5,2024-01-01" }
      let csv = try sandbox.write("name,abv,date\n" + rows.joined(separator: "\n") + "\n", to: "names.csv")
      let store = sandbox.file("names.sqlite")
      _ = try await sandbox.run("import", csv, "--store", store)
      let screen = try await TmuxScreen(sandbox, store: store, size: (80, 24))
      try await screen.wait(forAll: "plain", "q quit")

      // The column stays in position whatever is to the left of it, and redrawing leaves nothing behind.
      try await screen.press("G", "g", "C-l")
      try await screen.wait(until: "every row has its ABV") { text in
        text.split(separator: "\n").count { $0.hasSuffix("5.5%") } == names.count
      }
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }
  }
}
