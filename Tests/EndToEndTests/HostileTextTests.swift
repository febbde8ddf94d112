import FixtureStores
import Foundation
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

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func nothingOfADiaryIsObeyed(_ seed: UInt64) async throws {
      var random = SeededGenerator(seed: seed)
      let csv = try sandbox.write(HostileText.csv(&random), to: "hostile.csv")
      let shell = try await ShellScreen(sandbox)
      let log = sandbox.file("log")
      try await shell.terminal.record(into: log)

      try await shell.run("\(BuiltProgram.path) import --dry-run '\(csv)' --store '\(store)'")
      try await shell.run("\(BuiltProgram.path) import --yes '\(csv)' --store '\(store)'")
      for command in ["list", "list --sort name", "show 1", "show 2 --picture", "doctor", "list 'hop:a'"] {
        try await shell.run("\(BuiltProgram.path) \(command) --store '\(store)'")
      }
      try await shell.startProgram("--store \(store)")
      try await shell.terminal.wait(for: "q quit")
      for keys in [["v"], ["Enter"], ["n"], ["n"], ["q"], ["S"], ["q"], ["f", "s", "t", "y", "Tab", "Tab"]] {
        for key in keys { try await shell.terminal.press(key) }
      }
      try await shell.terminal.press("Escape")
      try await shell.terminal.wait(for: "q quit")
      try await shell.terminal.press("e")
      try await shell.terminal.wait(forAll: "Edit", "Rating")
      try await shell.terminal.press("Escape")
      try await shell.terminal.wait(for: "q quit")
      try await shell.terminal.press("q")
      #expect(try await shell.waitForEnd() == 0)

      #expect(try await shell.damage() == [])
      let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
      #expect(bytes.count > 10_000)
      #expect(TerminalOutput(bytes).findings == [])
    }
  }
}
