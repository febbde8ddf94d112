import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `import`: beers from CSV files.
  @Suite struct ImportTests {
    private static let untappd = #"""
      beer_name,brewery_name,beer_type,beer_abv,rating_score,comment,checkin_id,flavor_profiles,created_at
      Gueuze,Drie Stoelen,Lambic,6.5,4.5,"Dry, and ""sharp""",1001,tart,2021-05-04 18:30:00
      Saison Été,Ferme du Nord,Saison,5.8,3.75,,1002,,2021-06-01 20:00:00
      """#
    private static let withBadRow = """
      name,abv,rating
      Good One,5.0,4
      Bad One,strong,3
      Good Two,6.0,3
      """

    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    @Test func theBeersOfAFileAreAdded() async throws {
      let csv = try sandbox.write(Self.untappd, to: "untappd.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.output.contains("Added 2 beers"))
      let beers = try await sandbox.listedBeers(store)
      #expect(beers.map(\.name) == ["Saison Été", "Gueuze"])
      #expect(beers[1].brewery == "Drie Stoelen" && beers[1].style == "Lambic")
      #expect(beers[1].abv == 6.5 && beers[1].rating == 4.5 && beers[1].notes == "Dry, and \"sharp\"")
    }

    @Test func aPhotoNamedBySeveralRowsIsReported() async throws {
      let photos = sandbox.file("photos")
      try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: false)
      try Data("x".utf8).write(to: URL(fileURLWithPath: photos + "/p1.png"))
      let csv = try sandbox.write("name,File name\nA,x/p1.png\nB,y/p1.png\n", to: "p.csv")
      let plan = try await sandbox.run("import", csv, "--photos", photos, "--dry-run", "--store", store)
      #expect(plan.output.contains("Several rows name p1.png, so no beer gets it.\n"))
      #expect(!plan.output.contains("matches no row") && !plan.output.contains("that is not in"))
    }

    @Test(.enabled(if: TmuxScreen.isInstalled, "tmux is not installed"))
    func theScreenAddsPhotosToBeersThatAreThere() async throws {
      let csv = try sandbox.write("beer_name,checkin_id\nGueuze,1001\nSaison,1002\n", to: "p.csv")
      _ = try await sandbox.run("import", csv, "--store", store)
      let photos = sandbox.file("photos")
      try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: false)
      var random = SeededGenerator(seed: 4)
      for name in ["1001.jpg", "1001_2.jpg", "1002.jpg"] {
        try FixtureImage.jpeg(width: 8, height: 6, byteCount: 500, using: &random)
          .write(to: URL(fileURLWithPath: "\(photos)/\(name)"))
      }
      let shell = try await ShellScreen(sandbox)
      let terminal = shell.terminal
      try await shell.startProgram("--store \(store)")
      try await terminal.wait(for: "q quit")
      try await terminal.type("I")
      try await terminal.answer(csv, to: "CSV or JSON file")
      try await terminal.wait(for: "Nothing to import.")
      try await terminal.type("p")
      try await terminal.answer(photos, to: "Photo folder")
      try await terminal.wait(for: "y imports 3 photos.")
      try await terminal.press("y")
      try await terminal.wait(for: "Added 3 photos, 2 already in the diary.")
      try await terminal.type("u")
      try await terminal.wait(for: "Undo: imported 3 photos? y/N")
      try await terminal.type("y")
      try await terminal.wait(for: "Undone: imported 3 photos.")
      try await terminal.press("C-r")
      try await terminal.wait(for: "Redone: imported 3 photos.")
      try await terminal.type("qq")
      #expect(try await shell.waitForEnd() == 0)
    }

    @Test func photosComeFromTheirLinks() async throws {
      let csv = try sandbox.write(
        """
        beer_name,checkin_id,photo_url
        Gueuze,1001,https://example.org/photos/a.jpg
        Saison,1002,https://example.org/photos/b.jpg
        Tripel,1003,https://example.org/photos/c.jpg

        """, to: "untappd.csv")
      let first = try await sandbox.run("import", csv, "--store", store)
      #expect(first.status == 0)
      #expect(
        first.outputLines.contains(
          "3 rows have links to photos. `beerdiary photo urls` prints the links to those that the diary does not have. "
            + "Download them, and import the file again with --photos."))
      let urls = try await sandbox.run("photo", "urls", "--store", store, "-name:tripel")
      #expect(urls.outputLines.sorted() == ["a", "b"].map { "https://example.org/photos/\($0).jpg" })
      let json = try await sandbox.run("photo", "urls", "--json", "--store", store, "name:gueuze").output
      struct Link: Decodable, Equatable { var id: Int, field: String, url: String }
      #expect(
        try JSONDecoder().decode([Link].self, from: Data(json.utf8))
          == [Link(id: 1, field: "photo_url", url: "https://example.org/photos/a.jpg")])

      let photos = sandbox.file("photos")
      try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: false)
      var random = SeededGenerator(seed: 4)
      for name in ["a.jpg", "1002.jpg", "stray.jpg"] {
        try FixtureImage.jpeg(width: 8, height: 6, byteCount: 500, using: &random)
          .write(to: URL(fileURLWithPath: "\(photos)/\(name)"))
      }
      let unpaired = [
        "1 file in \(photos) matches no row: stray.jpg.",
        "1 row names a photo that is not in \(photos): c.jpg.",
      ]
      let plan = try await sandbox.run("import", csv, "--photos", photos, "--store", store, "--dry-run")
      #expect(
        plan.outputLines.dropLast().suffix(3) == ["Found 2 photos of these beers in \(photos)."] + unpaired)
      #expect(plan.outputLines.last == "An import would add 2 photos. Nothing was changed.")
      let second = try await sandbox.run("import", csv, "--photos", photos, "--store", store)
      #expect(second.status == 0, "\(second.errors)")
      #expect(second.output.contains("2 photos added.\n" + unpaired.joined(separator: "\n")))
      #expect(
        try await sandbox.run("photo", "urls", "--store", store).outputLines == [
          "https://example.org/photos/c.jpg"
        ])

      let third = try await sandbox.run("import", csv, "--photos", photos, "--store", store, "--json").output
      struct Report: Decodable {
        struct Photos: Decodable {
          struct Sample: Decodable { var count: Int, names: [String]?, photos: [String]? }
          var known: Int, matched: Int, files_without_row: Sample, rows_without_file: Sample
        }
        var photos: Photos
      }
      let report = try JSONDecoder().decode(Report.self, from: Data(third.utf8)).photos
      #expect(report.known == 2 && report.matched == 2 && report.files_without_row.names == ["stray.jpg"])
      #expect(report.rows_without_file.photos == ["https://example.org/photos/c.jpg"])

      let batches = try await sandbox.run("import", "list", "--store", store)
      let undo = try await sandbox.run("import", "undo", "--store", store)
      #expect(second.output.contains("import undo 2"))
      #expect(batches.outputLines.first?.hasSuffix("  2 photos added to existing beers") == true)
      #expect(undo.output.contains("Undid import 2: 2 photos moved to the trash."))

      let none = try await sandbox.run("import", csv, "--photos", photos + "/none", "--store", store)
      #expect(none.status == 66 && none.errors.isOneSentence && none.errors.contains("/none"))
    }

    @Test func oneOfSeveralListsIsChosen() async throws {
      let json = try sandbox.write(
        "{\"beers\": [{\"name\": \"Orval\"}], \"wishlist\": [{\"name\": \"Gose\"}, {\"name\": \"Altbier\"}]}",
        to: "beers.json")

      let refused = try await sandbox.run("import", json, "--store", store)
      let wrong = try await sandbox.run("import", json, "--records", "bears", "--store", store)
      let plan = try await sandbox.run(
        "import", json, "--records", "beers", "--dry-run", "--json", "--store", store)
      let report = try await sandbox.run("import", json, "--records", "beers", "--store", store)

      #expect(
        refused.status == 65 && refused.errors.contains("beers (1 item) and wishlist (2 items). Choose one"))
      #expect(wrong.status == 64 && wrong.errors.contains("no list “bears” (found: beers, wishlist)"))
      struct Plan: Decodable {
        struct List: Decodable, Equatable { var name: String, items: Int }
        var unread_lists: [List]
      }
      #expect(
        try JSONDecoder().decode(Plan.self, from: Data(plan.output.utf8)).unread_lists
          == [.init(name: "wishlist", items: 2)])
      #expect(report.status == 0 && report.output.contains("The list wishlist (2 items) was not read.\n"))
      #expect(try await sandbox.listedBeers(store).map(\.name) == ["Orval"])
    }

    @Test func aColumnWithACommaInItsNameIdentifiesRows() async throws {
      let csv = try sandbox.write("name,\"Sorte, Haus\",Nr\nOrval,x,1\n", to: "beers.csv")
      let plan = try await sandbox.run(
        "import", csv, "--dry-run", "--identity", "Sorte, Haus", "--identity", "Nr,name", "--store", store)
      #expect(plan.output.contains("identified by “Sorte, Haus”, “Nr” and “name”"))
    }

    @Test func standardInputIsImported() async throws {
      let result = try await sandbox.run("import", "-", "--store", store, input: Self.untappd)

      #expect(result.status == 0)
      #expect(try await sandbox.listedBeers(store).count == 2)
    }

    @Test(arguments: [false, true])
    func theSameFileAgainAddsNothing(throughStandardInput: Bool) async throws {
      let csv = try sandbox.write(Self.untappd, to: "untappd.csv")
      _ = try await sandbox.run("import", csv, "--store", store)
      let before = try await sandbox.listedBeers(store)

      let again = try await sandbox.run(
        "import", throughStandardInput ? "-" : csv, "--store", store, input: Self.untappd)

      #expect(again.status == 0)
      #expect(again.output.contains("Added 0 beers"))
      #expect(try await sandbox.listedBeers(store) == before)
    }

    @Test func theIdentityOfRowsIsReported() async throws {
      let csv = try sandbox.write("name,brewery,date,score\nA,X,2019,1\nB,X,2020,1\n", to: "beers.csv")

      let first = try await sandbox.run("import", csv, "--store", store)
      let changed = try sandbox.write("name,brewery,date,score\nA,X,2019,2\nB,X,2020,2\n", to: "again.csv")
      let plan = try await sandbox.run("import", changed, "--dry-run", "--json", "--store", store)
      let other = try await sandbox.run(
        "import", changed, "--identity", "name", "--dry-run", "--store", store)
      let another = try await sandbox.run(
        "import", changed, "--identity", "name,score", "--dry-run", "--store", store)
      let missing = try await sandbox.run("import", csv, "--identity", "number", "--store", store)

      let sentence =
        "Rows are identified by “name”, “brewery” and “date” when the file is imported again."
      #expect(first.outputLines.contains(sentence))
      let json = try JSONSerialization.jsonObject(with: Data(plan.output.utf8)) as? [String: Any]
      #expect(json?["identity"] as? [String] == ["name", "brewery", "date"])
      #expect(json?["added"] as? Int == 0 && json?["possible_duplicates"] as? Int == 0)
      #expect(other.output.contains("identified by “name” when"))
      #expect(other.output.contains("2 rows: 0 new, 2 already in the diary"))
      // A row with another score is another beer then.
      #expect(another.output.contains("identified by “name” and “score” when"))
      #expect(another.output.contains("2 rows: 2 new"))
      #expect(missing.status == 64 && missing.errors.contains("There is no column “number”"))
    }

    @Test func rowsThatAreNotRecognizedAgainAreReported() async throws {
      let csv = try sandbox.write("name,date,score\nA,2019,1\nB,2020,1\n", to: "beers.csv")
      _ = try await sandbox.run("import", csv, "--identity", "name,score", "--store", store)

      let changed = try sandbox.write("name,date,score\nA,2019,2\nB,2020,2\n", to: "again.csv")
      let plan = try await sandbox.run(
        "import", changed, "--identity", "name,score", "--dry-run", "--store", store)
      let report = try await sandbox.run("import", changed, "--identity", "name,score", "--store", store)

      let warning = "2 of the first 2 rows look like beers that the diary already had."
      #expect(plan.output.contains(warning) && report.output.contains(warning))
    }

    @Test func rowsThatRepeatOthersAreCounted() async throws {
      let csv = try sandbox.write("name,brewery,rating\nOrval,BO,4\nGose,X,3\nOrval,BO,4\n", to: "a.csv")
      let sentence = "1 row has the same identifying values as an earlier row and is a separate beer: Orval."
      for count in [3, 0] {
        let plan = try await sandbox.run("import", csv, "--dry-run", "--json", "--store", store)
        let report = try await sandbox.run("import", csv, "--store", store)
        #expect(plan.output.contains("\"added\": \(count)") && plan.output.contains("\"repeated\": 1"))
        #expect(report.outputLines.contains(sentence))
      }
      let refs = try sandbox.write("ref,name,rating\n1,Abt,4\n1,Abt,2\n", to: "b.csv")
      let report = try await sandbox.run("import", refs, "--identity", "ref", "--store", store)
      #expect(report.output.contains("Added 1 beer, 1 repeated in the file."))
    }

    @Test func theInterpretationOfTimesIsReported() async throws {
      let text =
        "name,date\nA,2019-06-01 18:04:00\nB,2019-06-02 18:04:00\nC,2019-06-02T18:04:00+02:00\nD,2019\n"
      let csv = try sandbox.write(text, to: "times.csv")
      func lines(_ words: String...) async throws -> [String] {
        try await sandbox.start(["import", csv, "--dry-run", "--store", store] + words).result().outputLines
          .filter { $0.contains("time zone") }
      }
      let zoned = "1 beer with a time and a time zone: shown in your time zone."
      #expect(try await lines() == ["2 beers with a time but no time zone: read as local time.", zoned])
      #expect(
        try await lines("--times", "utc") == ["2 beers with a time but no time zone: read as UTC.", zoned])
      #expect(
        try await lines("--times", "Europe/Oslo") == [
          "2 beers with a time but no time zone: read as Europe/Oslo time.", zoned,
        ])
    }

    @Test func aTimeZoneMayHaveAColon() async throws {
      let csv = try sandbox.write("name,date\nA,2019-06-01T22:30:00Z\n", to: "times.csv")
      _ = try await sandbox.run("import", csv, "--store", store)
      for zone in ["Europe/Oslo", ":Europe/Oslo"] {
        let found = try await sandbox.run(
          "list", "date:2019-06-02", "--json", "--store", store, environment: ["TZ": zone])
        #expect(found.output.contains("\"A\""), "\(zone)")
      }
    }

    @Test func wronglyDecodedTextIsReported() async throws {
      let csv = try sandbox.write("name\nFounder&#8217;s Ale\nBr\u{C3}\u{BC}cke\nGose\n", to: "beers.csv")
      let sentence =
        "2 texts seem to be wrongly decoded, such as Founder&#8217;s Ale for Founder’s Ale. Use --repair-text to repair that."

      let plan = try await sandbox.run("import", csv, "--dry-run", "--store", store)
      let repaired = try await sandbox.run("import", csv, "--dry-run", "--repair-text", "--store", store)
      let report = try await sandbox.run("import", csv, "--store", store)

      #expect(plan.outputLines.contains(sentence) && report.outputLines.contains(sentence))
      #expect(!repaired.output.contains("decoded") && repaired.output.contains("Founder’s Ale"))
    }

    @Test(arguments: [
      ("name,date,quantity,best_before\nOrval,2019,3,2024\n", "a list of beers in stock", ", without dates"),
      ("beer,wishlist\nOrval,yes\n", "a wish list", ", without dates"),
      ("name,brewery_type,city\nVillers,micro,Florenville\n", "a list of breweries", ""),
    ])
    func beersThatWereNotDrunkAreImportedOnlyOnRequest(text: String, name: String, ending: String)
      async throws
    {
      let csv = try sandbox.write(text, to: "list.csv")

      let refused = try await sandbox.run("import", csv, "--store", store)
      let plan = try await sandbox.run("import", csv, "--dry-run", "--store", store)
      #expect(!FileManager.default.fileExists(atPath: store))
      let agreed = try await sandbox.run("import", csv, "--yes", "--store", store)

      #expect(refused.status == 65 && refused.output == "" && refused.errors.isOneSentence)
      #expect(
        refused.errors.contains(
          "list.csv is \(name), not a list of beers that you drank. Use --yes to import it anyway\(ending)."))
      #expect(plan.status == 0 && plan.output.hasPrefix("list.csv is \(name) (CSV"))
      #expect(agreed.status == 0 && agreed.output.contains("Added 1 beer to a new diary"))
      let undated = try await sandbox.run("list", "no:date", "--store", store)
      #expect(undated.outputLines.count == 1)
    }

    @Test func aCatalogIsImportedWithAWarning() async throws {
      let csv = try sandbox.write("beer_id,beer_name\n3,Orval\n", to: "catalog.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 0 && result.output.contains("Added 1 beer to a new diary"))
      #expect(result.output.contains("not a list of beers that you drank"))
    }

    @Test func customFieldsOfNumbersAreSortedAsNumbers() async throws {
      let text = "name,marks\nNine,9\nHundred,100\nTen,10\n"
      _ = try await sandbox.run("import", "-", "--store", store, input: text)

      let result = try await sandbox.run("list", "--sort", "marks", "--json", "--store", store)

      let beers = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
      #expect(beers?.compactMap { $0["name"] as? String } == ["Hundred", "Ten", "Nine"])
      #expect((beers?.first?["extras"] as? [String: Any])?["marks"] as? Int == 100)
    }

    @Test func aBadValueIsReportedAndBecomesACustomField() async throws {
      let csv = try sandbox.write(Self.withBadRow, to: "bad.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 65)
      let report = try #require(result.errors.split(separator: "\n").first)
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(report.contains("line 3") && report.contains("column 2"))
      #expect(report.contains("abv") && report.contains("strong") && report.contains("not a number"))
      #expect(report.hasSuffix("kept as a custom field"))
      let shown = try await sandbox.run("list", "\"abv\":strong no:abv", "--store", store)
      #expect(try await sandbox.listedBeers(store).count == 3 && shown.outputLines.count == 1)
      #expect(shown.output.contains("Bad One"))
      let other = sandbox.file("strict.sqlite")
      let strict = try await sandbox.run("import", csv, "--strict", "--store", other)
      #expect(strict.status == 65 && !FileManager.default.fileExists(atPath: other))
    }

    @Test func unknownColumnsBecomeCustomFields() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: Self.untappd)

      let result = try await sandbox.run("list", "--json", "--store", store)

      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let beers = try #require(json as? [[String: Any]])
      let extras = beers.compactMap { $0["extras"] as? [String: Any] }
      #expect(extras.contains { $0["flavor_profiles"] as? String == "tart" })
    }

    @Test func aMissingFileIsReported() async throws {
      let result = try await sandbox.run("import", sandbox.file("none.csv"), "--store", store)

      #expect(result.status == 66)
      #expect(result.output == "")
      #expect(result.errors.contains("none.csv"))
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func aPictureByMistakeIsRefused() async throws {
      let picture = BuiltProgram.sampleFolder + "/photos/022-1.png"

      let result = try await sandbox.run("import", picture, "--store", store)

      #expect(result.status == 65)
      #expect(result.output == "")
      #expect(result.errors.isOneSentence && result.errors.contains("PNG"))
    }

    @Test(arguments: ["", "\u{FEFF}"])
    func anEmptyFileIsRefused(_ text: String) async throws {
      let csv = try sandbox.write(text, to: "empty.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 65)
      #expect(result.errors.isOneSentence && result.errors.contains("empty"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(arguments: ["name,abv\n", "name,abv\nOrval,5,x\n"], [false, true])
    func aFileWithoutAnyBeerLeavesNoDiary(_ text: String, isDefault: Bool) async throws {
      let csv = try sandbox.write(text, to: "none.csv")
      let arguments = isDefault ? [] : ["--store", store]

      let result = try await sandbox.start(["import", csv] + arguments).result()

      #expect(result.status == (text.contains("Orval") ? 65 : 0))
      #expect(!result.output.contains("new diary"))
      #expect(!FileManager.default.fileExists(atPath: isDefault ? sandbox.defaultStore : store))
    }

    @Test func aFileWithoutNamesIsRefused() async throws {
      let result = try await sandbox.run("import", "-", "--store", store, input: "colour,size\nred,2\n")

      #expect(result.status == 65)
      #expect(result.errors.isOneSentence && result.errors.contains("colour"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }
  }
}
