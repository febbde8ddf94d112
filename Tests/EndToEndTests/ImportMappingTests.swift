import Foundation
import Testing

extension EndToEnd {
  /// What the columns of a file are: said, asked for, and kept under a name.
  @Suite struct ImportMappingTests {
    private static let list = "Bier,Brauerei,Punkte,Nr\nOrval,Orval,9,1\nGose,Ritterguts,7,2\n"

    private let sandbox: Sandbox
    private let store: String
    private let settings: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
      settings = sandbox.home + "/config/beerdiary/config.toml"
    }

    @Test func whatIsKeptIsUsedAgain() async throws {
      let csv = try sandbox.write(Self.list, to: "a.csv")
      let kept = try await sandbox.run(
        "import", csv, "--store", store, "--map", "Bier=name", "--map", "Nr=ignore", "--save-mapping", "club")
      #expect(kept.status == 0)
      #expect(kept.errors.contains("The mapping \"club\" was kept in \(settings)."))
      #expect(
        try String(contentsOfFile: settings, encoding: .utf8)
          == "[import.mappings.club]\n\"Bier\" = \"name\"\n\"Nr\" = \"ignore\"\n")

      let again = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: "Bier,Nr\nAltbier,3\n")
      #expect(again.status == 0 && again.output.contains("1 beer added"))

      let other = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: "name,Nr\nAltbier,3\n")
      #expect(other.status == 65)
      #expect(other.errors.isOneSentence && other.errors.contains("has no column \"Bier\""))
    }

    @Test func aNameThatIsNotKeptIsTold() async throws {
      let none = try await sandbox.run("import", "-", "--store", store, "--mapping", "club", input: Self.list)
      #expect(none.status == 64 && none.errors.isOneSentence && none.errors.contains("none is kept yet"))

      _ = try await sandbox.run(
        "import", "-", "--store", store, "--map", "Bier=name", "--save-mapping", "club", input: Self.list)
      let near = try await sandbox.run("import", "-", "--store", store, "--mapping", "clib", input: Self.list)
      #expect(near.status == 64 && near.errors.contains("did you mean \"club\"? (kept are \"club\")."))
    }

    @Test func aMistakeInTheSettingsIsToldWithItsPlace() async throws {
      let folder = sandbox.home + "/config/beerdiary"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let text = "[import.mappings.club]\nBier = \"nmae\"\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: settings))

      let result = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: Self.list)

      #expect(result.status == 64)
      #expect(result.errors.contains("config.toml, line 2, column 8: \"nmae\" is no field"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test func nothingIsKeptOfADryRun() async throws {
      let result = try await sandbox.run(
        "import", "-", "--store", store, "--dry-run", "--save-mapping", "club", input: Self.list)
      #expect(result.status == 64 && result.errors.contains("--dry-run changes nothing"))
    }

    @Test(.enabled(if: TmuxScreen.isInstalled, "tmux is not installed"))
    func aPersonIsAskedForTheColumns() async throws {
      let csv = try sandbox.write(Self.list, to: "a.csv")
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram("import \(csv) --store \(store)")
      let terminal = shell.terminal
      func answer(_ text: String, to question: String) async throws {
        try await terminal.wait(for: question)
        try await terminal.type(text)
        try await terminal.press("Enter")
      }
      try await answer("nmae", to: "1 of 4  Bier: Orval; Gose")
      try await terminal.wait(for: "did you mean \"name\"")
      try await answer("name", to: "1 of 4")
      try await answer("brewery", to: "2 of 4  Brauerei")
      try await answer("rating", to: "3 of 4  Punkte")
      try await answer("-", to: "4 of 4  Nr")
      try await answer("y", to: "Import them? [y/N")
      try await answer("club", to: "A name to keep these columns under")
      try await terminal.wait(for: "2 beers added")
      #expect(try await shell.waitForEnd() == 0)
      #expect(try await sandbox.listedBeers(store).compactMap(\.rating).sorted() == [3.5, 4.5])
      #expect(try String(contentsOfFile: settings, encoding: .utf8).contains("\"Punkte\" = \"rating\""))
    }

    @Test func nobodyIsAskedWithoutATerminal() async throws {
      let result = try await sandbox.run("import", "-", "--store", store, input: Self.list)
      #expect(result.status == 65 && result.errors.isOneSentence && result.errors.contains("--map"))
    }
  }
}
