import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// `edit`, `remove` and `photo export` with a filter.
  @Suite struct BulkCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace(beers: "Orval", "Gueuze", "Chimay") }

    private func fields(_ id: Int64) throws -> BeerFields? { try place.diary().beer(id)?.beer.fields }

    private func json(_ output: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    @Test func severalFieldsOfSeveralBeersAreSetAndCleared() throws {
      let changed = try place.run("edit", "id:1,3", "--style", "Trappist", "--set", "hop=Saaz", "--yes")
      #expect(changed.status == 0 && changed.output == "Changed 2 beers.\n")
      for id in [Int64(1), 3] {
        #expect(try fields(id)?.style == "Trappist")
        #expect(try fields(id)?.extras == ["hop": .text("Saaz")])
      }
      #expect(try fields(2)?.style == nil && fields(2)?.extras == [:])

      let again = try place.run("edit", "style:trappist", "--style", "Trappist", "-y", "--json")
      let numbers = try json(again.output)
      #expect(numbers["matched"] as? Int == 2 && numbers["changed"] as? Int == 0)
      let cleared = try place.run("edit", "id>=1", "--set", "hop=", "--style", "", "--yes")
      #expect(cleared.output == "Changed 2 of 3 beers.\n")
      #expect(try fields(1)?.style == nil && fields(3)?.extras == [:])
    }

    @Test func aBeerThatIsNamedTwiceIsChangedOnce() throws {
      #expect(try place.run("edit", "2", "Gueuze", "--rating", "4").output == "Changed “Gueuze” (id 2).\n")
      let plan = try place.run("remove", "3", "1", "3", "--dry-run")
      #expect(plan.lines.last == "2 beers would be moved to the trash. Nothing was changed.")
    }

    @Test func noQuestionIsAskedIfAFilterHasOneBeer() throws {
      let result = try place.run("edit", "name:guez", "or", "name:gueuze", "--rating", "4", "--name", "Geuze")

      #expect(result.status == 0 && result.output == "Changed 1 beer.\n")
      #expect(try fields(2)?.name == "Geuze" && fields(2)?.rating == 4)
    }

    @Test func severalBeersAreAskedAboutOnATerminalAndNeedYesWithoutOne() throws {
      let refused = try place.run("edit", "id:1..2", "--rating", "4")
      #expect(refused.status == 64)
      #expect(refused.errors.contains("The filter matches 2 beers. Nothing was changed: there is no"))
      #expect(refused.errors.contains("Use --yes to change them without being asked, or --dry-run"))
      let unasked = try place.run("remove", "id:1..2", "--no-input", input: "y\n", isTerminal: true)
      #expect(unasked.status == 64 && unasked.errors.contains("Use --yes to move them"))

      let declined = try place.run("edit", "id:1..2", "--rating", "4", input: "\n", isTerminal: true)
      #expect(declined.status == 0 && declined.output == "")
      #expect(
        declined.errors.contains("Change 2 beers? [y/N]") && declined.errors.contains("Nothing was changed."))
      #expect(try fields(1)?.rating == nil)

      let agreed = try place.run("edit", "id:1..2", "--rating", "4", input: "y\n", isTerminal: true)
      #expect(agreed.output == "Changed 2 beers.\n")
      #expect(try fields(1)?.rating == 4 && fields(2)?.rating == 4)
    }

    @Test func aDryRunShowsWhatWouldChange() throws {
      let text = try place.run("edit", "id:1,3", "--rating", "4", "--set", "hop=Saaz", "--dry-run")
      let numbers = try json(
        try place.run("edit", "id:1,3", "--rating", "4", "--dry-run", "--json", "--read-only").output)

      #expect(
        text.lines == [
          "id 1  Orval   Rating: none → 4; hop: none → Saaz",
          "id 3  Chimay  Rating: none → 4; hop: none → Saaz",
          "2 of 2 beers would change. Nothing was changed.",
        ])
      #expect(numbers["matched"] as? Int == 2 && numbers["changed"] as? Int == 2)
      #expect(numbers["dry_run"] as? Bool == true)
      #expect(try fields(1)?.rating == nil)
    }

    @Test func aCustomFieldNamedLikeABuiltInOneIsQuotedInADryRunAndInTheLog() throws {
      let diary = try place.diary(for: .writing)
      let before = try #require(try diary.beer(1)).beer.fields
      var after = before
      after.extras["style"] = .text("mine")
      _ = try diary.edit(1, to: after, expecting: before)

      let plan = try place.run("edit", "id:1", "--set", "style=yours", "--dry-run")
      #expect(plan.lines.first == "id 1  Orval  “style”: mine → yours")
      _ = try place.run("edit", "1", "--set", "style=yours")
      #expect(try place.run("log").lines[0].hasSuffix("  Changed “Orval” (“style” mine → yours)."))
    }

    @Test func beersOfAFilterAreMovedToTheTrash() throws {
      let plan = try place.run("remove", "-orval", "--dry-run")
      #expect(
        plan.lines == [
          "id 2  Gueuze", "id 3  Chimay", "2 beers would be moved to the trash. Nothing was changed.",
        ])
      #expect(try place.names().count == 3)

      let removed = try place.run("remove", "-orval", input: "y\n", isTerminal: true)
      #expect(removed.errors.contains("Move 2 beers to the trash? [y/N]"))
      #expect(removed.output == "Moved 2 beers to the trash.\n")
      #expect(try place.names() == [1: "Orval"])

      let again = try json(try place.run("remove", "in:trash", "--yes", "--json").output)
      #expect(again["matched"] as? Int == 2 && again["changed"] as? Int == 0)
      #expect(again["removed"] as? [Int] == [])
    }

    @Test func argumentsThatNameNoBeersAreRefused() throws {
      for (arguments, sentence, status) in [
        (["edit", "style:none", "--rating", "4"], "No beers match “style:none”.", Int32(66)),
        (["edit", "", "--rating", "4"], "Name a beer, or give a filter such as style:stout.", 64),
        (["edit", "colour:red", "--rating", "4"], "There is no field “colour”.", 64),
        (["edit", "Nobody", "--rating", "4"], "There is no beer “Nobody” in the diary.", 66),
        (["edit", "99", "--rating", "4"], "There is no beer 99", 66),
        (["remove", "Orval", "Nobody"], "There is no beer “Nobody” in the diary.", 66),
        (["remove", "1", "99"], "There is no beer 99", 66),
        (["edit", "id:1..9", "--abv", "120", "--yes"], "--abv requires 0 to 100 percent", 64),
        (
          ["edit", "id:1..9", "--abv", "4 5", "--yes"],
          "--abv requires a number from 0 to 100 percent, not “4 5”.", 64
        ),
        (["edit", "id:1..9", "--ibu", "1,000", "--yes"], "--ibu requires 1000 or 1.000, not “1,000”.", 64),
        (
          ["edit", "id:1..9", "--position", "0x10,0x10", "--yes"], "such as 52.09,5.12, not “0x10,0x10”.", 64
        ),
        (["edit", "ibu>1,000", "--rating", "4"], "“1,000” is ambiguous. Write 1000 or 1.000.", 64),
      ] as [([String], String, Int32)] {
        let result = try place.run(arguments)
        #expect(result.status == status, "\(arguments)")
        #expect(result.output == "" && result.errors.contains(sentence), "\(arguments): \(result.errors)")
        #expect(try place.names().count == 3, "\(arguments)")
        #expect(try (1...3).allSatisfy { try fields($0)?.rating == nil })
      }
    }

    @Test func aNameThatReadsAsAFilterIsStillAName() throws {
      _ = try place.run("add", "style:orval")

      let result = try place.run("edit", "style:orval", "--rating", "3")

      #expect(result.output == "Changed “style:orval” (id 4).\n")
      #expect(try fields(4)?.rating == 3 && fields(1)?.rating == nil)
    }

    @Test func photosOfAFilterAreExported() throws {
      for id in ["1", "2"] {
        let file = try place.write("photo \(id)", to: "\(id).jpg")
        _ = try place.run("photo", "add", id, file, "--any-file")
      }
      let folder = place.file("exported")

      let result = try place.run("photo", "export", "has:photo", "-gueuze", folder)

      #expect(result.status == 0 && result.output == "Exported 1 photo to \(folder).\n")
      #expect(try place.run("photo", "export", "style:none", folder).status == 66)
    }

    @Test func anEndlessFilterIsRefusedInOneSentence() throws {
      let filter = String(repeating: "(", count: 50_000) + "a" + String(repeating: ")", count: 50_000)

      let result = try place.run("list", filter)

      #expect(result.status == 64 && result.errors.count < 200)
      #expect(result.errors.contains("This filter is too long."))
    }
  }
}
