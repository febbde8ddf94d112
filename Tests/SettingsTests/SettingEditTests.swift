import DiaryUI
import Foundation
import TestSupport
import Testing

@testable import Settings

/// Changing one setting in the user's file, which keeps everything else.
@Suite struct SettingEditTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("config.toml") }

  init() throws { folder = try TemporaryFolder() }

  private func set(_ name: String, _ value: String) throws {
    let name = try #require(SettingName(name))
    #expect(name.description != nil)
    try SettingsFile.set(
      name, to: value, in: folder.path, checking: { ActionTable.standard.applying($0.keys).mistakes })
  }

  /// Sets a value in a text and returns the new text.
  private func setting(_ name: String, _ value: String, in text: String) throws -> String {
    try write(text, to: path)
    try set(name, value)
    return try contents(of: path)
  }

  // MARK: - What is written

  @Test func onlyTheValueChanges() throws {
    let old = """
      # My settings
        theme   =  "dark"   # at night

      [list]   # at the start
      sort = 'rating' # the best first
      reverse = true


      [keys]
      add = ["a", "Ctrl-N"]   # two
      "delete" = "Z"
      """
    let sort = try setting("list.sort", "name", in: old)
    #expect(sort == old.replacing("'rating'", with: "\"name\""))
    #expect(try setting("theme", "light", in: old) == old.replacing("\"dark\"", with: "\"light\""))
    #expect(try setting("list.reverse", "false", in: old) == old.replacing("true", with: "false"))
    #expect(try setting("keys.delete", "Z", in: old) == old)
    #expect(try setting("keys.delete", "+", in: old) == old.replacing("\"Z\"", with: "\"+\""))
    let keys = try setting("keys.add", #"["a", "+"]"#, in: old)
    #expect(keys == old.replacing(#"["a", "Ctrl-N"]"#, with: #"["a", "+"]"#))
  }

  @Test func settingsThatAreNotSetYetAreAdded() throws {
    #expect(try setting("theme", "dark", in: "") == "theme = \"dark\"\n")
    #expect(
      try setting("list.sort", "name", in: "theme = \"dark\"")
        == "theme = \"dark\"\n[list]\nsort = \"name\"\n")
    #expect(
      try setting("list.sort", "name", in: "[list] # here\nreverse = true\n")
        == "[list] # here\nsort = \"name\"\nreverse = true\n")
    #expect(
      try setting("mouse", "false", in: "date = \"iso\"\n\n# The list\n[list]\nreverse = true\n")
        == "date = \"iso\"\nmouse = false\n\n# The list\n[list]\nreverse = true\n")
    #expect(
      try setting("mouse", "false", in: "# Mine\n\n# The list\n[list]\n")
        == "# Mine\n\nmouse = false\n# The list\n[list]\n")
    // The table of dotted keys cannot be opened again.
    #expect(
      try setting("list.sort", "name", in: "list.reverse = true\n")
        == "list.reverse = true\nlist.sort = \"name\"\n")
    #expect(
      try setting("import.mappings.club.\"My Score\"", "rating", in: "")
        == "[import.mappings.club]\n\"My Score\" = \"rating\"\n")
  }

  @Test func theLineEndsOfWindowsStay() throws {
    let old = "theme = \"dark\"\r\n[list]\r\nsort = \"name\" # x\r\n"
    #expect(try setting("list.sort", "abv", in: old) == old.replacing("\"name\"", with: "\"abv\""))
    #expect(
      try setting("list.view", "cards", in: old)
        == "theme = \"dark\"\r\n[list]\r\nview = \"cards\"\r\nsort = \"name\" # x\r\n")
  }

  @Test func aLineWithinATextIsNotMistakenForASetting() throws {
    // The names are unknown, but the file is valid.
    let old = "note = \"\"\"\n[list]\nsort = \"name\"\n\"\"\"\n"
    #expect(try setting("list.sort", "abv", in: old) == old + "[list]\nsort = \"abv\"\n")
    #expect(try setting("theme", "dark", in: old) == "theme = \"dark\"\n" + old)
  }

  @Test func aValueOfSeveralLinesIsReplaced() throws {
    let keys = "[keys]\nadd = [\n  \"a\",\n  \"F5\",\n]   # two\nedit = \"F6\"\n"
    #expect(try setting("keys.add", "+", in: keys) == "[keys]\nadd = \"+\"   # two\nedit = \"F6\"\n")
    let text = "theme = \"\"\"\ndark\"\"\"\r\nmouse = false\r\n"
    #expect(try setting("theme", "light", in: text) == "theme = \"light\"\r\nmouse = false\r\n")
    let hash = "date = \"a # b\" # c # d\n"
    #expect(try setting("date", "iso", in: hash) == "date = \"iso\" # c # d\n")
  }

  @Test(arguments: [
    ("'list'.\"sort\" = \"name\"", "'list'.\"sort\" = \"abv\""),
    ("list . sort=\"name\"", "list . sort=\"abv\""),
    ("[ \"list\" ]\n\"so\\u0072t\" = 'name'", "[ \"list\" ]\n\"so\\u0072t\" = \"abv\""),
    ("[list.more]\n", "[list.more]\n[list]\nsort = \"abv\"\n"),
    (
      "x = [\n  [\"a\"],\n]\nlist.reverse = true\n",
      "list.sort = \"abv\"\nx = [\n  [\"a\"],\n]\nlist.reverse = true\n"
    ),
    ("x = inf\n", "x = inf\n[list]\nsort = \"abv\"\n"),
  ])
  func keysAreFoundHoweverTheyAreWritten(_ old: String, _ new: String) throws {
    #expect(try setting("list.sort", "abv", in: old) == new)
  }

  @Test(
    arguments: [
      ("list = { sort = \"name\", foo = 1 }\n", "sort = \"abv\"", .braces("list")),
      ("list = { reverse = true }\n", "sort = \"abv\"", .braces("list")),
      ("[[list]]\nsort = \"name\"\n", "list.sort = \"abv\"", .top),
      ("[list]\nsort = [ # mine\n  \"name\",\n]\n", "sort = \"abv\"", .table("list")),
      ("list.sort = [ # mine\n  \"name\",\n]\n", "list.sort = \"abv\"", .top),
    ] as [(String, String, SettingsFile.SettingPlace)])
  func aFileThatCannotBeChangedSafelyIsLeftAlone(
    _ old: String, _ line: String, _ place: SettingsFile.SettingPlace
  ) throws {
    try write(old, to: path)

    let failure = #expect(throws: SettingsFile.ChangeFailure.self) { try set("list.sort", "abv") }

    #expect(failure == .unsafe(line: line, place: place, path: path))
    #expect(try contents(of: path) == old)
  }

  @Test func aTableInBracesMayBeWithinAnother() throws {
    try write("import = { mappings = { club = { \"My Score\" = \"name\" } } }\n", to: path)

    let failure = #expect(throws: SettingsFile.ChangeFailure.self) {
      try set("import.mappings.club.\"My Score\"", "rating")
    }

    #expect(
      failure
        == .unsafe(
          line: "\"My Score\" = \"rating\"", place: .braces("import.mappings.club"), path: path))
  }

  @Test(arguments: [
    "theme = \n", "[list\n", "theme = \"dark\n", "[list]\nsort = \"name\"\nsort = \"name\"\n",
    "[list]\n[list]\n",
  ])
  func aFileThatIsNotTOMLIsLeftAlone(_ old: String) throws {
    try write(old, to: path)

    let failure = #expect(throws: SettingsFile.ChangeFailure.self) { try set("list.sort", "abv") }

    #expect(failure == .malformed(path: path))
    #expect(try contents(of: path) == old)
  }

  @Test func manyChangesLeaveAFileThatSaysTheSame() throws {
    var random = Seeds.generator(83)
    try write("theme = \"dark\"\n[keys]\nadd = \"F5\" # add\n[list]\n# nothing yet\n", to: path)
    var wanted: [String: String] = [:]
    for _ in 0..<60 {
      // A file has the theme's name or its table, not both.
      let settings = SettingDescription.all.filter { $0.isClosed && $0.name != "theme.base" }
      let setting = try #require(settings.randomElement(using: &random))
      let value = try #require(setting.choices.randomElement(using: &random))
      try set(setting.name, value)
      wanted[setting.name] = value.replacing("\"", with: "")
      let file = SettingsFile(folder: folder.path)
      #expect(file.mistakes == [])
      for (name, value) in wanted { #expect(file.values.first { $0.name == name }?.text == value) }
    }
    #expect(
      try contents(of: path).contains("add = \"F5\" # add\n")
        && contents(of: path).contains("# nothing yet\n"))
  }

  @Test func colorsAreWrittenAsTextOrAsNumbers() throws {
    let first = try setting("theme.amber", "#e8a838", in: "")
    #expect(first == "[theme]\namber = \"#e8a838\"\n")
    let second = try setting("theme.gold", "220", in: first)
    #expect(second == "[theme]\ngold = 220\namber = \"#e8a838\"\n")
    #expect(
      try setting("theme.base", "light", in: second)
        == "[theme]\nbase = \"light\"\ngold = 220\namber = \"#e8a838\"\n")
  }

  // MARK: - What is refused

  @Test func aPartOfATastingThatTheFileHasInAnotherSpellingIsRefused() throws {
    let old = "[tasting.parts]\naroma = 1\n"
    let failure = #expect(throws: SettingsFile.ChangeFailure.self) {
      _ = try setting("tasting.parts.Aroma", "2", in: old)
    }
    #expect(failure == .refused("\(path) was not changed: the part “aroma” is the same as “Aroma”."))
    #expect(try contents(of: path) == old)
    #expect(try setting("tasting.parts.aroma", "2", in: old) == "[tasting.parts]\naroma = 2\n")
  }

  @Test func aMistakeThatTheFileHasAnywayIsNotAReasonToRefuse() throws {
    #expect(try setting("mouse", "false", in: "date = \"never\"\n").hasSuffix("mouse = false\n"))
  }

  @Test func aListWithAKeyOfAnotherActionIsRefusedForThatReason() throws {
    let failure = #expect(throws: SettingsFile.ChangeFailure.self) {
      _ = try setting("keys.delete", #"["d", "x"]"#, in: "")
    }
    #expect(
      failure
        == .refused(
          #"keys.delete cannot be set to “["d", "x"]”: “x” is already the key of stop-export on the same screen."#
        ))
  }

  @Test func aKeyIsFreeOnceTheFileGivesItsActionAnother() throws {
    let old = "[keys]\nstop-export = \"Z\"\n"
    let new = try setting("keys.delete", #"["d", "x"]"#, in: old)
    #expect(new.contains(#"delete = ["d", "x"]"#) && new.contains("stop-export = \"Z\""))
    let failure = #expect(throws: SettingsFile.ChangeFailure.self) {
      _ = try setting("keys.delete", "Z", in: old)
    }
    guard case .refused(let sentence)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(sentence.hasPrefix("keys.") && sentence.contains("“Z” is already the key of "))
  }

  @Test(arguments: [
    (
      "theme.amber", "214", "theme = \"dark\"\n",
      "it sets theme to a name. Write theme.base instead of theme in it first."
    ),
    ("theme", "dark", "[theme]\namber = 214\n", "it has the table [theme]. Set theme.base instead."),
    ("theme", "dark", "theme = { amber = 214 }\n", "it has the table [theme]. Set theme.base instead."),
  ])
  func aThemeIsANameOrATable(_ name: String, _ value: String, _ old: String, _ advice: String) throws {
    try write(old, to: path)

    let failure = #expect(throws: SettingsFile.ChangeFailure.self) { try set(name, value) }

    #expect(failure == .refused("\(path) was not changed: \(advice)"))
    #expect(try contents(of: path) == old)
  }

  @Test(arguments: [
    ("theme", "pink"), ("theme.amber", "brown"), ("theme.gold", "256"), ("mouse", "yes"),
    ("keys.add", "nothing"), ("keys.nothing", "F5"),
    ("theme", "dark\"\nmouse = false #"), ("theme", "\"dark\" # why"),
    ("import.mappings.club.Score", "nothing"),
  ])
  func aValueThatIsAMistakeIsRefused(_ name: String, _ value: String) throws {
    try write("# mine\n", to: path)
    #expect(throws: SettingsFile.ChangeFailure.self) { try set(name, value) }
    #expect(try contents(of: path) == "# mine\n")
  }

  // MARK: - Files

  @Test func aLinkAndPermissionsStay() throws {
    let real = folder.file("dotfiles.toml")
    try Data("theme = \"dark\"\n".utf8).write(to: URL(fileURLWithPath: real))
    #expect(chmod(real, 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "dotfiles.toml")

    try set("theme", "mono")

    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "dotfiles.toml")
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "theme = \"mono\"\n")
    var status = stat()
    #expect(stat(real, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try folder.contents().keys.sorted() == ["config.toml", "dotfiles.toml"])
  }

  @Test func aProtectedFileIsNotReplaced() throws {
    try write("theme = \"dark\"\n", to: path)
    #expect(chmod(path, 0o444) == 0)

    let failure = #expect(throws: SettingsFile.ChangeFailure.self) { try set("theme", "mono") }

    #expect(failure == .unwritable("\(path) cannot be written: it is write-protected."))
    #expect(try contents(of: path) == "theme = \"dark\"\n")
  }

  @Test func settingsThatAreChangedAtTheSameTimeAreAllKept() async throws {
    let folder = folder.path
    let names = try (0..<12).map { try #require(SettingName("import.mappings.m\($0).Beer")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names { group.addTask { try SettingsFile.set(name, to: "name", in: folder) } }
      try await group.waitForAll()
    }

    #expect(SettingsFile(folder: folder).mappings.count == names.count)
  }

  @Test func aFileThatAnotherProgramHasJustWrittenIsNotOverwritten() throws {
    try write("mouse = false\n", to: path)

    let failure = #expect(throws: SettingsFile.ChangeFailure.self) {
      try SettingsFile.write("theme = \"mono\"\n", insteadOf: "", to: path, in: folder.path)
    }

    #expect(
      failure == .unwritable("\(path) was not changed: another program has just written it. Try again."))
    #expect(try contents(of: path) == "mouse = false\n")
    #expect(try folder.contents().keys.sorted() == ["config.toml"])
  }

  // MARK: - Values

  @Test func valuesSayWhereTheyComeFrom() throws {
    try write("date = \"iso\"\ntheme = \"pink\"\n[keys]\nadd = [\"F5\", \"+\"]\n", to: path)
    let values = SettingsFile(folder: folder.path).values
    func value(_ name: String) -> SettingValue? { values.first { $0.name == name } }

    #expect(value("date")?.text == "iso" && value("date")?.line == 1)
    #expect(value("date")?.fileName == "config.toml")
    #expect(value("theme")?.text == "auto" && value("theme")?.fileName == nil)
    #expect(value("keys.add")?.text == "F5, +" && value("keys.add")?.line == 4)
    #expect(value("keys.edit") == nil)
  }
}
