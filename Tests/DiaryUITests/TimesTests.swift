import DiaryModel
import DiaryStore
import DiaryText
import Terminal
import Testing

@testable import DiaryUI

/// The other times of a beer, on its page.
@Suite struct TimesTests {
  private func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    HeadlessInterface(size, diary: FakeDiary(LabelListTests.beers))
  }

  @Test func thePageShowsWhichTimeItWas() {
    var interface = interface()
    interface.type("l")
    #expect(interface.screen.contains("3rd time of 3   ▁▃█ 3.5–5.0   4.17 on average, best 5.0"))
    for text in ["Times  3", "•  1 May 2024", "Café Orval", "3 Mar 2019"] {
      #expect(interface.screen.contains(text), "\(text)")
    }
    interface.type("nn")
    #expect(interface.screen.contains("2nd time of 3"))
    interface.type("n")
    #expect(!interface.screen.contains("time of") && !interface.screen.contains("Times"))
  }

  @Test func theOtherTimesAreReachedWithBrackets() {
    var interface = interface()
    interface.type("l]")
    #expect(interface.statusLine.contains("This is the last time."))
    interface.type("[")
    #expect(interface.screen.contains("2nd time of 3") && interface.screen.contains("Home"))
    #expect(interface.lines[0].contains("3 of 6"))
    interface.type("[")
    #expect(interface.screen.contains("1st time of 3"))
    interface.type("[")
    #expect(interface.statusLine.contains("This is the first time."))
    interface.type("]")
    #expect(interface.screen.contains("2nd time of 3"))
    interface.type("q")
    #expect(interface.cursorLine.contains("1 May 2023"))
  }

  @Test func theKeysForOtherTimesAreShownIn80Columns() {
    var interface = interface()
    interface.type("l")
    #expect(interface.lines[23].contains("n/N next, previous   [/] times   Enter all times   D again"))
    interface.type("[[")
    #expect(interface.lines[23].contains("n/N next, previous   ] later   Enter all times   a add photo"))
    interface.type("]n")
    #expect(interface.screen.contains("Saison Dupont"))
    #expect(!interface.lines[23].contains("later"))
  }

  /// Returns the page of the 15th of 30 times.
  private func page(_ size: Size) -> HeadlessInterface {
    let beers = (1...30).map { day in
      SampleBeers.beer(
        Int64(31 - day), name: "Orval", rating: 4, place: "Venue \(day)",
        drunkAt: "2024-05-\(day < 10 ? "0" : "")\(day)")
    }
    var interface = HeadlessInterface(size, diary: FakeDiary(beers.reversed()))
    for _ in 1...15 { interface.type("j") }
    interface.type("l")
    return interface
  }

  @Test func theTimesTakeTheFreeRows() {
    let large = page(Size(width: 140, height: 40))
    #expect(large.screen.contains("15th time of 30"))
    #expect(large.lines.count { $0.contains("May 2024  ★") } > 20)
    #expect(large.lines[large.state.layout.body.upperBound - 1].contains("from Untappd"))
    let whole = page(Size(width: 140, height: 60))
    #expect(whole.lines.count { $0.contains("May 2024  ★") } == 30 && !whole.screen.contains(" more"))
    // On a small screen, the page scrolls, and a few times are enough.
    var small = page(Size(width: 40, height: 12))
    small.type("G")
    #expect(small.screen.contains("and 26 more"))
  }

  @Test func enterOpensAllTimesAndGoesBackToTheChosenOne() {
    var interface = page(Size(width: 80, height: 24))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer, .label] && interface.screen.contains("Times  30"))
    #expect(interface.cursorLine.contains("15 May 2024"))
    interface.type("j")
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer] && interface.screen.contains("14th time of 30"))
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.state.path == [.list, .beer] && interface.screen.contains("14th time of 30"))
    interface.press(Key(.escape))
    #expect(interface.state.path == [.list])
  }

  @Test func enterGoesBackToThePageOfTheLabel() {
    var interface = interface()
    interface.type("bl")
    interface.press(Key(.enter), Key(.enter))
    #expect(interface.state.path == [.list, .label])
  }

  @Test func quickKeysReachEarlierTimes() {
    var interface = interface()
    interface.type("l")
    interface.holdsEffects = true
    interface.type("[[")
    interface.answerHeld()
    #expect(interface.screen.contains("1st time of 3"))
  }

  @Test func aBeerThatWasHadOnceHasNoOtherTime() {
    var interface = interface()
    interface.type("jjjl[")
    #expect(interface.statusLine.contains("You had this beer only once."))
    interface.type("?q")
    #expect(!interface.statusLine.contains("You had this beer only once."))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("You had this beer only once."))
    #expect(interface.state.path == [.list, .beer] && !interface.lines[23].contains("all times"))
  }

  @Test func timesAreRequestedAgainAfterAnotherScreen() {
    var interface = HeadlessInterface(diary: FakeDiary(LabelListTests.beers))
    func requests(_ interface: HeadlessInterface) -> Int {
      interface.effects.count { if case .loadTimes = $0 { true } else { false } }
    }
    interface.holdsEffects = true
    interface.press(Key(.enter))
    while requests(interface) == 0, !interface.held.isEmpty { interface.answerHeldOnce() }
    #expect(interface.state.path == [.list, .beer] && requests(interface) == 1)
    interface.press(Key(.function(1)))
    interface.press(Key(.escape))
    #expect(interface.state.path == [.list, .beer] && requests(interface) == 2)
  }

  @Test func timesOutsideTheListAreShownAsWell() {
    var interface = interface()
    interface.type("b")
    interface.type("l")
    interface.press(Key(.enter))
    interface.type("[")
    #expect(interface.screen.contains("2nd time of 3"))
    #expect(!interface.lines[0].contains("of 3"))
    interface.send(.storeChanged)
    #expect(interface.screen.contains("2nd time of 3"))
    interface.type("n")
    #expect(interface.screen.contains("Rochefort 10") && interface.lines[0].contains("2 of 3"))
    interface.type("qq")
    #expect(interface.cursorLine.contains("Rochefort 10"))
  }

  @Test func theTimesFollowChanges() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("lD5")
    interface.press(.control("s"))
    #expect(interface.screen.contains("4th time of 4"))
    interface.type("ugl")
    #expect(interface.screen.contains("3rd time of 3"))
  }

  @Test func thePageOfABeerGivesItALabelOfItsOwn() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("lO")
    #expect(interface.changeRequests == [.splitLabel(ofBeer: 1)])
    #expect(interface.lines[0].hasPrefix(" Orval") && !interface.screen.contains("time of"))
    interface.type("O")
    #expect(interface.statusLine.contains("You had this beer only once."))
    interface.type("u")
    #expect(interface.screen.contains("3rd time of 3"))
    var readOnly = HeadlessInterface(diary: FakeDiary(LabelListTests.beers), isReadOnly: true)
    readOnly.type("lO")
    #expect(readOnly.changeRequests.isEmpty)
  }

  private func lines(_ ratings: [Double?], glyphs: Glyphs = .unicode) -> TimesLines {
    let times = ratings.enumerated().map { index, rating in
      BeerListItem(SampleBeers.beer(Int64(index), name: "Orval", rating: rating))
    }
    return TimesLines(times: times, current: 0, appearance: Appearance(glyphs: glyphs))
  }

  @Test func theCurveHasOneColumnForEachTime() {
    #expect(lines([5, 4, nil, 0]).curve(width: 10) == "▁ ▇█")
    #expect(lines([5, 4, 3, 0]).curve(width: 2) == "▇█")
    #expect(lines([5, 4, 3, 0], glyphs: .ascii).curve(width: 10) == "_-=#")
    #expect(lines([5, nil]).curve(width: 10).isEmpty && lines([5, 4]).curve(width: 0).isEmpty)
    #expect(lines([.infinity, -3, 1e300]).curve(width: 10) == "█▁ ")
  }

  @Test func ratingsNearEachOtherAreDrawnBetweenTheLowestAndTheHighest() {
    func text(_ ratings: [Double?], width: Int = 40) -> String {
      lines(ratings).labeledCurve(width: width).spans.map(\.text).joined()
    }
    #expect(text([3.25, 2.5, nil, 3]) == "▅ ▁▆ 2.5–3.25")
    // A quarter is rounded outward to a half.
    #expect(text([4.25, 4.5]) == "█▅ 4.25–4.5")
    // As much of the curve as fits, but on the same scale.
    #expect(text([3.25, 2.5, nil, 3], width: 12) == " ▁▆ 2.5–3.25")
    #expect(text([3.25, 2.5], width: 10).isEmpty)
    // Equal ratings and distant ones are on the scale of all ratings.
    #expect(text([4, 4]) == "▇▇" && text([5, 3]) == "▅█")
  }

  @Test func aLongHistoryIsShownAroundTheBeer() {
    let times = (0..<30).map { BeerListItem(SampleBeers.beer(Int64($0), place: "Place \($0)")) }
    let list = TimesLines(times: times, current: 15, appearance: Appearance()).list(width: 60, rows: 4)
    let texts = list.map { $0.spans.map(\.text).joined() }
    #expect(texts.count == 6 && texts.contains { $0.hasPrefix("•") && $0.hasSuffix("Place 15") })
    #expect(texts.last == "and 26 more")
  }

  @Test(arguments: [
    (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (1182, "1,182nd"),
  ])
  func timesAreCountedInWords(_ number: Int, _ text: String) { #expect(NumberText.ordinal(number) == text) }

  @Test(arguments: ScreenSnapshotTests.sizes) func otherTimesOnThePageMatchTheirSnapshots(_ size: Size) throws
  {
    var interface = interface(size)
    interface.type("l[")
    try expectSnapshot(interface.screen, named: "beer-times-\(size.width)x\(size.height)")
    var ascii = HeadlessInterface(
      size, diary: FakeDiary(LabelListTests.beers), appearance: Appearance(glyphs: .ascii))
    ascii.type("l")
    try expectSnapshot(ascii.screen, named: "beer-times-ascii-\(size.width)x\(size.height)")
  }
}
