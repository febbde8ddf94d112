import DiaryModel
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
    }

    @Test func theDiaryItselfIsNotAdopted() throws {
      let result = try place.run("adopt", place.store)

      #expect(
        result.status == 65 && result.errors.contains("This file is your diary itself. Name another diary."))
    }

    @Test func aBackupIsCreatedAndRestored() throws {
      let backup = place.file("backup.sqlite")

      let made = try place.run("backup", backup)
      #expect(made.status == 0 && made.output == "Copied \(place.store) with 1 beer to \(backup).\n")
      #expect(try place.run("backup", "create", backup).status == 73)

      _ = try place.run("add", "Gueuze")
      let restored = try place.run("backup", "restore", backup, "--yes", "--json")
      #expect(restored.status == 0 && restored.output.contains("\"beers\": 1"))
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func aDiaryIsReplacedOnlyIfThatIsWanted() throws {
      let backup = place.file("backup.sqlite")
      _ = try place.run("backup", backup)
      _ = try place.run("add", "Gueuze")

      let refused = try place.run("backup", "restore", backup)
      #expect(refused.status == 64 && refused.errors.contains("Use --yes to replace \(place.store)."))
      let kept = try place.run("backup", "restore", backup, input: "\n", isTerminal: true)
      #expect(kept.status == 0 && kept.errors.contains("Nothing was changed."))
      #expect(try place.names().count == 2)

      let replaced = try place.run("backup", "restore", backup, input: "y\n", isTerminal: true)
      #expect(replaced.status == 0 && replaced.output.contains("The previous diary is kept as "))
      #expect(try place.names() == [1: "Orval"])
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
      #expect(refused.status == 64 && refused.errors.contains("Use --yes to repair without confirmation."))
      #expect(refused.output == found.output)
      let kept = try place.run("doctor", "--repair", input: "n\n", isTerminal: true)
      #expect(kept.status == 65 && kept.errors.contains("Repair the problems?"))

      let repaired = try place.run("doctor", "--repair", "--yes")
      #expect(repaired.status == 0 && repaired.lines.last == "All problems are repaired.")
      #expect(try Set(place.names().values) == ["Orval", "Photos without a beer"])
    }
  }
}
