import DiaryCLI
import DiaryModel
import DiaryStore
import DiaryText
import FixtureStores
import Foundation
import Testing

extension Commands {
  /// `had`, `again`, `labels`, and what other commands say about labels.
  @Suite struct LabelCommandTests {
    private let place: Workplace

    /// Orval twice (beers 1 and 2), and Gueuze of two breweries (3 and 4).
    init() throws {
      place = try Workplace()
      for (date, rating) in [("2019-06-01", "4"), ("2024-05-01", "5")] {
        let added = try place.run(
          "add", "Orval", "--brewery", "Brasserie d'Orval", "--style", "Trappist", "--abv", "6.2", "--date",
          date, "--rating", rating)
        #expect(added.status == 0)
      }
      for (brewery, date) in [("Cantillon", "2023-01-02"), ("Boon", "2023-01-03")] {
        #expect(try place.run("add", "Gueuze", "--brewery", brewery, "--date", date).status == 0)
      }
    }

    private func label(_ beer: Int64) throws -> Label? { try place.diary().label(ofBeer: beer) }

    private func json(_ arguments: String..., input: String = "") throws -> Any {
      let output = try place.run(arguments + ["--json"], input: input).output
      return try JSONSerialization.jsonObject(with: Data(output.utf8))
    }

    // MARK: had

