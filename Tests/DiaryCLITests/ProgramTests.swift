@testable import DiaryCLI
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Testing

extension Commands {
  /// The program without a command, `demo`, and what is common to all commands.
  @Suite struct ProgramTests {
    private static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Resources/sample").standardizedFileURL.path

    private func legacy(_ place: Workplace) throws -> String {
      var store = LegacyStore()
      store.beerCount = 3
      let path = place.file("old.sqlite")
      _ = try store.write(to: path)
      return path
    }

    @Test func onlyOptionsOfTheProgramMayPrecedeACommand() throws {
      let signature = try CommandSignature(Beerdiary.self)

      #expect(
        Set(Beerdiary.optionsBeforeCommand.keys)
          == Set(signature.optionNames).subtracting(["-h", "--help", "--version"]))
      for (name, takesValue) in Beerdiary.optionsBeforeCommand {
        #expect(signature.takesValue(name) == takesValue, "\(name)")
      }
    }

    @Test func everyCommandCanBeToldNotToAsk() throws {
      for (path, command) in Beerdiary.commands {
        #expect(try CommandSignature(command).isOption("--no-input"), "\(path)")
      }
      let place = try Workplace(beers: "Orval")
      #expect(try place.run("again", "Orval", "--no-input").status == 0)
      #expect(try place.run("--no-input", "backup", "create").status == 0)
    }

    @Test func anEmptyValueMayBeAttachedToEveryOption() throws {
      for (path, command) in Beerdiary.commands {
        let signature = try CommandSignature(command)
        let options = signature.optionNames.filter { $0.hasPrefix("--") && signature.takesValue($0) }
        for option in options {
          let words = path.split(separator: " ").map(String.init)
          let attached = try CommandLineWords(words + ["\(option)=", "--no-input"])
          #expect(attached.arguments == words + [option, "", "--no-input"], "\(path) \(option)")
        }
      }
    }

    @Test func anAttachedEmptyValueDoesNotTakeTheNextWord() throws {
      let place = try Workplace()

      #expect(try place.run("add", "Orval", "--brewery=", "--style=Stout", "--set", "hop=").status == 0)
      let fields = try #require(try place.diary().beer(1)).beer.fields
      #expect(fields.brewery == nil && fields.style == "Stout")
      #expect(try place.run("edit", "1", "--style=", "--yes").status == 0)
      #expect(try place.diary().beer(1)?.beer.fields.style == nil)
      for (words, sentence) in [
        (["export", "--output=", "style:ipa"], "--output requires the path of a file."),
        (["list", "--store=", "--json"], "--store requires the path of a diary."),
        (["--store=", "list"], "--store requires the path of a diary."),
        (["list", "--columns=", "--reverse"], "--columns requires names separated by commas"),
        (["list", "--sort=", "--json"], "There is no field “” to sort by."),
        (["list", "--limit=", "--json"], "The value “” is invalid for `--limit <number>`."),
      ] {
        let result = try place.run(words)
        #expect(result.status == 64 && result.output == "", "\(words)")
        #expect(result.errors.hasPrefix("beerdiary: \(sentence)"), "\(result.errors)")
      }
    }

    @Test func withoutATerminalTheBeersAreListed() throws {
      let result = try Workplace(beers: "Orval").run()

      #expect(result.status == 0 && result.lines.count == 1 && result.output.contains("Orval"))
      #expect(result.screens.isEmpty)
    }

    @Test func onATerminalTheScreenIsOpened() throws {
      let place = try Workplace()

      let plain = try place.run([], isTerminal: true)
      let named = try place.run("--ascii", "--store", "/nowhere/other.sqlite", isTerminal: true)
      let parsed = try place.run("--store=/nowhere/other.sqlite", "--read-only", isTerminal: true)

      #expect(plain.screens.map(\.path) == [place.store] && plain.screens.first?.createsMissing == true)
      #expect(named.screens.first?.isASCII == true && named.screens.first?.createsMissing == false)
      #expect(parsed.screens.first?.isReadOnly == true)
      #expect(parsed.screens.first?.path == "/nowhere/other.sqlite")
    }

    @Test func withoutInputTheBeersAreListedOnATerminal() throws {
      let place = try Workplace(beers: "Orval")

      for arguments in [["--no-input"], ["demo", "--no-input", "--unless-diary"]] {
        let result = try place.run(arguments, isTerminal: true)
        #expect(result.status == 0 && result.output.contains("Orval") && result.screens.isEmpty)
      }
      let sample = try place.run("demo", "--no-input", "--from", Self.sample, isTerminal: true)
      #expect(sample.lines.count > 5 && sample.screens.isEmpty)
    }

