import DiaryModel
import DiaryStore
import DiaryUI
import SQLiteKit
import Terminal
import Testing

/// Moving through the list.
@Suite struct ListTests {
  /// In a very large diary it takes longer than the next key.
  @Test func aDiaryOtherThanTheDefaultIsNamed() {
    func header(_ width: Int) -> String {
      HeadlessInterface(
        Size(width: width, height: 24), diary: FakeDiary(SampleBeers.all), storeName: "club.sqlite"
      ).lines[0]
    }
    #expect(header(80).hasPrefix(" Beer Diary · club.sqlite   6 beers · 3 with photos"))
    #expect(header(40).hasPrefix(" Beer Diary · club.sqlite   6 beers"))
    #expect(header(30).hasPrefix(" club.sqlite   6 beers"))
    #expect(header(56).hasSuffix("by date, newest first") && header(56).hasPrefix(" club.sqlite   6 beers"))
  }

  @Test func wordsToCompleteAreRequestedOnceUntilTheyArrive() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    func asked() -> Int { interface.effects.count { if case .loadVocabulary = $0 { true } else { false } } }
    interface.holdsEffects = true

    for _ in 0..<3 { interface.press(.character("s"), Key(.escape)) }
    #expect(asked() == 1)
    interface.answerHeld()
    let answered = asked()
    interface.press(.character("s"))

