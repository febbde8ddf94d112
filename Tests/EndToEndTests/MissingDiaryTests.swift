import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// On the screen: your own diary is made where it is missing, one that was named is not.
  @Suite(.needsTmux) struct MissingDiaryTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func aDiaryNamedByAnOptionIsNotCreated() async throws {
      let store = sandbox.file("mistyped.sqlite")

      let screen = try await TmuxScreen(sandbox, store: store)

      #expect(try await screen.waitForEnd() == 66)
      let text = try await screen.transcript()
      #expect(text.contains("There is no diary at \(store)"))
      #expect(text.contains("beerdiary add NAME --store"))
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func aDiaryNamedByAVariableIsNotCreated() async throws {
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path],
        environment: ["BEERDIARY_STORE": sandbox.file("mistyped.sqlite")])

      #expect(try await screen.waitForEnd() == 66)
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func theDefaultDiaryIsCreated() async throws {
      let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path])
      try await screen.wait(for: "q quit")

      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }
  }

  /// Only what adds beers makes a diary: anything else would report on one that is not there.
  @Suite struct NoDiaryTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: [
      [], ["list"], ["list", "--json"], ["doctor"], ["doctor", "--repair", "--yes"], ["export"], ["stats"],
      ["show", "1"], ["edit", "1", "--rating", "3"], ["fields"], ["fields", "index", "hop"],
      ["photo", "list", "1"], ["photo", "export", "--all", "FILES/photos"], ["photo", "remove", "1", "1"],
      ["import", "undo"], ["import", "undo", "--dry-run"], ["import", "list"], ["remove", "1"],
      ["trash", "restore", "--all"], ["trash"], ["log"], ["undo"], ["undo", "--dry-run"], ["redo"],
      ["migrate"], ["--migrate-only"],
      ["--migrate-only", "--dry-run"],
      ["backup", "FILES/copy.sqlite"],
      ["list", "--read-only"],
    ])
    func aCommandThatAddsNothingCreatesNoDiary(_ words: [String]) async throws {
      let words = words.map { $0.replacingOccurrences(of: "FILES", with: sandbox.files) }

      let usual = try await sandbox.start(words).result()
      let named = try await sandbox.start(words + ["--store", sandbox.file("mine.sqlite")]).result()

      #expect(usual.status == 66 && usual.output == "" && usual.errors.isOneSentence, "\(usual.errors)")
      #expect(usual.errors.contains("You have no diary yet (\(sandbox.defaultStore))"))
      #expect(usual.errors.contains("`beerdiary add NAME`"))
      #expect(
        named.status == 66 && named.errors.contains("There is no diary at \(sandbox.file("mine.sqlite"))"))
      #expect(!FileManager.default.fileExists(atPath: sandbox.home + "/data"))
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func theCommandThatCreatesADiaryCanBeCopied() async throws {
      let store = sandbox.file("my stuff/Ada's.sqlite")
      try FileManager.default.createDirectory(
        atPath: sandbox.file("my stuff"), withIntermediateDirectories: false)

      let result = try await sandbox.run("list", "--store", store)

      #expect(
        result.errors.contains(
          "`beerdiary add NAME --store '\(sandbox.file("my stuff/Ada"))'\\''s.sqlite'`"))
    }

    @Test(arguments: [
      ["add", "Orval"], ["import", "-"], ["adopt", "OTHER"], ["backup", "restore", "OTHER"],
    ])
    func aCommandThatAddsBeersCreatesADiary(_ words: [String]) async throws {
      let other = sandbox.file("other.sqlite")
      _ = try await sandbox.run("add", "Orval", "--store", other)

      let result = try await sandbox.start(
        words.map { $0 == "OTHER" ? other : $0 }, input: "name\nOrval\n"
      ).result()

      #expect(result.status == 0, "\(result.errors)")
      #expect(try await sandbox.run("list").output.contains("Orval"))
    }
  }
}
