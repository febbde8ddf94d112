import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Whatever stands in a diary, no control sequence of it reaches the terminal.
  @Suite(.needsTmux) struct HostileTextTests {
    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    @Test(arguments: BuiltProgram.sample(of: Seeds.range(1..<4), oneIn: 3))
    func noTextOfADiaryControlsTheTerminal(_ seed: UInt64) async throws {
      var random = SeededGenerator(seed: seed)
      let csv = try sandbox.write(HostileText.csv(&random), to: "hostile.csv")
      let shell = try await ShellScreen(sandbox)
      let log = sandbox.file("log")
      try await shell.terminal.record(into: log)

      try await shell.run("\(BuiltProgram.path) import --dry-run '\(csv)' --store '\(store)'")
      try await shell.run("\(BuiltProgram.path) import --yes '\(csv)' --store '\(store)'")
      for script in try scripts(&random) { try await shell.run("sh '\(script)'") }
      try await look(around: shell)

      #expect(try await shell.damage() == [])
      let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
      #expect(bytes.count > 10_000)
      #expect(TerminalOutput(bytes).findings == [])
    }

    /// Scripts of every command that shows something of the diary, or repeats what it was given.
    private func scripts(_ random: inout SeededGenerator) throws -> [String] {
      let words = (0..<8).map { _ in HostileText.word(&random) }
      let photo = try sandbox.write("no photo", to: words[0])
      let lines = [
        "list", "list --sort name", "list --json", "show 1", "show 1 --json", "show 2 --picture", "doctor",
        "stats",
        "stats --json", "year", "year --json", "year --html", "fields", "fields --json", "list 'hop:a'",
        "list '\(words[1])'",
        "list --sort '\(words[2])'",
        "show '\(words[3])'", "add '\(words[4])' --set '\(words[5])=\(words[6])'",
        "edit 1 --notes '\(words[7])'",
        "edit 1 --set '\(words[1])'", "add --rating '\(words[2])' x", "fields index '\(words[3])'",
        "photo add 1 '\(photo)' --any-file --caption '\(words[4])'", "photo list 1", "photo list 1 --json",
        "photo caption 1 '\(words[5])' x", "photo open 1", "photo export 1 '\(sandbox.file(words[6]))'",
        "remove 3", "trash restore 3", "import '\(words[7])'", "import --yes '\(photo)'", "import list",
        "import list --json", "export", "export --format json", "export --format markdown",
        "'\(words[0])'", "list '--\(words[1])'", "telemetry show", "telemetry show --json",
        "telemetry export",
      ]
      try FileManager.default.createDirectory(atPath: sandbox.stateFolder, withIntermediateDirectories: true)
      let signal = #"{"type":"\#(words[2])","payload":{"\#(words[3])":"\#(words[4])"}}"# + "\n\(words[5])\n"
      try Data(signal.utf8).write(to: URL(fileURLWithPath: sandbox.telemetryQueue))
      let stores = [store, sandbox.file(words[6]), photo]
      let commands =
        lines.map { "\($0) --store '\(stores[0])'" } + stores.dropFirst().map { "list --store '\($0)'" }
      return try stride(from: 0, to: commands.count, by: 8).map { start in
        let part = commands[start..<min(start + 8, commands.count)]
        return try sandbox.write(
          "PAGER=cat; export PAGER\n" + part.map { "'\(BuiltProgram.path)' \($0)\n" }.joined(),
          to: "commands-\(start)")
      }
    }

    /// Looks at every screen that shows something of the diary.
    private func look(around shell: ShellScreen) async throws {
      try await shell.startProgram("--store \(store)")
      try await shell.terminal.wait(for: "q quit")
      for keys in [
        ["v"], ["Enter"], ["n"], ["n"], ["q"], ["S"], ["q"], ["Y"], ["q"], ["s", "n", "Enter"],
        ["f", "s", "t", "y", "Tab", "Tab"],
      ] {
        for key in keys { try await shell.terminal.press(key) }
      }
      try await shell.terminal.wait(for: "Filter style:")
      try await leave("Filter style:", on: shell.terminal)
      try await shell.terminal.press("e")
      try await shell.terminal.wait(forAll: "Edit", "Rating")
      try await leave("Rating", on: shell.terminal)
      try await shell.terminal.press("I")
      try await shell.terminal.type("/" + sandbox.files.dropFirst() + "/")
      try await shell.terminal.press("Tab", "Tab")
      try await shell.terminal.wait(for: "CSV or JSON file")
      try await leave("CSV or JSON file", on: shell.terminal)
      try await shell.terminal.press("q")
      #expect(try await shell.waitForEnd() == 0)
    }

    /// A key that came right after Escape would be one with Alt.
    private func leave(_ shown: String, on terminal: TmuxScreen) async throws {
      try await terminal.press("Escape")
      try await terminal.wait(until: "“\(shown)” is gone") { !$0.contains(shown) && $0.contains("q quit") }
    }
  }
}
