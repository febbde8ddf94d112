import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// `log`, `undo` and `redo`.
  @Suite struct LogCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace(beers: "Orval", "Gueuze", "Chimay") }

    private func fields(_ id: Int64) throws -> BeerFields? { try place.diary().beer(id)?.beer.fields }

    private func changes() throws -> [[String: Any]] {
      let output = try place.run("log", "--json").output
      return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    }

    @Test func changesOfOtherCommandsAreListedUndoneAndRedone() throws {
      _ = try place.run("edit", "1", "--rating", "4.5", "--set", "hop=Saaz")
      _ = try place.run("remove", "2", "3")

      let lines = try place.run("log").lines
      #expect(lines.count == 5)
      #expect(lines[0].hasPrefix("5  ") && lines[0].hasSuffix("  Moved 2 beers to the trash."))
      #expect(lines[1].hasSuffix("  Changed “Orval” (rating none → 4.5, hop none → Saaz)."))
      #expect(lines[4].hasPrefix("1  ") && lines[4].hasSuffix("  Added “Orval”."))
      #expect(try place.run("log", "-n", "2").lines.count == 2)
      #expect(try place.run("log", "--reverse").lines == lines.reversed())
      #expect(try place.run("log", "-rn", "2").lines == lines.suffix(2).reversed())

      #expect(try place.run("undo").output == "Undone: moved 2 beers to the trash.\n")
      #expect(
        try place.run("undo").output == "Undone: changed “Orval” (rating none → 4.5, hop none → Saaz).\n")
      #expect(try place.names().count == 3 && fields(1) == BeerFields(name: "Orval"))
      #expect(try place.run("log").lines[1].contains("  undone  Changed “Orval”"))

      #expect(
        try place.run("redo").output == "Redone: changed “Orval” (rating none → 4.5, hop none → Saaz).\n")
      #expect(try place.run("redo", "-q").output == "")
      #expect(try place.names() == [1: "Orval"] && fields(1)?.rating == 4.5)
      let refused = try place.run("undo", "-1")
      #expect(refused.status == 64 && refused.errors.contains("“-1”"), "\(refused.errors)")
      let nothing = try place.run("redo")
      #expect(nothing.status == 66 && nothing.errors.contains("There is nothing to redo."))
    }

    @Test func aBeerThatIsTooLargeForTheLogIsListedWithItsName() throws {
      _ = try place.run("add", "Duvel", "--notes", String(repeating: "x", count: 2_000_001))

      let log = try place.run("log", "-n", "1")
      #expect(log.output.hasSuffix("  cannot be undone  Added “Duvel”.\n"), "\(log.output)")
    }

    @Test func aDryRunSaysWhichChangeItWouldBe() throws {
      _ = try place.run("edit", "1", "--rating", "4")

      let plan = try place.run("undo", "--dry-run", "--read-only")
      #expect(
        plan.output == "Would undo change 4: changed “Orval” (rating none → 4). Nothing was changed.\n")
      let other = try place.run("undo", "2", "--dry-run").output
      #expect(other == "Would undo change 2: added “Gueuze”. Nothing was changed.\n")
      #expect(try fields(1)?.rating == 4)
      _ = try place.run("undo")
      #expect(try place.run("redo", "--dry-run").output.hasPrefix("Would redo change 4: changed “Orval”"))
      #expect(try fields(1)?.rating == nil)
    }

    @Test func aChangeFromTheLogIsUndoneUnlessItsBeerHasChangedSince() throws {
      _ = try place.run("edit", "1", "--rating", "4")
      _ = try place.run("edit", "1", "--rating", "5")

      let refused = try place.run("undo", "4")
      #expect(refused.status == 65)
      #expect(
        refused.errors.contains(
          "“Orval” has changed since change 4. Nothing was changed. Undo change 5 first."))
      #expect(try place.run("undo", "2").output == "Undone: added “Gueuze”.\n")
      let again = try place.run("undo", "2")
      #expect(again.status == 65 && again.errors.contains("Change 2 is undone already."))
      #expect(try place.names() == [1: "Orval", 3: "Chimay"] && fields(1)?.rating == 5)
      #expect(try changes().map { $0["undone"] as? Bool } == [false, false, false, true, false])
    }

    @Test func anEditOfManyBeersIsOneChange() throws {
      _ = try place.run("edit", "id>=1", "--style", "Trappist", "--set", "hop=Saaz", "--yes")
      _ = try place.run("fields", "rename", "hop", "hops", "--yes")

      let newest = try changes().prefix(2)
      #expect(newest.map { $0["kind"] as? String } == ["field_set", "field_set"])
      #expect(newest.map { $0["beers"] as? Int } == [3, 3])
      #expect(try place.run("undo").output == "Undone: changed the “hop” and “hops” of 3 beers.\n")
      #expect(try fields(2)?.extras == ["hop": .text("Saaz")])
      #expect(try place.run("undo").output == "Undone: changed the style and “hop” of 3 beers.\n")
      #expect(try fields(2) == BeerFields(name: "Gueuze"))
    }

    @Test func aChangeThatIsTooLargeForTheLogIsReported() throws {
      let notes = String(repeating: "x", count: 2_000_000)
      _ = try place.diary(for: .writing).edit(1, to: BeerFields(name: "Orval", notes: notes))
      let warning = "This change is too large for the log, so `beerdiary undo` cannot undo it.\n"

      #expect(try place.run("edit", "1", "--place", "Home").errors.contains(warning))
      #expect(try !place.run("edit", "1", "--place", "Home").errors.contains(warning), "nothing was changed")
      #expect(try place.run("add", "Notes", "--notes", "-", input: notes).errors.contains(warning))
      let declined = try place.run("edit", "id:1..2", "--name", "X", input: "n\n", isTerminal: true)
      let warned = try #require(declined.errors.range(of: warning))
      let asked = try #require(declined.errors.range(of: "Change 2 beers? [y/N]"))
      #expect(warned.upperBound <= asked.lowerBound)
      #expect(try place.run("edit", "id:1..2", "--name", "X", "--dry-run").errors.contains(warning))
      let small = try place.run("edit", "id:1..2", "--rating", "4", "--yes")
      #expect(small.status == 0 && !small.errors.contains(warning))
      #expect(try place.run("undo").output == "Undone: changed the rating of 2 beers to 4.\n")
    }

    @Test func aBeerThatUndoingHasDeletedKeepsItsNameInTheList() throws {
      _ = try place.run("remove", "3")
      for _ in 0..<2 { _ = try place.run("undo") }

      let lines = try place.run("log").lines
      #expect(lines[0].hasSuffix("  undone  Moved “Chimay” to the trash."))
      #expect(lines[1].hasSuffix("  undone  Added “Chimay”."))
    }

    @Test func anImportIsUndoneLikeByItsOwnCommand() throws {
      let csv = try place.write("name\nWestmalle\nRochefort\n", to: "beers.csv")
      _ = try place.run("import", csv)
      _ = try place.run("edit", "4", "--rating", "5")

      let undone = try place.run("undo", "4")
      #expect(
        undone.output == "Undone: imported 2 beers. 1 beer moved to the trash, 1 kept because it was edited "
          + "after the import.\n")
      #expect(try place.names().count == 4)
      #expect(try place.run("redo", "--dry-run").output.contains(": imported 1 beer. Nothing was changed."))
      #expect(try place.run("redo").output == "Redone: imported 1 beer.\n")
      #expect(try place.names().count == 5)
    }

    @Test func undoingAnImportOnATerminalAsksFirst() throws {
      let csv = try place.write("name\nWestmalle\nRochefort\n", to: "beers.csv")
      _ = try place.run("import", csv)
      let count = try place.names().count

      let kept = try place.run("undo", input: "\n", isTerminal: true)
      #expect(kept.status == 0 && kept.output == "")
      #expect(kept.errors.contains("Undo import 1 (beers.csv, "))
      #expect(kept.errors.contains("): 2 beers moved to the trash? [y/N]"))
      #expect(kept.errors.hasSuffix("Nothing was changed.\n"))
      #expect(try place.names().count == count)

      let undone = try place.run("undo", "--yes", isTerminal: true)
      #expect(undone.output.hasPrefix("Undone: imported 2 beers.") && !undone.errors.contains("[y/N]"))
      #expect(try place.names().count == count - 2)
    }

    @Test func thereIsNothingToUndoInAnOldDiary() throws {
      for _ in 0..<3 { #expect(try place.run("undo").status == 0) }

      let nothing = try place.run("undo")
      #expect(nothing.status == 66 && nothing.errors.contains("There is nothing to undo."))
      #expect(try place.names() == [:])
    }
  }
}
