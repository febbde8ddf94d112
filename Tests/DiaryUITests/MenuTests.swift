import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// The screen that looks for the beers of a menu.
@Suite struct MenuTests {
  private static let menu = "ON TAP\n\nOrval\n  Orval 2015\tVintage \nWestvleteren 12\n- 5 -\nSaison Dupont\n"

  private func interface(_ size: Size = Size(width: 110, height: 24)) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(LabelListTests.beers))
    interface.type("H")
    return interface
  }

  private func line(_ text: String, of interface: HeadlessInterface) -> String? {
    interface.lines.first { $0.contains(text) }
  }

  @Test func eachLineOfAPastedMenuIsAnswered() {
    var interface = interface()
    interface.send(.paste(.text(Self.menu)))
    #expect(interface.lines[0].contains("Have I had this?   2 had, 2 new, 1 unsure"))
    #expect(line("3 times · 4.17 · last 1 May 2024", of: interface)?.contains("had     Orval") == true)
    #expect(line("Orval 2015", of: interface)?.contains("unsure") == true)
    #expect(line("Orval 2015", of: interface)?.contains("Orval (Brasserie d'Orval)") == true)
    #expect(line("Westvleteren 12", of: interface)?.contains("new") == true)
    #expect(line("Saison Dupont", of: interface)?.contains("once · 3.5 · 1 Feb 2023") == true)
    #expect(line("- 5 -", of: interface) != nil)
  }

  private func requestedLines(_ interface: HeadlessInterface) -> [String]? {
    interface.effects.compactMap { if case .loadMenuAnswers(let request) = $0 { request.lines } else { nil } }
      .last
  }

  @Test(arguments: ["\n", "\r", "\r\n"]) func aPasteIsReadLineByLine(_ end: String) {
    var interface = interface()
    interface.type("Or")
    interface.send(
      .paste(.text(["val", "", "\tSaison Dupont\t", " ", "Westvleteren\t12", ""].joined(separator: end))))
    #expect(requestedLines(interface) == ["Orval", "Saison Dupont", "Westvleteren  12"])
    #expect(interface.lines[0].contains("2 had, 1 new") && interface.screen.contains("1 of 3"))
    interface.type("x")
    #expect(interface.screen.contains("Beer: x"))
  }

  /// What is left of `Saison ESC [31m BEL Dupont` after the terminal's input was decoded.
  @Test func theRestOfControlSequencesIsText() {
    var interface = interface()
    interface.send(.paste(.text("Orval\nSaison [31m Dupont\n")))
    #expect(requestedLines(interface) == ["Orval", "Saison [31m Dupont"])
    #expect(interface.lines[0].contains("1 had, 1 new"))
  }

  @Test func aLineOfAMegabyteIsCut() {
    var interface = interface()
    interface.send(.paste(.text(String(repeating: "Orval ", count: 1 << 17))))
    interface.press(Key(.enter))
    #expect(requestedLines(interface)?.map(\.count).allSatisfy { $0 <= 1000 } == true)
    #expect(interface.screen.contains("1 of 1"))
  }

  @Test func typedBeersAreAnsweredOneByOne() {
    var interface = interface()
    interface.type("Orval")
    #expect(!interface.screen.contains("3 times"))
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("1 had"))
    interface.type("xyz")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("1 had, 1 new") && interface.screen.contains("2 of 2"))
    // A single line continues what is typed.
    interface.type("Or")
    interface.send(.paste(.text("val")))
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("2 had, 1 new"))
    interface.press(.control("x"))
    #expect(!interface.lines[0].contains("had,") && interface.screen.contains("Paste a menu"))
  }

  @Test func aTypedLineIsABeerAlsoIfItLooksLikeAHeading() {
    var interface = interface()
    interface.send(.paste(.text("- 5 -\nOrval\n")))
    interface.type("1554")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("1 had, 1 new"))
    #expect(line("1554", of: interface)?.contains("new") == true)
  }

  @Test func itOpensWithoutTheTextThatWasLeft() {
    var interface = interface()
    interface.type("foo")
    interface.press(Key(.escape))
    interface.type("Hfoo")
    #expect(interface.cursorLine == " Beer: foo")
  }

  /// Screen readers read the line with the cursor.
  @Test func theAnswerIsRepeatedOnTheLineOfTheCursor() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(
      Size(width: 110, height: 24), diary: FakeDiary(LabelListTests.beers), appearance: appearance)
    interface.type("HOrval")
    #expect(interface.cursorLine == " Beer: Orval")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Beer: → had: Orval  3 times · 4.17"))
    interface.type("xyz")
    interface.press(Key(.enter))
    #expect(interface.cursorLine == " Beer: → new: xyz")
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Beer: → had: Orval"))
  }

  @Test func aLongAnswerIsReadInPartsInWords() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(
      Size(width: 40, height: 12), diary: FakeDiary(LabelListTests.beers), appearance: appearance)
    interface.type("HOrval 2015")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Beer: → unsure: Orval 2015"))
    #expect(interface.cursorLine.hasSuffix("…"))
    var read: [Substring] = []
    func note(_ line: String) {
      read += line.dropFirst(" Beer:".count).split(separator: " ").filter { $0 != "…" }
    }
    note(interface.cursorLine)
    for _ in 0..<10 where interface.cursorLine.hasSuffix("…") {
      interface.press(Key(.character("."), .alt))
      note(interface.cursorLine)
    }
    #expect(read.joined(separator: " ").contains("4.17 · last 1 May 2024"))
    // Without Alt, a point is text.
    interface.type(".")
    #expect(interface.cursorLine == " Beer: .")
  }

  @Test(arguments: [110, 80, 40]) func theDetailsOfTheSelectedLineAreShownOnceInFull(_ width: Int) {
    var interface = interface(Size(width: width, height: 24))
    interface.type("Orval")
    interface.press(Key(.enter))
    #expect(interface.cursorLine == " Beer:")
    #expect(interface.lines.count { $0.contains("3 times · 4.17 · last 1 May 2024 · Orval (Bra") } <= 1)
    #expect(interface.screen.contains("3 times · 4.17"))
  }

  @Test func enterOpensTheNewestBeer() {
    var interface = interface()
    interface.send(.paste(.text(Self.menu)))
    interface.press(Key(.down), Key(.enter))
    #expect(interface.lines[0].hasPrefix(" Orval") && interface.screen.contains("3rd time of 3"))
    interface.type("q")
    #expect(interface.lines[0].contains("Have I had this?"))
    interface.press(Key(.down), Key(.enter))
    #expect(interface.screen.contains("3rd time of 3"))
    interface.type("q")
    interface.press(Key(.escape))
    #expect(interface.lines[0].hasPrefix(" Beer Diary"))
  }

  @Test(arguments: ["n", "N", "2n"]) func theNextBeerOfTheListIsNotOneOfTheMenu(_ keys: String) {
    var interface = interface()
    interface.send(.paste(.text(Self.menu)))
    interface.press(Key(.down), Key(.enter))
    let before = (title: interface.lines[0], cursor: interface.state.list.scroll.cursor)
    #expect(!interface.lines[23].contains("next, previous"))
    interface.type(keys)
    #expect(interface.lines[0] == before.title && interface.state.list.scroll.cursor == before.cursor)
    #expect(interface.statusLine.contains("This beer was not opened from the list."))
  }

  @Test func enterAddsABeerThatIsNew() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("Westvleteren 12")
    #expect(interface.lines[23].contains("Enter look up"))
    interface.press(Key(.enter))
    #expect(interface.lines[23].contains("Enter add"))
    interface.press(Key(.enter))
    #expect(interface.lines[0].hasPrefix(" New beer") && interface.cursorLine.contains("Westvleteren 12"))
    interface.press(.control("s"))
    let fields = BeerFields(name: "Westvleteren 12", drunkAt: DiaryDate("2024-06-15"))
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
    #expect(interface.lines[0].contains("Have I had this?   1 had"))
    #expect(interface.lines[23].contains("Enter open"))
  }

  @Test func anUnsureLineIsAddedAsANewBeer() {
    var interface = interface(Size(width: 80, height: 24))
    interface.diary.storesChanges = true
    interface.send(.paste(.text("Orval\nOrval 2015\n")))
    #expect(!interface.lines[23].contains("new beer"))
    interface.press(.control("t"))
    #expect(interface.statusLine.contains("First move to a line that is “new” or “unsure”."))
    interface.press(Key(.down))
    #expect(interface.lines[23].contains("Enter open") && interface.lines[23].contains("Ctrl-T new beer"))
    interface.press(.control("t"))
    #expect(interface.lines[0].hasPrefix(" New beer") && interface.cursorLine.contains("Orval 2015"))
    interface.press(.control("s"))
    let fields = BeerFields(name: "Orval 2015", drunkAt: DiaryDate("2024-06-15"))
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func onlyAChangedFormOfALineAsksBeforeItIsClosed() {
    var interface = interface()
    interface.type("Westvleteren 12")
    interface.press(Key(.enter), Key(.enter))
    #expect(interface.state.screen == .form && !interface.lines[0].contains("Unsaved"))
    interface.press(Key(.escape))
    #expect(interface.state.prompt == nil && interface.lines[0].contains("Have I had this?"))
    interface.press(Key(.enter))
    interface.type("x")
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Discard your changes? y/N"))
  }

  @Test func aNewBeerIsNotAddedToAReadOnlyDiary() {
    var interface = HeadlessInterface(
      Size(width: 110, height: 24), diary: FakeDiary(LabelListTests.beers), isReadOnly: true)
    interface.type("HWestvleteren 12")
    interface.press(Key(.enter))
    #expect(!interface.lines[23].contains("Enter add"))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .menu])
    #expect(interface.statusLine.contains("You have not had this beer."))
  }

  @Test func keysWaitForTheBeerThatIsOpened() {
    var interface = interface()
    interface.send(.paste(.text("Orval\nWestvleteren 12")))
    interface.holdsEffects = true
    interface.press(Key(.enter))
    interface.type("q")
    #expect(!interface.screen.contains("Beer: q"))
    interface.answerHeld()
    // The page was opened and closed.
    #expect(interface.lines[0].contains("Have I had this?") && !interface.screen.contains("Beer: q"))
    #expect(interface.effects.contains { if case .loadBeer = $0 { true } else { false } })
  }

  @Test func aRequestOfTheMenuIsNotReplacedByOneOfAnotherScreen() {
    var interface = interface()
    interface.send(.paste(.text("Orval\nSaison Dupont")))
    for _ in 0..<2 {
      interface.press(Key(.enter))
      interface.tick(10)
    }
    interface.type("H")
    #expect(interface.state.path == [.list, .menu, .beer, .label, .menu] && !interface.state.needsTick)
    interface.holdsEffects = true
    interface.press(Key(.enter))
    interface.tick(10)
    #expect(interface.state.needsTick)
    interface.send(.storeChanged)
    #expect(interface.held.count { if case .loadTimes = $0 { true } else { false } } == 1)
  }

  @Test func answersFollowChangesOfTheDiary() {
    var interface = interface()
    interface.send(.paste(.text("Orval\nWestvleteren 12")))
    #expect(interface.lines[0].contains("1 had, 1 new"))
    interface.diary.beers.append(SampleBeers.beer(7, name: "Westvleteren 12"))
    interface.send(.storeChanged)
    #expect(interface.lines[0].contains("2 had"))
  }

  @Test func onlyTheNewestAnswerIsShown() {
    var interface = interface()
    interface.holdsEffects = true
    interface.send(.paste(.text("Orval\n")))
    interface.send(.paste(.text("Saison Dupont\n")))
    let requests = interface.held.compactMap { effect in
      if case .loadMenuAnswers(let request) = effect { request } else { nil }
    }
    #expect(requests.map(\.lines) == [["Orval"], ["Orval", "Saison Dupont"]])
    interface.answerHeldOnce()
    #expect(!interface.lines[0].contains("had,") && !interface.lines[0].contains("1 had"))
    interface.answerHeld()
    #expect(interface.lines[0].contains("2 had"))
  }

  @Test func aVeryLongMenuIsCut() {
    var interface = interface()
    interface.send(.paste(.text(String(repeating: "Orval\n", count: 10_000))))
    #expect(interface.screen.contains("1 of 1,000"))
    #expect(requestedLines(interface)?.count == 1000)
    #expect(interface.statusLine.contains("Only the first 1,000 lines are shown."))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theMenuMatchesItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    try expectSnapshot(interface.screen, named: "menu-empty-\(size.width)x\(size.height)")
    interface.send(.paste(.text(Self.menu)))
    interface.press(Key(.down))
    try expectSnapshot(interface.screen, named: "menu-\(size.width)x\(size.height)")
  }
}
