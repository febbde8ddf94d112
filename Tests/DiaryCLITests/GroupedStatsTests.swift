import DiaryCLI
import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// `stats --by`.
  @Suite struct GroupedStatsTests {
    private let place: Workplace

    init() throws {
      place = try Workplace([
        BeerFields(
          name: "Orval", style: "Trappist", rating: 5, drunkAt: DiaryDate("2024-05-01"),
          extras: ["paid": .integer(3)]),
        BeerFields(
          name: "Orval", style: "trappist", rating: 4, drunkAt: DiaryDate("2024-06-01"),
          extras: ["paid": .number(4.5)]),
        BeerFields(
          name: "Chimay", style: "Trappist", rating: 1, drunkAt: DiaryDate("2023-01"),
          extras: ["hop type": .text("Saaz")]),
        BeerFields(name: "Gueuze", style: "Lambic", abv: 6, drunkAt: DiaryDate("2023")),
      ])
    }

    private func csv(_ arguments: String...) throws -> [String] {
      let result = try place.run(["stats"] + arguments + ["--csv"])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      return result.lines
    }

    private func json(_ arguments: String...) throws -> [[String: Any]] {
      let output = try place.run(["stats"] + arguments + ["--json"]).output
      return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    }

    @Test func timesAreInTheirOrder() throws {
      #expect(
        try csv("--by", "month") == ["value,beers,labels", "2023-01,1,1", "2024-05,1,1", "2024-06,1,1"])
      #expect(try csv("--by", "month", "-r", "-n", "1") == ["value,beers,labels", "2024-06,1,1"])
      #expect(try csv("--by", "year") == ["value,beers,labels", "2023,2,2", "2024,2,1"])
      #expect(try csv("--by", "date", "--limit", "2") == ["value,beers,labels", "2023,1,1", "2023-01,1,1"])
      #expect(try csv("--by", "year", "year:2024") == ["value,beers,labels", "2024,2,1"])
    }

    @Test func otherGroupsAreSortedByTheirFigure() throws {
      #expect(try csv("--by", "style") == ["value,beers,labels", "Trappist,3,2", "Lambic,1,1"])
      #expect(
        try csv("--by", "style", "--reverse") == ["value,beers,labels", "Lambic,1,1", "Trappist,3,2"])
      #expect(
        try csv("--by", "name", "--value", "labels")
          == ["value,beers,labels", "Chimay,1,1", "Gueuze,1,1", "Orval,2,1"])
      #expect(try csv("--by", "name", "--value", "beers", "-n", "1") == ["value,beers,labels", "Orval,2,1"])
    }

    @Test func aMeanIsOfDifferentBeersUnlessEveryBeerCounts() throws {
      #expect(
        try csv("--by", "style", "--value", "rating")
          == ["value,beers,labels,mean,missing", "Trappist,3,2,2.75,0", "Lambic,1,1,,1"])
      let beers = try json("--by", "style", "--value", "rating", "--count", "beers", "-r")
      #expect(beers.map { $0["value"] as? String } == ["Trappist", "Lambic"])
      #expect(beers[0]["mean"] as? Double == 10.0 / 3 && beers[1]["mean"] is NSNull)
      #expect(
        try csv("--by", "style", "--value", "abv")
          == ["value,beers,labels,mean,missing", "Lambic,1,1,6,0", "Trappist,3,2,,3"])
    }

    @Test func aFilterOnTheRatingIsAboutBeersWhateverIsCounted() throws {
      for counted in ["beers", "labels"] {
        let names = ["--by", "name", "--value", counted, "--count", counted, "--csv"]
        #expect(
          try place.run(["stats", "rating>=5"] + names).lines == ["value,beers,labels", "Orval,1,1"])
        #expect(
          try place.run(["stats", "mean_rating>=4.5"] + names).lines == ["value,beers,labels", "Orval,2,1"])
      }
    }

    @Test func aFieldWithNumbersHasASum() throws {
      #expect(
        try csv("--by", "name", "--value", "Paid")
          == [
            "value,beers,labels,mean,sum,missing", "Orval,2,1,3.75,7.5,0", "Chimay,1,1,,,1", "Gueuze,1,1,,,1",
          ])
      #expect(try csv("--by", "HOP TYPE") == ["value,beers,labels", "Saaz,1,1"])
      #expect(try csv("--by", "\"hop type\"", "--value", "labels").count == 2)
      #expect(try csv("--by", "paid") == ["value,beers,labels", "3,1,1", "4.5,1,1"])
    }

    @Test func theVolumeIsTheSumOfTheServingsThatCanBeRead() throws {
      for (id, serving) in [("1", "bottle, 33 cl"), ("2", "0,5 l"), ("3", "glass"), ("4", "12 oz")] {
        _ = try place.run("edit", id, "--serving", serving)
      }

      #expect(
        try csv("--by", "year", "--value", "volume", "id:1..3")
          == ["value,beers,labels,sum,missing", "2023,1,1,,1", "2024,2,1,0.83,0"])
      let styles = try json("--by", "style", "--value", "volume", "-r")
      #expect(styles.map { $0["value"] as? String } == ["Lambic", "Trappist"])
      #expect(styles[1]["sum"] as? Double == 0.83 && styles[1]["missing"] as? Int == 1)
      let table = try place.run("stats", "--by", "style", "--value", "volume")
      #expect(
        table.lines == [
          "value     beers  labels   sum  missing", "Trappist      3       2  0.83        1",
          "Lambic        1       1  0.35        0",
        ])
      let listed = try place.run("list", "id:1..3", "--csv", "--columns", "id,volume", "--no-header")
      #expect(Set(listed.lines) == ["1,0.33", "2,0.5", "3,"])
    }

    @Test func theCountryIsAFieldOfItsOwn() throws {
      _ = try place.run("edit", "1", "--set", "country=Belgium")
      _ = try place.run("edit", "4", "--set", "brewery_country=Belgium")

      #expect(try csv("--by", "country") == ["value,beers,labels", "Belgium,2,2"])
      let listed = try place.run("list", "country:belgium", "--csv", "--columns", "id,country", "--no-header")
      #expect(Set(listed.lines) == ["1,Belgium", "4,Belgium"])
    }

    @Test func aLabelIsAGroup() throws {
      for _ in 1...3 { _ = try place.run("add", "Rochefort 10", "--brewery", "Abbaye", "--ibu", "27") }
      let uuid = try #require(try place.diary().label(ofBeer: 5)).uuid.uuidString.lowercased()

      let orval = try #require(try place.diary().label(ofBeer: 1)).uuid.uuidString.lowercased()
      let groups = try json("--by", "label", "--value", "ibu", "-n", "10")
      let best = try #require(groups.first)

      #expect(groups.count == 4 && best["value"] as? String == "Rochefort 10 (Abbaye)")
      #expect(best["beers"] as? Int == 3 && best["labels"] as? Int == 1)
      #expect(best["mean"] as? Double == 27 && best["sum"] as? Double == 81)
      #expect(best["uuid"] as? String == uuid)
      let group = try #require(JSONObject.named("group"))
      #expect(Set(best.keys) == Set(group.keys.map(\.name)))
      #expect(
        try csv("--by", "label", "-n", "2")
          == ["value,beers,labels,uuid", "Rochefort 10 (Abbaye),3,1,\(uuid)", "Orval,2,1,\(orval)"])
    }

    @Test func aPipeHasTheTableWithoutBars() throws {
      let years = try place.run("stats", "--by", "year")
      let paid = try place.run("stats", "--by", "style", "--value", "paid")

      #expect(
        years.lines == ["value  beers  labels", "2023       2       2", "2024       2       1"])
      #expect(
        paid.lines == [
          "value     beers  labels  mean  sum  missing", "Trappist      3       2  3.75  7.5        1",
          "Lambic        1       1                   1",
        ])
    }

    @Test func aTerminalHasBarsThatFit() throws {
      _ = try place.run("edit", "3", "--style", String(repeating: "long ", count: 30))
      place.variables["COLUMNS"] = "60"

      let counts = try place.run("stats", "--by", "style", "--ascii", isTerminal: true)
      let ratings = try place.run(
        "stats", "--by", "name", "--value", "rating", "--ascii", isTerminal: true)

      #expect(counts.status == 0 && counts.lines.count == 4)
      #expect(counts.lines[0].hasPrefix("value  "))
      #expect(counts.lines.allSatisfy { $0.count <= 60 })
      #expect(counts.lines[1].hasPrefix("Trappist ") && counts.lines[1].count == 60)
      #expect(counts.lines.dropFirst().allSatisfy { $0.contains("#") })
      #expect(counts.lines.contains { $0.hasPrefix("long ") && $0.contains("~  ") })
      // Five stars are the longest bar.
      #expect(ratings.lines[1].hasPrefix("Orval ") && ratings.lines[1].count < 60)
      #expect(ratings.lines[2].hasPrefix("Chimay ") && ratings.lines[2].contains("1.00        0  #"))
      #expect(ratings.lines[3].hasPrefix("Gueuze ") && !ratings.lines[3].contains("#"))
    }

    @Test func withoutBeersThereAreNoRows() throws {
      #expect(try csv("--by", "style", "style:none") == ["value,beers,labels"])
      #expect(try json("--by", "style", "style:none").isEmpty)
      let piped = try place.run("stats", "--by", "style", "style:none")
      #expect(piped.status == 0 && piped.output == "value  beers  labels\n" && piped.errors == "")
      let terminal = try place.run("stats", "--by", "ibu", isTerminal: true)
      #expect(terminal.output == "" && terminal.errors.contains("No beer to count has a value in “ibu”.\n"))
      let numbers = try place.run("stats", "--by", "style", "--value", "hop type", isTerminal: true)
      #expect(numbers.errors.contains("None of these beers has a number in “hop type”.\n"))
    }

    @Test func mistakesAreRefused() throws {
      for (arguments, sentence) in [
        (["--by", "stlye"], "No beer has a field “stlye”. Did you mean “style”?"),
        (["--by", "year", "--value", "labls"], "Did you mean “labels”?"),
        (
          ["--by", "year", "--value", "style"], "--value requires a field with numbers, and “style” has none."
        ),
        (["--by", ""], "--by requires the name of a field, such as rating."),
        (["--value", "rating"], "--value requires --by."), (["--csv"], "--csv requires --by."),
        (["-n", "3"], "--limit requires --by."), (["-r"], "--reverse requires --by."),
        (["--by", "year", "--limit=-1"], "--limit requires 0 or a larger number."),
        (["--by", "year", "--csv", "--json"], "--json cannot be combined with --csv."),
        (["--by", "year", "--csv", "--jsonl"], "--jsonl cannot be combined with --csv."),
        (["--by", "year", "--tsv", "--json"], "--json cannot be combined with --tsv."),
        (["--by", "year", "--csv", "--tsv"], "--csv cannot be combined with --tsv."),
        (["--tsv"], "--tsv requires --by."), (["--jsonl"], "--jsonl requires --by."),
      ] as [([String], String)] {
        let result = try place.run(["stats"] + arguments)
        #expect(result.status == 64 && result.output == "", "\(arguments)")
        #expect(result.errors.contains(sentence), "\(arguments): \(result.errors)")
      }
    }

    @Test func labelsAreAlsoCalledDifferentBeers() throws {
      #expect(
        try csv("--by", "name", "--value", "different") == csv("--by", "name", "--value", "labels"))
      let labels = try csv("--by", "style", "--value", "rating", "--count", "labels")
      #expect(try csv("--by", "style", "--value", "rating", "--count", "different") == labels)
    }

    @Test func anyTextIsAGroupOnOneLine() throws {
      let hostile = "a\tb\nc \"q\" \u{1B}[31m"
      _ = try place.diary(for: .writing).add(NewBeer(fields: BeerFields(name: "x", brewery: hostile)))

      let text = try place.run("stats", "--by", "brewery")
      let csv = try place.run("stats", "--by", "brewery", "--csv")

      #expect(text.lines.count == 2 && !text.output.contains("\u{1B}"))
      #expect(csv.output == "value,beers,labels\n\"a\tb\nc \"\"q\"\" \u{1B}[31m\",1,1\n")
      let tsv = try place.run("stats", "--by", "brewery", "--tsv")
      #expect(tsv.output == "value\tbeers\tlabels\na\\tb\\nc \"q\" \u{1B}[31m\t1\t1\n")
      #expect(try json("--by", "brewery").first?["value"] as? String == hostile)
    }
  }
}
