import DiaryModel
import DiaryStore
import DiaryUI
import Terminal
import Testing

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
    #expect(interface.screen.contains("There are no warnings from a migration."))
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
  }
}
