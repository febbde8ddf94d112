import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Going from screen to screen and out.
@Suite struct NavigationTests {
  @Test func qGoesBackAndThenQuits() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    interface.type("p?")

    interface.type("qqq")
    #expect(interface.ending == nil)
    #expect(interface.screen.contains("Beer Diary"))

    interface.type("q")
    #expect(interface.ending == .finished)
  }

  @Test func theBeerScreenStepsThroughTheList() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(300)))
    interface.press(Key(.enter))

    interface.type(String(repeating: "n", count: 150) + "N")
    #expect(interface.lines[0].contains("Beer 150 "))
    #expect(interface.lines[0].contains("150 of 300"))

    interface.press(Key(.escape))
    #expect(interface.cursorLine.contains("Beer 150 "))
  }

  @Test func steppingBeyondTheListIsReported() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    interface.type("N")
    #expect(interface.screen.contains("This is the first beer."))
  }

  @Test func onlyTheNewestBeersAnswerIsShown() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    interface.holdsEffects = true
    interface.type("nn")
    let requests = interface.held.compactMap { if case .loadBeer(let request) = $0 { request } else { nil } }

    for request in requests.reversed() {
      interface.send(.beer(request, .success(SampleBeers.all.first { $0.beer.id == request.id })))
    }

    #expect(interface.lines[0].contains("一番搾り"))
    #expect(interface.screen.contains("麒麟麦酒"))
  }

  @Test func aMissingBeerIsReported() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.beers.removeFirst()
    interface.press(Key(.enter))
    #expect(interface.screen.contains("the beer is no longer in the diary"))
  }

  @Test func thePageOfABeerThatIsDeletedElsewhereKeepsItsTitleAndChangesNothing() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    let deleted = interface.diary.beers.removeFirst()
    interface.send(.storeChanged)
    #expect(interface.screen.contains("the beer is no longer in the diary"))
    #expect(interface.lines[0].contains(try #require(deleted.beer.fields.name)))
    #expect(!interface.lines[0].contains("1 of"))
    for key in ["e", "d", "D"] {
      interface.type(key)
      #expect(interface.statusLine.contains("This beer is no longer in the diary."), "\(key)")
      #expect(interface.state.screen == .beer && interface.state.prompt == nil)
    }
    #expect(interface.changeRequests.isEmpty)
  }

  /// Terminals send Escape and a key together if they are pressed quickly.
  @Test func escapeThatComesTogetherWithAKeyClosesThePrompt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("fbeer")
    interface.press(Key(.character("j"), .alt))
    #expect(interface.state.prompt == nil && interface.state.list.window.query.filter.isEmpty)
    #expect(interface.state.list.scroll.cursor == 1)
  }

  /// Alt may have been meant, as in the line editor of a shell.
  @Test func aKeyThatComesTogetherWithEscapeChangesNothing() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("fbeer")
    interface.press(Key(.character("a"), .alt))
    #expect(interface.state.path == [.list] && interface.state.prompt == nil)
    #expect(interface.statusLine.contains("Ignored a, which came together with Esc."))
  }

  @Test func aKeyThatComesTogetherWithEscapeDoesNotQuit() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("fbeer")
    interface.press(Key(.character("q"), .alt))
    #expect(interface.ending == nil && interface.state.prompt == nil)
    #expect(interface.statusLine.contains("Ignored q, which came together with Esc."))
  }

  @Test func whatEscapeHasDoneIsSaidAlsoIfAMovementCameTogetherWithIt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("  ")
    interface.press(Key(.character("j"), .alt))
    #expect(interface.state.list.marks.isEmpty && interface.statusLine.contains("Unmarked 2 beers."))
  }

  /// The next letter would answer the question.
  @Test func altDoesNotAskWhetherToDiscardAForm() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("aqq")
    interface.press(Key(.character("x"), .alt))
    #expect(interface.state.prompt == nil && interface.statusLine.contains("Alt-x is not used here."))
    interface.type("y")
    #expect(interface.state.screens[FormScreen.self].form?.field.input.text == "qqy")
  }

  @Test func altDDeletesTheWordAfterTheCursor() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("apale ale")
    interface.press(Key(.home), Key(.character("d"), .alt))
    #expect(interface.state.screens[FormScreen.self].form?.field.input.text == " ale")
  }

  @Test func altMovesInTextAndIsEscapeWhereNoTextIsTyped() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("fbeer")
    interface.press(Key(.character("b"), .alt))
    #expect(interface.state.prompt?.input.cursor == 0)
    interface.press(Key(.escape))
    interface.type("Vjj")
    interface.press(Key(.character("j"), .alt))
    #expect(interface.state.list.marks.rangeStart == nil && interface.state.list.scroll.cursor == 3)
  }

  @Test func ctrlCCancelsARangeInsteadOfQuitting() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("Vjj")
    interface.press(.control("c"))
    #expect(interface.ending == nil && interface.state.list.marks.rangeStart == nil)
    #expect(interface.state.list.marks.isEmpty)
    interface.press(.control("c"))
    #expect(interface.ending == .signal(.interrupt))
  }

  @Test(arguments: ["G", ":30\r", "/beer\r", "fbeer\r"])
  func aKeyGoesBackToWhereTheCursorWas(_ keys: String) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("'")
    #expect(interface.statusLine.contains("There is nowhere to go back to yet."))
    interface.press(Key(.down), Key(.down))
    let before = interface.state.list.state
    for key in keys { interface.press(key == "\r" ? Key(.enter) : .character(key)) }
    let after = interface.state.list.state
    #expect(after != before)

    interface.type("'")
    #expect(interface.state.list.state == before)
    interface.press(Key(.down), Key(.up))
    interface.type("'")
    #expect(interface.state.list.state == after)
  }

  @Test func aKeyGoesBackFromAMatch() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("/beer")
    interface.press(Key(.enter), Key(.escape))
    interface.type("nn''")
    #expect(interface.state.list.scroll.cursor == 1, "The doubled key goes back once.")
  }

  @Test func goingBackToTheWholeDiaryLeavesTheStatistics() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("GS")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .list && !interface.state.list.drillDowns.isEmpty)
    interface.type("'")
    #expect(interface.state.list.window.query.hasAllBeers && interface.state.list.drillDowns.isEmpty)
    interface.press(Key(.down), Key(.up))
    interface.type("'")
    #expect(!interface.state.list.window.query.hasAllBeers)
    interface.type("q")
    #expect(interface.state.screen == .statistics && interface.ending == nil)
  }

  @Test func unavailableActionsDoNothing() {
    var interface = HeadlessInterface(diary: FakeDiary([]))
    interface.press(Key(.enter))
    interface.type("pvW")
    #expect(interface.screen.contains("Your diary is empty"))
  }

  @Test func aSmallTerminalRecoversAndCanBeLeft() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    let before = interface.screen
    interface.resize(3, 2)
    interface.type("j")
    interface.resize(80, 24)
    #expect(interface.screen == before)

    interface.resize(1, 1)
    interface.type("q")
    #expect(interface.ending == .finished)
  }

  @Test(arguments: [
    (SystemSignal.terminate, Ending.signal(.terminate)), (.hangup, .signal(.hangup)),
    (.interrupt, .signal(.interrupt)),
  ])
  func signalsEndTheInterface(_ signal: SystemSignal, _ ending: Ending) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(.signal(signal))
    #expect(interface.ending == ending)
  }

  @Test func suspendingAndRedrawingWorkOnEveryScreen() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    for keys in ["", "p", "?"] {
      interface.type(keys)
      interface.press(.control("z"), .control("l"))
    }
    #expect(interface.effects.filter { $0 == .suspend }.count == 3)
    #expect(interface.effects.filter { $0 == .redrawAll }.count == 3)
  }

  @Test func keysThatCannotDoAnythingSayWhy() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("jjp")
    #expect(interface.screen.contains("This beer has no photos. Press Enter to open it and add one."))
    #expect(!interface.screen.contains("Press a to add one."))
    interface.type("l")
    #expect(!interface.screen.contains("This beer has no photos."))
    interface.type("p")
    #expect(interface.screen.contains("This beer has no photos. Press a to add one."))
    interface.type("qW")
    #expect(interface.screen.contains("There are no warnings from a migration or an adoption."))
  }

  @Test(arguments: [Key(.backspace), .character("q"), Key(.escape)])
  func theSameKeysGoBackFromABeerAndFromItsPhotos(_ key: Key) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("lp")
    interface.press(key)
    #expect(interface.screen.contains("Quadrupel"))
    interface.press(key)
    #expect(interface.screen.contains("6 beers"))
  }

  @Test func spaceIsPageDownIfThereIsNothingToMark() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("?")
    let first = interface.lines[2]
    interface.type(" ")
    #expect(interface.lines[2] != first)
  }

  @Test func theHintOfTheViewNamesWhatItLeadsTo() {
    var interface = HeadlessInterface(Size(width: 140, height: 24), diary: FakeDiary(SampleBeers.all))
    #expect(interface.screen.contains("v cards"))
    interface.type("v")
    #expect(interface.screen.contains("v lines"))
    #expect(interface.statusLine.contains("Showing cards. Press v for lines."))
    interface.type("v")
    #expect(interface.statusLine.contains("Showing lines. Press v for cards."))
  }

  @Test func theLinesOfAnEmptyDiaryAreChosenWithTheCursor() {
    var interface = HeadlessInterface(diary: FakeDiary([]))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Move to a line first."))
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("Write down your first beer"))
    interface.press(Key(.down), Key(.down), Key(.down), Key(.down))
    #expect(interface.cursorLine.contains("Look around in a sample diary"))
    interface.press(Key(.enter))
    #expect(interface.effects.contains(.runCommand(.showSample)))
    interface.press(Key(.up), Key(.up), Key(.up), Key(.enter))
    #expect(interface.state.screen == .form)
  }

  /// `u` would undo the adoption if it was pressed once more after the start page is gone.
  @Test func anEmptyDiaryImportsWithTheKeyOfOtherLists() {
    var interface = HeadlessInterface(diary: FakeDiary([]))
    #expect(interface.screen.contains("I   Import check-ins"))
    interface.type("u")
    #expect(interface.state.screen == .list)
    interface.type("I")
    #expect(interface.state.screen == .files)
  }

  @Test(arguments: [Key.character("y"), .character("n"), .character("x")])
  func anInterruptedAdoptionIsFinishedPostponedOrDismissed(_ answer: Key) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(.adoptionInterrupted("/home/ada/Big.sqlite"))
    #expect(interface.screen.contains("Add the rest of Big.sqlite? y/N"))
    #expect(interface.screen.contains("Adding it was interrupted."))
    interface.press(answer)
    let isFinished = interface.effects.contains(.runCommand(.adopt("/home/ada/Big.sqlite")))
    #expect(isFinished == (answer == .character("y")))
    #expect(
      interface.effects.contains(.forgetAdoption("/home/ada/Big.sqlite")) == (answer == .character("x")))
    #expect(!interface.screen.contains("Add the rest of"))
    if answer == .character("n") { #expect(interface.statusLine.contains("offered again at the next start")) }
    if answer == .character("x") { #expect(interface.statusLine.contains("Press i to add the rest later.")) }
  }

  @Test func interruptedAdoptionsAreOfferedOneAfterTheOther() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(.adoptionInterrupted("/home/ada/Big.sqlite"))
    interface.send(.adoptionInterrupted("/home/ada/Small.sqlite"))
    #expect(interface.screen.contains("Big.sqlite?"))
    interface.type("n")
    #expect(interface.screen.contains("Small.sqlite?"))
    interface.pause()
    interface.type("n")
    #expect(!interface.screen.contains(".sqlite?"))
  }

  @Test func theWarningsOfAnAdoptionAreKept() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    let change = LoggedChange.adoption([.adopted([1, 2])])
    interface.send(.adoptionWarnings(["A photo has no image.", "A date is odd."]))
    interface.send(.commandEnded(.adopt("/Big.sqlite"), status: 0, change: .success(change)))
    #expect(
      interface.statusLine.contains("Adopted 2 beers.  2 warnings. Press W to see them.  u: undo"))
    interface.type("W")
    #expect(
      interface.screen.contains("from the last adoption")
        && interface.screen.contains("A photo has no image."))
  }

  @Test func theWarningsOfAnEarlierMigrationAreKept() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(.migrationWarnings(["A date is odd."]))
    #expect(!interface.statusLine.contains("warning"))
    interface.type("W")
    #expect(interface.screen.contains("from the migration") && interface.screen.contains("A date is odd."))
  }

  @Test(arguments: ["S", "t", "Y", "M", "?"]) func backspaceGoesBack(_ opening: String) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type(opening)
    #expect(interface.state.screen != .list)
    interface.press(Key(.backspace))
    #expect(interface.state.screen == .list)
  }
}
