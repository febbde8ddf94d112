import DiaryModel
import DiaryStore
import Testing

extension Commands {
  /// `fields` and its commands.
  @Suite struct FieldsCommandTests {
    private let place: Workplace

    init() throws {
      place = try Workplace(beers: "Orval", "Gueuze")
      _ = try place.run("edit", "1", "--set", "hop=Hallertau", "--set", "vintage=2015")
      _ = try place.run("edit", "2", "--set", "vintage=2018")
    }

    private func indexed() throws -> [String] {
      try place.diary().customFields().filter(\.isIndexed).map(\.name)
    }

    @Test func fieldsAreListedInColumns() throws {
      let result = try place.run("fields")

      #expect(result.status == 0)
      #expect(result.lines == ["hop      text    1 beer", "vintage  number  2 beers"])
    }

    @Test func anIndexIsCreatedAndRemoved() throws {
      #expect(try place.run("fields", "index", "Vintage").output == "Indexed “vintage”.\n")
      #expect(try indexed() == ["vintage"])
      #expect(try place.run("fields", "list").output.contains("2 beers, indexed"))
      #expect(try place.run("fields", "index", "vintage", "--json").output.contains("\"indexed\": true"))

      #expect(
        try place.run("fields", "unindex", "vintage").output == "Removed the index of “vintage”.\n")
      #expect(try indexed() == [])
      #expect(try place.run("fields", "unindex", "vintage").output == "“vintage” has no index.\n")
    }

    @Test func deletingAnIndexedFieldSaysThatUndoDoesNotBringBackTheIndex() throws {
      _ = try place.run("fields", "index", "vintage")
      let note = "Undoing this does not bring back the index."

      let dry = try place.run("fields", "delete", "vintage", "--dry-run")
      #expect(dry.output == "Would delete “vintage” in 2 beers. \(note)\n")
      let done = try place.run("fields", "delete", "vintage", "--yes")
      #expect(done.output == "Deleted “vintage” in 2 beers. \(note)\n")
      let other = try place.run("fields", "delete", "hop", "--dry-run")
      #expect(other.output == "Would delete “hop” in 1 beer.\n")
      _ = try place.run("undo")
      #expect(try indexed() == [] && values(2) == ["vintage": .integer(2018)])
    }

    private func values(_ id: Int64) throws -> Extras? { try place.diary().beer(id)?.beer.fields.extras }

    @Test func aFieldIsRenamedAfterAQuestion() throws {
      let kept = try place.run("fields", "rename", "Vintage", "year brewed", input: "n\n", isTerminal: true)
      #expect(kept.status == 0 && kept.errors.contains("Nothing was changed."))
      #expect(kept.errors.contains("Rename “vintage” to “year brewed” in 2 beers?"))
      let refused = try place.run("fields", "rename", "vintage", "year brewed")
      #expect(refused.status == 64 && refused.errors.contains("Use --yes to change 2 beers."))
      let dry = try place.run("fields", "rename", "vintage", "year brewed", "--dry-run")
      #expect(dry.output == "Would rename “vintage” to “year brewed” in 2 beers.\n")
      #expect(try values(2) == ["vintage": .integer(2018)])

      let done = try place.run(
        "fields", "rename", "vintage", "year brewed", input: "y\n", isTerminal: true)

      #expect(done.status == 0 && done.output == "Renamed “vintage” to “year brewed” in 2 beers.\n")
      #expect(try values(2) == ["year brewed": .integer(2018)])
    }

    @Test func namesThatAreTakenAreRefused() throws {
      let other = try place.run("fields", "rename", "hop", "VINTAGE")
      #expect(other.status == 64 && other.errors.contains("use `beerdiary fields merge hop vintage`."))
      for name in ["Style", "venue"] {
        let builtIn = try place.run("fields", "rename", "hop", name)
        #expect(builtIn.status == 64)
        #expect(builtIn.errors.contains("“\(name)” is a built-in field. Choose another name."))
      }
      let same = try place.run("fields", "merge", "hop", "Hop")
      #expect(same.status == 64 && same.errors.contains("are the same field"))
      #expect(try values(1) == ["hop": .text("Hallertau"), "vintage": .integer(2015)])
    }

