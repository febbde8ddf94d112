import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// All actions by name, and the help of a screen.
@Suite struct PaletteTests {
  @Test func typingNarrowsTheActionsAndEnterRunsOne() {
    var interface = interface()
    interface.type(":")
    #expect(interface.lines[2].contains("open"))
    interface.type("mrkall")
    #expect(interface.lines[2].contains("mark-all") && interface.lines[2].contains("*"))
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("6 marked"))
    interface.type(":")
    #expect(!interface.screen.contains("Actions: mrkall") && interface.lines[2].contains("open"))
  }

  @Test func anActionIsFoundByWhatItDoes() {
    var interface = interface()
    interface.type(":beers counted")
    #expect(interface.lines[2].contains("open"))
  }

  private func names(_ typed: String) -> [String] {
    let entries = PaletteEntry.entries(typed: typed, on: .list, in: ScreenContext(interface().state))
    return entries.map(\.action.name)
  }

  @Test func looseLettersOnlyCountIfNothingElseMatches() {
    #expect(names("mig").contains("warnings") && !names("mig").contains("use-mapping"))
    #expect(names("ph").contains("photos") && !names("ph").contains("previous-match"))
    #expect(names("mrkall").first == "mark-all")
  }

  @Test func wholeWordsComeBeforeBeginningsAndThoseBeforeTheMiddleOfWords() {
    let entries = PaletteEntry.entries(typed: "mark", on: .list, in: ScreenContext(interface().state))
    let working = entries.filter(\.isEnabled)
    func rank(_ entry: PaletteEntry) -> Int {
      let words =
        (entry.action.name + " " + entry.action.synonyms.joined(separator: " ") + " "
        + entry.action.help).lowercased().split { !$0.isLetter && !$0.isNumber }
      if words.contains(where: { ["mark", "marks"].contains($0) }) { return 0 }
      return words.contains { $0.hasPrefix("mark") } ? 1 : 2
    }
    #expect(working.map(rank) == working.map(rank).sorted())
    #expect(Set(working.map(rank)).count > 1)
  }

  @Test(arguments: ["q", "q!", "wq", "x", "exit"]) func quitIsFoundByTheWordsOfOtherPrograms(_ word: String) {
    var interface = interface()
    interface.type("l:" + word)
    #expect(interface.lines[2].hasPrefix("▌quit"))
    interface.press(Key(.enter))
    #expect(interface.ending == .finished)
  }

  @Test func quitIsNotFoundByTheNameOfAnotherScreen() {
    var interface = HeadlessInterface(diary: FakeDiary([]))
    interface.type(":stat")
    interface.press(Key(.enter))
    #expect(interface.ending == nil)
    #expect(interface.statusLine.contains("statistics: There are no beers to count."))
  }

  @Test func theCommandWSaysThatNothingIsUnsaved() {
    var interface = interface()
    interface.type(":w")
    #expect(interface.lines[2].hasPrefix("▌save"))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("save: Every change is saved already.") && interface.ending == nil)
  }

  @Test(arguments: [("order", "sort"), ("remov", "delete"), ("find", "search"), ("select", "mark")])
  func anActionIsFoundByAnotherWordForIt(_ word: String, _ name: String) {
    var interface = interface()
    interface.type(":" + word)
    #expect(interface.lines[2].hasPrefix("▌\(name) "))
    interface.press(Key(.escape))
    interface.type("?/" + word)
    let key = ActionTable.standard[name]?.keys(on: .list).first?.label ?? "?"
    #expect(interface.lines.contains { $0.hasPrefix("   \(key) ") || $0.hasPrefix("   \(key),") })
  }

  @Test func aSynonymMeansOneAction() {
    let actions = ActionTable.standard.actions
    let words = actions.map(\.name) + actions.flatMap(\.synonyms)
    #expect(Set(words).count == words.count)
  }

  @Test func availableActionsComeFirst() {
    var interface = interface()
    interface.type("p:")
    #expect(interface.lines[2].contains("show-photo"))
  }

  @Test func actionsThatWorkHereComeBeforeBetterMatches() {
    var interface = interface()
    interface.type(":photo")
    #expect(interface.lines[2].contains("photos "))
    let entries = PaletteEntry.entries(typed: "photo", on: .list, in: ScreenContext(interface.state))
    let works = entries.map(\.isEnabled)
    #expect(works == works.sorted { $0 && !$1 } && Set(works).count == 2)
    interface.press(.control("u"))
    interface.type("undo")
    #expect(interface.lines[2].contains("undo"))
  }

  @Test func digitsInARowAreOneKey() {
    var interface = interface()
    interface.type(":rate")
    #expect(interface.lines[2].hasSuffix(" 0–9"))
    interface.press(Key(.escape))
    interface.type("?/rate")
    #expect(interface.lines.contains { $0.contains("  0–9 ") && $0.contains("Rate the beer") })
  }

  @Test func aNumberGoesToTheLine() {
    var interface = interface()
    interface.type(":4")
    #expect(interface.lines.contains { $0.contains("Enter goes to line 4.") })
    interface.type("000")
    #expect(interface.lines.contains { $0.contains("Enter goes to the last line.") })
    interface.press(Key(.backspace), Key(.backspace), Key(.backspace))
    interface.press(Key(.enter))
    #expect(interface.state.list.scroll.cursor == 3 && interface.state.prompt == nil)
    interface.type(":40")
    interface.press(Key(.enter))
    #expect(interface.state.list.scroll.cursor == 5)
  }

  @Test func anActionOfTheScreenBelowIsDoneThere() {
    var interface = interface()
    interface.type("lp:statistics")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("Statistics"))
  }

  @Test func aFormIsNotLeftForAnAction() {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.function(1)))
    interface.type(":statistics")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("statistics: Available on another screen"))
    interface.press(Key(.escape), Key(.escape))
    #expect(interface.lines[0].contains("New beer") && interface.screen.contains("Orval"))
  }

  /// Of the screens that have an action, the first in the manual is named.
  @Test(arguments: [
    ("count-all", "statistics"), ("add-photo", "beer"), ("merge", "beers that may be the same"),
  ])
  func anActionOfOtherScreensNamesTheFirstOfThem(_ name: String, _ subject: String) {
    var interface = interface()
    interface.type(":" + name)
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Available on another screen: \(subject)."))
  }

  @Test func unavailableActionsSayWhy() {
    var interface = interface()
    interface.type(":redo")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Nothing to redo."))
    #expect(interface.statusLine.contains("redo: "))
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("Actions: redo"), "another Enter runs nothing else")
    interface.press(.control("u"))
    interface.type("marka")
    #expect(interface.lines[0].contains("Actions: marka") && interface.lines[2].contains("mark-all"))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test(arguments: [("d", "delete"), ("D", "again"), ("=", "set-field"), ("u", "undo"), ("v", "view")])
  func theActionOfATypedKeyComesFirst(_ key: String, _ name: String) {
    var interface = interface()
    interface.type(":" + key)
    #expect(interface.lines[2].contains(name), "\(interface.lines[2])")
  }

  @Test func zeroGoesToTheFirstLine() {
    var interface = interface()
    interface.type("G:0")
    interface.press(Key(.enter))
    #expect(interface.state.list.scroll.cursor == 0 && interface.state.path == [.list])
  }

  @Test func aFilterIsTypedAfterTheNameOfItsAction() {
    var interface = interface()
    interface.type(":filter rating>=4.5")
    #expect(interface.screen.contains("Enter runs filter with “rating>=4.5”."))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list] && interface.state.prompt == nil)
    #expect(interface.state.list.window.query.filter.description == "rating>=4.5")
    interface.type(":filter rating>=")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Filter rating>=") && interface.state.prompt != nil)
  }

  @Test func theTextOfAPromptIsTypedAfterTheNameOfItsAction() {
    var interface = interface()
    interface.type(":sort rating")
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && interface.state.list.window.query.order == .rating)
    interface.type(":search pliny")
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && interface.state.list.window.query.search == "pliny")
    // In the place of the words before.
    interface.type(":search rochefort")
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.search == "rochefort")
    interface.type(":go-to schlenkerla")
    interface.press(Key(.enter))
    #expect(interface.state.path.last == .beer && interface.screen.contains("Schlenkerla"))
  }

  @Test func aDollarGoesToTheLastLine() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type(":$")
    #expect(interface.screen.contains("Enter goes to the last line."))
    interface.press(Key(.enter))
    #expect(interface.state.list.scroll.cursor == 39)
  }

  @Test func undoOffersAChangeOfAnEarlierSession() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("u")
    #expect(interface.statusLine.contains("Nothing to undo.") && interface.state.prompt == nil)

    let change = DiaryChange.trashed([2])
    let logged = LoggedChange.logged([change], .trashed, name: "Pliny the Elder")
    interface.diary.loggedChange = logged
    interface.type("u")
    #expect(interface.screen.contains("Undo: moved “Pliny the Elder” to the trash, 15 Jun 2024"))
    #expect(interface.changeRequests.isEmpty)
    interface.type("n")
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
    interface.type("uy")
    #expect(interface.changeRequests == [.undoLogged(logged)])
  }

  @Test func undoOfThisSessionAsksNothing() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.diary.loggedChange = .adoption([.adopted([1])])
    interface.type("du")
    #expect(interface.changeRequests == [.trash([1]), .undo([.trashed([1])])])
    #expect(interface.state.prompt == nil)
  }

  @Test func actionsThatCannotBeDoneSaySoWithoutColors() {
    var interface = interface()
    interface.type(":redo")
    #expect(interface.lines[2].contains("redo") && interface.lines[2].contains("Not now: Redo the undone"))
    #expect(interface.cursorLine.hasPrefix(" Actions: redo → redo  Not now: Redo the undone"))
    interface.press(.control("u"))
    interface.type("caption")
    #expect(interface.lines[2].contains("On another screen: Edit the photo"))
    interface.press(.control("u"))
    interface.type("mark-all")
    #expect(!interface.lines[2].contains("Not now"))
  }

  @Test func everyActionIsThere() {
    var interface = interface(Size(width: 120, height: 240))
    interface.type(":")
    let left: [Action] = [.cancel, .palette, .repeatMovement]
    for action in ActionTable.standard.actions where !left.contains(action) {
      #expect(interface.screen.contains(action.name))
    }
  }

  @Test func anActionOfAnotherScreenComesAfterThoseThatWorkHere() {
    var interface = interface()
    interface.type(":back")
    let entries = PaletteEntry.entries(typed: "back", on: .list, in: ScreenContext(interface.state))
    let works = entries.map(\.isEnabled)
    #expect(works == works.sorted { $0 && !$1 } && Set(works).count == 2)
    #expect(entries.first { !$0.isEnabled }?.action == .back)
    interface.press(Key(.escape))
    interface.type("S:back")
    #expect(interface.lines[2].hasPrefix("▌back "))
  }

  @Test func aCommandThatIsNotAnActionIsNamed() {
    var interface = interface()
    interface.type(":doctor")
    #expect(interface.lines.contains { $0.contains("No action matches “doctor”.") })
    #expect(interface.lines.contains { $0.contains("`beerdiary --help` lists the commands.") })
  }

  @Test func anEmptyResultIsReportedAndBackspaceReturns() {
    var interface = interface()
    interface.type(":zzzz")
    #expect(interface.screen.contains("No action matches “zzzz”."))
    for _ in 0..<4 { interface.press(Key(.backspace)) }
    #expect(interface.lines[2].contains("open"))
    interface.press(Key(.backspace))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test func homeAndEndMoveInTheListUntilSomethingIsTyped() {
    var interface = interface()
    interface.type(":")
    interface.press(Key(.end))
    let end = interface.statusLine.firstMatch(of: /(\d+) of (\d+)$/)
    #expect(end.map { $0.1 == $0.2 } == true)
    interface.press(Key(.home))
    #expect(interface.statusLine.contains(#/ 1 of \d+$/#))
    interface.type("undo")
    interface.press(Key(.home))
    interface.type("x")
    #expect(interface.state.screens[PaletteScreen.self].input.text == "xundo")
  }

  @Test func helpIsSearched() {
    var interface = interface()
    interface.type("?/undo")
    #expect(!interface.screen.contains("Open the beer"))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Undo the last change"))
    interface.type("q")
    #expect(interface.lines[0].contains("Help") && interface.screen.contains("Move down a line"))
    interface.type("/zzz")
    #expect(interface.screen.contains("No matches."))
    interface.press(Key(.escape), Key(.escape))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  /// It is laid out when it is opened, resized or searched, and only then.
  @Test func helpFollowsTheSizeAndTheSearch() {
    var interface = interface()
    interface.type("?")
    let narrow = interface.screen
    interface.resize(200, 50)
    // Groups are next to each other.
    #expect(
      interface.lines.contains { $0.contains("Move down a line") && $0.dropFirst(100).contains { $0 != " " } }
    )
    interface.type("/photos")
    #expect(!interface.screen.contains("Move down a line") && interface.screen.contains("View and reorder"))
    interface.press(Key(.escape))
    interface.resize(80, 24)
    #expect(interface.screen == narrow)
    interface.press(Key(.escape))
    interface.type("l?/next")
    #expect(interface.screen.contains("Next beer in the list"))
  }

  @Test func everyHelpScrollsToItsEnd() {
    for keys in ["?", "l?", "p?", "S?"] {
      var interface = interface(Size(width: 40, height: 12))
      interface.type(keys + "G")
      #expect(interface.lines.contains { $0.contains(/\s([0-9]+)\/\1$/) })
      interface.type("g")
      #expect(interface.screen.contains("Moving"))
    }
  }

  @Test(arguments: [(40, 12), (40, 9), (50, 14)])
  func whatTheActionUnderTheCursorDoesIsReadableOnANarrowScreen(_ width: Int, _ height: Int) {
    var interface = interface(Size(width: width, height: height))
    interface.type(":")
    var isMissing: [String] = []
    for action in ["drink-again", "restore-photos", "rate", "filter", "open"] {
      interface.press(.control("u"))
      interface.type(action)
      let text = interface.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let help = ActionTable.standard[action]?.help ?? ""
      if !text.contains(help) { isMissing.append(action) }
    }
    #expect(isMissing.isEmpty, "\(isMissing) \(interface.screen)")
  }

  @Test func aClickBelowALongDescriptionSelectsTheActionThere() {
    var interface = interface(Size(width: 40, height: 12))
    interface.type(":")
    let row = interface.lines.firstIndex { $0.hasPrefix(" search ") }
    interface.click(Point(column: 3, row: row ?? 0))
    #expect(interface.lines[0].contains("→ search"))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func thePaletteMatchesItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type(":")
    try expectSnapshot(interface.screen, named: "palette-\(size.width)x\(size.height)")
    interface.type("phot")
    try expectSnapshot(interface.screen, named: "palette-typed-\(size.width)x\(size.height)")
  }

  @Test func keysAreNotFarFromTheirActionsOnAWideScreen() throws {
    var interface = interface(Size(width: 200, height: 50))
    interface.type(":reload")
    let line = try #require(interface.lines.dropFirst().first { $0.contains("Reload the diary") })
    #expect(line.hasSuffix("F5") && line.columns <= 112)
  }
}
