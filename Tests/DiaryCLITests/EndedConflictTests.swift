import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

extension Commands {
  /// What commands that write many beers or labels do with conflicts, with two computers and a folder.
  @Suite struct EndedConflictTests {
    private let folder: TemporaryFolder
    private let first: Workplace
    private let second: Workplace

    init() throws {
      folder = try TemporaryFolder()
      first = try Workplace(beers: "Orval", "Gueuze")
      second = try Workplace()
      for place in [first, second] { place.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse" }
      let store = folder.file("beer")
      #expect(try first.run("sync", "init", store, "--device-name", "laptop").status == 0)
      #expect(try second.run("sync", "join", store, "--device-name", "tower").status == 0)
    }

    private func exchange() throws {
      for place in [first, second, first] { #expect(try place.run("sync", "now").status == 0) }
    }

    private func conflictCount() throws -> Int {
      try first.run("sync", "conflicts", "--jsonl").lines.count
    }

    /// Imports a check-in, which both have then.
    private func importKriek() throws -> String {
      let file = try first.write(
        "beer_name,rating_score,created_at,checkin_id\nKriek,3,\"Sat, 31 Dec 2016 23:30:00 +0000\",1\n",
        to: "u.csv")
      #expect(try first.run("import", file).status == 0)
      try exchange()
      return file
    }

    /// Changes the imported beer in both diaries, before the second one sees the change of the first; it may be in the
    /// trash.
    private func conflict(_ change: (inout BeerFields, Int) -> Void) throws {
      for (index, place) in [first, second].enumerated() {
        let diary = try place.diary(for: .writing)
        var ids = try diary.beersInTrash()
        try diary.forEachListItem { if $0.name == "Kriek" { ids.append($0.id) } }
        let changed = try diary.edit(ids) { change(&$0, index) }
        #expect(changed == 1)
        if index == 0 { #expect(try place.run("sync", "now").status == 0) }
      }
      try exchange()
      #expect(try conflictCount() == 1)
    }

    @Test func anEditOfSeveralBeersNamesTheBeerInConflict() throws {
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      try exchange()
      _ = try first.run("edit", "Gueuze", "--rating", "4.5")

      let edit = try first.run("edit", "rating=4.5", "--rating", "3", "--yes")

      #expect(
        edit.errors.contains(
          "This ended 1 conflict, discarding the rating of “Orval” “4” (this device). Until the change is sent, "
        ), "\(edit.errors)")
    }

    /// The beer got the conflict in the trash.
    @Test func anImportOfTheFileOfAnUndoneImportSaysWhatItDiscards() throws {
      let file = try importKriek()
      #expect(try first.run("import", "undo").status == 0)
      try exchange()
      try conflict { $0.rating = [4, 4.5][$1] }

      let again = try first.run("import", file)

      #expect(again.status == 0 && again.output.hasPrefix("Added 1 beer"), "\(again.errors)")
      #expect(
        again.errors.contains(
          "This ended 1 conflict, discarding the rating of “Kriek” “4” (this device).\n"),
        "\(again.errors)")
      #expect(try conflictCount() == 0)
    }

    @Test func aRepairOfTimesSaysWhatItDiscards() throws {
      _ = try importKriek()
      try conflict { $0.drunkAt = DiaryDate(["2016-12-31T22:30:00Z", "2016-12-31T21:30:00Z"][$1]) }
      let diary = try SQLiteFile(first.store)
      try diary.execute("DELETE FROM background_work WHERE name LIKE 'untappd%'")
      diary.close()

      let repair = try first.run("doctor", "--repair", "--yes", "--local-times", "1")

      #expect(repair.output.contains("Changed the times of import 1"), "\(repair.errors)")
      #expect(
        repair.errors.contains("This ended 1 conflict, discarding the date of “Kriek” “"),
        "\(repair.errors)")
      #expect(try conflictCount() == 0)
    }

    /// The label has no style, and an older one of another device.
    @Test func anotherDiaryThatIsAdoptedDoesNotSetAFactInConflict() throws {
      _ = try first.run("labels", "set", "Orval", "--style", "Ale")
      try exchange()
      _ = try first.run("labels", "set", "Orval", "--style", "Stout")
      _ = try second.run("labels", "set", "Orval", "--clear")
      try exchange()
      #expect(try conflictCount() == 1)
      let other = try Workplace(beers: "Orval")
      _ = try other.run("labels", "set", "Orval", "--style", "Gose", "--abv", "6.2")

      let adoption = try first.run("adopt", other.store)

      #expect(adoption.status == 0 && adoption.output.hasPrefix("Added 1 beer"), "\(adoption.errors)")
      let diary = try first.diary()
      let label = try #require(try diary.label(ofBeer: 1)).uuid
      #expect(try diary.factOverrides(ofLabel: label) == LabelFacts(abv: 6.2))
      #expect(try conflictCount() == 1)
    }
  }
}
