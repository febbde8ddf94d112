import DiaryStore
import DiaryText
import DiaryUI
import FixtureStores
import Foundation
import Interchange
import Settings
import Terminal
import TestSupport
import Testing

/// The user's settings, and how mistakes in them are reported.
@Suite struct SettingsFileTests {
  /// Returns the settings in a text, and the mistakes that the interface reports.
  private func read(_ text: String) -> (
    preferences: Preferences, actions: ActionTable, mistakes: [SettingsMistake]
  ) {
    let file = SettingsFile(text: text)
    let keys = ActionTable.standard.applying(file.preferences.keys)
    return (file.preferences, keys.table, file.mistakes(adding: keys.mistakes))
  }

  @Test func anEmptyFileLeavesEverythingAsItIs() {
    #expect(SettingsFile(text: "").preferences == Preferences())
    #expect(SettingsFile(text: "# nothing\n\n").mistakes == [])
  }

  @Test func aMissingFileIsNotAMistake() {
    #expect(SettingsFile(folder: "/nowhere").mistakes == [])
  }

  @Test(arguments: ["/", "/dev/zero"]) func aFileThatIsNotTextIsReported(_ target: String) throws {
    let folder = try TemporaryFolder()
    for name in ["config.toml", "mappings.toml"] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }
    let sentences = SettingsFile(folder: folder.path).mistakes.map(\.sentence)
    #expect(sentences.count == 2)
    #expect(sentences.allSatisfy { $0.contains("cannot be read") })
  }

  @Test func settingsThatCannotBeUsedHaveTheirDefaults() {
    let file = SettingsFile(text: "list.sort = \"malt\"\nkeys = { nosuch = \"x\", add = \"+\" }\n")
    let keys = ActionTable.standard.applying(file.preferences.keys)
    #expect(file.values.contains { $0.name == "keys.nosuch" })

    let usable = file.leavingOut(keys.mistakes + [.unknownOrder("malt", in: file)])

    #expect(usable.preferences.keys.map(\.action) == ["add"])
    #expect(usable.values.contains { $0.name == "list.sort" && $0.text == "date" && $0.fileName == nil })
    #expect(!usable.values.contains { $0.name == "keys.nosuch" })
    #expect(usable.values.contains { $0.name == "keys.add" && $0.fileName == "config.toml" })
  }

  @Test func everySettingIsRead() {
    let file = read(
      """
      theme = "light"   # for the day
      date = "iso"
      mouse = false

      [terminal]
      ask = false

      [pictures]
      mode = "cells-256"

      [list]
      sort = "rating"
      reverse = true
      view = "cards"
      preview = false

      [sync]
      automatic = false
      interval = 60
      photos = "recent"

      [keys]
      add = ["Ctrl-N", "+"]
      'delete' = "Z"
      """)

    #expect(file.mistakes == [])
    #expect(file.preferences.theme == .light)
    #expect(file.preferences.dateFormat == .iso)
    #expect(!file.preferences.usesMouse && !file.preferences.asksTerminal)
    #expect(file.preferences.pictures == .cells256)
    #expect(file.preferences.order == .rating && file.preferences.isReversed)
    #expect(file.preferences.showsCards == true && file.preferences.showsPreview == false)
    #expect(!file.preferences.synchronizesAutomatically && file.preferences.syncInterval == 60)
    #expect(file.preferences.syncedPhotos == .recent)
    let actions = file.actions
    #expect(actions.action(for: .control("n"), on: .list)?.name == "add")
    #expect(actions.action(for: .character("+"), on: .list)?.name == "add")
    #expect(actions.action(for: .character("a"), on: .list) == nil)
    #expect(actions.action(for: .character("Z"), on: .beer)?.name == "delete")
  }

  @Test func aColorCanHaveThreeDigits() {
    let file = SettingsFile(text: "[theme]\namber = \"#fA0\"\n")
    #expect(file.mistakes == [] && file.preferences.tones[.amber] == .rgb(red: 0xFF, green: 0xAA, blue: 0))
  }

  @Test func aScreenReaderHasDefaultsOfItsOwn() {
    let file = SettingsFile(text: "screen-reader = true\n")
    #expect(file.mistakes == [])
    #expect(file.preferences.pictures == .words && file.preferences.theme == .mono)
    #expect(read("screen-reader = true").actions.action(for: .character("4"), on: .list)?.name != "rate")
    let value = file.values.first { $0.name == "screen-reader" }
    #expect(value?.text == "true" && value?.line == 1)
    let off = SettingsFile(text: "screen-reader = false\n").preferences
    #expect(off.pictures == .auto && off.theme == .auto && off.keys.isEmpty)
  }

  @Test func aScreenReaderKeepsWhatIsSet() {
    let file = read(
      """
      screen-reader = true
      theme = "dark"
      [pictures]
      mode = "ascii"
      [keys]
      rate = "F4"
      """)
    #expect(file.mistakes == [])
    #expect(file.preferences.pictures == .ascii && file.preferences.theme == .dark)
    #expect(file.actions.action(for: Key(.function(4)), on: .list)?.name == "rate")
  }

  @Test func aThemeCanHaveColorsOfItsOwn() {
    let file = SettingsFile(text: "[theme]\nbase = \"light\"\namber = \"#E8A838\"\nselection = 236\n")

    #expect(file.mistakes == [])
    #expect(file.preferences.theme == .light)
    #expect(file.preferences.tones == [.amber: Color(0xE8A838), .selection: .indexed(236)])
    let values = file.values.filter { $0.name.hasPrefix("theme") }
    #expect(values.map(\.name) == ["theme.base", "theme.amber", "theme.selection"])
    #expect(values.map(\.text) == ["light", "#e8a838", "236"])
    #expect(values.map(\.line) == [2, 3, 4])
  }

  @Test func theTastingSheetHasTheUsualPartsOrThoseOfTheUserInTheirOrder() {
    #expect(read("").preferences.tastingSheet == nil)
    #expect(read("[tasting]\nsheet = true\n").preferences.tastingSheet == .standard)
    let own = read("[tasting]\nsheet = true\n[tasting.parts]\npalate = 3\nnose = 0.5\nfinish = 0\n")
    #expect(own.mistakes == [])
    #expect(
      own.preferences.tastingSheet?.parts == [
        TastingSheet.Part("palate", weight: 3), TastingSheet.Part("nose", weight: 0.5),
        TastingSheet.Part("finish", weight: 0),
      ])
  }

  @Test func twoActionsCanSwapTheirKeys() {
    let file = read("[keys]\nadd = \"e\"\nedit = \"a\"\n")

    // On the screen of a beer `a` adds a photo, so `edit` keeps its `e`, which `add` cannot have then.
    #expect(file.mistakes.map(\.line) == [2, 3])
    let other = read("[keys]\nsearch = \"f\"\nfilter = \"/\"\n")
    #expect(other.mistakes == [])
    #expect(other.actions.action(for: .character("f"), on: .list)?.name == "search")
    #expect(other.actions.action(for: .character("/"), on: .list)?.name == "filter")
  }

  @Test func lettersStayTextInTextFields() {
    let file = read("[keys]\nback = \"z\"\nsave = \"F4\"\n")

    #expect(file.mistakes == [])
    for screen in [ScreenKind.form, .files, .menu, .palette] {
      #expect(file.actions.action(for: .character("z"), on: screen) == nil)
      #expect(file.actions.action(for: Key(.escape), on: screen)?.name == "back")
    }
    #expect(file.actions.action(for: Key(.function(4)), on: .form)?.name == "save")
  }

  @Test func aKeyIsAddedToTheUsualOnesOfAnAction() {
    let file = read(
      "[keys]\nmove-down = [\"j\", \"Down\", \"Ctrl-N\", \"Ctrl-G\"]\nopen = [\"Enter\", \"Ctrl-O\"]\n")

    #expect(file.mistakes == [])
    for key in [Key.character("j"), Key(.down), .control("n"), .control("g")] {
      #expect(file.actions.action(for: key, on: .list)?.name == "move-down")
    }
    #expect(file.actions.action(for: .control("g"), on: .map)?.name == "move-down")
    #expect(file.actions.action(for: Key(.down), on: .map)?.name == "pan-down")
    #expect(file.actions.action(for: Key(.right), on: .list)?.name != "open")
  }

  @Test func anActionWithoutKeysIsLeftToThePalette() {
    let file = read("[keys]\nrate = []\nsave = []\n")

    #expect(file.mistakes == [])
    #expect(file.actions.action(for: .character("0"), on: .list) == nil)
    #expect(file.actions.action(for: .character("4"), on: .list)?.name == "repeat-movement")
    #expect(file.actions.action(for: .control("s"), on: .form) == nil)
    #expect(file.actions.actions(on: .list).contains { $0.name == "rate" })
  }

  @Test(arguments: ActionTable.standard.actions)
  func everyKeyCanBeNamedAsItIsShown(_ action: Action) {
    for key in action.bindings.flatMap(\.keys) { #expect(Key(label: key.label) == key, "\(key.label)") }
  }

  /// A file for each mistake; its first lines have the expected messages after `#= `, in which `FIELDS` stands for the
  /// names of the fields.
  @Test(arguments: Self.mistakes) func aMistakeIsOneSentenceWithItsPosition(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let fields = ColumnMapping.Role.names.joined(separator: ", ")
    let expected = lines.prefix { $0.hasPrefix("#= ") }
      .map { String($0.dropFirst(3)).replacing("FIELDS", with: fields) }

    let file = read(text)

    #expect(file.mistakes.map(\.sentence) == expected)
    #expect(file.actions == .standard)
    var preferences = file.preferences
    preferences.keys = []
    // A part that is right, which another one repeats.
    preferences.tastingParts.removeAll { $0 == TastingSheet.Part("aroma", weight: 1000) }
    #expect(preferences == Preferences())
  }

  @Test func aKeyThatWasRefusedIsNotTakenFromTheNextAction() {
    let file = read("[keys]\nhalf-page-down = \"J\"\nmove-down = \"j\"\n")

    #expect(file.mistakes.map(\.line) == [2])
    #expect(file.actions.action(for: .character("j"), on: .list)?.name == "move-down")
  }

  @Test func validSettingsApplyDespiteAMistake() {
    let file = read("theme = \"blue\"\ndate = \"iso\"\n[keys]\nadd = \"F7\"\nopen = 3\n")

    #expect(file.mistakes.map(\.line) == [1, 5])
    #expect(file.preferences.dateFormat == .iso)
    #expect(file.actions.action(for: Key(.function(7)), on: .list)?.name == "add")
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Mistakes")
  private static let mistakes =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test func thereAreManyFilesWithMistakes() { #expect(Self.mistakes.count >= 14) }
}