    @Test func aCustomFieldWithANameOfTheScreenCanBeRespelled() throws {
      let fieldsWithVenue = BeerFields(name: "Orval", extras: ["venue": .text("Pub")])
      _ = try place.diary(for: .writing).edit(1, to: fieldsWithVenue)

      let result = try place.run("fields", "rename", "venue", "Venue")

      #expect(result.status == 0, "\(result.errors)")
      #expect(try values(1) == ["Venue": .text("Pub")])
    }

    @Test func differentValuesAreListedAndOnlyMergedIfOneIsPreferred() throws {
      let refused = try place.run("fields", "merge", "hop", "vintage")
      #expect(refused.status == 65 && refused.output == "")
      #expect(refused.errors.contains("  1 Orval: Hallertau / 2015\n"))
      let json = try place.run("fields", "merge", "hop", "vintage", "--json")
      #expect(json.status == 65 && json.output.contains("\"conflict_count\": 1"))
      #expect(try values(1) == ["hop": .text("Hallertau"), "vintage": .integer(2015)])

      let merged = try place.run("fields", "merge", "hop", "vintage", "--prefer", "from", "--yes")

      #expect(merged.output == "Merged “hop” into “vintage” in 1 beer.\n")
      #expect(try values(1) == ["vintage": .text("Hallertau")])
    }

    @Test func noFieldIsChangedWithoutTheQuestion() throws {
      let commands = [
        ["rename", "vintage", "year brewed"], ["merge", "vintage", "hop", "--prefer", "into"],
        ["delete", "vintage"], ["retype", "vintage", "text"],
      ]
      for command in commands {
        let result = try place.run(["fields"] + command + ["--no-input"], input: "y\n", isTerminal: true)
        #expect(result.status == 64 && result.errors.contains("Use --yes"), "\(command): \(result.errors)")
      }
      #expect(try values(2) == ["vintage": .integer(2018)])
    }

    @Test func aFieldIsConvertedIfAllValuesFit() throws {
      #expect(try place.run("fields", "retype", "vintage", "text", "--yes").status == 0)
      #expect(try values(2) == ["vintage": .text("2018")])
      #expect(try place.run("fields", "retype", "vintage", "number", "--yes").status == 0)
      #expect(try values(2) == ["vintage": .integer(2018)])

      let refused = try place.run("fields", "retype", "hop", "number", "--yes")
      #expect(refused.status == 65 && refused.errors.contains("  1 Orval: Hallertau\n"))
      let unchanged = try place.run("fields", "retype", "hop", "text", "--yes")
      #expect(unchanged.output == "Nothing to change in “hop”.\n")
    }

    @Test func aFieldIsDeletedAlsoInTheTrash() throws {
      _ = try place.run("remove", "2")

      let result = try place.run("fields", "delete", "vintage", "--yes", "--json")

      #expect(result.output.contains("\"in_trash\": 1") && result.output.contains("\"changed\": true"))
      #expect(try values(1) == ["hop": .text("Hallertau")] && values(2) == [:])
    }

    @Test func theIndexOfAFieldThatNoBeerHasIsDeleted() throws {
      _ = try place.run("fields", "index", "hop")
      _ = try place.run("edit", "1", "--set", "hop=")

      let dry = try place.run("fields", "delete", "Hop", "--dry-run")
      #expect(dry.output == "Would delete the index of “hop”, a field that no beer has.\n", "\(dry.errors)")
      #expect(try indexed() == ["hop"])

      let done = try place.run("fields", "delete", "hop")
      #expect(done.output == "Deleted the index of “hop”, a field that no beer has.\n", "\(done.errors)")
      #expect(try indexed() == [] && place.run("fields", "delete", "hop").status == 64)
    }

    @Test func aDiaryWithoutFieldsSaysHowToMakeOne() throws {
      let result = try Workplace(beers: "Orval").run("fields", "list", isTerminal: true)

      #expect(result.errors.contains("Add one with `beerdiary edit 1 --set hop=Citra`."))
    }
  }
}
