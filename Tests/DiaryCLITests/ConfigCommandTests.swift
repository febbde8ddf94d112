import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// `config`, and what the other commands do with the settings.
  @Suite struct ConfigCommandTests {
    private let place: Workplace
    private var path: String { place.file("config/beerdiary/config.toml") }

    init() throws { place = try Workplace(beers: "Orval", "Gueuze") }

    /// Edits the settings on a terminal.
    ///
    /// - Parameter editor: The command that edits the file, whose path follows.
    private func edit(_ editor: String, _ options: String...) throws -> Workplace.Result {
      place.variables["VISUAL"] = editor
      return try place.run(["config", "edit"] + options, isTerminal: true)
    }

    private func write(_ text: String) throws {
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func thePathIsPrintedEvenIfThereIsNoFile() throws {
      #expect(try place.run("config", "path").output == path + "\n")
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aSettingIsChangedAndPrinted() throws {
      #expect(try place.run("config", "get", "date").output == "words\n")

      let set = try place.run("config", "set", "date", "iso")
      #expect(set.status == 0 && set.output == "Set date in \(path).\n")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "date = \"iso\"\n")
      #expect(try place.run("config", "get", "date").output == "iso\n")
      let json = try place.run("config", "set", "list.sort", "name", "--json").output
      #expect(json.contains("\"name\": \"list.sort\"") && json.contains("\"value\": \"name\""))

      let list = try place.run("config")
      #expect(list.lines.first?.hasSuffix("default") == true)
      let date = list.lines.first { $0.hasPrefix("date ") } ?? ""
      #expect(date.contains(" iso ") && date.hasSuffix("  config.toml, line 1"))
      #expect(try place.run("config", "get", "keys.nosuch").status == 66)
    }

    @Test func theKeysOfAnActionAreTheDefaultOnesUnlessTheyAreSet() throws {
      #expect(try place.run("config", "get", "keys.undo").output == "u\n")
      #expect(
        try place.run("config", "get", "keys.undo", "--json").output.contains("\"source\": \"default\""))
      _ = try place.run("config", "set", "keys.undo", "F3")
      #expect(try place.run("config", "get", "keys.undo").output == "F3\n")
    }

    @Test func aFileThatCannotBeChangedSafelyIsExplained() throws {
      try write("list = { sort = \"name\" }\n")

      let result = try place.run("config", "set", "list.sort", "abv")

      #expect(result.status == 78 && result.output == "")
      #expect(result.errors.contains("\(path) was not changed"))
      #expect(result.errors.contains("write this within the braces of list:\nsort = \"abv\"\n"))
    }

    @Test func aBrokenFileIsNotChangedButChecked() throws {
      try write("theme = dark\n")

      let result = try place.run("config", "set", "date", "iso")

      #expect(result.status == 78 && result.output == "")
      #expect(result.errors.contains("\(path) was not changed, because it is not valid TOML."))
      #expect(result.errors.contains("`beerdiary config check`"))
    }

    @Test func aWrongValueIsExplainedOnce() throws {
      let theme = try place.run("config", "set", "theme", "purple")
      let key = try place.run("config", "set", "keys.add", "Hyper-X")

      #expect(
        theme.errors == "beerdiary: theme must be “auto”, “dark”, “light” or “mono”, not “purple”.\n")
      #expect(key.errors.contains("keys.add cannot be set to “Hyper-X”: “Hyper-X” is not a key. "))
      #expect(!key.errors.contains("stay"))
    }

    @Test func theListIsSortedByEveryFieldThatSortAccepts() throws {
      _ = try place.run("edit", "1", "--set", "hop=Saaz", "--place", "Bar")
      _ = try place.run("edit", "2", "--set", "hop=Citra", "--place", "Home")
      func first() throws -> String? { try place.run("list").lines.first }
      let usual = try first()

      for order in BeerQuery.Order.builtIn.map(\.name) + ["Venue", "HOP", "\"hop\""] {
        let set = try place.run("config", "set", "list.sort", order)
        #expect(set.status == 0, "\(set.errors)")
        let sorted = try place.run("list", "--sort", order)
        #expect(sorted.status == 0)
        #expect(try place.run("list").output == sorted.output, "\(order)")
        #expect(try place.run().output == sorted.output, "\(order)")
      }
      let name = try place.run("config", "set", "list.sort", "\"name\"")
      #expect(name.status == 64 && name.errors.contains("not “\"name\"”."), "\(name.errors)")
      try write("[list]\nsort = \"malt\"\n")
      for isTerminal in [true, false] {
        let unknown = try place.run("list", isTerminal: isTerminal)
        #expect(unknown.status == 0 && unknown.errors.contains("No beer has a field “malt”"))
      }
      #expect(try place.run().errors.contains("No beer has a field “malt”"))
      #expect(try first() == usual)
      let refused = try place.run("config", "set", "list.sort", "notes")
      #expect(refused.status == 64 && refused.errors.contains("list.sort must be “date”"))
    }

    @Test func theListIsNotSortedByAFieldThatNoBeerHas() throws {
      let empty = try Workplace()
      for place in [place, empty] {
        let refused = try place.run("config", "set", "list.sort", "nosuch")
        #expect(refused.status == 64 && refused.output == "")
        #expect(refused.errors.contains("“best_rating”, or a custom field that `beerdiary fields` lists"))
        #expect(refused.errors.contains("not “nosuch”."), "\(refused.errors)")
        #expect(try place.run("config", "get", "list.sort").output == "date\n")
      }
    }

    @Test func aFieldThatNoBeerHasIsAMistake() throws {
      _ = try place.run("edit", "1", "--set", "hop=Saaz")
      try write("[list]\nsort = \"HOP\"\n")
      #expect(try place.run("config", "check").output == "No mistakes.\n")
      #expect(try place.run("config", "get", "list.sort").output == "HOP\n")

      try write("[list]\nsort = \"malt\"\n")

      let check = try place.run("config", "check")
      #expect(check.status == 78 && check.lines.count == 1)
      #expect(check.output.hasPrefix("\(path):2:8: list.sort must be “date”, "), "\(check.output)")
      #expect(check.output.contains("lists, not “malt”. It stays “date”.\n"), "\(check.output)")
      let get = try place.run("config", "get", "list.sort")
      #expect(get.output == "date\n")
      #expect(get.errors.hasPrefix("beerdiary: config.toml, line 2, column 8: list.sort must be"))
      let list = try place.run("config", "list").lines.map { $0.split(separator: " ") }
      #expect(list.contains(["list.sort", "date", "default"]))
    }

    @Test func aSettingThatCannotBeUsedIsListedAsIfItWereNotSet() throws {
      let unset = try place.run("config", "list")
      try write("theme = \"pink\"\n[list]\nsort = \"malt\"\nreverse = 3\n[keys]\nadd = \"Hyper-X\"\n")
      let list = try place.run("config", "list")
      #expect(list.status == 0 && list.output == unset.output)
      for name in ["theme", "list.sort", "list.reverse", "Hyper-X"] {
        #expect(list.errors.contains(name), "\(name): \(list.errors)")
      }
    }

    @Test func theSettingsAreEditedInTheEditor() throws {
      #expect(try edit("true").output == "The settings were not changed.\n")
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("# date = \"words\"\n"))

      let changed = try edit(#"sed -i 's/^# date = .*/date = "iso"/'"#)
      #expect(changed.status == 0 && changed.output == "Changed \(path).\n")
      #expect(try place.run("config", "get", "date").output == "iso\n")
      #expect(try edit("true", "--quiet").output == "")
    }

    @Test func mistakesAreListedAfterEditing() throws {
      let result = try edit(#"sed -i 's/^# date = .*/date = "long"/'"#)
      #expect(result.status == 78 && result.output.hasPrefix("\(path):"))
      #expect(result.output.contains("date must be"))

      let json = try edit("true", "--json")
      #expect(json.status == 78 && json.output.contains("date must be"))
    }

    @Test func anEditorThatFailsIsReported() throws {
      let result = try edit("false")
      #expect(result.status == 69 && result.output == "")
      #expect(result.errors.contains("The editor false ended with an error. Nothing was changed."))
    }

    @Test func colorsThatAreHardToReadAreWarnedOf() throws {
      try write("[theme]\nbase = \"dark\"\nfoam = \"#222222\"\namber = \"#e8a838\"\n")
      let check = try place.run("config", "check")
      #expect(check.status == 0 && check.output == "No mistakes.\n")
      let warning =
        "theme.foam has a contrast of 1.0:1 with a dark background; text is readable from 4.5:1."
      #expect(check.errors == "beerdiary: Warning: \(warning)\n")

      try write("[theme]\nbase = \"light\"\nfoam = \"#222222\"\n")
      #expect(try place.run("config", "check").errors == "")

      try write("[theme]\nfoam = \"#222222\"\nselection = \"#333333\"\n")
      let both = try place.run("config", "check").errors
      #expect(both.contains("4.5:1. Set theme.base if yours is never dark.\n"))
      #expect(both.contains("with the color of theme.selection;") && !both.contains("light background"))
    }

    @Test func colorsOfAThemeWithoutColorsAreWarnedOf() throws {
      try write("[theme]\nbase = \"mono\"\nmalt = \"#ffffff\"\n")
      let check = try place.run("config", "check")
      #expect(check.status == 0)
      let warning = "theme.malt has no effect, because the theme mono has no colors."
      #expect(check.errors == "beerdiary: Warning: \(warning)\n")
    }

    @Test func aLineUnderTheCursorThatHidesTheUsualTextIsWarnedOf() throws {
      try write("[theme]\nbase = \"dark\"\nselection = \"#5f5fd7\"\n")
      let errors = try place.run("config", "check").errors
      #expect(errors.contains("theme.selection has a contrast of 3.1:1 with the usual text"))

      try write("[theme]\nbase = \"dark\"\nfoam = \"#ffffff\"\nselection = \"#5f5fd7\"\n")
      #expect(try place.run("config", "check").errors == "")
    }

    @Test func mistakesAreListedWithTheirPosition() throws {
      #expect(try place.run("config", "check").output == "No mistakes.\n")
      try write("theme = \"pink\"\n[list]\nreverse = 3\n")

      let result = try place.run("config", "check")
      let json = try place.run("config", "check", "--json")

      #expect(result.status == 78 && json.status == 78)
      #expect(result.lines.count == 2 && result.errors == "")
      #expect(result.lines.first?.hasPrefix("\(path):1:9: theme must be ") == true)
      #expect(result.lines.last?.hasPrefix("\(path):3:11: list.reverse must be true or false.") == true)
      #expect(json.output.contains("\"column\":11"))
    }

    // MARK: - Other commands

    @Test func datesAreWrittenAsTheSettingsSay() throws {
      _ = try place.run("edit", "1", "--date", "2019-06-01")
      let commands = [["list"], [], ["labels"], ["labels", "show", "1"], ["had", "Orval"]]
      for command in commands { #expect(try place.run(command).output.contains("1 Jun 2019"), "\(command)") }

      try write("date = \"dots\"\n")

      for command in commands {
        let result = try place.run(command)
        #expect(result.output.contains("01.06.2019") && result.errors == "", "\(command): \(result.output)")
      }
      #expect(try place.run("list", "--json").output.contains("2019-06-01"))
    }

    @Test func datesInMessagesAreWrittenAsTheSettingsSay() throws {
      _ = try place.run("edit", "1", "--date", "2019-06-01")
      _ = try place.run("add", "Orval", "--date", "2020-02-03")
      try write("date = \"dots\"\n")

      let several = try place.run("edit", "Orval", "--rating", "4")
      #expect(
        several.errors.contains("  1  01.06.2019  Orval\n  3  03.02.2020  Orval\n"), "\(several.errors)")
      #expect(try place.run("remove", "orv").errors.contains("01.06.2019"))
      let asked = try place.run("add", input: "Orval\n\n\nstrong\n", isTerminal: true)
      #expect(
        asked.errors.contains("03.02.2020") && asked.errors.contains("not “strong”."), "\(asked.errors)")
    }

    @Test func datesAreReadInTheOrderThatTheSettingsSay() throws {
      _ = try place.run("edit", "1", "--date", "2026-03-04")
      _ = try place.run("edit", "2", "--date", "2026-04-03")
      let advice = "If you write the month first, use `beerdiary config set date slashes`.\n"
      for date in ["03/04/2026", "3-4-2026"] {
        let refused = try place.run("list", "date:\(date)")
        #expect(refused.status == 64 && refused.errors.contains("Write 2026-04-03 or 2026-03-04. \(advice)"))
        let edit = try place.run("edit", "1", "--date", date)
        #expect(
          edit.status == 64
            && edit.errors.contains("requires 2026-04-03 or 2026-03-04, not “\(date)”. \(advice)"))
        let rating = try place.run("edit", "1", "--rating", date)
        #expect(rating.status == 64 && !rating.errors.contains("slashes"))
      }
      try write("date = \"slashes\"\n")

      let commands = [
        ["list"], ["list", "--json"], ["labels", "list"], ["export"], ["stats", "--by", "name"], ["show"],
        ["labels", "show"], ["edit", "--notes", "Dry.", "--dry-run"], ["remove", "--dry-run"],
      ]
      for date in ["03/04/2026", "3-4-2026"] {
        for command in commands {
          let result = try place.run(command + ["date:\(date)"])
          #expect(result.status == 0, "\(command): \(result.errors)")
          #expect(
            result.output.contains("Orval") && !result.output.contains("Gueuze"),
            "\(command): \(result.output)")
        }
        #expect(try place.run("year", "2026", "date:\(date)").status == 0)
      }
      for date in ["03/05/2026", "3-5-2026"] {
        #expect(try place.run("edit", "2", "--date", "").status == 0)
        #expect(try place.run("edit", "2", "--date", date).status == 0)
        #expect(try place.diary().beer(2)?.beer.fields.drunkAt == DiaryDate("2026-03-05"))
      }
    }

    @Test func theListIsSortedAsTheSettingsSay() throws {
      try write("[list]\nsort = \"name\"\nreverse = true\n")
      func names(_ arguments: String...) throws -> [String] {
        try place.run(arguments).lines.map { $0.contains("Orval") ? "Orval" : "Gueuze" }
      }

      #expect(try names("list") == ["Orval", "Gueuze"] && names() == ["Orval", "Gueuze"])
      #expect(try names("list", "--reverse") == ["Gueuze", "Orval"])
      #expect(try names("list", "--sort", "name") == ["Gueuze", "Orval"])
    }

    @Test func mistakesAreReportedOnce() throws {
      try write("date = \"stardate\"\n")

      let commands = [
        ["list"], [], ["show", "1"], ["trash"], ["labels"], ["labels", "show", "1"], ["had", "Orval"],
        ["stats"], ["fields"], ["import", "list"], ["backup", "list"], ["edit", "1", "--rating", "4"],
        ["again", "1"], ["config"], ["config", "get", "date"],
      ]
      for command in commands {
        let result = try place.run(command)
        #expect(result.status == 0, "\(command)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(command): \(result.errors)")
        #expect(
          result.errors.hasPrefix("beerdiary: config.toml, line 1, column 8: date must be "), "\(command)")
      }
    }
  }
}
