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
      #expect(made.status == 0)
      #expect(made.output == "Copied \(store) with 2 beers to \(backup), and checked the copy.\n")
      _ = try await sandbox.run("remove", "1", "--store", store)
    }

    @Test(arguments: [["backup", "create"], ["backup"]]) func aBackupIsCreatedAndNothingIsReplaced(
      _ command: [String]
    ) async throws {
      let before = try FolderSnapshot(sandbox.files)
      let again = try await sandbox.start(command + [backup, "--store", store]).result()
      #expect(again.status == 73 && again.errors.isOneSentence)
      #expect(again.errors.contains("\(backup) already exists, and a backup never replaces a file."))
      let nowhere = try await sandbox.start(command + ["-", "--store", store]).result()
      #expect(nowhere.errors == "beerdiary: A backup cannot go to standard output. Name a file.\n")
      #expect(try FolderSnapshot(sandbox.files) == before)
      let other = sandbox.file("other.sqlite")
      #expect(
        try await sandbox.start(["--store", store] + command + [other, "--json"]).result().status == 0)
      #expect(try await sandbox.listedBeers(other).count == 1)
    }

    @Test(arguments: [
      (["lst"], "backup list"),
      (["rstore", "x"], "Did you mean `beerdiary backup restore`?"),
      (["restor"], "Did you mean `beerdiary backup restore`?"),
      (["creat", "x.sqlite"], "Did you mean `beerdiary backup create`?"),
      (["--json", "rstore"], "Did you mean `beerdiary backup restore`?"),
      (["help"], "See `beerdiary backup --help`"),
    ])
    func aMistypedCommandIsNotTakenForAFileName(_ words: [String], _ sentence: String) async throws {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")

      let result = try await sandbox.shell(
        "cd '\(sandbox.files)' && \"$PROGRAM\" backup \(quoted) --store '\(store)'")

      #expect(result.status == 64 && result.errors.contains(sentence), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: sandbox.file(words[0])))
    }

    @Test func aBackupMayHaveTheNameOfACommand() async throws {
      let script = "cd '\(sandbox.files)' && \"$PROGRAM\" backup ./list --store '\(store)'"
      #expect(try await sandbox.shell(script).status == 0)
      #expect(try await sandbox.listedBeers(sandbox.file("list")).count == 1)
    }

    @Test func restoringFromTheTrashRestoresOnlyBeers() async throws {
      let before = try FolderSnapshot(sandbox.files).names
      for name in [backup, sandbox.file("diary.sqlite")] {
        let result = try await sandbox.run("trash", "restore", name, "--store", store)
        #expect(
          result.status == 66 && result.errors.contains("`beerdiary backup restore \(name) --store \(store)`")
        )
      }
      #expect(try FolderSnapshot(sandbox.files).names == before)
      // A beer is meant, whatever files there are.
      let script = "cd '\(sandbox.files)' && \"$PROGRAM\" trash restore Orval --store '\(store)'"
      #expect(try await sandbox.shell(script).output == "Restored “Orval” from the trash.\n")
    }

    @Test func restoringWithoutATerminalRequiresTheYesOption() async throws {
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

    @Test func photosWithoutAnImageAreReported() async throws {
      let diary = try LegacyDiary(sandbox) { $0.externalCount = 3 }
      let images = LegacyStore.externalFolder(ofStore: diary.path)
      for name in try FileManager.default.contentsOfDirectory(atPath: images).prefix(2) {
        try FileManager.default.removeItem(atPath: "\(images)/\(name)")
      }
      #expect(try await sandbox.run("--migrate-only", "--finish", "--store", diary.path).status == 0)

      let result = try await sandbox.run("backup", sandbox.file("one.sqlite"), "--store", diary.path)
      #expect(
        result.status == 0 && result.errors == "2 photos have no image. Run `beerdiary doctor` for details.\n"
      )
      let json = try await sandbox.run("backup", sandbox.file("two.sqlite"), "--store", diary.path, "--json")
      #expect(json.output.contains(#""missing_images": 2"#) || json.output.contains(#""missing_images":2"#))
      #expect(json.output.contains(#""photos""#) && json.errors.isEmpty)
    }

    @Test func aDamagedIndexIsReported() async throws {
      // The index does not hear of a change while the schema does not have it.
      let file = try SQLiteFile(store)
      let index = try file.rows(
        "SELECT name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'beer_by_rating'")[0]
      try file.execute(
        """
        PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'beer_by_rating';
        PRAGMA writable_schema = RESET; UPDATE beer SET rating = 3; PRAGMA writable_schema = ON;
        INSERT INTO sqlite_schema VALUES ('index', '\(index[0])', '\(index[1])', \(index[2]), '\(index[3])');
        PRAGMA writable_schema = RESET
        """)
      file.close()

      for (words, advice) in [
        ([], " Repair the diary with `beerdiary doctor --repair"), (["--read-only"], "\n"),
      ] {
        let copy = sandbox.file("copy\(words.count).sqlite")
        let result = try await sandbox.start(["backup", copy, "--store", store] + words).result()
        #expect(result.status == 0 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(
          result.errors.contains("An index of \(store) is damaged. The copy has a new one.\(advice)"))
        #expect(try await sandbox.run("doctor", "--store", copy).status == 0)
      }
      let json = try await sandbox.run("backup", sandbox.file("json"), "--json", "--store", store)
      #expect(json.output.contains(#""rebuilt_indexes": true"#) && json.errors.isEmpty)
    }

    /// Overwrites all pages after the first few, so that the file still opens.
    private func damage(_ path: String) throws {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      let size = try file.seekToEnd()
      try file.seek(toOffset: 3 * 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 3 * 4096))
      try file.close()
    }

    @Test func aDamagedDiaryIsNamedAndNotItsBackup() async throws {
      try damage(store)
      let copy = sandbox.file("copy.sqlite")
      let result = try await sandbox.run("backup", copy, "--store", store)
      #expect(result.status == 65 && result.errors.isOneSentence)
      #expect(result.errors.contains("\(store) is damaged") && !result.errors.contains(copy))
      #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func aFileThatIsNotABackupHasItsOwnAdvice() async throws {
      let empty = sandbox.file("empty.sqlite")
      try Data().write(to: URL(fileURLWithPath: empty))
      try damage(backup)
      let before = try FolderSnapshot(sandbox.files)
      let sentences = [
        ("backup restore --yes", sandbox.file("nope"), 66, "There is no file \(sandbox.file("nope"))."),
        ("adopt", sandbox.file("nope"), 66, "There is no file \(sandbox.file("nope"))."),
        ("backup restore --yes", store, 65, "is your diary itself. Name a backup."),
        ("adopt", store, 65, "is your diary itself. Name another diary."),
        (
          "backup restore --yes", empty, 65, "\(empty) is empty. Try another backup. Your diary is unchanged."
        ),
        ("backup restore --yes", backup, 65, "\(backup) is damaged"),
        ("adopt", backup, 65, "\(backup) is damaged"),
      ]
      for (command, file, status, sentence) in sentences {
        let words = command.split(separator: " ").map(String.init)
        let result = try await sandbox.start(words + [file, "--store", store]).result()
        #expect(result.status == status && result.errors.isOneSentence, "\(command) \(file)")
        #expect(result.errors.contains(sentence), "\(result.errors)")
        #expect(!result.errors.contains("last backup") && !result.errors.contains("import --store"))
      }
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func nothingIsAskedIfThereIsNoDiary() async throws {
      let result = try await sandbox.run("backup", "restore", backup, "--store", sandbox.file("new.sqlite"))
      #expect(result.status == 0 && !result.output.contains("kept"))
    }

    @Test(.needsTmux, arguments: [("n", 1), ("y", 2)])
    func restoringOnATerminalSaysWhatIsReplacedAndAsks(_ answer: String, _ beers: Int) async throws {
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "backup", "restore", backup, "--store", store], size: (300, 30))
      try await screen.wait(
        forAll: "The current diary will be kept", "Replace \(store) with \(backup)? [y/N]")
      try await screen.press(answer, "Enter")
      #expect(try await screen.waitForEnd() == 0)
      #expect(
        try await screen.transcript().contains(answer == "y" ? "before-restore" : "Nothing was changed."))
      #expect(try await sandbox.listedBeers(store).count == beers)
    }

    @Test func aStoreOfTheAppIsCopiedWhileAnotherProgramHasTheWriteLock() async throws {
      let diary = try LegacyDiary(sandbox) { $0.leavesRowsInWAL = true }
      let other = try SQLiteFile(diary.path)
      try other.execute("BEGIN IMMEDIATE")
      let copy = sandbox.file("copy.sqlite")

      let result = try await sandbox.run("backup", copy, "--store", diary.path)

      #expect(result.status == 0, "\(result.errors)")
      try other.execute("ROLLBACK")
      other.close()
      #expect(try await sandbox.run("--migrate-only", "--store", copy).status == 0)
      #expect(try await sandbox.differences(in: copy, from: diary.beers) == [])
    }

    @Test func theProgramThatHasTheDiaryIsNamed() async throws {
      let other = try SQLiteFile(store)
      try other.execute("BEGIN IMMEDIATE")
      let result = try await sandbox.run("backup", "restore", "--yes", backup, "--store", store)
      #expect(result.status == 75 && result.errors.contains("(process \(getpid()))"))
      try other.execute("ROLLBACK")
    }

    @Test func aStoreOfTheAppIsCopiedAsItIs() async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.externalCount = 3
        store.leavesRowsInWAL = true
      }
      let copy = sandbox.file("copy.sqlite")
      for (flags, name) in [([], copy), (["--read-only"], sandbox.file("second.sqlite"))] {
        let result = try await sandbox.start(["backup", name, "--store", diary.path] + flags).result()
        #expect(
          result.status == 0
            && result.outputLines.first == "Copied \(diary.path) to \(name), and checked the copy.")
        #expect(result.output.contains("the copy has to be migrated, too."))
      }
      let preview = try await sandbox.run("--migrate-only", "--dry-run", "--json", "--store", copy)
      #expect(try MigrationPreviewRecord(preview.output).from == 1)
      #expect(try await sandbox.run("--migrate-only", "--store", copy).status == 0)
      #expect(try await sandbox.differences(in: copy, from: diary.beers) == [])
    }
  }
}
