import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `--read-only` on the screen and for commands.
  @Suite struct ReadOnlyTests {
    private let sandbox: Sandbox
    private let store: String

    init() async throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
      let csv = try sandbox.write("name,rating\nOrval,4.5\nWestmalle,4\n", to: "beers.csv")
      let result = try await sandbox.run("import", csv, "--store", store)
      #expect(result.status == 0)
    }

    @Test func commandsReadAndDoNotWrite() async throws {
      let before = try FolderSnapshot(sandbox.files)

      let list = try await sandbox.run("list", "--read-only", "--store", store)
      #expect(list.status == 0 && list.output.contains("Orval"))
      let add = try await sandbox.run("add", "Chimay", "--read-only", "--store", store)
      #expect(add.status == 77)
      #expect(add.errors.contains("Nothing was changed in \(store) because of --read-only."))

      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func anOldDiaryIsNotMigrated() async throws {
      let old = try LegacyDiary(sandbox)

      let result = try await sandbox.run("list", "--read-only", "--store", old.path)

      #expect(result.status == 65)
      #expect(result.errors.isOneSentence && result.errors.contains("beerdiary migrate"))
    }

    @Test(.needsTmux) func theScreenShowsThatItIsReadOnly() async throws {
      let before = try FolderSnapshot(sandbox.files)
      let screen = try await TmuxScreen(sandbox, store: store, "--read-only")
      try await screen.wait(forAll: "Orval", "read-only", "q quit")

      try await screen.press("d")
      try await screen.wait(for: "Restart without it to make changes")
      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try FolderSnapshot(sandbox.files) == before)
    }
  }
}
