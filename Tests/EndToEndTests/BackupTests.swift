import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `backup`, `backup create` and `backup restore`.
  @Suite struct BackupTests {
    private let sandbox: Sandbox
    private let store: String
    private let backup: String

    init() async throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
      backup = sandbox.file("Orval")
      _ = try await sandbox.run("import", "-", "--store", store, input: "name\nOrval\nGueuze\n")
      let made = try await sandbox.run("backup", backup, "--store", store)
      #expect(made.status == 0 && made.output == "\(store) with 2 beers was copied to \(backup).\n")
      _ = try await sandbox.run("remove", "1", "--store", store)
    }

    @Test(arguments: [["backup", "create"], ["backup"]]) func aBackupIsMadeAndNothingIsReplaced(
      _ command: [String]
    ) async throws {
      let before = try FolderSnapshot(sandbox.files)
      let again = try await sandbox.start(command + [backup, "--store", store]).result()
      #expect(again.status == 73 && again.errors.isOneSentence)
      #expect(try FolderSnapshot(sandbox.files) == before)
      let other = sandbox.file("other.sqlite")
      #expect(
        try await sandbox.start(["--store", store] + command + [other, "--json"]).result().status == 0)
      #expect(try await sandbox.listedBeers(other).count == 1)
    }

    @Test func restoreBringsBackBeersAndNothingElse() async throws {
      let before = try FolderSnapshot(sandbox.files).names
      for name in [backup, sandbox.file("diary.sqlite")] {
        let result = try await sandbox.run("restore", name, "--store", store)
        #expect(result.status == 66 && result.errors.contains("`beerdiary backup restore \(name)`"))
      }
      #expect(try FolderSnapshot(sandbox.files).names == before)
      // A beer is meant, whatever files there are.
      let script = "cd '\(sandbox.files)' && \"$PROGRAM\" restore Orval --store '\(store)'"
      #expect(try await sandbox.shell(script).output == "1 beer back from the trash.\n")
    }

    @Test func withoutATerminalItNeedsToBeToldThatOneIsSure() async throws {
      let before = try FolderSnapshot(sandbox.files)
      let refused = try await sandbox.run("backup", "restore", backup, "--store", store)
      #expect(refused.status == 64 && refused.errors.isOneSentence)
      #expect(refused.errors.contains(store) && refused.errors.contains("--yes"))
      #expect(try FolderSnapshot(sandbox.files) == before)

      let restored = try await sandbox.run("backup", "restore", "--yes", backup, "--store", store)
      #expect(restored.status == 0 && restored.output.contains("Restored \(backup) to \(store): 2 beers"))
      #expect(restored.output.contains("before-restore"))
      #expect(try await sandbox.listedBeers(store).count == 2)
    }

    @Test func whereThereIsNoDiaryNothingHasToBeAsked() async throws {
      let result = try await sandbox.run("backup", "restore", backup, "--store", sandbox.file("new.sqlite"))
      #expect(result.status == 0 && !result.output.contains("kept"))
    }

    @Test(.needsTmux, arguments: [("n", 1), ("y", 2)])
    func onATerminalItSaysWhatIsReplacedAndAsks(_ answer: String, _ beers: Int) async throws {
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "backup", "restore", backup, "--store", store], size: (300, 30))
      try await screen.wait(forAll: "Replace the diary \(store) with \(backup)?", "is kept", "[y/N]")
      try await screen.press(answer, "Enter")
      #expect(try await screen.waitForEnd() == 0)
      #expect(
        try await screen.transcript().contains(answer == "y" ? "before-restore" : "Nothing was restored"))
      #expect(try await sandbox.listedBeers(store).count == beers)
    }

    @Test func aStoreOfTheAppIsCopiedAsItIs() async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.externalCount = 3
        store.leavesRowsInWAL = true
      }
      let copy = sandbox.file("copy.sqlite")
      for (flags, name) in [([], copy), (["--read-only"], sandbox.file("second.sqlite"))] {
        let result = try await sandbox.start(["backup", name, "--store", diary.path] + flags).result()
        #expect(result.status == 0 && result.output == "\(diary.path), as it is, was copied to \(name).\n")
      }
      let forecast = try await sandbox.run("--migrate-only", "--dry-run", "--json", "--store", copy)
      #expect(try ForecastRecord(forecast.output).from == 1)
      #expect(try await sandbox.run("--migrate-only", "--store", copy).status == 0)
      #expect(try await sandbox.differences(in: copy, from: diary.beers) == [])
    }
  }
}
