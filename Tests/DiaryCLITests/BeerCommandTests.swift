import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

extension Commands {
  /// `list`, `show`, `add`, `edit`, `remove`, `trash` and `stats`.
  @Suite struct BeerCommandTests {
    private func fields(_ place: Workplace, _ id: Int64 = 1) throws -> BeerFields? {
      try place.diary().beer(id)?.beer.fields
    }

    @Test func aBeerIsAddedWithItsFields() throws {
      let place = try Workplace()

      let result = try place.run(
        "add", "Orval", "--brewery", "Abbaye d'Orval", "--abv", "6,2 %", "--rating", "4.5", "--date",
        "2024-06-01", "--set", "hop=Hallertau")

      #expect(result.status == 0 && result.errors == "Created a new diary at \(place.store).\n")
      #expect(result.output == "Added “Orval” (id 1).\n")
      let fields = try fields(place)
      #expect(fields?.name == "Orval" && fields?.brewery == "Abbaye d'Orval")
      #expect(fields?.abv == 6.2 && fields?.rating == 4.5 && fields?.drunkAt?.text == "2024-06-01")
      #expect(fields?.extras == ["hop": .text("Hallertau")])
    }

    @Test func aDateInTheFutureIsWarnedAbout() throws {
      let place = try Workplace()
      let warning = "The date is in the future.\n"
      #expect(try place.run("add", "Orval", "--date", "2999-01-01").errors.hasSuffix(warning))
      #expect(try place.run("add", "Kriek", "--date", "2019").errors == "")
      #expect(try place.run("edit", "2", "--date", "2999-01-01 23:50").errors == warning)
      #expect(try place.run("edit", "2", "--rating", "4").errors == "")
      #expect(try place.run("edit", "id:1,2", "--date", "2999", "--yes").errors.hasSuffix(warning))
    }

    @Test func aDateWithAWrongDayOfTheWeekIsRefusedWithTheRightOne() throws {
      let place = try Workplace()
      let refused = try place.run("add", "X", "--date", "Mon, 3 May 2026")
      #expect(refused.status == 64)
      #expect(
        refused.errors.contains(
          "--date requires the right weekday (3 May 2026 is a Sunday), not “Mon, 3 May 2026”."
        ), "\(refused.errors)")
    }

    @Test(arguments: ["style=y", "venue=y", "rating="])
    func aFieldThatIsNoCustomOneIsRefusedBeforeADiaryIsCreated(_ assignment: String) throws {
      let place = try Workplace()
      let refused = try place.run("add", "X", "--set", assignment)
      #expect(refused.status == 64 && refused.errors.contains("is not a custom field. Use --"))
      #expect(!refused.errors.contains("Created a new diary"))
      #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test func aFieldNameOfTheScreenIsOnlySetIfACustomFieldHasIt() throws {
      let place = try Workplace(beers: "Orval")
      for value in ["Bar", ""] {
        let refused = try place.run("edit", "1", "--set", "Venue=\(value)")
        #expect(refused.status == 64)
        #expect(
          refused.errors.contains("“Venue” is not a custom field. Use --place instead of --set."),
          "\(refused.errors)")
      }
      let refused = try place.run("edit", "1", "--set", "Rating=9")
      #expect(refused.status == 64)
      #expect(refused.errors.contains("“Rating” is not a custom field. Use --rating instead of --set."))
      #expect(try fields(place)?.extras == [:])