    @Test func aNameIsAnsweredWithHowOftenAndHowWell() throws {
      let orval = try place.run("had", "orval")
      let gueuze = try place.run("had", "Gueuze")

      #expect(orval.status == 0 && orval.errors == "")
      #expect(
        orval.lines == [
          "Orval (Brasserie d'Orval): had 2 times, last on 1 May 2024, your rating 4.5 on average, best 5.0"
        ])
      #expect(gueuze.status == 0)
      #expect(
        gueuze.lines == [
          "Gueuze (Boon): had once, on 3 Jan 2023, not rated",
          "Gueuze (Cantillon): had once, on 2 Jan 2023, not rated",
        ])
    }

    @Test func aNameWithAnotherWordInFrontIsNotCertain() throws {
      #expect(try place.run("add", "Chimay", "--date", "2024-01-02").status == 0)

      for line in ["Petite Orval", "Petite Chimay"] {
        let result = try place.run("had", line)
        #expect(result.status == 1 && result.output.contains("extra: “Petite”"), "\(line)")
      }
      #expect(try place.run("had", "Petite Saison").output == "New: you have not had “Petite Saison”.\n")
    }

    @Test func aNameOfPunctuationIsAnswered() throws {
      _ = try place.run("add", "???", "--brewery", "Evil Twin", "--date", "2024-01-02")

      #expect(try place.run("had", "???").output == "??? (Evil Twin): had once, on 2 Jan 2024, not rated\n")
      #expect(try place.run("had", "??").status == 1)
    }

    @Test func aNewOrSimilarNameEndsWithStatusOne() throws {
      let new = try place.run("had", "Westvleteren", "XII")
      let unsure = try place.run("had", "Orrval")

      #expect(new.status == 1 && new.errors == "")
      #expect(new.output == "New: you have not had “Westvleteren XII”.\n")
      #expect(unsure.status == 1)
      #expect(unsure.lines.first == "Not certain: “Orrval” may be")
      #expect(unsure.lines.last?.hasPrefix("  Orval (Brasserie d'Orval): had 2 times, ") == true)
      #expect(unsure.lines.last?.contains("“Orrval”, “Orval”") == true)
    }

    @Test func aBreweryIsNotANewBeerIfANameBeginsWithIt() throws {
      _ = try place.run("add", "Chimay Tripel Ale", "--brewery", "Brasserie Chimay", "--date", "2024-01-02")

      for name in ["Chimay", "Chimay Tripel"] {
        let result = try place.run("had", name)
        #expect(result.status == 1 && result.lines.first == "Not certain: “\(name)” may be")
        let nearest = "  Chimay Tripel Ale (Brasserie Chimay): had once, "
        #expect(result.lines.last?.hasPrefix(nearest) == true, "\(name)")
      }
      #expect(try place.run("had", "Chimay Dorée").output == "New: you have not had “Chimay Dorée”.\n")
    }

    @Test func aLineWithAPriceIsABeerEvenIfItsNameIsAStyle() throws {
      let menu = "Gueuze\nGueuze 0,375 l  9,50\nKellerbier  0,5 l  4,90\nDRAFT — this week\n"
      let lines = try place.run("had", "-", input: menu).lines

      #expect(lines.map { $0.prefix(8) } == ["had     ", "had     ", "new     ", "        "])
    }

    @Test func beersInTheTrashDoNotCountAsHad() throws {
      _ = try place.run("remove", "1", "2")

      #expect(try place.run("had", "Orval").status == 1)
      #expect(try place.run("had", "Orrval").output == "New: you have not had “Orrval”.\n")
    }

    /// As after the migration of a large diary.
    @Test func answersWarnAboutBeersWithoutALabel() throws {
      let file = try SQLiteFile(place.store)
      try file.execute("UPDATE beer SET label_id = NULL WHERE id <= 2")
      file.close()

      let had = try place.run("had", "Orval")
      #expect(had.status == 1)
      #expect(
        had.errors
          == "2 beers without a label are left out, because the diary is still being grouped. Finish that with "
          + "`beerdiary migrate --finish`.\n")
      #expect(try place.run("labels").errors == had.errors)
      let again = try place.run("again", "1")
      #expect(again.status == 75 && again.errors.contains("“Orval” has no label yet"))

      #expect(try place.run("--migrate-only", "--finish").status == 0)
      #expect(try place.run("had", "Orval").errors == "")
    }

    @Test func thePlanOfAnImportCountsDecisionsAboutLabels() throws {
      #expect(try place.run("labels", "apart", "3", "4").status == 0)
      #expect(try place.run("labels", "set", "1", "--name", "Orval Trappist").status == 0)
      let file = place.file("export.json")
      #expect(try place.run("export", "-o", file).status == 0)
      let sentence = "Decisions about labels: 1 edited, 1 pair kept apart."
      func labels(_ store: String) throws -> [String: Int] {
        let plan = try json("import", file, "--dry-run", "--store", store) as? [String: Any]
        return try #require(plan?["labels"] as? [String: Int])
      }

      let other = place.file("other.sqlite")
      #expect(try place.run("import", file, "--dry-run", "--store", other).lines.contains(sentence))
      #expect(try labels(other) == ["merged": 0, "split": 0, "apart": 1, "edited": 1])
      #expect(try place.run("import", file, "--yes", "--store", other).lines.contains(sentence))

      let again = try place.run("import", file, "--dry-run", "--store", other)
      #expect(again.status == 0 && !again.output.contains("Decisions"))
      #expect(try labels(other) == ["merged": 0, "split": 0, "apart": 0, "edited": 0])
    }

    /// Merging keeps the name and the brewery of the label that stays, for which it may have to set them.
    @Test func mergedLabelsAreNotCountedAsEdited() throws {
      #expect(try place.run("labels", "merge", "4", "--into", "3").status == 0)
      #expect(try #require(try label(4)).facts.brewery == "Cantillon")
      let (file, other) = (place.file("export.json"), place.file("other.sqlite"))
      #expect(try place.run("export", "-o", file).status == 0)
      let sentence = "Decisions about labels: 1 merged."

      #expect(try place.run("import", file, "--dry-run", "--store", other).lines.contains(sentence))
      #expect(try place.run("import", file, "--yes", "--store", other).lines.contains(sentence))
      #expect(
        try place.run("import", file, "--dry-run", "--store", other).output.contains("Decisions") == false)
      #expect(
        try place.run("had", "Gueuze", "--store", other).output.hasPrefix("Gueuze (Cantillon): had 2 times"))
    }

    private static let menu = "On tap\nOrval 6.2% $7\r\n\n  \nSaison Dupont\nOrrval\n"

    @Test func eachLineOfAMenuIsAnswered() throws {
      let result = try place.run("had", "-", input: Self.menu)
      let file = try place.write(Self.menu, to: "menu.txt")

      #expect(result.status == 0)
      #expect(result.lines.count == 4)
      #expect(result.lines[0] == "        On tap")
      #expect(result.lines[1].hasPrefix("had     Orval 6.2% $7: Orval (Brasserie d'Orval), 2 times, "))
      #expect(result.lines[2] == "new     Saison Dupont")
      #expect(result.lines[3].hasPrefix("unsure  Orrval: perhaps Orval (Brasserie d'Orval), 2 times, "))
      #expect(try place.run("had", "--menu", file).output == result.output)
      #expect(try place.run("had", "-", input: "Saison Dupont\n").status == 1)
      let empty = try place.run("had", "-")
      #expect(empty.status == 1 && empty.output == "" && empty.errors.contains("The menu is empty."))
      #expect(try place.run("had", "--menu", place.file("nowhere.txt")).status == 66)
      let folder = try place.run("had", "--menu", "/")
      #expect(folder.status == 66 && folder.errors.contains("/ is a folder. Name a text file in it."))
    }

    @Test func hadPrintsItsAnswersAsJSON() throws {
      let one = try #require(try json("had", "Orval") as? [String: Any])
      let menu = try #require(try json("had", "-", input: Self.menu) as? [[String: Any]])

      #expect(JSONObject.named("answer")?.mismatches(one.keys) == [])
      #expect(one["line"] as? String == "Orval" && one["answer"] as? String == "had")
      let label = try #require((one["labels"] as? [[String: Any]])?.first)
      #expect(JSONObject.named("label")?.mismatches(label.keys) == [] && label["differences"] != nil)
      #expect(label["times"] as? Int == 2 && label["mean_rating"] as? Double == 4.5)
      #expect(label["last"] as? String == "2024-05-01")
      #expect(menu.map { $0["answer"] as? String } == [nil, "had", "new", "unsure"])
      let nearest = try #require((menu[3]["labels"] as? [[String: Any]])?.first)
      #expect((nearest["differences"] as? [String])?.isEmpty == false)
      #expect(try json("had", "-") as? [String] == [])
    }

    // MARK: again and add

    @Test func againAddsABeerWithTheFactsOfItsLabel() throws {
      let result = try place.run("again", "orval", "--rating", "4.25", "--place", "De Klomp")

      #expect(result.status == 0 && result.output == "Added “Orval” (id 5), the 3rd time.\n")
      let fields = try #require(try place.diary().beer(5)).beer.fields
      #expect(fields.name == "Orval" && fields.brewery == "Brasserie d'Orval" && fields.style == "Trappist")
      #expect(fields.abv == 6.2 && fields.rating == 4.25 && fields.place == "De Klomp")
      #expect(fields.drunkAt == DiaryDate.today && fields.notes == nil)
      #expect(try label(5)?.uuid == label(1)?.uuid)

      let plain = try #require(try json("again", "1") as? [String: Any])
      #expect(plain["rating"] is NSNull && plain["id"] as? Int == 6)
      #expect((plain["label"] as? [String: Any])?["times"] as? Int == 4)
    }

    @Test func anUnknownNameIsRefusedWithTheCommandThatAddsIt() throws {
      let refused = try place.run("again", "Wet Map")

      #expect(refused.status == 66 && refused.output == "")
      #expect(
        refused.errors.contains(
          "There is no label “Wet Map”. Add the beer with `beerdiary add 'Wet Map'`, or see the labels with "
            + "`beerdiary labels`."))
      #expect(try place.run("again", "99").errors.contains("There is no beer 99 in the diary."))
      #expect(try place.names().count == 4)
    }

    @Test func anUnknownNameIsRefusedWithSimilarNames() throws {
      let refused = try place.run("again", "Orrval")

      #expect(refused.status == 66 && refused.output == "")
      #expect(
        refused.errors.contains(
          "There is no label “Orrval”, but similar ones. Choose one by the id of its beer, or add the beer with "
            + "`beerdiary add Orrval`:\n  2  Orval (Brasserie d'Orval)  had 2 times, "))
      #expect(try place.names().count == 4)
    }

    @Test func anAmbiguousNameIsRefusedWithTheCandidates() throws {
      let refused = try place.run("again", "Gueuze")

      #expect(refused.status == 66 && refused.output == "")
      #expect(refused.errors.contains("There are 2 labels named “Gueuze”. Choose one by the id of its beer:"))
      #expect(refused.errors.contains("  3  Gueuze (Cantillon)  had once, on 2 Jan 2023, not rated"))
      #expect(try place.names().count == 4)
      #expect(try place.run("again", "3").output == "Added “Gueuze” (id 5), the 2nd time.\n")
      #expect(try place.diary().beer(5)?.beer.fields.brewery == "Cantillon")
    }

    @Test func againKeepsTheLabelWhoseNameWasSet() throws {
      _ = try place.run("labels", "set", "1", "--name", "Gueuze", "--brewery", "Boon")

      let result = try place.run("again", "1")

      #expect(result.output == "Added “Gueuze” (id 5), the 3rd time.\n")
      #expect(try label(5)?.uuid == label(1)?.uuid && label(5)?.uuid != label(4)?.uuid)
    }

    @Test func addSaysWhichTimeItIs() throws {
      let known = try place.run("add", "ORVAL", "--brewery", "Brasserie d’Orval")
      let beer = try #require(try json("add", "Orval", "--brewery", "Brasserie d'Orval") as? [String: Any])
      let new = try #require(try json("add", "Rochefort") as? [String: Any])

      #expect(known.output == "Added “ORVAL” (id 5), the 3rd time.\n")
      #expect((beer["label"] as? [String: Any])?["times"] as? Int == 4)
      #expect((new["label"] as? [String: Any])?["times"] as? Int == 1)
    }

    @Test func aBeerWithAnEarlierDateIsCountedByItsDate() throws {
      let between = try place.run("again", "Orval", "--date", "2020-01-01")
      let first = try place.run(
        "add", "Orval", "--brewery", "Brasserie d'Orval", "--date", "2018-01-01")

      #expect(between.output == "Added “Orval” (id 5), the 2nd time of 3.\n")
      #expect(first.output == "Added “Orval” (id 6), the 1st time of 4.\n")
      #expect(try place.run("show", "5").lines.contains { $0.hasPrefix("  Label    3rd time of 4; ") })
    }

    @Test func aBeerWithoutABreweryCountsAsTheOnlyLabelWithItsName() throws {
      let orval = try place.run("add", "orval")
      let gueuze = try place.run("add", "Gueuze")

      #expect(
        orval.lines == [
          "Added “orval” (id 5), the 3rd time.",
          "It counts as orval (Brasserie d'Orval). If it is another beer, use `beerdiary labels split 5`.",
        ])
      #expect(try label(5)?.uuid == label(2)?.uuid)
      #expect(gueuze.output == "Added “Gueuze” (id 6).\n")

      #expect(try place.run("labels", "split", "5").status == 0)
      #expect(try label(5)?.uuid != label(2)?.uuid)
      #expect(try place.run("add", "Orval").output == "Added “Orval” (id 7), the 2nd time.\n")
      #expect(try label(7)?.uuid == label(5)?.uuid)
    }

    @Test func addSuggestsTheLabelWithTheSameNameThatHasNoBrewery() throws {
      _ = try place.run("add", "Duvel")

      let duvel = try place.run("add", "Duvel", "--brewery", "Moortgat")

      #expect(
        duvel.lines == [
          "Added “Duvel” (id 6).", "If it is the same as Duvel, use `beerdiary labels merge 6 --into 5`.",
        ])
      #expect(try place.run("labels", "merge", "6", "--into", "5").status == 0)
      #expect(try label(6)?.uuid == label(5)?.uuid)
    }

    // MARK: show and list

    @Test func theNewestBeerOfALabelIsShown() throws {
      let result = try place.run("show", "Orval")

      #expect(result.status == 0 && result.lines.first == "Orval")
      #expect(result.lines.contains("  ID       2"))
      #expect(
        result.lines.contains(
          "  Label    2nd time of 2; first 1 Jun 2019, last 1 May 2024, 4.5 on average"))
      #expect(
        result.lines.last
          == "This is the newest of 2 beers named “Orval”. List them with `beerdiary list name=Orval`.")
      #expect(try place.run("show", "1").lines.contains { $0.hasPrefix("  Label    1st time of 2; ") })
      #expect(try !place.run("show", "3").output.contains("Label"))
      #expect(try place.run("show", "Orval", "--json").output.contains("\"id\": 2"))
    }

    @Test func theWordsOfANameAreJoined() throws {
      let added = try place.run("add", "Purple", "Haze", "--rating", "4", "Ale")
      #expect(added.status == 0 && added.output.contains("Added “Purple Haze Ale” (id 5)"))
      let again = try place.run("again", "Purple", "Haze", "Ale", "--date", "2024-01-01")
      #expect(again.output.contains("(id 6)"))
      #expect(try place.run("show", "purple", "haze", "ale").lines.first == "Purple Haze Ale")
      #expect(try place.run("show", "brewery:boon", "year:2023").lines.contains("  ID       4"))
      let unknown = try place.run("show", "Purple", "Rain")
      #expect(unknown.status == 66)
      #expect(unknown.errors.contains("There is no beer “Purple Rain” in the diary."))
      for command in ["add", "again", "show"] {
        #expect(try place.run(command, "", " ").status == 64, "\(command)")
      }
      #expect(try place.run("show", "-1").errors.contains("There is no beer -1"))
    }

    @Test func aNameOfSeveralLabelsIsRefused() throws {
      #expect(try place.run("show", "Gueuze").status == 66)
      #expect(try place.run("edit", "Orval", "--rating", "3").status == 66)
      _ = try place.run("labels", "split", "1")
      #expect(try place.run("show", "Orval").status == 66)
      #expect(try json("labels", "suggest") as? [String] == [])
    }

    @Test func aListHasALineForEachLabel() throws {
      let result = try place.run("list", "--distinct")
      let beers = try #require(try json("list", "--distinct", "Orval") as? [[String: Any]])

      #expect(result.status == 0 && result.lines.count == 3)
      let orval = try #require(result.lines.first { $0.contains("Orval") })
      #expect(orval.contains("1 May 2024") && orval.contains("×2") && orval.contains("4.5"))
      #expect(beers.count == 1)
      #expect(Set(beers[0].keys) == JSONObject.named("beer").map { Set($0.keys.map(\.name)) })
      #expect(beers[0]["times"] as? Int == 2 && beers[0]["best_rating"] as? Double == 5)
      #expect(beers[0]["first"] as? String == "2019-06-01" && beers[0]["id"] as? Int == 2)
    }

    @Test func aLineForALabelShowsWhatWasSetForItExceptInJSON() throws {
      #expect(try place.run("labels", "set", "1", "--name", "Orval Vert", "--abv", "4.5").status == 0)
      let list = ["list", "--distinct", "year:2019"]

      #expect(try place.run(list).output.contains("Orval Vert"))
      let columns = list + ["--columns", "id,name,style,abv", "--csv"]
      #expect(try place.run(columns).output == "id,name,style,abv\n1,Orval Vert,Trappist,4.5\n")
      #expect(try place.run(list + ["--template", "{name}"]).output == "Orval Vert\n")
      let beers = try #require(try json("list", "--distinct", "year:2019") as? [[String: Any]])
      #expect(beers.map { $0["name"] as? String } == ["Orval"] && beers[0]["abv"] as? Double == 6.2)
      #expect(try place.run("list", "year:2019", "--template", "{name}").output == "Orval\n")
    }

    @Test func aListOfLabelsIsFilteredByTheRatingThatItShows() throws {
      // Orval has 4 and 5.
      #expect(try place.run("list", "--distinct", "rating>=4.5").lines.count == 1)
      #expect(try place.run("list", "--distinct", "rating>4.5").output == "")
      #expect(try place.run("list", "rating>4.5").lines.count == 1)
      #expect(try place.run("labels", "list", "rating>=4.5").lines.count == 1)
      #expect(try place.run("labels", "list", "rating>4.5").output == "")
    }

    @Test func aListSortedByTimesShowsThem() throws {
      let lines = try place.run("list", "--sort", "times").lines
      #expect(lines.count == 4 && lines.prefix(2).allSatisfy { $0.contains("×2") && $0.contains("Orval") })
      #expect(lines.suffix(2).allSatisfy { $0.contains("×1") })
      #expect(try place.run("list").lines.allSatisfy { !$0.contains("×") })
    }

    @Test func aListOfLabelsIsSortedByTheRatingThatItShows() throws {
      // Orval has 4 and 5.
      _ = try place.run("edit", "3", "--rating", "4.75")

      let lines = try place.run("list", "--distinct", "--sort", "rating").lines

      #expect(lines.count == 3 && lines[0].contains("4.75") && lines[1].contains("Orval"))
      let reversed = try place.run("list", "--distinct", "--sort", "rating", "--reverse").lines
      #expect(reversed.count == 3 && reversed[0].contains("Orval") && reversed[1].contains("4.75"))
    }

    // MARK: labels

    @Test func aFilterListsTheLabelsOfWhichABeerMatches() throws {
      let result = try place.run("labels", "list", "rating:4.5")
      #expect(result.lines.count == 1 && result.lines[0].hasPrefix("   ×2  Orval "))
      #expect(try place.run("labels", "list", "year:2023", "-n", "1").lines.count == 1)
      #expect(try place.run("remove", "4").status == 0)
      #expect(try place.run("labels", "list", "gueuze").lines.count == 1)
      let none = try place.run("labels", "list", "style:none", isTerminal: true)
      #expect(none.output == "" && none.errors.contains("No beers match the filter.\n"))
    }

    @Test func labelsAreListedWithTheMostFrequentFirst() throws {
      let result = try place.run("labels")
      let labels = try #require(try json("labels", "list") as? [[String: Any]])

      #expect(result.status == 0 && result.lines.count == 3)
      #expect(result.lines[0].hasPrefix("   ×2  Orval "))
      #expect(result.lines[0].contains("4.5   5.0   1 Jun 2019 – 1 May 2024"))
      #expect(result.lines[1].hasSuffix("  3 Jan 2023"))
      #expect(try place.run("labels", "list", "--limit", "1").lines.count == 1)
      let lines = try place.run("labels", "list").lines
      #expect(try place.run("labels", "list", "--reverse").lines == lines.reversed())
      #expect(try place.run("labels", "-rn", "1").lines == Array(lines.suffix(1)))
      #expect(labels.map { $0["times"] as? Int } == [2, 1, 1])
      #expect(JSONObject.named("label")?.mismatches(labels[0].keys) == [] && labels[0]["beers"] == nil)
    }

    @Test func theColumnsOfLabelsAreNamedAndFitOnATerminal() throws {
      let name = String(repeating: "Long Name ", count: 5)
      _ = try place.run("add", name, "--brewery", name, "--date", "2020-10-10")

      let lines = try place.run("labels", isTerminal: true).lines

      #expect(lines.count == 5 && lines[0].hasPrefix("Times  Name "))
      #expect(lines[0].hasSuffix("Mean  Best  First – last"))
      #expect(lines.allSatisfy { $0.count <= 80 })
      #expect(try place.run("labels").lines.count == 4)
    }

    @Test func anEmptyListIsExplainedOnATerminalOnly() throws {
      let noMatch = try place.run("list", "--distinct", "style:stout", isTerminal: true)
      #expect(noMatch.output == "" && noMatch.errors.contains("No beers match the filter.\n"))
      #expect(try place.run("list", "style:stout", isTerminal: true).errors == noMatch.errors)
      #expect(try place.run("list", "--distinct", "style:stout").errors == "")
      #expect(try place.run("list", "--limit", "0", isTerminal: true).errors == "")

      _ = try place.run("remove", "1", "2", "3", "4")
      for arguments in [["labels"], ["list"], ["list", "--distinct"]] {
        let empty = try place.run(arguments, isTerminal: true)
        #expect(empty.status == 0 && empty.output == "", "\(arguments)")
        #expect(empty.errors.contains("Your diary is empty.\n"), "\(arguments)")
        let piped = try place.run(arguments)
        #expect(piped.output == "" && piped.errors == "", "\(arguments)")
        let json = try place.run(arguments + ["--json"], isTerminal: true)
        #expect(json.output == "[]\n" && json.errors == "", "\(arguments)")
      }
    }

    @Test func aLabelIsShownByAnyOfItsNames() throws {
      let label = try #require(try json("labels", "show", "Orval") as? [String: Any])
      let uuid = try #require(label["uuid"] as? String)
      let text = try place.run("labels", "show", "1")

      #expect(JSONObject.named("label")?.mismatches(label.keys) == [])
      #expect((label["beers"] as? [[String: Any]])?.map { $0["id"] as? Int } == [2, 1])
      #expect(text.lines.first == "Orval" && text.lines.contains("  Style    Trappist"))
      #expect(text.lines.contains("  UUID     \(uuid)"))
      #expect(text.lines.suffix(2).map { $0.contains("1 May 2024  5.0  Orval") } == [true, false])
      for name in [uuid, uuid.uppercased(), String(uuid.prefix(8)), String(uuid.prefix(13)), "2"] {
        #expect(try place.run("labels", "show", name).output == text.output, "\(name)")
      }
      #expect(try place.run("labels", "show", String(uuid.prefix(7))).status == 66)
      let unknown = try place.run("labels", "show", "zzzz")
      #expect(unknown.status == 66 && unknown.errors.contains("There is no label “zzzz”."))
    }

    @Test func labelsAreMergedAndSplit() throws {
      _ = try place.run("add", "Orval Trappist", "--date", "2020-01-01")
      let uuid = try #require(try label(1)).uuid.uuidString.lowercased()

      let merged = try place.run("labels", "merge", "Orval Trappist", "--into", "Orval")
      #expect(merged.status == 0)
      #expect(
        merged.lines == [
          "Gave 1 beer the label Orval (Brasserie d'Orval), which has 3 beers now.",
          "Take it back with `beerdiary undo`.",
        ])
      #expect(try label(5)?.uuid == label(1)?.uuid)
      #expect(
        try place.run("labels", "merge", "1", "2", "--into", "5").output == "These are one label already.\n")

      let split = try place.run("labels", "split", "5")
      #expect(
        split.lines == [
          "Gave “Orval Trappist” (id 5) a label of its own.",
          "Take it back with `beerdiary undo`.",
        ])
      #expect(try label(5)?.uuid != label(1)?.uuid)
      #expect(try place.run("labels", "merge", "5", "--into", uuid).status == 0)
      #expect(try label(5)?.uuid == label(1)?.uuid)
    }

    @Test func beersInTheTrashAreCountedWhenLabelsAreMerged() throws {
      for _ in 0..<3 { _ = try place.run("add", "Duvel", "--brewery", "Moortgat") }
      _ = try place.run("remove", "6")

      let merged = try place.run("labels", "merge", "5", "--into", "1")

      #expect(
        merged.lines == [
          "Gave 3 beers, 1 of them in the trash, the label Orval (Brasserie d'Orval), which has 4 beers now.",
          "Take it back with `beerdiary undo`.",
        ])
      #expect(try label(6)?.uuid == label(1)?.uuid)
      #expect(try place.run("labels", "split", "5", "6", "7").status == 0)
      #expect(try Set([5, 6, 7].map { try label($0)?.uuid }).count == 1)
      #expect(try label(6)?.uuid != label(1)?.uuid)

      _ = try place.run("remove", "5", "7")
      let change = try #require(try json("labels", "merge", "5", "--into", "1") as? [String: Any])
      #expect(change["beers"] as? Int == 3 && change["in_trash"] as? Int == 3)
      let again = try #require(try json("labels", "merge", "5", "--into", "1") as? [String: Any])
      #expect(again["beers"] as? Int == 0 && again["changed"] as? Bool == false)
    }

    @Test func theLabelThatStaysKeepsItsNameAndBreweryUntilTheMergeIsUndone() throws {
      _ = try place.run("add", "Orval Green", "--brewery", "Trappist", "--date", "2025-01-01")

      let merged = try place.run("labels", "merge", "5", "--into", "1")

      #expect(
        merged.lines == [
          "Gave 1 beer the label Orval (Brasserie d'Orval), which has 3 beers now.",
          "Take it back with `beerdiary undo`.",
        ])
      #expect(try place.diary().beer(5)?.beer.fields.name == "Orval Green")
      _ = try place.run("undo")
      #expect(try label(5)?.facts.name == "Orval Green" && label(1)?.facts.name == "Orval")
    }

    @Test func aLineOfAMenuNamesAtMostFiveLabels() throws {
      for number in 1...7 { _ = try place.run("add", "Tripel", "--brewery", "Brewery \(number)") }

      let line = try #require(try place.run("had", "-", input: "Tripel\n").lines.first)

      #expect(line.components(separatedBy: "Tripel (Brewery ").count == 6)
      #expect(line.hasSuffix("; and 2 more"))
      #expect(try place.run("had", "Tripel").lines.count == 7)
    }

    @Test func aLabelIsSplitOffIfItsOtherBeersAreInTheTrash() throws {
      _ = try place.run("remove", "1")

      #expect(try place.run("labels", "split", "2").status == 0)
      #expect(try label(1)?.uuid != label(2)?.uuid)
    }

    @Test func factsThatAMergeTookOverAreUndone() throws {
      _ = try place.run("labels", "set", "3", "--abv", "5")

      _ = try place.run("labels", "merge", "3", "--into", "4")

      #expect(try label(4)?.facts.abv == 5)
      _ = try place.run("undo")
      #expect(try label(3)?.facts.abv == 5 && label(4)?.facts.abv == nil)
    }

    @Test func aMergeOfSeveralLabelsIsUndone() throws {
      for name in ["Duvel", "Westmalle", "Duvel"] { _ = try place.run("add", name) }
      let duvel = try label(5)?.uuid
      let westmalle = try label(6)?.uuid

      _ = try place.run("labels", "merge", "Duvel", "Westmalle", "--into", "1")

      #expect(try label(5)?.uuid == label(1)?.uuid && label(6)?.uuid == label(1)?.uuid)
      _ = try place.run("undo")
      #expect(try label(5)?.uuid == label(7)?.uuid && label(5)?.uuid != label(6)?.uuid)
      #expect(try label(5)?.uuid == duvel && label(6)?.uuid == westmalle)
      #expect(try place.run("had", "Duvel").output.hasPrefix("Duvel: had 2 times"))
      #expect(try place.run("had", "Westmalle").output.hasPrefix("Westmalle: had once"))
    }

    @Test func severalBeersAreSplitOffTogether() throws {
      _ = try place.run("again", "Orval")

      #expect(try place.run("labels", "split", "1", "2").lines.first == "Gave 2 beers a label of their own.")
      #expect(try label(1)?.uuid == label(2)?.uuid && label(1)?.uuid != label(5)?.uuid)
      let all = try place.run("labels", "split", "1", "2")
      #expect(all.status == 65 && all.errors.contains("No other beer has their label."))
      let others = try place.run("labels", "split", "1", "3")
      #expect(others.status == 65 && others.errors.contains("The beers do not have the same label."))
      #expect(try label(1)?.history.times == 2)
    }

    @Test func aPairIsSuggestedUntilItIsKeptApart() throws {
      _ = try place.run("add", "Orval", "--brewery", "Orval", "--style", "Trappist", "--date", "2020-01-01")

      let pairs = try #require(try json("labels", "suggest") as? [[String: Any]])
      let text = try place.run("labels", "suggest")
      #expect(pairs.count == 1)
      #expect(JSONObject.named("label_suggestion")?.mismatches(pairs[0].keys) == [])
      #expect((pairs[0]["labels"] as? [[String: Any]])?.count == 2)
      #expect(try json("labels", "suggest", "-n", "0") as? [String] == [])
      #expect((pairs[0]["differences"] as? [String])?.isEmpty == false)
      #expect(text.lines[0].contains("Orval (Orval)") && text.lines[0].contains("Orval (Brasserie d'Orval)"))
      #expect(text.lines.contains { $0.contains("id 2") && $0.contains("id 5") })
      #expect(text.lines.last?.contains("`beerdiary labels merge ID --into ID`") == true)

      let apart = try place.run("labels", "apart", "2", "5")
      #expect(apart.status == 0)
      #expect(
        apart.lines == [
          "Orval (Brasserie d'Orval) and Orval (Orval) will not be suggested as the same again.",
          "Take it back with `beerdiary undo`.",
        ])
      #expect(try place.run("labels", "apart", "5", "2").output == "They are kept apart already.\n")
      #expect(
        try place.run("labels", "suggest", isTerminal: true).errors.contains("No two labels look the same.\n")
      )
      #expect(try json("labels", "suggest") as? [String] == [])
      #expect(try place.run("labels", "merge", "5", "--into", "2").status == 0)
    }

    @Test func whatALabelShowsIsSetAndCleared() throws {
      let first = try place.run("labels", "set", "Orval", "--style", "Pale ale")
      #expect(
        first.lines == [
          "The label is now Orval (Brasserie d'Orval), Pale ale, 6.2%.",
          "Take it back with `beerdiary undo`.",
        ])
      _ = try place.run("labels", "set", "Orval", "--abv", "6,9")
      #expect(try label(1)?.facts.style == "Pale ale" && label(1)?.facts.abv == 6.9)
      #expect(try place.diary().beer(2)?.beer.fields.style == "Trappist")
      #expect(
        try place.run("labels", "set", "Orval", "--style", "Pale ale").output
          == "The label shows that already.\n")

      #expect(try place.run("undo").output == "Undone: changed the label of “Orval”.\n")
      #expect(try label(1)?.facts.style == "Pale ale" && label(1)?.facts.abv == 6.2)
      #expect(try place.run("labels", "set", "1", "--clear").status == 0)
      #expect(try label(1)?.facts.style == "Trappist")
      let refused = try place.run("labels", "set", "1", "--abv", "120")
      #expect(refused.status == 64)
      #expect(refused.errors.contains("--abv requires 0 to 100 percent, not “120”."))
    }

    @Test func aChangeIsReportedAsJSON() throws {
      let set = try #require(try json("labels", "set", "1", "--style", "Ale") as? [String: Any])
      let again = try #require(try json("labels", "set", "1", "--style", "Ale") as? [String: Any])
      let apart = try #require(try json("labels", "apart", "1", "3") as? [String: Any])

      #expect(set["changed"] as? Bool == true && again["changed"] as? Bool == false)
      #expect((set["labels"] as? [[String: Any]])?.map { $0["style"] as? String } == ["Ale"])
      #expect((apart["labels"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Orval", "Gueuze"])
    }
  }
}
