import DiaryModel
import DiaryProcess
import DiaryStore
import FixtureStores
import Foundation
import Testing

extension Commands {
  /// `adopt`, `backup create`, `backup restore` and `doctor`.
  @Suite struct UpkeepCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace(beers: "Orval") }

    @Test func anotherDiaryIsAdopted() throws {
      var store = LegacyStore()
      store.beerCount = 3
      let old = place.file("old.sqlite")
      _ = try store.write(to: old)

      let result = try place.run("adopt", old)
      let again = try place.run("adopt", old, "--json")

      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("Added 3 beers and "))
      #expect(again.output.contains("\"known\": {\n    \"beers\": 3"), "\(again.output)")
      #expect(try place.names().count == 4)
      // A record of the adoption would have the next start offer to finish it.
      let state = try FileManager.default.contentsOfDirectory(atPath: place.file("state/beerdiary"))
      #expect(!state.contains { $0.hasPrefix("adoption-") })
    }

    @Test func aDryRunSaysWhatAnAdoptionWillDo() throws {
      var store = LegacyStore()
      store.beerCount = 3
      let old = place.file("old.sqlite")
      _ = try store.write(to: old)
      for path in [place.store, place.file("new.sqlite")] {
        let before = try place.diaryFiles()

        let plan = try place.run("adopt", old, "--dry-run", "--read-only", "--store", path)

        #expect(plan.status == 0, "\(plan.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.file(""))
        #expect(!files.contains { $0.hasPrefix(".beerdiary-") || $0 == "new.sqlite" })
        #expect(try place.diaryFiles() == before)
        let adopted = try place.run("adopt", old, "--store", path).output
        #expect(plan.output == "Would add \(adopted.dropFirst(6).dropLast()) Nothing was changed.\n")
        let again = try place.run("adopt", old, "--dry-run", "--json", "--store", path).output
        #expect(again.contains("\"added\": {\n    \"beers\": 0") && again.contains("\"dry_run\": true"))
      }
      // The folder of the diary is not created, either.
      let empty = try Workplace()
      #expect(try empty.run("adopt", old, "--dry-run").output.contains("to a new diary, \(empty.store)."))
      #expect(!FileManager.default.fileExists(atPath: empty.file("data/beerdiary")))
    }

    @Test func adoptingSaysWhichBeersAreInTheTrash() throws {
      var store = LegacyStore()
      store.beerCount = 3
      let old = place.file("old.sqlite")
      _ = try store.write(to: old)
      _ = try place.run("adopt", old)
      #expect(try place.run("undo").status == 0)

      let again = try place.run("adopt", old)
      #expect(
        again.output
          == "Added 0 beers and 0 photos, 3 beers already in the diary (all in the trash). "
          + "To restore everything in the trash, use `beerdiary trash restore --all`.\n")
      let other = try place.run("adopt", old, "--store", place.store)
      #expect(other.output.hasSuffix("use `beerdiary trash restore --all --store \(place.store)`.\n"))
      #expect(try place.run("trash", "restore", "2").status == 0)
      let restored = try place.run("adopt", old)
      #expect(
        restored.output == "Added 0 beers and 0 photos, 3 beers already in the diary (2 in the trash).\n")
      #expect(try place.run("adopt", old, "--json").output.contains("\"in_trash\": 2"))

      let copy = try place.run("adopt", place.store, "--store", place.file("copy.sqlite"))
      #expect(copy.output.hasPrefix("Added 4 beers (2 in the trash) and "))
    }

    @Test func aFileOfTheOtherKindNamesTheCommandForIt() throws {
      let file = try place.write("name\nOrval\n", to: "beers.csv")

      let adopted = try place.run("adopt", file)
      #expect(adopted.status != 0 && adopted.errors.contains("To import it, use `beerdiary import \(file)`."))
      try FileManager.default.copyItem(atPath: place.store, toPath: place.store + "-copy")
      let diary = try place.run("import", place.store + "-copy")
      #expect(diary.status != 0 && diary.errors.contains("use `beerdiary adopt` to add its beers"))
    }

    @Test func theDiaryItselfIsNotAdopted() throws {
      let result = try place.run("adopt", place.store)

      #expect(
        result.status == 65 && result.errors.contains("is your diary itself. Name another diary."))
    }

    @Test func aBackupIsCreatedAndRestored() throws {
      let backup = place.file("backup.sqlite")

      let made = try place.run("backup", backup)
      #expect(made.status == 0)
      #expect(made.output == "Copied \(place.store) with 1 beer to \(backup), and checked the copy.\n")
      #expect(try place.run("backup", "create", backup).status == 73)

      _ = try place.run("add", "Gueuze")
      let restored = try place.run("backup", "restore", backup, "--yes", "--json")
      #expect(restored.status == 0 && restored.output.contains("\"beers\": 1"))
      #expect(restored.output.contains("\"path\": \"\(place.store)\""))
      #expect(restored.output.contains("\"kept_path\": \""))
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func aDiaryIsReplacedOnlyIfThatIsConfirmed() throws {
      let backup = place.file("backup.sqlite")
      _ = try place.run("backup", backup)
      _ = try place.run("add", "Gueuze")

      let plan = try place.run("backup", "restore", backup, "--dry-run", "--read-only")
      #expect(plan.status == 0 && plan.output.hasPrefix("Would replace \(place.store) with \(backup)"))
      let refused = try place.run("backup", "restore", backup)
      #expect(refused.status == 64 && refused.errors.contains("Use --yes to replace \(place.store)."))
      let kept = try place.run("backup", "restore", backup, input: "\n", isTerminal: true)
      #expect(kept.status == 0 && kept.errors.contains("Nothing was changed."))
      #expect(try place.names().count == 2)

      let replaced = try place.run("backup", "restore", backup, input: "y\n", isTerminal: true)
      #expect(replaced.status == 0 && replaced.output.contains("The previous diary is kept as "))
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func undoDoesNotGoPastARestoredBackup() throws {
      let backup = place.file("backup.sqlite")
      _ = try place.run("backup", backup)
      _ = try place.run("add", "Gueuze")

      let restored = try place.run("backup", "restore", backup, "--yes")
      let kept = try #require(
        restored.output.firstMatch(of: #/To go back to it, use `beerdiary backup restore (.*)`/#)?.1)
      let listed = try place.run("backup", "list").lines
      #expect(listed.count == 1 && listed[0].hasSuffix("  2 beers  before a restore  \(kept)"), "\(listed)")
      #expect(try place.run("log").lines.first?.hasSuffix("  cannot be undone  Restored a backup.") == true)

      // What emptying the trash deletes is removed from the log, but not this.
      _ = try place.run("add", "Kriek")
      _ = try place.run("remove", "last")
      #expect(try place.run("trash", "empty", "--yes").status == 0)
      for command in [["undo"], ["undo", "--dry-run"]] {
        let refused = try place.run(command)
        #expect(refused.status == 65 && refused.errors.contains("To go back, restore \(kept) with"))
      }
      #expect(try place.names() == [1: "Orval"])
      _ = try place.run("edit", "1", "--rating", "4")
      #expect(try place.run("undo").status == 0)
      #expect(try place.run("undo").status == 65)
      #expect(try place.run("undo", "1", "--dry-run").status == 0)

      #expect(try place.run("backup", "restore", String(kept), "--yes").status == 0)
      #expect(try place.names() == [1: "Orval", 2: "Gueuze"])
    }

    // MARK: - Dated backups

    private var backupFolder: String { place.file("data/beerdiary/backups") }

    private func backups() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: backupFolder).sorted()
    }

    @Test func aBackupWithoutANameBelongsToASeries() throws {
      let preview = try place.run("backup", "--dry-run")
      #expect(preview.status == 0 && preview.output.contains("to \(backupFolder)/diary-"))
      #expect(!FileManager.default.fileExists(atPath: backupFolder))

      #expect(try place.run("backup").output.contains(", and checked the copy.\n"))
      let first = try #require(try backups().first)
      let old = ["diary-2019-01-01T1200.sqlite", "diary-2019-01-02T1200.sqlite", "diary-mine.sqlite"]
      for name in old {
        try FileManager.default.copyItem(
          atPath: "\(backupFolder)/\(first)", toPath: "\(backupFolder)/\(name)")
      }
      let kept = try place.run("backup", "--keep-all", "--json")
      #expect(kept.output.contains("\"checked\": true") && kept.output.contains("\"removed\": []"))
      #expect(try backups().count == 5)

      let result = try place.run("backup")

      #expect(result.output.contains("Removed \(backupFolder)/\(old[0]).\n"))
      #expect(try backups().filter { $0.hasPrefix("diary-20") && $0 < "diary-2020" } == [old[1]])
      #expect(try backups().contains("diary-mine.sqlite"))
      #expect(try backups().count == 5, "a backup of the same day was removed")

      for _ in 0..<2 {
        let before = try backups()
        _ = try place.run("backup")
        #expect(try backups().filter { !before.contains($0) }.count == 1)
      }
    }

    @Test func aBackupInAFolderHasADatedNameAndRemovesNone() throws {
      let folder = place.file("copies")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for count in 1...2 {
        let result = try place.run("backup", folder)
        #expect(result.status == 0 && result.output.contains(" to \(folder)/diary-20"), "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == count)
      }
      #expect(!FileManager.default.fileExists(atPath: backupFolder))
    }

    @Test func aBackupThatIsNamedLikeAnArchiveSaysWhatItIs() throws {
      let result = try place.run("backup", place.file("beers.zip"))
      #expect(result.status == 0)
      #expect(result.errors.contains("The copy is an SQLite database, although its name ends in .zip."))
      #expect(try place.run("backup", place.file("beers.db")).errors.isEmpty)
    }

    @Test func datedBackupsAreListedAndOffered() throws {
      let none = try place.run("backup", "list", isTerminal: true)
      #expect(none.status == 0 && none.output == "" && none.errors.hasPrefix("There are no backups in"))
      #expect(try place.run("backup", "list").output == "")
      #expect(try place.run("backup", "restore").status == 66)
      _ = try place.run("backup")
      _ = try place.run("add", "Gueuze")

      let list = try place.run("backup", "list")
      #expect(list.lines.count == 1 && list.output.contains("  1 beer  checked  \(backupFolder)/diary-"))
      #expect(try place.run("backup", "list", "--json").output.contains("\"beers\":1"))
      #expect(try place.run("backup", "list", "-n", "0", "--json").output == "[]\n")
      let refused = try place.run("backup", "restore", "--yes")
      #expect(refused.status == 64 && refused.errors.contains("Name the file of a backup."))
      let answer = try place.run("backup", "restore", input: "\n", isTerminal: true)
      #expect(answer.status == 0 && answer.errors.contains("Nothing was changed."))

      let unlisted = try place.run("backup", "restore", input: "9\n", isTerminal: true)
      #expect(unlisted.status == 64 && unlisted.errors.contains("[1, none]"))
      #expect(unlisted.errors.contains("There is no backup 9 in the list. Nothing was restored."))

      let restored = try place.run("backup", "restore", input: "1\ny\n", isTerminal: true)

      #expect(restored.status == 0, "\(restored.errors)")
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func theWarningsOfAMigrationAreKeptForTheScreen() throws {
      let old = place.file("old.sqlite")
      _ = try LegacyStore().write(to: old)
      try SQLiteFile(old).execute("CREATE VIEW by_year AS SELECT 1")

      let migrated = try place.run("migrate", "--store", old)

      #expect(migrated.errors.contains("by_year"))
      let kept = WarningsFile.forMigration(ofStore: old, in: place.file("state/beerdiary")).read()
      #expect(kept.contains { $0.contains("by_year") })
    }

    @Test func anOldDiaryIsCopiedBeforeItsMigrationIfTheSettingsSayThat() throws {
      var store = LegacyStore()
      store.beerCount = 3
      let folder = place.file("phone")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let old = folder + "/old.sqlite"
      _ = try store.write(to: old)
      let before = try Data(contentsOf: URL(fileURLWithPath: old))
      _ = try place.run("config", "set", "backup.before-migration", "true")

      // It is not migrated by other commands.
      #expect(try place.run("list", "--store", old).status == 65)
      #expect(!FileManager.default.fileExists(atPath: folder + "/backups"))
      let migrated = try place.run("--migrate-only", "--store", old)

      #expect(migrated.status == 0, "\(migrated.errors)")
      #expect(migrated.errors.contains("before its migration, and checked the copy."))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/backups")
      let copy = try #require(names.first { $0.hasPrefix("old-") && $0.hasSuffix(".sqlite") })
      #expect(try Diary.isLegacy(at: "\(folder)/backups/\(copy)"))
      #expect(try before != Data(contentsOf: URL(fileURLWithPath: old)))
    }

    /// Leaves an image of no photo.
    private func damage() throws {
      let file = try SQLiteFile(place.store)
      try file.execute("INSERT INTO photo_image (data) VALUES (x'FFD8FF')")
      file.close()
    }

    @Test func aHealthyDiaryIsReportedAsHealthy() throws {
      #expect(try place.run("doctor", "--deep").output == "No problems found in \(place.store).\n")
      #expect(try place.run("doctor", "--json").output.contains("\"healthy\": true"))
      let repair = try place.run("doctor", "--repair")
      #expect(repair.status == 0 && repair.output == "No problems found in \(place.store).\n")
    }

    @Test func damageIsReportedAndRepairedOnRequest() throws {
      try damage()

      let found = try place.run("doctor")
      #expect(found.status == 65 && found.output.hasPrefix("1 orphaned image: "))
      let refused = try place.run("doctor", "--repair")
      #expect(refused.status == 64)
      #expect(refused.errors.contains("Nothing was repaired: there is no terminal to ask on. Use --yes"))
      #expect(refused.output == found.output)
      let unasked = try place.run("doctor", "--repair", "--no-input", input: "y\n", isTerminal: true)
      #expect(unasked.status == 64)
      #expect(unasked.errors.contains("Nothing was repaired: --no-input forbids questions. Use --yes"))
      let kept = try place.run("doctor", "--repair", input: "n\n", isTerminal: true)
      #expect(kept.status == 65 && kept.errors.contains("Repair the problems?"))
      #expect(kept.errors.contains("Nothing was changed.\n"))

      let repaired = try place.run("doctor", "--repair", "--yes")
      #expect(repaired.status == 0 && repaired.lines.last == "All problems are repaired.")
      #expect(try Set(place.names().values) == ["Orval", "Photos without a beer"])
    }
  }
}
