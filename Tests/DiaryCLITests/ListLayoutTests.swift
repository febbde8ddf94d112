import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// `list --columns`, `--csv`, `--tsv` and `--template`.
  @Suite struct ListLayoutTests {
    private static let hostile = "a\tb\nc \"q\" \u{1B}[31m\\"

    private let place: Workplace

    init() throws {
      place = try Workplace([
        BeerFields(
          name: "Orval", abv: 6.2, rating: 4.5, drunkAt: DiaryDate("2024-06-01"),
          extras: ["hop": .text("Hallertau")]),
        BeerFields(name: "Gueuze", rating: 3, place: "Home", drunkAt: DiaryDate("2023-05")),
      ])
    }

    private func add(_ fields: BeerFields, to place: Workplace) throws {
      _ = try place.diary(for: .writing).add(NewBeer(fields: fields))
    }

    @Test func theNamedFieldsAreColumns() throws {
      let result = try place.run("list", "--columns", "name,rating,hop")

      #expect(result.status == 0 && result.errors == "")
      #expect(
        result.lines == ["name    rating  hop", "Orval      4.5  Hallertau", "Gueuze       3"])
      let plain = try place.run("list", "--columns", "name, Rating,HOP", "--no-header")
      #expect(plain.lines == ["Orval   4.5  Hallertau", "Gueuze    3"])
    }

    @Test func aBeerHasMoreThanFields() throws {
      let file = try place.write("not a picture", to: "a.jpg")
      _ = try place.run("photo", "add", "1", file, "--any-file")
      let detail = try #require(try place.diary().beer(1))
      let label = try #require(detail.label)

      let result = try place.run(
        "list", "Orval", "--columns", "id,uuid,date,month,year,times,label,photos,venue", "--tsv",
        "--no-header")

      let uuids = [detail.beer.uuid, label.uuid].map { $0.uuidString.lowercased() }
      #expect(
        result.output == "1\t\(uuids[0])\t2024-06-01\t2024-06\t2024\t1\t\(uuids[1])\t1\t\n")
      let other = try place.run(
        "list", "Gueuze", "--columns", "date,month,year,venue", "--tsv", "--no-header")
      #expect(other.output == "2023-05\t2023-05\t2023\tHome\n")
    }

    @Test func labelsHaveTheirHistoryInColumns() throws {
      _ = try place.run("add", "Orval", "--rating", "5", "--date", "2024-07-01")

      let result = try place.run(
        "list", "--distinct", "Orval", "--columns", "name,times,mean_rating,best_rating,first,last", "--csv")

      #expect(
        result.output
          == "name,times,mean_rating,best_rating,first,last\nOrval,2,4.75,5,2024-06-01,2024-07-01\n")
      let usual = try place.run("list", "--distinct", "Orval", "--csv")
      #expect(
        usual.output
          == "id,last,times,name,brewery,style,abv,mean_rating\n3,2024-07-01,2,Orval,,,6.2,4.75\n")
    }

    @Test func theRatingInAListOfLabelsIsTheMeanByWhichTheyAreListed() throws {
      _ = try place.run("add", "Orval", "--rating", "2", "--date", "2024-07-01")
      let labels = ["list", "--distinct", "rating>=3.1"]

      let columns = ["--columns", "name,rating"]
      #expect(try place.run(labels + columns + ["--csv"]).output == "name,rating\nOrval,3.25\n")
      #expect(try place.run(labels + columns + ["--tsv"]).output == "name\trating\nOrval\t3.25\n")
      #expect(try place.run(labels + columns).lines == ["name   rating", "Orval    3.25"])
      #expect(try place.run(labels + ["--template", "{rating} {mean_rating}"]).output == "3.25 3.25\n")
      #expect(try place.run("list", "Orval", "--template", "{rating}").output == "2\n4.5\n")
      // In JSON, a beer is the same in every list, and its label has the mean.
      let json = Data(try place.run(labels + ["--json"]).output.utf8)
      let beers = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
      #expect(beers.map { $0["rating"] as? Double } == [2])
      #expect(beers.map { $0["mean_rating"] as? Double } == [3.25])
    }

    @Test func csvAndTSVHaveTheColumnsOfTheList() throws {
      let csv = try place.run("list", "--csv")
      let tsv = try place.run("list", "--tsv")

      #expect(
        csv.output
          == "id,date,name,brewery,style,abv,rating\n1,2024-06-01,Orval,,,6.2,4.5\n2,2023-05,Gueuze,,,,3\n")
      #expect(tsv.output == csv.output.replacing(",", with: "\t"))
      #expect(try place.run("list", "--csv", "--no-header").lines.count == 2)
    }

    @Test func columnsAreOfTheBeersThatAreListed() throws {
      let sorted = try place.run(
        "list", "--sort", "name", "--reverse", "--limit", "1", "--columns", "name", "--no-header")
      let filtered = try place.run("list", "rating<4", "--template", "{name}")

      #expect(sorted.output == "Orval\n" && filtered.output == "Gueuze\n")
    }

    @Test func aTextIsPrintedForEachBeer() throws {
      let result = try place.run("list", "Orval", "--template", #"{{{name}}}\t{ hop }\n\\{ibu}"#)

      #expect(result.status == 0 && result.errors == "")
      #expect(result.output == "{Orval}\tHallertau\n\\\n")
      #expect(try place.run("list", "Orval", "--template", "- {name}").output == "- Orval\n")
    }

    @Test func aMistakeInATextIsRefused() throws {
      for text in ["{name", "{}", "name}", #"{name}\x"#, #"{name}\"#, #"{"name}"#] {
        let result = try place.run("list", "--template", text)
        #expect(result.status == 64 && result.output == "", "\(text)")
        #expect(result.errors.hasPrefix("beerdiary: In --template, "), "\(text): \(result.errors)")
      }
    }

    @Test(arguments: [["--columns", "name,rting"], ["--template", "{rting}"]])
    func anUnknownNameIsCorrected(_ arguments: [String]) throws {
      let result = try place.run(["list"] + arguments)

      #expect(result.status == 64 && result.output == "")
      #expect(result.errors == "beerdiary: No beer has a field “rting”. Did you mean “rating”?\n")
      let far = try place.run("list", "--columns", "nowhere")
      #expect(far.errors.contains("No beer has a field “nowhere”. List the fields with `beerdiary fields`."))
    }

    @Test func optionsThatDoNotGoTogetherAreRefused() throws {
      for arguments in [
        ["--csv", "--tsv"], ["--template", "x", "--csv"], ["--template", "x", "--columns", "name"],
        ["--template", "x", "--no-header"], ["--no-header"], ["--json", "--csv"], ["--jsonl", "--csv"],
        ["--json", "--columns", "name"], ["--json", "--template", "x"], ["--columns", ""],
        ["--columns", "name,,rating"], ["--columns", "name,"],
        ["--columns", "\"name"], ["--columns", "\"hop\" x"],
      ] {
        let result = try place.run(["list"] + arguments)
        #expect(result.status == 64 && result.output == "" && result.errors != "", "\(arguments)")
      }
    }

    @Test func anEmptyListHasAHeaderExceptOnATerminal() throws {
      _ = try place.run("remove", "1", "2")
      for (arguments, output) in [
        (["--columns", "name,id"], "name  id\n"), (["--columns", "name,id", "--csv"], "name,id\n"),
        (["--template", "{name}"], ""),
      ] {
        let piped = try place.run(["list"] + arguments)
        #expect(piped.status == 0 && piped.output == output && piped.errors == "", "\(arguments)")
      }
      let terminal = try place.run("list", "--columns", "name,id", isTerminal: true)
      #expect(terminal.output == "" && terminal.errors.contains("Your diary is empty.\n"))
    }

    @Test func customFieldsMayHaveAnyName() throws {
      let place = try Workplace(beers: "Orval")
      let extras: Extras = [
        "hop variety": .text("Citra"), "say \"hi\"": .integer(5), "a,b": .text("c"), "date": .text("old"),
        "x}y": .boolean(true),
      ]
      try add(BeerFields(name: "Gueuze", extras: extras), to: place)

      let names = #"hop variety,"say ""hi""","a,b","date",date"#
      let table = try place.run("list", "Gueuze", "--tsv", "--columns", names)
      #expect(table.output == "hop variety\tsay \"hi\"\ta,b\tdate\tdate\nCitra\t5\tc\told\t\n")
      let text = try place.run("list", "Gueuze", "--template", #"{HOP-Variety}|{"x}y"}|{say "hi"}"#)
      #expect(text.output == "Citra|yes|5\n")
      #expect(try place.run("list", "--columns", #""name""#).errors.contains("No beer has a field “name”."))
    }

    @Test func anyTextStaysOnItsLine() throws {
      let place = try Workplace(beers: "Orval")
      try add(BeerFields(name: Self.hostile, rating: 4), to: place)
      func run(_ arguments: String..., isTerminal: Bool = false) throws -> String {
        try place.run(["list", "rating=4"] + arguments, isTerminal: isTerminal).output
      }

      #expect(
        try run("--tsv", "--columns", "name,rating", "--no-header")
          == "a\\tb\\nc \"q\" \u{1B}[31m\\\\\t4\n")
      #expect(
        try run("--csv", "--columns", "name,rating", "--no-header")
          == "\"a\tb\nc \"\"q\"\" \u{1B}[31m\\\",4\n")
      for output in [
        try run("--columns", "name,rating", "--no-header"), try run("--template", "{name} {rating}"),
        try run("--tsv", "--no-header", isTerminal: true), try run("--csv", "--no-header", isTerminal: true),
        try run("--columns", "name", "--no-header", isTerminal: true),
      ] {
        #expect(output.contains("a") && !output.contains("\u{1B}"), "\(output)")
        #expect(output.utf8.count { $0 == UInt8(ascii: "\n") } == 1, "\(output)")
      }
    }

    @Test func theTableFitsTheTerminalOnly() throws {
      let long = String(repeating: "long ", count: 30) + "end"
      try add(BeerFields(name: long, brewery: long, rating: 4.25), to: place)
      place.variables["COLUMNS"] = "40"

      let terminal = try place.run("list", "--columns", "rating,name,brewery", isTerminal: true)
      let piped = try place.run("list", "--columns", "rating,name,brewery")

      #expect(terminal.lines.count == 4 && terminal.lines.allSatisfy { $0.count <= 40 })
      let cut = try #require(terminal.lines.last)
      #expect(cut.hasPrefix("  4.25  long ") && cut.count { $0 == "…" } == 2)
      #expect(try #require(piped.lines.last) == "  4.25  \(long)  \(long)")
    }

    /// More rows than those that decide the widths, and more than the console collects.
    @Test func aLongTableHasAllRows() throws {
      let place = try Workplace()
      let long = String(repeating: "x", count: 100)
      let names = (1...3000).map { $0 == 1 ? "\(long)\n" : "Beer \($0)\n" }.joined()
      _ = try place.run("import", "-", input: "name\n" + names)

      let result = try place.run("list", "--columns", "name,id", "--sort", "name")

      #expect(result.lines.count == 3001)
      #expect(result.lines.dropFirst().prefix(2000).allSatisfy { $0.hasPrefix("Beer ") })
      #expect(result.lines.last?.hasPrefix("\(long)  ") == true)
    }
  }
}
