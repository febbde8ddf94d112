import ArgumentParser
import DiaryCLI
import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// What commands refuse, and that they change nothing then.
  @Suite struct RefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
      var command: String
      var arguments: [String]
      /// A part of what is said.
      var sentence: String
      var status: Int32 = 64

      init(_ command: String, _ arguments: String..., sentence: String, status: Int32 = 64) {
        self.command = command
        self.arguments = arguments
        self.sentence = sentence
        self.status = status
      }

      var testDescription: String { command }
    }

    private static let noPhotos = "“Orval” has no photos. Add one with `beerdiary photo add`."

    /// In the order of the program's help.
    static let all = [
      Refusal("list", "--limit=-1", sentence: "--limit requires 0 or a larger number."),
      Refusal("show", "1", "--width", "40", sentence: "--width requires --picture."),
      Refusal("had", sentence: "had requires the name of a beer, or --menu and the path of a file."),
      Refusal("add", "Orval", "--abv", "120", sentence: "--abv requires 0 to 100 percent, not “120”."),
      Refusal("again", "99", sentence: "There is no beer 99", status: 66),
      Refusal("edit", "1", sentence: "Name the fields to change"),
      Refusal("remove", "99", sentence: "There is no beer 99", status: 66),
      Refusal("stats", "rating>", sentence: "rating", status: 64),
      Refusal("year", "10000", sentence: "A year is a number from 0 to 9999, not “10000”."),
      Refusal("labels list", "--limit=-1", sentence: "--limit requires 0 or a larger number."),
      Refusal("labels show", "Chimay", sentence: "There is no label “Chimay”.", status: 66),
      Refusal("labels apart", "1", "1", sentence: "To give a beer a label of its own, use", status: 65),
      Refusal("labels split", "1", sentence: "No other beer has its label.", status: 65),
      Refusal("labels set", "1", sentence: "Name what to set, for example --style Stout, or use --clear."),
      Refusal("fields index", "hop", sentence: "No beer has a field “hop”"),
      Refusal("fields rename", "hop", "hops", sentence: "No beer has a field “hop”"),
      Refusal("fields merge", "hop", "hops", sentence: "No beer has a field “hop”"),
      Refusal("fields delete", "style", sentence: "“style” is a built-in field."),
      Refusal("fields retype", "hop", "date", sentence: "“date”"),
      Refusal("photo add", "1", "", sentence: "photo add requires the paths of picture files."),
      Refusal("photo list", "nowhere", sentence: "nowhere", status: 66),
      Refusal("photo move", "1", "first", "0", sentence: "“0” is invalid"),
      Refusal(
        "photo split", "1", "--yes", sentence: "The photos of “Orval” were not taken on several days.",
        status: 65),
      Refusal("photo remove", "1", "last", sentence: Self.noPhotos, status: 66),
      Refusal(
        "photo restore", "1", "2", "--all",
        sentence: "--all cannot be combined with photo numbers. Use one of them."),
      Refusal("photo caption", "1", "1", "x", sentence: Self.noPhotos, status: 66),
      Refusal("photo export", "1", sentence: "photo export requires a beer (or --all) and a folder."),
      Refusal("photo open", "1", sentence: "photo open requires a terminal"),
      Refusal("photo urls", "colour:red", sentence: "colour"),
      Refusal("trash list", "--limit=-1", sentence: "--limit requires 0 or a larger number."),
      Refusal(
        "trash restore", "1", "--all", sentence: "--all cannot be combined with beers. Use one of them."),
      Refusal(
        "trash empty", "--older-than=-1", sentence: "--older-than requires a number of days from 0 to 36500."),
      Refusal("log", "--limit=-1", sentence: "--limit requires 0 or a larger number."),
      Refusal("undo", "99", sentence: "There is no change 99 in the log.", status: 66),
      Refusal("redo", sentence: "There is nothing to redo.", status: 66),
      Refusal("import", sentence: "import requires the path of a file"),
      Refusal("import undo", "9", sentence: "There is no import 9 that can be undone.", status: 66),
      Refusal("export", "--force", sentence: "--force requires --output."),
      Refusal("adopt", "", sentence: "adopt requires the path of another diary."),
      Refusal("backup create", "-", sentence: "A backup cannot go to standard output", status: 73),
      Refusal("backup restore", "nowhere.sqlite", sentence: "There is no file nowhere.sqlite.", status: 66),
      Refusal(
        "sync init", "store", sentence: "Use --passphrase-file FILE, or set BEERDIARY_SYNC_PASSPHRASE."),
      Refusal("sync init", "ftp://host/x", sentence: "ftp: is not a location that Beer Diary knows."),
      Refusal("sync join", "/nowhere", sentence: "sync join requires the passphrase"),
      Refusal("sync now", sentence: "This diary is not synchronized. Start with", status: 66),
      Refusal("sync repair", sentence: "This diary is not synchronized.", status: 66),
      Refusal("sync devices", sentence: "This diary is not synchronized.", status: 66),
      Refusal("sync leave", sentence: "This diary is not synchronized.", status: 66),
      Refusal("sync conflicts", "--choose", "0", sentence: "--choose requires 1 or a larger number."),
      Refusal("sync conflicts", "--yes", sentence: "--yes requires --choose-all."),
      Refusal(
        "sync conflicts", "--choose", "1", "--choose-all", "newest",
        sentence: "--choose cannot be combined with --choose-all."),
      Refusal(
        "sync conflicts", "3f9a12c4", "--choose-all", "newest",
        sentence: "--choose-all cannot be combined with the id of a conflict."),
      Refusal("migrate", "--dry-run", "--finish", sentence: "--dry-run cannot be combined with --finish"),
      Refusal("doctor", "--yes", sentence: "--yes requires --repair."),
      Refusal("demo", "--from", "/nowhere", sentence: "/nowhere/beers.csv", status: 66),
      Refusal("config get", "colour", sentence: "There is no setting “colour”."),
      Refusal("config set", "theme", "pink", sentence: "theme must be"),
      Refusal("config edit", sentence: "config edit requires a terminal."),
    ]

    @Test(arguments: all) func aWrongArgumentIsRefusedAndChangesNothing(_ refusal: Refusal) throws {
      let place = try Workplace(beers: "Orval", "Gueuze")

      let result = try place.run(refusal.command.split(separator: " ").map(String.init) + refusal.arguments)

      #expect(result.status == refusal.status)
      #expect(result.output == "")
      #expect(result.errors.contains(refusal.sentence), "\(result.errors)")
      #expect(try place.names() == [1: "Orval", 2: "Gueuze"])
      #expect(try place.diary().beersInTrash() == [])
    }

    @Test(arguments: [["add"], ["edit", "1"]])
    func aRefusalOfARunningCommandIsOneSentence(_ arguments: [String]) throws {
      let place = try Workplace(beers: "Orval")

      let result = try place.run(arguments)

      #expect(result.status == 64)
      #expect(result.errors.hasPrefix("beerdiary: ") && !result.errors.contains("Usage"), "\(result.errors)")
    }

    @Test func everyCommandRefusesAnUnknownOptionAndChangesNothing() throws {
      let place = try Workplace(beers: "Orval", "Gueuze")
      let before = try place.diaryFiles()

      for command in JSONOutput.all.map(\.command) where command != "--version" {
        let result = try place.run(command.split(separator: " ").map(String.init) + ["--frobnicate"])

        #expect(result.status == 64, "\(command)")
        #expect(result.output == "", "\(command)")
        #expect(try place.diaryFiles() == before, "\(command)")
      }
    }

    @Test(arguments: [["list"], ["edit", "1", "--rating", "4"], ["doctor"], ["export"]])
    func aMissingDiaryIsNotCreated(_ arguments: [String]) throws {
      let place = try Workplace()

      let result = try place.run(arguments)

      #expect(result.status == 66)
      #expect(result.errors.contains("You have no diary yet (\(place.store)). Start one with"))
      #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test(arguments: [
      ["add", "Chimay"], ["edit", "1", "--rating", "4"], ["remove", "1"], ["doctor", "--repair", "--yes"],
    ])
    func nothingIsChangedIfTheDiaryIsOnlyToBeRead(_ arguments: [String]) throws {
      let place = try Workplace(beers: "Orval")

      let result = try place.run(arguments + ["--read-only"])

      #expect(result.status == 77)
      #expect(result.errors.contains(place.store))
      #expect(try place.names() == [1: "Orval"])
    }

    @Test(arguments: [
      (["rm", "1"], "remove"), (["delete", "1"], "remove"), (["ls"], "list"),
      (["find", "stout"], "list"),
      (["photo", "rm"], "photo remove"),
      (["fields", "convert", "hop"], "fields retype"), (["import", "ls"], "import list"),
      (["backup", "ls"], "backup list"),
    ])
    func theUsualNameOfACommandIsCorrected(_ words: [String], _ command: String) throws {
      let result = try Workplace().run(words)

      #expect(result.status == 64)
      #expect(result.errors.contains("Did you mean `beerdiary \(command)`?"), "\(result.errors)")
    }

    @Test(arguments: [
      (["list", "--limit", "-1"], "--limit requires 0 or a larger number."),
      (["list", "-n", "-1"], "--limit requires 0 or a larger number."),
      (["list", "-rn", "-1", "-2"], "--limit requires 0 or a larger number."),
      (["trash", "-n", "-1x"], "The value “-1x” is invalid for `-n <number>`."),
      (["list", "-n", "-r"], "Missing value for `-n <number>`."),
      (["show", "--json", "-5"], "There is no beer -5"),
    ])
    func aValueMayBeginWithAMinusAndADigit(_ words: [String], _ sentence: String) throws {
      let result = try Workplace(beers: "Orval").run(words)

      #expect(result.status != 0 && result.output == "")
      #expect(result.errors.hasPrefix("beerdiary: \(sentence)"), "\(result.errors)")
    }

    @Test func onlyAnOptionThatIsCloseIsSuggested() throws {
      let place = try Workplace()

      for (words, sentence) in [
        (["list", "--srot", "name"], "Unknown option “--srot”. Did you mean `--sort`?"),
        (["list", "--nope"], "Unknown option “--nope”."), (["add", "--yes"], "Unknown option “--yes”."),
      ] {
        let lines = try place.run(words).errors.split(separator: "\n")
        #expect(lines.first == "beerdiary: \(sentence)")
      }
    }

    @Test(arguments: [
      ["show"], ["list", "--limit"], ["list", "--limit", "x"], ["list", "---x"], ["list", "--json=3"],
      ["doctor", "x"], ["log", "x", "y"], ["photo", "move", "1", "first", "0"],
      ["show", "1", "--color", "sometimes"], ["list", "--json", "--csv"], ["labels", "--frobnicate"],
    ])
    func anErrorOfTheParserEndsWithAFullStop(_ words: [String]) throws {
      let result = try Workplace(beers: "Orval").run(words)

      let sentence = try #require(result.errors.split(separator: "\n").first)
      #expect(result.status == 64 && sentence.hasSuffix("."), "\(result.errors)")
      #expect(!sentence.hasSuffix(".."))
    }

    @Test func anUnknownCommandIsCorrected() throws {
      let result = try Workplace().run("lst")

      #expect(result.status == 64)
      #expect(result.errors.contains("There is no command “lst”. Did you mean `beerdiary list`?"))
    }
  }
}
