import Foundation
import Testing

extension EndToEnd {
  /// What the columns of a file are: said, asked for, and kept under a name.
  @Suite struct ImportMappingTests {
    private static let list = "Sorte,Haus,Wert,Nr\nOrval,Orval,9,1\nGose,Ritterguts,7,2\n"

    private let sandbox: Sandbox
    private let store: String
    private let settings: String
    private let mappings: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
      settings = sandbox.home + "/config/beerdiary/config.toml"
      mappings = sandbox.home + "/config/beerdiary/mappings.toml"
    }

    @Test func aSavedMappingIsUsedAgain() async throws {
      let csv = try sandbox.write(Self.list, to: "a.csv")
      let kept = try await sandbox.run(
        "import", csv, "--store", store, "--map", "Sorte=name", "--map", "Nr=ignore", "--save-mapping", "club"
      )
      #expect(kept.status == 0)
      #expect(kept.errors.contains("Saved the mapping “club” in \(mappings)."))
      #expect(!FileManager.default.fileExists(atPath: settings))

      let again = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: "Sorte,Nr\nAltbier,3\n")
      #expect(again.status == 0 && again.output.contains("Added 1 beer."))

      let other = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: "name,Nr\nAltbier,3\n")
      #expect(other.status == 65)
      #expect(other.errors.isOneSentence && other.errors.contains("has no column “Sorte”"))
    }

    @Test func aSavedMappingKnowsWhatRowsAreRecognizedBy() async throws {
      let csv = try sandbox.write(Self.list, to: "a.csv")
      let first = try await sandbox.run(
        "import", csv, "--store", store, "--map", "Sorte=name", "--identity", "Nr", "--save-mapping", "club")
      #expect(first.status == 0)

      let again = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club",
        input: "Sorte,Haus,Wert,Nr\nOrval Green,Orval,9,1\n")
      #expect(again.status == 0 && again.output.contains("Added 0 beers"))
    }

    @Test func aMappingWithMistakesIsNotCalledMissing() async throws {
      let folder = sandbox.home + "/config/beerdiary"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("[club]\nidentity = [\" \"]\n[club.columns]\nSorte = \"name\"\n".utf8)
        .write(to: URL(filePath: mappings))
      let result = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: Self.list)
      #expect(result.status == 64)
      #expect(result.errors.contains("a column in identity has no name"))
      #expect(result.errors.contains("The mapping “club” has errors, which are listed above."))
    }

    @Test func aMappingOfTheConfigurationIsNotReplaced() async throws {
      let folder = sandbox.home + "/config/beerdiary"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("[import.mappings.club]\nSorte = \"name\"\n".utf8).write(to: URL(filePath: settings))
      func save() async throws -> String {
        try await sandbox.run(
          "import", "-", "--store", store, "--map", "Sorte=name", "--save-mapping", "club", input: Self.list
        ).errors
      }
      #expect(
        try await save().contains(
          "Saved the mapping “club” in \(mappings). It overrides the mapping of that name in config.toml."))
      let again = try await save()
      #expect(
        again.contains("Replaced the mapping “club” in \(mappings).") && !again.contains("config.toml"))
    }

    @Test func aMappingFileThatMayNotBeWrittenStaysAsItIs() async throws {
      let folder = sandbox.home + "/config/beerdiary"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let text = "[other.columns]\nBier = \"name\"\n"
      try Data(text.utf8).write(to: URL(filePath: mappings))
      #expect(link(mappings, folder + "/second-name") == 0)
      let linked = try await sandbox.run(
        "import", "-", "--store", store, "--map", "Sorte=name", "--save-mapping", "club", input: Self.list)
      #expect(linked.status == 73 && linked.errors.contains("hard link"))
      #expect(unlink(folder + "/second-name") == 0 && chmod(mappings, 0o444) == 0)
      let protected = try await sandbox.run(
        "import", "-", "--store", store, "--map", "Sorte=name", "--save-mapping", "club", input: Self.list)
      #expect(protected.status == 73 && protected.errors.contains("write-protected"))
      #expect(try String(contentsOfFile: mappings, encoding: .utf8) == text)
    }

    @Test func anUnknownMappingNameIsReported() async throws {
      let none = try await sandbox.run("import", "-", "--store", store, "--mapping", "club", input: Self.list)
      #expect(
        none.status == 64 && none.errors.isOneSentence && none.errors.contains("No mapping is saved yet"))

      _ = try await sandbox.run(
        "import", "-", "--store", store, "--map", "Sorte=name", "--save-mapping", "club", input: Self.list)
      let near = try await sandbox.run("import", "-", "--store", store, "--mapping", "clib", input: Self.list)
      #expect(near.status == 64 && near.errors.contains("Did you mean “club”? Saved mappings: “club”."))
    }

    @Test(.needsTmux) func theScreenReadsAFileWithoutColumnNames() async throws {
      let csv = try sandbox.write("Aspall Draught,Aspall,Cider,5.5\nOrval,BO,Trappist,6.2\n", to: "a.csv")
      let refused = try await sandbox.run("import", "-y", csv, "--store", store)
      #expect(refused.status == 65 && refused.errors.contains("--headerless --map 1=name"))
      _ = try await sandbox.run("import", "-", "--store", store, input: "name\nGose\n")
      let shell = try await ShellScreen(sandbox)
      let terminal = shell.terminal
      try await shell.startProgram("--store \(store)")
      try await terminal.wait(for: "q quit")
      try await terminal.type("I")
      try await terminal.wait(for: "CSV or JSON file")
      try await terminal.type(csv)
      try await terminal.press("Enter")
      try await terminal.wait(for: "The first line is read as a beer.")
      try await terminal.press("Enter")
      try await terminal.wait(for: "Field for 1")
      try await terminal.type("name")
      try await terminal.press("Enter")
      try await terminal.wait(for: "y imports 2 beers.")
      try await terminal.type("y")
      try await terminal.wait(for: "Added 2 beers.")
      try await terminal.type("qq")
      let names = try await sandbox.listedBeers(store).map(\.name)
      #expect(Set(names) == ["Aspall Draught", "Gose", "Orval"])
    }

    @Test func aMistakeInTheSettingsIsReportedWithItsLine() async throws {
      let folder = sandbox.home + "/config/beerdiary"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let text = "[import.mappings.club]\nSorte = \"nmae\"\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: settings))

      let result = try await sandbox.run(
        "import", "-", "--store", store, "--mapping", "club", input: Self.list)

      #expect(result.status == 64)
      #expect(result.errors.contains("config.toml, line 2, column 9: “nmae” is not a field"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test func aPreviewHasTheFieldsFirstAndTheOtherColumnsOnOneLine() async throws {
      let fields = ["comment", "beer_name", "brewery_name", "rating_score"]
      let names = ["checkin_id", "photo_url"] + fields + (1...12).map { "extra_number_\($0)" }
      let row = ["1053001", "https://example.org/1.jpg", "Dry", "Orval", "Brasserie d'Orval", "4.25"]
      let csv = try sandbox.write(
        names.joined(separator: ",") + "\n" + (row + Array(repeating: "x", count: 12)).joined(separator: ","),
        to: "a.csv")

      let text = try await sandbox.run("import", csv, "--store", store, "--dry-run")
      #expect(
        text.output == """
          a.csv is a list of Untappd check-ins (CSV, delimiter: comma).
            beer_name     name
            brewery_name  brewery
            rating_score  rating
            comment       notes
          12 columns become custom fields: extra_number_1, extra_number_2 and 10 more
          2 columns with ids or links become custom fields: checkin_id, photo_url
          Rows are identified by “checkin_id” when the file is imported again.
          First beers:
            Name   Brewery            Rating
            Orval  Brasserie d'Orval  4.25
          1 row: 1 new.
          1 row has a link to a photo. `beerdiary photo urls` prints the links to those that the diary does not have. \
          Download them, and import the file again with --photos.
          An import would add 1 beer. Nothing was changed.

          """)
      let narrow = try await sandbox.start(
        ["import", csv, "--store", store, "--dry-run"], environment: ["COLUMNS": "40"]
      ).result()
      let table = narrow.outputLines.filter { $0.hasPrefix("  ") || $0.hasPrefix("12 columns") }
      #expect(table.count == 7 && table.allSatisfy { $0.count <= 40 }, "\(table)")

      let json = try await sandbox.run("import", csv, "--store", store, "--dry-run", "--json").output
      struct Plan: Decodable {
        struct Column: Decodable { var name: String, field: String, kind: String }
        struct Beer: Decodable { var name: String?, brewery: String?, rating: Double? }
        var columns: [Column]
        var beers: [Beer]
      }
      let plan = try JSONDecoder().decode(Plan.self, from: Data(json.utf8))
      #expect(plan.columns.map(\.name) == names)
      let kinds = Dictionary(grouping: plan.columns, by: \.kind).mapValues(\.count)
      #expect(kinds == ["field": 4, "custom_field": 12, "reference": 2])
      #expect(plan.beers.map(\.name) == ["Orval"] && plan.beers[0].rating == 4.25)
    }

    @Test(.enabled(if: TmuxScreen.isInstalled, "tmux is not installed"))
    func aPersonIsAskedAboutAListOfStock() async throws {
      let csv = try sandbox.write(
        "name,brewery,style,date,quantity,best_before\nOrval,X,Ale,2019,3,2024\n", to: "a.csv")
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram("import \(csv) --store \(store)")

      try await shell.terminal.wait(for: "a.csv is a list of beers in stock")
      try await shell.terminal.wait(for: "They are added without a date")
      try await shell.terminal.wait(for: "Import these beers?")
      try await shell.terminal.type("y")
      try await shell.terminal.press("Enter")

      try await shell.terminal.wait(for: "Added 1 beer to a new diary")
      #expect(try await shell.waitForEnd() == 0)
    }

    @Test func aDryRunSavesNoMapping() async throws {
      let result = try await sandbox.run(
        "import", "-", "--store", store, "--dry-run", "--save-mapping", "club", input: Self.list)
      #expect(result.status == 64 && result.errors.contains("cannot be combined with --dry-run"))
    }

    @Test(.enabled(if: TmuxScreen.isInstalled, "tmux is not installed"))
    func aPersonIsAskedForTheColumns() async throws {
      let csv = try sandbox.write(Self.list, to: "a.csv")
      let shell = try await ShellScreen(sandbox)
      try await shell.startProgram("import \(csv) --store \(store)")
      let terminal = shell.terminal
      try await terminal.answer("nmae", to: "1 of 4  Sorte: Orval; Gose")
      try await terminal.wait(for: "did you mean “name”")
      try await terminal.answer("name", to: "1 of 4")
      try await terminal.answer("brewery", to: "2 of 4  Haus")
      try await terminal.answer("rating", to: "3 of 4  Wert")
      try await terminal.answer("-", to: "4 of 4  Nr")
      try await terminal.answer("y", to: "Import these beers? [y/N")
      try await terminal.answer("club", to: "Name to save these columns under")
      try await terminal.wait(for: "Added 2 beers to a new diary")
      #expect(try await shell.waitForEnd() == 0)
      #expect(try await sandbox.listedBeers(store).compactMap(\.rating).sorted() == [3.5, 4.5])
      #expect(try String(contentsOfFile: mappings, encoding: .utf8).contains("Wert = \"rating\""))
    }

    @Test func nothingIsAskedWithoutATerminal() async throws {
      let result = try await sandbox.run("import", "-", "--store", store, input: Self.list)
      #expect(result.status == 65 && result.errors.isOneSentence && result.errors.contains("--map"))
    }
  }
}
