import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// What all commands have in common, and what is said of mistyped ones.
  @Suite struct CommandLineTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: [
      (["lsit"], "Did you mean `beerdiary list`?"),
      (["photo", "mvoe"], "Did you mean `beerdiary photo move`?"),
      (["--store", "x", "sohw"], "Did you mean `beerdiary show`?"),
      (["list", "--srot", "name"], "Did you mean `--sort`?"),
      (["show", "-hello"], "Unknown option “-hello”. If it is not an option, write `--` before it."),
      (["doctor", "-hx"], "Unknown option “-hx”. See `beerdiary doctor --help`."),
      (["labels", "suggest", "-x", "5"], "See `beerdiary labels suggest --help`."),
      (["-has:photo"], "`beerdiary list"),
      (["list", "-x", "5"], "Unknown option “-x”. If it is not an option, write `--` before it."),
      (["list", "-version"], "Did you mean `--version`?"),
      (["help", "lsit"], "Did you mean `beerdiary list`?"),
      (["help", "photo", "mvoe"], "Did you mean `beerdiary photo move`?"),
      (["import", "udno"], "Did you mean `beerdiary import undo`?"),
      (["import", "--dry-run", "list"], "Write `beerdiary import list` first"),
      (["export", "-f", "json"], "Unknown option “-f”"), (["list", "-json"], "Did you mean `--json`?"),
      (["--migrate-only", "list"], "--migrate-only cannot be used with `list`"),
      (["--ascii", "photo", "list", "x"], "--ascii cannot be used with `photo`"),
      (["list", "--migrate-only"], "Unknown option “--migrate-only”"),
      (["add", "x", "--abv", "120"], "Usage: beerdiary add"),
    ])
    func mistakesAreReportedWithSuggestions(_ arguments: [String], _ sentence: String) async throws {
      let result = try await sandbox.start(arguments).result()

      #expect(result.status == 64 && result.output == "")
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }

    @Test func aFileInPlaceOfACommandIsRefusedWithTheOptionForDiaries() async throws {
      let file = try sandbox.write("x", to: "Old.sqlite")
      let result = try await sandbox.run(file)
      #expect(result.status == 64 && result.errors.contains("--store \(file)"))
    }

    @Test func valuesAndFiltersMayBeginWithAMinus() async throws {
      _ = try await sandbox.run("add", "Fernet", "--position", "-33.8,-151.2", "--notes", "- bitter")
      _ = try await sandbox.run("add", "Orval", "--notes", "sour")

      let shown = try await sandbox.run("show", "1", "--json").output
      #expect(shown.contains(#""latitude": -33.8"#) && shown.contains(#""notes": "- bitter""#))
      #expect(try await sandbox.run("list", "-has:photo").outputLines.count == 2)
      #expect(try await sandbox.run("list", "-sour", "or", "-orval", "--sort", "name").outputLines.count == 1)
      #expect(try await sandbox.run("list", "-h").output.contains("USAGE"))
    }

    @Test func aNounAloneTakesTheOptionsOfItsFirstVerb() async throws {
      for name in ["Orval", "Rasputin"] { _ = try await sandbox.run("add", name) }

      #expect(try await sandbox.run("labels", "-n", "1").outputLines.count == 1)
      for words in ["trash -r", "fields -q", "backup -q --keep-all", "config -q"] {
        let result = try await sandbox.start(words.split(separator: " ").map(String.init)).result()
        #expect(result.status == 0, "\(words): \(result.errors)")
      }
      let refused = try await sandbox.start(["labels", "-x"]).result()
      #expect(refused.status == 64 && refused.output == "")
    }

    @Test func optionsOfOneLetterMayBeOneWord() async throws {
      for name in ["Orval", "Rasputin"] { _ = try await sandbox.run("add", name) }

      let separate = try await sandbox.run("list", "-r", "-n", "1", "--sort", "name").output
      #expect(separate.contains("Rasputin") && !separate.contains("Orval"))
      #expect(try await sandbox.run("list", "-rn", "1", "--sort", "name").output == separate)
      #expect(try await sandbox.run("list", "-rn1", "--sort", "name").output == separate)
      let refused = try await sandbox.start(["list", "-nr", "1"]).result()
      #expect(refused.status == 64 && refused.output == "")
      #expect(try await sandbox.run("remove", "id:1,2", "-qy").output == "")
      #expect(try await sandbox.run("list").output == "")
    }

    @Test func optionsMayComeBeforeTheCommand() async throws {
      _ = try await sandbox.run("add", "Orval")
      _ = try await sandbox.run("add", "Rasputin")
      for options in [["--json"], ["--read-only"], ["--no-telemetry", "--store", sandbox.defaultStore]] {
        let before = try await sandbox.start(options + ["list", "-name:orval"]).result()
        let after = try await sandbox.start(["list", "-name:orval"] + options).result()
        #expect(before.status == 0 && before.output.contains("Rasputin") && !before.output.contains("Orval"))
        #expect(before.output == after.output)
      }
    }

    @Test func aWordWithAMinusIsLookedForAfterTwoMinuses() async throws {
      _ = try await sandbox.run("add", "Orval", "--notes", "n")
      _ = try await sandbox.run("add", "Rasputin")
      #expect(try await sandbox.run("list", "--", "-n").outputLines.count == 1)
    }

    @Test func aCustomFieldMayHaveNearlyTheNameOfAnother() async throws {
      _ = try await sandbox.run("add", "Five", "--set", "note=good", "--set", "ibus=3")
      _ = try await sandbox.run("add", "Six", "--set", "ibus=30")
      for command in ["list", "export", "stats"] {
        let found = try await sandbox.run(command, "note:good")
        #expect(found.status == 0 && found.errors == "" && !found.output.contains("Six"), "\(found.errors)")
      }
      #expect(try await sandbox.run("list", "ibus:3").outputLines.count == 1)
      let mistake = try await sandbox.run("list", "stlye:x").errors
      #expect(mistake.contains("Did you mean “style”?"))
      #expect(try await sandbox.run("list", "hsa:photo").errors.contains("Did you mean “has”?"))
    }

    @Test func everyFilterMayBeginWithAMinus() async throws {
      let csv = try sandbox.write(
        "name,style,photo_url\nOrval,Trappist,https://example.org/o.jpg\nRasputin,Stout,https://example.org/r.jpg\n",
        to: "beers.csv")
      _ = try await sandbox.run("import", csv)
      let paths = try await CommandRecord.ofProgram().filter(\.command.takesFilter).map(\.path)
      #expect(Set(paths).isSuperset(of: ["list", "export", "stats"].map { "beerdiary \($0)" }))

      for path in paths {
        let words = path.split(separator: " ").dropFirst().map(String.init)
        // The trash has both beers as long as its own commands are tried.
        let isTrash = words.first == "trash"
        if isTrash { _ = try await sandbox.run("remove", "1", "2") }
        let all = try await sandbox.start(words).result()
        let filtered = try await sandbox.start(words + ["-style:stout"]).result()
        #expect(filtered.status == 0 && filtered.errors == "", "\(path): \(filtered.errors)")
        #expect(filtered.output != all.output && !filtered.output.isEmpty, "\(path)")
        let separated = try await sandbox.start(words + ["--", "-style:stout"]).result()
        #expect(filtered.output == separated.output, "\(path)")
        let afterOptions = words + ["--store", sandbox.defaultStore, "-h:x"]
        let wrong = try await sandbox.start(afterOptions).result()
        #expect(wrong.status == 64 && wrong.errors.contains("no field “h”"), "\(path): \(wrong.errors)")
        #expect(try await sandbox.start(words + ["-h"]).result().output.contains("USAGE"), "\(path)")
        if isTrash { _ = try await sandbox.run("trash", "restore", "--all") }
      }
    }

    @Test func everyCommandRefusesUnknownOptions() async throws {
      let every = try await EveryCommand(sandbox)
      for (path, command) in BuiltProgram.sample(of: try await CommandRecord.ofProgram(), oneIn: 3) {
        let words =
          every.use(of: path)?.arguments ?? path.split(separator: " ").dropFirst().map(String.init)
        // In a filter, one minus means "not".
        for option in ["--frobnicate", "--frobnicate=1"] + (command.takesFilter ? [] : ["-Z"]) {
          let result = try await sandbox.start(words + [option]).result()
          #expect(result.status == 64 && result.output == "", "\(path) \(option): \(result.errors)")
          let isGroup = command.subcommands?.isEmpty == false
          #expect(isGroup || result.errors.contains("Unknown option"), "\(path) \(option): \(result.errors)")
        }
      }
    }

    @Test func statisticsOfAFilterCountItsBeers() async throws {
      _ = try await sandbox.run("add", "Orval", "--style", "Trappist")
      _ = try await sandbox.run("add", "Rasputin", "--style", "Stout")
      let text = try await sandbox.run("stats", "style:stout").output
      #expect(text.contains("Stout") && !text.contains("Trappist"))
      #expect(try await sandbox.run("stats", "style:").status == 64)
    }

    /// Core Data gives no such ids, but other makers of stores may have.
    @Test(arguments: ["-5", "0"]) func aBeerMayHaveAnIDBelowOne(_ id: String) async throws {
      let photo = try sandbox.write("a photo", to: "a.jpg")
      _ = try await sandbox.run("add", "Orval")
      let file = try SQLiteFile(sandbox.defaultStore)
      // Triggers keep the search index right.
      try file.execute(
        """
        CREATE TEMP TABLE copy AS SELECT * FROM beer; UPDATE copy SET id = \(id);
        DELETE FROM beer; INSERT INTO beer SELECT * FROM copy
        """)
      file.close()

      let steps = [
        ["show", id], ["show", "--json", id], ["edit", id, "--rating", "4"], ["remove", id],
        ["trash", "restore", id],
        ["photo", "add", id, photo, "--any-file"], ["photo", "list", id],
        ["photo", "caption", id, "1", "Glass"],
        ["photo", "export", id, sandbox.file("photos")], ["photo", "remove", id, "1"],
        ["photo", "restore", "--all", id],
      ]
      for words in steps {
        let result = try await sandbox.start(words).result()
        #expect(result.status == 0, "\(words): \(result.errors)")
      }
      #expect(try await sandbox.run("show", "-99").errors.contains("There is no beer -99"))
      #expect(try await sandbox.run("edit", id, "--notes", "-5", "--json").output.contains(#""notes": "-5""#))
    }

    @Test func aCustomFieldKeepsTheSpellingThatItHas() async throws {
      _ = try await sandbox.run("add", "Orval", "--set", "hop=Hallertau")

      let edited = try await sandbox.run("edit", "1", "--set", "HOP=Citra", "--json").output
      let added = try await sandbox.run("add", "Rochefort", "--set", "Hop=Saaz", "--json").output

      #expect(edited.contains(#""hop": "Citra""#) && !edited.contains("HOP"))
      #expect(added.contains(#""hop": "Saaz""#))
    }

    @Test func aFailedBackupIsReportedWithItsOption() async throws {
      _ = try await sandbox.run("add", "Orval")
      let taken = try sandbox.write("x", to: "taken")

      for file in [taken, sandbox.file("none/copy")] {
        let result = try await sandbox.run("--migrate-only", "--backup", file)
        #expect(result.status == 73 && result.errors.isOneSentence && result.errors.contains("--backup"))
      }
      #expect(try FolderSnapshot(sandbox.files).names == ["taken"])
    }

    @Test func removedBeersAndPhotosAreRestoredByName() async throws {
      let photos = try ["a", "b", "c"].map { try sandbox.write($0, to: $0) }
      _ = try await sandbox.run("add", "Orval")
      _ = try await sandbox.start(["photo", "add", "Orval", "--any-file"] + photos).result()
      let before = try await sandbox.shownBeer(1, sandbox.defaultStore).hashes

      #expect(
        try await sandbox.run("photo", "remove", "Orval", "1", "3", "--json").output.contains(#""number": 1"#)
      )
      #expect(try await sandbox.run("photo", "list", "Orval", "--removed").outputLines.count == 2)
      let none = try await sandbox.run("photo", "restore", "Orval", "7")
      #expect(none.status == 66 && none.errors.isOneSentence)
      _ = try await sandbox.run("photo", "restore", "Orval", "--all")
      #expect(try await sandbox.shownBeer(1, sandbox.defaultStore).hashes == before)

      #expect(
        try await sandbox.run("remove", "orval", "--json").output.filter { $0 != "\n" && $0 != " " }
          == #"{"removed":[1]}"#)
      #expect(
        try await sandbox.run("trash", "restore", "orval").output == "Restored “Orval” from the trash.\n")
    }

    @Test func statisticsAreTextAndJSON() async throws {
      _ = try await sandbox.run("add", "Orval", "--style", "Trappist", "--rating", "4", "--date", "2024-06")
      _ = try await sandbox.run("add", "Westmalle", "--style", "Trappist", "--date", "2023")

      let text = try await sandbox.run("stats").output
      #expect(text.hasPrefix("2 beers, 4.00 stars on average"))
      #expect(text.contains("Styles: different beers, rating\n  Trappist  2  4.00  █"))
      let plain = try await sandbox.run("stats", "--ascii", environment: ["COLUMNS": "40"]).outputLines
      #expect(plain.allSatisfy { $0.allSatisfy(\.isASCII) && $0.count <= 40 || $0.hasPrefix("2 beers") })
      let json = try JSONSerialization.jsonObject(
        with: Data(try await sandbox.run("stats", "--json").output.utf8))
      let years = (json as? [String: Any])?["years"] as? [[String: Any]]
      #expect(years?.compactMap { $0["value"] as? String } == ["2023", "2024"])
      #expect(try await sandbox.run("stats", "--store", sandbox.file("none")).status == 66)
    }
  }
}