    @Test func theScreenIsOpenedOnlyIfItCanReadKeys() throws {
      let place = try Workplace(beers: "Orval")

      for arguments in [[], ["demo", "--from", Self.sample]] {
        let withoutKeyboard = try place.run(arguments, isTerminal: true, isInputTerminal: false)
        let withTerminal = try place.run(arguments, isTerminal: true)

        #expect(
          withoutKeyboard.status == 0 && !withoutKeyboard.lines.isEmpty && withoutKeyboard.screens.isEmpty)
        #expect(withTerminal.screens.count == 1)
      }
    }

    @Test func aFileInPlaceOfACommandIsExplained() throws {
      let place = try Workplace(beers: "Orval")
      let legacy = try legacy(place)

      let old = try place.run(legacy)
      #expect(
        old.status == 64 && old.errors.contains("use `beerdiary adopt \(legacy)`, which leaves the file"))
      #expect(old.errors.contains("`beerdiary --store \(legacy)` converts the file itself"))
      let own = try place.run(place.store)
      #expect(
        own.status == 64 && own.errors.contains("To open a diary, use `beerdiary --store \(place.store)`."))
      #expect(!own.errors.contains("adopt"))
    }

    @Test func theSampleIsListedOrOpened() throws {
      let place = try Workplace()

      let list = try place.run("demo", "--from", Self.sample)
      let screen = try place.run("demo", "--from", Self.sample, isTerminal: true)

      #expect(list.status == 0 && list.lines.count > 5)
      #expect(screen.screens.map(\.name) == ["sample"] && screen.screens.first?.isTemporary == true)
      #expect(screen.screens.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
      #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test func anOldStoreIsMigratedOnlyOnRequest() throws {
      let place = try Workplace()
      let old = try legacy(place)

      let refused = try place.run("list", "--store", old)
      #expect(refused.status == 65)
      let plan = try place.run("--migrate-only", "--dry-run", "--store", old)
      #expect(
        plan.status == 0 && plan.output.contains("3 beers and ")
          && plan.output.contains("Nothing was changed."))
      #expect(try Diary.version(ofStoreAt: old) == 1)

      let copy = place.file("copy.sqlite")
      let migrated = try place.run("--migrate-only", "--finish", "--json", "--backup", copy, "--store", old)
      #expect(migrated.status == 0 && migrated.output.contains("\"background_seconds\""))
      #expect(migrated.errors.contains("Copied \(old) to \(copy), and checked the copy."))
      #expect(try Diary.version(ofStoreAt: copy) == 1)
      #expect(try Diary.isCurrent(at: old))
      #expect(try place.run("--migrate-only", "--store", old).output == "\(old) is up to date.\n")
    }

    @Test(arguments: [["--finish"], ["--dry-run"], ["--json"], ["--migrate-only", "--dry-run", "--finish"]])
    func optionsThatDoNotGoTogetherAreRefused(_ arguments: [String]) throws {
      let place = try Workplace(beers: "Orval")

      let result = try place.run(arguments)

      #expect(result.status == 64 && result.output == "" && result.errors.hasPrefix("beerdiary: "))
    }

    @Test func helpAndTheVersionArePrinted() throws {
      let place = try Workplace()

      #expect(try place.run("--version").output.split(separator: ".").count == 3)
      let help = try place.run("list", "--help")
      #expect(help.status == 0 && help.errors == "" && help.output.contains("USAGE: beerdiary list"))
      #expect(try place.run("telemetry", "--help").status == 0)
      #expect(try place.run("photo").status == 0)
    }

    @Test func controlSequencesInTextAreMadeHarmless() throws {
      let place = try Workplace(beers: "Or\u{1B}[31mval")

      let list = try place.run("list")
      #expect(list.status == 0)
      #expect(list.output.contains("val"))
      #expect(!list.output.contains("\u{1B}"))
      #expect(try !place.run("show", "\u{1B}]0;x\u{7}").errors.contains("\u{1B}"))
    }

    @Test func colorsAreChosen() throws {
      let place = try Workplace(beers: "Orval")
      let screens = try ["auto", "always", "never"].map {
        try place.run("--color", $0, isTerminal: true).screens.first?.usesColor
      }

      #expect(screens == [nil, true, false])
      #expect(try place.run("show", "1", "--color", "sometimes").status == 64)
    }

    @Test func progressIsShownOnlyOnATerminal() throws {
      let place = try Workplace(beers: "Orval")

      #expect(try place.run("doctor").errors == "")
      #expect(try place.run("doctor", "--quiet", isTerminal: true).errors == "")
      let result = try place.run("doctor", isTerminal: true)
      #expect(result.errors.hasPrefix("\r"))
      // What is printed stands on a line of its own.
      #expect(result.errors.hasSuffix("\r\u{1B}[K"))
    }
  }
}