    #expect(asked() == answered + 1)
  }

  @Test func theCursorMovesWithArrowsAndVimKeys() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(50)))

    interface.type("jj")
    interface.press(Key(.down), Key(.up))

    #expect(interface.cursorLine.contains("Beer 3 "))
  }

  @Test func bothEndsOfTheListAreReached() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(5000)))

    interface.type("G")
    #expect(interface.cursorLine.contains("Beer 5000 "))
    #expect(interface.screen.contains("5,000 of 5,000"))

    interface.press(Key(.home))
    #expect(interface.cursorLine.contains("Beer 1 "))
  }

  @Test func aPageKeepsTheCursorOnItsRow() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(500)))
    interface.type("jjjjj")
    let row = interface.state.draw().cursor?.row

    interface.press(Key(.pageDown))

    #expect(interface.state.draw().cursor?.row == row)
    #expect(interface.cursorLine.contains("Beer 25 "))
  }

  @Test func onlyRowsNearTheScreenAreRead() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(20_000)))

    interface.type(String(repeating: "j", count: 2000))

    #expect(interface.cursorLine.contains("Beer 2001 "))
    #expect(interface.diary.requestedRanges.allSatisfy { $0.count <= 200 })
    #expect(interface.diary.requestedRanges.count < 60)
  }

  @Test func noRowIsMissingWhileScrollingBeyondWhatWasRead() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(3000)))
    for _ in 0..<300 {
      interface.type("j")
      #expect(!interface.lines[2..<21].contains { $0.contains("…") })
    }
  }

  @Test func theCursorMovesOverRowsThatAreStillBeingRead() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(3000)))
    interface.holdsEffects = true

    interface.type("G")
    interface.tick(5)
    #expect(interface.cursorLine.contains("…"))
    interface.type("kk")
    interface.answerHeld()

    #expect(interface.cursorLine.contains("Beer 2998 "))
  }

  @Test func anOutdatedAnswerIsIgnored() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(3000)))
    interface.holdsEffects = true
    interface.press(Key(.function(5)))
    let outdated = interface.held
    interface.press(Key(.function(5)))

    for case .loadListItems(let request) in outdated {
      interface.send(.listItems(request, .success(SampleBeers.all.map(BeerListItem.init))))
    }

    #expect(interface.cursorLine.contains("Beer 1 "))
  }

  @Test func readingAgainKeepsTheCursorOnItsBeer() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(50)))
    interface.type("jjjj")

    interface.diary.beers.insert(SampleBeers.rochefort, at: 0)
    interface.diary.beers[0].beer = SampleBeers.beer(999, name: "Newest").beer
    interface.press(Key(.function(5)))

    #expect(interface.cursorLine.contains("Beer 5 "))
    #expect(interface.screen.contains("6 of 51"))
  }

  @Test func aListThatBecameShorterTakesTheCursorAlong() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(400)))
    interface.type("G")

    interface.diary.beers.removeLast(390)
    interface.press(Key(.function(5)))

    #expect(interface.cursorLine.contains("Beer 10 "))
  }

  @Test func theViewKeepsTheBeerUnderTheCursor() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(400)))
    interface.type(String(repeating: "j", count: 100) + "v")
    #expect(interface.cursorLine.contains("Beer 101"))

    interface.type("v")
    #expect(interface.cursorLine.contains("Beer 101 "))
  }

  @Test func aFailureIsReportedAndClearedByReadingAgain() {
    var diary = FakeDiary(SampleBeers.all)
    diary.failure = .store(.busy(path: "/diary.sqlite"))
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.send(.opened(.success(nil)))
    interface.diary = diary
    interface.answerHeld()
    interface.send(.opened(.success(nil)))
    #expect(interface.screen.contains("The list cannot be read"))

    interface.diary.failure = nil
    interface.press(Key(.function(5)))

    #expect(interface.cursorLine.contains("Trappistes"))
  }

  @Test func hostileTextIsDrawnAsText() {
    let beer = SampleBeers.beer(1, name: "\u{1B}[2J\u{9B}31m\u{202E}evil", brewery: "a\nb\tc\u{7F}")
    let interface = HeadlessInterface(diary: FakeDiary([beer]))

    let scalars = interface.screen.unicodeScalars.filter { $0 != "\n" }

    #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) && $0.value != 0x202E })
  }

  @Test func aJumpKeepsTheOldRowsForAMoment() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(3000)))
    let before = interface.lines[2..<21]
    interface.holdsEffects = true

    interface.type("G")
    #expect(interface.lines[2..<21] == before)
    #expect(interface.screen.contains("3,000 of 3,000"))
    #expect(interface.state.needsTick)

    interface.answerHeld()
    #expect(interface.cursorLine.contains("Beer 3000 "))
    #expect(!interface.state.needsTick)
  }

  @Test(arguments: [true, false]) func allLinesOfTheSelectedCardAreMarked(_ usesColor: Bool) throws {
    var appearance = Appearance(theme: Theme(usesColor: usesColor))
    appearance.theme.depth = .mixed
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), appearance: appearance)
    interface.type("v")
    let canvas = interface.state.draw()
    // The picture at the left keeps its own background.
    let marked = (0..<24).filter { row in
      (15..<38).allSatisfy { column in
        guard let style = canvas[Point(column: column, row: row)]?.style else { return false }
        return usesColor ? style.background != .standard : style.attributes.contains(.reverse)
      }
    }
    #expect(marked == Array(2...8))
  }

  @Test func theLowestTerminalShowsTheKeysForHelpAndQuitting() {
    let interface = HeadlessInterface(Size(width: 20, height: 5), diary: FakeDiary(SampleBeers.all))
    #expect(interface.lines[0].hasSuffix("? q"))
  }

  @Test func theEmptyDiarySaysHowToFillIt() {
    let interface = HeadlessInterface(diary: FakeDiary([]))
    for way in [
      "a   Write down", "i   Bring your diary", "I   Import check-ins", "d   Look around in a sample",
    ] {
      #expect(interface.screen.contains(way))
    }
  }

  @Test(arguments: [(80, 24), (140, 40), (200, 50)])
  func theWaysToFillAnEmptyDiaryAreInTheMiddle(_ width: Int, _ height: Int) throws {
    let interface = HeadlessInterface(Size(width: width, height: height), diary: FakeDiary([]))
    let lines = interface.lines
    let longest = try #require(lines.first { $0.contains("Import check-ins") })
    let left = longest.prefix { $0 == " " }.count
    #expect(abs(left - (width - longest.columns)) <= 1)
    let body = 2..<(height - 3)
    let filled = body.filter { !lines[$0].allSatisfy { $0 == " " } }
    let first = try #require(filled.first)
    let last = try #require(filled.last)
    #expect(abs((first - body.lowerBound) - (body.upperBound - 1 - last)) <= 1)
  }

  @Test func theHintsOfAnEmptyDiaryHaveTheKeysOfItsWays() {
    let interface = HeadlessInterface(diary: FakeDiary([]))
    #expect(interface.lines[23].contains("a add") && interface.lines[23].contains("I import"))
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 12), (30, 10)])
  func theWaysToFillAnEmptyDiaryAreNotCutOff(_ width: Int, _ height: Int) {
    let interface = HeadlessInterface(Size(width: width, height: height), diary: FakeDiary([]))
    #expect(interface.screen.contains("sample diary") && !interface.screen.contains("…"))
  }

  @Test(arguments: [
    (20, " 3 photos"), (40, " 3 photos"), (80, " photo 1 of 3"),
  ])
  func aCardSaysWhichPhotoItShowsOrHowManyThereAre(_ width: Int, _ text: String) {
    var interface = HeadlessInterface(Size(width: width, height: 12), diary: FakeDiary(SampleBeers.all))
    interface.type("v")
    #expect(interface.lines[4].hasSuffix(text))
  }
}
