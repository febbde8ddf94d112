import DiaryModel
import DiaryStore
import Foundation
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// The table that dispatch, hints, help and manual are made from.
@Suite struct ActionTableTests {
  private let table = ActionTable.standard

  @Test func everyActionIsInTheTableOnce() {
    #expect(Set(table.actions).count == table.actions.count)
  }

  /// An action that no list names would have no key, and the palette would not find it.
  @Test func everyActionOfTheSourceIsInTheTable() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/DiaryUI").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var declared: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      declared.formUnion(text.matches(of: /\bAction\(\s*"([^"]+)"/).map { String($0.1) })
    }
    #expect(declared == Set(table.actions.map(\.name)))
  }

  @Test(arguments: [false, true]) func aReboundKeyWorksInAPromptUnlessItTypesText(typesText: Bool) {
    var suspend = Action.suspend
    let key = typesText ? Key.character("u") : Key(.function(6))
    suspend.bindings = [Action.Binding(keys: [key], screens: Set(ScreenKind.allCases))]
    let actions = ActionTable(table.actions.map { $0 == suspend ? suspend : $0 })
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), actions: actions)
    interface.type("/")
    interface.press(key, .control("z"))
    #expect(interface.effects.contains(.suspend) == !typesText)
    #expect(interface.state.prompt?.input.text == (typesText ? "u" : ""))
  }

  /// Handling of keys, hints, help and palette need nothing but the value.
  @Test func anotherActionIsPressedHintedListedAndFound() {
    let action = Action(
      "brag", .program, "Tell how many beers there are", hint: "brag", keys: [.character("Z")], on: [.list],
      when: { Availability($0.isEnabled(.sort), else: "There is nothing to tell.") }
    ) { [.say("There are \($0.list.count ?? 0) beers.")] }
    let actions = ActionTable(ActionTable.standard.actions + [action])
    func interface(_ beers: [BeerDetail]) -> HeadlessInterface {
      HeadlessInterface(Size(width: 250, height: 70), diary: FakeDiary(beers), actions: actions)
    }

    var full = interface(SampleBeers.all)
    #expect(full.screen.contains("Z brag"))
    full.type("Z")
    #expect(full.screen.contains("There are \(SampleBeers.all.count) beers."))
    full.type("?")
    #expect(full.screen.contains("Tell how many beers there are"))
    full.type("q:brag")
    #expect(full.screen.contains("Tell how many beers there are"))
    full.press(Key(.enter))
    #expect(full.screen.contains("There are \(SampleBeers.all.count) beers."))
    var empty = interface([])
    #expect(!empty.screen.contains("Z brag"))
    empty.type("Z")
    #expect(empty.screen.contains("There is nothing to tell."))
  }

  @Test func undoIsRefusedUntilTheLastChangeIsSaved() {
    var interface = HeadlessInterface(Size(width: 250, height: 24), diary: FakeDiary(SampleBeers.all))
    #expect(!interface.screen.contains("u undo"))
    interface.send(.changed(.trash([3]), .success(ChangeOutcome([.trashed([3])]))))
    #expect(interface.screen.contains("u undo"))
    interface.holdsEffects = true
    interface.type("d")
    #expect(ScreenContext(interface.state).availability(of: .undo) == .saving)
    #expect(interface.screen.contains("u undo"), "the hint does not flicker")
    // As from the palette or with the mouse; the key would wait.
    let effects = interface.state.perform(.undo)
    #expect(effects.isEmpty)
    #expect(interface.statusLine.contains("The last change is still being saved."))
    interface.answerHeld()
    interface.type("u")
    #expect(interface.changeRequests.last == .undo([.trashed([3])]))
  }

  @Test func thePaletteRunsAnActionInAnEmptyDiary() {
    var interface = HeadlessInterface(Size(width: 120, height: 40), diary: FakeDiary([]))
    interface.type(":import")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .files)
  }

  @Test(arguments: ScreenKind.allCases) func aKeyMeansOneThingOnAScreen(_ screen: ScreenKind) {
    let actions = table.actions(on: screen)
    for action in actions {
      for other in actions where other.competes(with: action) {
        #expect(Set(action.keys(on: screen)).isDisjoint(with: other.keys(on: screen)))
      }
    }
  }

  @Test func everyActionIsReachedByEachOfItsKeys() {
    for action in table.actions {
      #expect(!action.bindings.flatMap(\.keys).isEmpty)
      for screen in ScreenKind.allCases {
        for key in action.keys(on: screen) {
          #expect(table.candidates(for: key, on: screen).contains(action))
        }
      }
    }
  }

  @Test(arguments: ScreenKind.allCases) func everyScreenCanBeLeft(_ screen: ScreenKind) {
    let actions = table.actions(on: screen)
    #expect(actions.contains { $0.traits.contains(.leavesScreen) })
    #expect(actions.contains(.interrupt))
  }

  @Test(arguments: ScreenKind.allCases.filter(\.isMode)) func aModeIsLeftOnlyByItsOwnActions(
    _ mode: ScreenKind
  ) {
    let actions = table.actions(on: mode)
    #expect(!actions.contains(.back) && !actions.contains(.palette))
  }

  @Test(arguments: ScreenKind.allCases) func aScreenHasTheActionsThatItsKindNames(_ screen: ScreenKind) {
    let actions = table.actions(on: screen)
    #expect(Set(screen.actions()).isSubset(of: table.actions))
    #expect(actions.contains(.undo) == screen.traits.contains(.undoes))
    #expect(actions.contains(.redo) == screen.traits.contains(.undoes))
    #expect(actions.contains(.open) == screen.traits.contains(.opensItems))
    #expect(actions.contains(.countAll) == (screen.screen is any BeerCounting.Type))
  }

  @Test func theActionsOfScreensThatShareThemComeFirst() throws {
    let order = try [
      Action.openTime, .search, .save, .showPhoto, .enlargePhoto, .nextBeer, .undo, .showStatistics,
    ]
    .map { try #require(table.actions.firstIndex(of: $0)) }
    #expect(order == order.sorted())
  }

  @Test func lettersAreTextWhereTextIsTyped() {
    let states = ScreenStates()
    for screen in ScreenStates.kinds where states[screen].textInput != .none {
      #expect(ScreenKind.takingText.contains(screen))
    }
    for screen in ScreenKind.takingText {
      for key in table.actions(on: screen).flatMap({ $0.keys(on: screen) }) {
        if case .character = key.code { #expect(!key.modifiers.isEmpty, "\(key.label) on \(screen)") }
      }
    }
  }

  @Test(arguments: [("", ScreenKind.list), ("l", .beer), ("p", .photos)])
  func helpListsEveryActionOfItsScreen(_ keys: String, _ screen: ScreenKind) {
    var interface = HeadlessInterface(
      Size(width: 120, height: 100), diary: FakeDiary(SampleBeers.all))
    interface.type(keys + "?")
    for action in table.actions(on: screen) {
      #expect(interface.screen.contains(action.help))
      for label in action.keyLabels(on: screen) { #expect(interface.screen.contains(label)) }
    }
  }

  @Test func helpUsesTheWidthOfTheScreen() throws {
    var interface = HeadlessInterface(Size(width: 200, height: 64), diary: FakeDiary(SampleBeers.all))
    interface.type("?")
    // All of it is on the screen: the groups are next to each other.
    for title in ["Moving", "Beers", "Finding", "Marking", "Program", "Filters"] {
      #expect(interface.lines.contains { $0.split(separator: " ").contains(Substring(title)) })
    }
    #expect(!interface.statusLine.contains("page"))
    #expect(interface.lines[2].hasPrefix(" Moving") && interface.lines[2].columns > 60)
    // What fits in one column stays in one.
    interface.type("/undo")
    #expect(interface.lines[2].columns < 20)
  }

  @Test(arguments: [60, 123, 140, 200]) func helpIsNotCutOffInColumns(_ width: Int) {
    var interface = HeadlessInterface(Size(width: width, height: 120), diary: FakeDiary(SampleBeers.all))
    interface.type("?")
    let words = interface.screen.split { $0 == " " || $0 == "\n" }
    for action in table.actions(on: .list) {
      for word in action.help.split(separator: " ") { #expect(words.contains(word)) }
    }
  }

  @Test func keysAreAboveWhatTheyDoOnANarrowScreen() throws {
    var interface = HeadlessInterface(Size(width: 20, height: 12), diary: FakeDiary(SampleBeers.all))
    interface.type("?")
    let row = try #require(interface.lines.firstIndex(of: " j, Down"))
    #expect(interface.lines[row + 1] == "   Move down a line")
    interface.type("G")
    #expect(interface.lines.contains { $0.hasPrefix("   Quoted text") || $0.hasPrefix("   never an") })
  }

  @Test func theHintOfHelpSaysThatGoingBackClearsTheSearchFirst() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("?/undo")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("q show all") && !interface.screen.contains("q back"))
    interface.type("q")
    #expect(interface.lines[0].contains("Help") && interface.screen.contains("q back"))
  }

  @Test func anActionWithoutAKeyIsCarriedOutByThePalette() {
    let settings = SettingsFile(text: "[keys]\nsort = []\n").preferences
    let actions = table.applying(settings.keys).table
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), actions: actions)
    interface.type("s")
    #expect(interface.state.prompt == nil && interface.statusLine.contains("s is not used here."))
    interface.type("?/sort")
    interface.press(Key(.enter))
    #expect(interface.lines.contains { $0.contains(" :sort ") && $0.contains("Sort by a field") })
    interface.type("q")
    interface.type("q:sort")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Sort by"))
  }

  @Test func keysAreNamedAsPeopleNameThem() {
    let keys: [Key] = [
      .character("J"), .control("f"), Key(.up, .shift), Key(.pageDown), Key(.function(1)), .character(" "),
    ]
    #expect(keys.map(\.label) == ["J", "Ctrl-F", "Shift-Up", "PgDn", "F1", "Space"])
  }
}