      let fieldsWithVenue = BeerFields(name: "Orval", extras: ["venue": .text("Pub")])
      _ = try place.diary(for: .writing).edit(1, to: fieldsWithVenue)
      #expect(try place.run("edit", "1", "--set", "Venue=Bar").status == 0)
      #expect(try fields(place)?.extras == ["venue": .text("Bar")])
    }

    @Test(arguments: ["Style", "rating", "Name"])
    func aCustomFieldWithABuiltInNameIsSet(_ name: String) throws {
      let place = try Workplace(beers: "Orval")
      let fieldsWithName = BeerFields(name: "Orval", style: "Ale", extras: [name: .text("great")])
      _ = try place.diary(for: .writing).edit(1, to: fieldsWithName)

      let result = try place.run("edit", "1", "--set", "\(name.lowercased())=poor")

      #expect(result.status == 0, "\(result.errors)")
      let changed = try fields(place)
      #expect(changed?.extras == [name: .text("poor")])
      #expect(changed?.name == "Orval" && changed?.style == "Ale" && changed?.rating == nil)
      #expect(try place.run("edit", "1", "--set", "\(name)=").status == 0)
      #expect(try fields(place)?.extras == [:])
    }

    @Test func customFieldsWhoseNamesDifferInSymbolsAreDifferent() throws {
      let place = try Workplace()

      #expect(try place.run("add", "Orval", "--set", "C+=1", "--set", "C-=3").status == 0)
      #expect(try fields(place)?.extras == ["C+": .integer(1), "C-": .integer(3)])
      #expect(try place.run("edit", "1", "--set", "c +=4", "--set", "C=5").status == 0)
      #expect(try fields(place)?.extras == ["C+": .integer(4), "C-": .integer(5)])
      #expect(try place.run("list", "\"c+\":4").lines.count == 1)
    }

    /// Most beers of the diary have the spelling that is typed.
    @Test func aCustomFieldKeepsTheSpellingOfTheBeer() throws {
      let place = try Workplace([
        BeerFields(name: "Orval", extras: ["hop": .text("Citra")]),
        BeerFields(name: "Gose", extras: ["hop": .text("Citra")]),
        BeerFields(name: "Pils", extras: ["HOP": .text("Saaz")]),
      ])

      #expect(try place.run("edit", "3", "--set", "hop=Tettnang").status == 0)
      #expect(try fields(place, 3)?.extras == ["HOP": .text("Tettnang")])
      #expect(try place.run("edit", "id:1,3", "--set", "Hop=Perle", "--yes").status == 0)
      #expect(try fields(place, 1)?.extras == ["hop": .text("Perle")])
      #expect(try fields(place, 3)?.extras == ["HOP": .text("Perle")])
      #expect(try place.run("edit", "3", "--set", "hop=").status == 0)
      #expect(try fields(place, 3)?.extras == [:])
    }

    @Test(arguments: [("hop", "hop"), ("h-o-p", "HOP"), ("Hop", "HOP")])
    func oneOfSeveralSpellingsOfACustomFieldStays(_ typed: String, _ kept: String) throws {
      let extras: Extras = ["HOP": .text("Saaz"), "hop": .text("Citra"), "malt": .text("Pale")]
      let place = try Workplace([BeerFields(name: "Pils", extras: extras)])

      #expect(try place.run("edit", "1", "--set", "\(typed)=Perle").status == 0)

      #expect(try fields(place)?.extras == [kept: .text("Perle"), "malt": .text("Pale")])
    }

    @Test(arguments: [
      (["hop=1", "HOP=2"], "--set is given twice for “hop” and “HOP”, which are the same field."),
      (["hop=1", "malt=Pale", "hop="], "--set is given twice for “hop”."),
    ])
    func aCustomFieldIsSetOnlyOnce(_ assignments: [String], _ part: String) throws {
      let place = try Workplace(beers: "Orval")

      let refused = try place.run(["edit", "1"] + assignments.flatMap { ["--set", $0] })

      #expect(refused.status == 64 && refused.errors.contains(part), "\(refused.errors)")
      #expect(try fields(place)?.extras == [:])
    }

    /// Columns of the file and keys of JSON that a beer has next to its fields.
    @Test(arguments: ["extras", "created_at", "uuid"])
    func aCustomFieldMayHaveTheNameOfAColumn(_ name: String) throws {
      let place = try Workplace()

      #expect(try place.run("add", "Orval", "--set", "\(name)=5").status == 0)
      #expect(try place.run("add", "Gose").status == 0)
      #expect(try place.run("edit", "id:1,2", "--set", "\(name)=6", "--yes").status == 0)

      for id in [1, 2] as [Int64] {
        #expect(try place.diary().beer(id)?.beer.fields.extras == [name: .integer(6)])
      }
      #expect(try place.run("edit", "1", "--set", "\(name)=").status == 0)
      #expect(try place.diary().beer(1)?.beer.fields.extras == [:])
    }

    /// A field has an option, or else is set with `--set`, which refuses those that have one.
    ///
    /// An option that is not called like its column has its name here.
    @Test func everyFieldCanBeSet() throws {
      let place = try Workplace(beers: "Orval")
      let names = ["drunk_at": "date", "latitude": "position", "longitude": "position"]
      for column in BeerColumn.values {
        let text: String =
          switch column.content {
          case .text, .customFields: "Gueuze"
          case .number: column.name == "latitude" ? "1,2" : column.name == "longitude" ? "3,4" : "5"
          case .date: "2024-06-01"
          }

        var result = try place.run("edit", "1", "--\(names[column.name] ?? column.name)", text)
        if result.status != 0 { result = try place.run("edit", "1", "--set", "\(column.name)=\(text)") }

        #expect(result.status == 0, "\(column.name): \(result.errors)")
        let fields = try fields(place)
        #expect(fields.map { column.json(of: $0) != nil } == true, "\(column.name) is not set")
      }
    }

    @Test func aFieldWithoutAnOptionIsSetByItsName() throws {
      let place = try Workplace(beers: "Orval")
      let file = try SQLiteFile(place.store)
      for table in ["beer", "beer_before_import", "imported_beer"] {
        try file.execute("ALTER TABLE \(table) ADD COLUMN tint TEXT")
      }
      file.close()
      let tint = BeerColumn("tint", "Tint", .text(\.price), .assignable)

      try BeerColumn.$all.withValue(BeerColumn.all.map { $0.name == "price" ? tint : $0 }) {
        let result = try place.run("edit", "1", "--set", "tint=amber")

        #expect(result.status == 0 && result.errors == "")
        let fields = try fields(place)
        #expect(fields?.price == "amber" && fields?.extras == [:])
      }
    }

    @Test func aBeerIsEdited() throws {
      let place = try Workplace(beers: "Orval")

      let result = try place.run("edit", "orval", "--rating", "4", "--notes", "dry", "--json")
      let again = try place.run("edit", "1", "--rating", "4")

      #expect(result.status == 0 && result.output.contains("\"rating\": 4"))
      #expect(again.output == "Unchanged: “Orval” (id 1).\n")
      #expect(try fields(place)?.rating == 4 && fields(place)?.notes == "dry")
      #expect(try place.run("edit", "1", "--notes", "").status == 0)
      #expect(try fields(place)?.notes == nil)
    }

    @Test func beersAreMovedToTheTrashAndRestored() throws {
      let place = try Workplace(beers: "Orval", "Gueuze", "Chimay")

      let removed = try place.run("remove", "1", "Gueuze")
      #expect(removed.status == 0 && removed.output == "Moved 2 beers to the trash.\n")
      #expect(try place.names() == [3: "Chimay"])
      #expect(try place.run("remove", "last").output == "Moved “Chimay” to the trash.\n")
      #expect(try place.run("trash", "restore", "3").output == "Restored “Chimay” from the trash.\n")

      let restored = try place.run("trash", "restore", "--all", "--json")
      #expect(restored.status == 0 && restored.output.contains("\"restored\""))
      #expect(try place.names().count == 3)
      #expect(try place.run("trash", "restore", "--all").output == "The trash is empty.\n")
    }

    @Test func aBackupFileIsNotTakenForABeerToRestore() throws {
      let place = try Workplace(beers: "Orval")
      let backup = try place.write("", to: "backup.sqlite")

      let result = try place.run("trash", "restore", backup)

      #expect(result.status == 66)
      #expect(result.errors.contains("To restore a backup, use `beerdiary backup restore"))
    }

    @Test func beersAreListedInOrderWithAFilter() throws {
      let place = try Workplace(beers: "Orval", "Gueuze", "Chimay")

      let sorted = try place.run("list", "--sort", "name", "--reverse", "--limit", "2")
      let filtered = try place.run("list", "name:chi", "--json")

      #expect(sorted.status == 0)
      #expect(sorted.lines.map { $0.split(separator: " ").last } == ["Orval", "Gueuze"])
      #expect(filtered.output.hasPrefix("[\n{") && filtered.output.contains("\"name\":\"Chimay\""))
      #expect(filtered.lines.count == 3)
      #expect(try place.run("list", "name:none", "--json").output == "[]\n")
    }

    @Test func beersAreSortedByEveryColumnOfTheList() throws {
      let place = try Workplace(beers: "Orval", "Gueuze", "Chimay")
      _ = try place.run("edit", "1", "--price", "€4.50", "--place", "Home", "--set", "hop=Saaz")
      _ = try place.run("edit", "2", "--price", "12 €", "--ibu", "30")
      func ids(by order: String, _ options: String...) throws -> [String] {
        let words = ["list", "--sort", order, "--tsv", "--columns", "id", "--no-header"] + options
        let result = try place.run(words)
        #expect(result.status == 0 && result.errors == "", "\(order)")
        return result.lines
      }

      #expect(try ids(by: "price") == ["2", "1", "3"])
      #expect(try ids(by: "Price", "--reverse") == ["1", "2", "3"])
      #expect(try ids(by: "ibu") == ["2", "3", "1"])
      for order in ["place", "venue", "\"hop\""] { #expect(try ids(by: order) == ["1", "3", "2"]) }
    }

    @Test func aNameThatIsNoFieldToSortByIsRefused() throws {
      let place = try Workplace(beers: "Orval")
      _ = try place.run("edit", "1", "--set", "hop=Saaz")
      func refusal(_ order: String) throws -> String {
        let result = try place.run("list", "--sort", order)
        #expect(result.status == 64 && result.output == "", "\(order)")
        return result.errors
      }

      for name in ["month", "year", "notes", "nosuchfield"] {
        let refusal = try refusal(name)
        #expect(refusal.contains("There is no field “\(name)” to sort by. The fields are date, name, "))
        #expect(refusal.contains("best_rating; custom fields: hop.\n"), "\(refusal)")
      }
      for (name, nearest) in [("ratng", "rating"), ("venu", "venue"), ("hpo", "hop")] {
        #expect(try refusal(name).hasSuffix("“\(name)” to sort by. Did you mean “\(nearest)”?\n"))
      }
      #expect(try refusal("\"name\"").contains("No beer has a custom field “name”. To sort by"))
    }

    @Test func anOrderByAFieldThatNoneOfTheBeersHasIsNoted() throws {
      let place = try Workplace(beers: "Orval", "Gueuze")
      _ = try place.run("edit", "1", "--set", "hop=Saaz")
      let note = "None of these beers has the field “hop”, so the one that was added last comes first.\n"

      #expect(try place.run("list", "--sort", "hop").errors == "")
      for layout in [[], ["--json"], ["--tsv"]] {
        let other = try place.run(["list", "gueuze", "--sort", "HOP"] + layout)
        #expect(other.status == 0 && other.errors == note, "\(layout)")
      }
      #expect(try place.run("list", "gueuze", "--sort", "hop", "--quiet").errors == "")
      #expect(try place.run("list", "chimay", "--sort", "hop").errors == "")
      _ = try place.run("remove", "1")
      #expect(try place.run("list", "--sort", "hop").errors == note)
      #expect(try place.run("list", "in:trash", "--sort", "hop").errors == "")
    }

    /// More than the console collects before it writes.
    @Test func aLongListHasAllBeers() throws {
      let place = try Workplace()
      let names = (1...3000).map { "Beer \($0)\n" }.joined()
      _ = try place.run("import", "-", input: "name\n" + names)

      let result = try place.run("list", "--sort", "name")

      #expect(result.output.utf8.count > 1 << 16)
      #expect(result.lines.count == 3000 && result.output.hasSuffix("\n"))
    }

    @Test func aBeerIsShown() throws {
      let place = try Workplace(beers: "Orval")
      _ = try place.run("edit", "1", "--brewery", "Abbaye d'Orval", "--notes", "dry\nand bitter")

      let text = try place.run("show", "1")

      #expect(text.status == 0)
      #expect(text.lines.first == "Orval")
      #expect(text.lines.contains("  ID       1") && text.lines.contains("  Brewery  Abbaye d'Orval"))
      #expect(text.lines.suffix(2) == ["  dry", "  and bitter"])
      #expect(try place.run("show", "1", "--picture").output == "“Orval” has no photos.\n")
      #expect(try place.run("show", "1", "--json").output.contains("\"brewery\": \"Abbaye d'Orval\""))
    }

    @Test func aBeerInTheTrashIsShownAsSuch() throws {
      let place = try Workplace(beers: "Orval")
      #expect(try place.run("show", "1", "--json").output.contains("\"deleted_at\": null"))
      _ = try place.run("remove", "1")

      #expect(try place.run("show", "1").lines.dropFirst().first?.hasPrefix("  In the trash since ") == true)
      #expect(try !place.run("show", "1", "--json").output.contains("\"deleted_at\": null"))
    }

    @Test func aNumberIsAnIDAndNeverAName() throws {
      let place = try Workplace(beers: "Orval", "2001")

      let shown = try place.run("show", "2001")
      #expect(shown.status == 66)
      #expect(
        shown.errors.contains(
          "There is no beer with the id 2001. A number is always an id; the beer named “2001” has the id 2."))
      #expect(try place.run("show", "2").lines.first == "2001")
      #expect(try place.run("show", "99").errors.contains("There is no beer 99"))
    }

    @Test func aYearThatIsReadAsAWordIsPointedOut() throws {
      let place = try Workplace(beers: "Orval")
      for command in ["stats", "list"] {
        let result = try place.run(command, "2026", isTerminal: true)
        #expect(
          result.status == 0
            && result.errors == "No beers match the filter. For the year, filter by year:2026.\n")
      }
      for filter in ["9999", "abc", "-has:photo 2026", "year:2026"] {
        #expect(
          try !place.run("stats", filter, isTerminal: true).errors.contains("For the year"), "\(filter)")
      }
    }

    @Test func aChangeOfABeerInTheTrashSaysThatItIsThere() throws {
      let place = try Workplace(beers: "Orval")
      #expect(try place.run("edit", "1", "--rating", "3").output == "Changed “Orval” (id 1).\n")
      _ = try place.run("remove", "1")
      #expect(try place.run("edit", "1", "--rating", "4").output == "Changed “Orval” (id 1, in the trash).\n")
    }

    @Test func theVenueIsAlsoSetByItsNameOnTheScreen() throws {
      let place = try Workplace()
      #expect(try place.run("add", "Orval", "--venue", "Home").status == 0)
      #expect(try fields(place)?.place == "Home")
      #expect(try place.run("edit", "1", "--venue", "Pub").status == 0)
      #expect(try fields(place)?.place == "Pub")
    }

    @Test func aCustomFieldWithABuiltInNameIsShownInQuotationMarks() throws {
      let beer = BeerFields(
        name: "Orval", style: "Trappist", extras: ["Style": .text("Ale"), "hop": .text("Saaz")])
      let lines = try Workplace([beer]).run("show", "1").lines
      func value(_ name: String) -> Substring? {
        lines.first { $0.hasPrefix("  \(name) ") }?.split(separator: " ").last
      }
      #expect(value("Style") == "Trappist" && value("\"Style\"") == "Ale" && value("hop") == "Saaz")
    }

    @Test func beersAreCounted() throws {
      let place = try Workplace(beers: "Orval", "Gueuze")
      _ = try place.run("edit", "1", "--rating", "4", "--style", "Trappist")

      let text = try place.run("stats", "--ascii")
      let json = try place.run("stats", "style:trappist", "--json")

      #expect(text.status == 0 && text.output.hasPrefix("2 beers, 4.00 stars on average"))
      #expect(text.output.utf8.allSatisfy { $0 < 128 })
      #expect(json.output.contains("\"beers\": 1,"))
    }

    @Test func statisticsOfNoBeersPrintNothingToStandardOutput() throws {
      let place = try Workplace(beers: "Orval")

      let piped = try place.run("stats", "style:none")
      #expect(piped.status == 0 && piped.output == "" && piped.errors == "")
      let terminal = try place.run("stats", "style:none", isTerminal: true)
      #expect(terminal.output == "" && terminal.errors.contains("No beers match the filter.\n"))
      #expect(try place.run("stats", "style:none", "--json").output.contains("\"beers\": 0,"))
    }

    @Test func repeatedBeersCountOnceUnlessEveryBeerIsCounted() throws {
      let place = try Workplace(beers: "Orval", "Orval", "Gueuze")
      for (id, rating) in [("1", "5"), ("2", "5"), ("3", "2")] {
        _ = try place.run("edit", id, "--rating", rating, "--style", "Stout", "--date", "2024-06-0\(id)")
      }

      let labels = try place.run("stats", "--ascii")
      #expect(labels.output.hasPrefix("3 beers, 2 different, 3.50 stars on average"))
      #expect(labels.output.contains("Averages are of different beers.\n"))
      #expect(labels.output.contains("Styles: different beers, rating\n  Stout  2  3.50  #"))
      #expect(labels.output.contains("Rating per month: different beers\n  Jun 2024  3.50  #"))
      #expect(labels.output.contains("Families: different beers, rating\n  Stout  2  3.50  #"))
      #expect(!labels.output.contains("Families not in your diary"))
      let beers = try place.run("stats", "--ascii", "--count", "beers")
      #expect(beers.output.hasPrefix("3 beers, 2 different, 4.00 stars on average"))
      #expect(beers.output.contains("Averages are of beers.\n"))
      #expect(beers.output.contains("Styles: beers, rating\n  Stout  3  4.00  #"))
      #expect(try place.run("stats", "--count", "bottles").status == 64)
    }

    @Test func theJSONOfStatisticsHasBothCounts() throws {
      let place = try Workplace(beers: "Orval", "Orval")
      for (id, rating) in [("1", "5"), ("2", "4")] {
        _ = try place.run("edit", id, "--rating", rating, "--style", "Stout", "--date", "2024-06-0\(id)")
      }
      let output = try place.run("stats", "--json").output
      let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      #expect(json["beers"] as? Int == 2 && json["labels"] as? Int == 1)
      #expect(json["count"] as? String == "labels" && json["average_rating"] as? Double == 4.5)
      func first(_ key: String) throws -> [String: Any] {
        try #require((json[key] as? [[String: Any]])?.first)
      }
      for (key, value) in [
        ("years", "2024"), ("months", "2024-06"), ("styles", "Stout"), ("families", "stout"),
      ] {
        let share = try first(key)
        #expect(share["value"] as? String == value)
        #expect(share["beers"] as? Int == 2 && share["labels"] as? Int == 1)
        #expect(share["average_rating"] as? Double == 4.5)
      }
      #expect(try first("families")["name"] as? String == "Stout")
      #expect(try first("first_times")["labels"] as? Int == 1)
      #expect((json["missing_families"] as? [Any])?.count ?? 0 > 1)
    }
  }
}
