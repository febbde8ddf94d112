import DiaryModel
import DiaryStore
@testable import DiaryUI
import Foundation
import Terminal
import Testing

/// The mouse on the screens.
@Suite struct MouseTests {
  private func interface(_ size: Size = Size(width: 80, height: 24), photos: Bool = false)
    -> HeadlessInterface
  {
    HeadlessInterface(size, diary: FakeDiary(SampleBeers.many(100, photos: photos)))
  }

  private func album(_ count: Int) -> HeadlessInterface {
    var interface = HeadlessInterface(
      Size(width: 120, height: 40), diary: FakeDiary([SampleBeers.album(count)]))
    interface.type("p")
    return interface
  }

  /// Where a text is seen.
  ///
  /// - Parameter row: Rows above are not looked at; the hints are in the last one.
  private func place(of text: String, from row: Int = 2, in interface: HeadlessInterface) throws -> Point {
    for (row, line) in interface.lines.enumerated().dropFirst(row) {
      if let range = line.range(of: text) { return Point(column: line[..<range.lowerBound].count, row: row) }
    }
    throw NotSeen(text: text)
  }

  private struct NotSeen: Error { let text: String }

  @Test func aClickDoesNotLeadAKeyThatWaitsToAnotherBeer() throws {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.holdsEffects = true
    interface.press(Key(.delete))
    interface.type("d")
    interface.click(try place(of: "Beer 5 ", in: interface))
    interface.answerHeld()
    #expect(interface.changeRequests == [.trash([1]), .trash([2])])
  }

  @Test(arguments: [("n/Enter/Esc keep editing", true), ("y discard", false)])
  func aClickOnTheHintOfAQuestionAnswersIt(_ hint: String, _ staysInForm: Bool) throws {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.escape))
    interface.click(try place(of: hint, in: interface))
    #expect(!interface.screen.contains("Discard your changes?"))
    #expect(interface.lines[0].contains("New beer") == staysInForm)
  }

  @Test func aClickGoesToTheClickedFieldAfterACustomFieldWasTyped() throws {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.backTab))
    interface.type("hop=Citra")
    interface.click(try place(of: "Brewery", in: interface))
    #expect(interface.cursorLine.contains("Brewery"))
    interface.click(try place(of: "Price", in: interface))
    #expect(interface.cursorLine.contains("Price"))
    #expect(interface.screen.contains("hop         Citra"))
  }

  @Test func aClickOnTheHintOfAnInputPressesItsKey() throws {
    var interface = interface()
    interface.type("frating>=1")
    interface.click(try place(of: "Esc cancel", in: interface))
    #expect(!interface.screen.contains("rating>=1"))
  }

  @Test func aClickGoesToABeerAndADoubleClickOpensIt() throws {
    var interface = interface()
    let point = try place(of: "Beer 7 ", in: interface)

    interface.click(point)
    #expect(interface.cursorLine.contains("Beer 7 "))

    interface.click(point, clicks: 2)
    #expect(interface.lines[0].contains("Beer 7") && interface.lines[0].contains("7 of 100"))
  }

  @Test func aClickOnAnyRowOfACardGoesToItsBeer() throws {
    var interface = interface()
    interface.type("v")
    let point = try place(of: "Beer 3", in: interface)

    interface.click(Point(column: point.column, row: point.row + 2))

    #expect(interface.screen.contains("3 of 100"))
  }

  @Test func theWheelMovesByRowsOfCards() {
    var interface = interface()
    interface.type("v")
    interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 5, row: 5))))
    #expect(interface.statusLine.contains(" 3 of 100"))
    interface.send(.mouse(MouseEvent(.wheelUp, at: Point(column: 5, row: 5))))
    #expect(interface.statusLine.contains(" 1 of 100"))
  }

  @Test func theWheelScrollsTheListAndTheCursorStaysVisible() {
    var interface = interface()
    for _ in 0..<9 { interface.press(Key(.down)) }
    interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 5, row: 5))))
    #expect(interface.state.list.scroll.top == 3 && interface.cursorLine.contains("Beer 10 "))
    for _ in 0..<9 { interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 5, row: 5)))) }
    #expect(interface.state.list.scroll.top == 30 && interface.cursorLine.contains("Beer 34 "))
    for _ in 0..<9 { interface.send(.mouse(MouseEvent(.wheelUp, at: Point(column: 5, row: 5)))) }
    #expect(interface.state.list.scroll.top == 3)
    #expect(interface.state.list.visiblePositions.contains(interface.state.list.scroll.cursor))
  }

  @Test func theWheelMovesTheCursorWhereThereIsNothingToScrollTo() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(9)))
    interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 5, row: 5))))
    #expect(interface.cursorLine.contains("Beer 4 "))
    interface.send(.mouse(MouseEvent(.wheelUp, at: Point(column: 5, row: 5))))
    #expect(interface.cursorLine.contains("Beer 1 "))
  }

  @Test func aClickOnAHintDoesWhatItSays() throws {
    var interface = interface()
    interface.click(try place(of: "help", from: 23, in: interface))
    #expect(interface.screen.contains("Moving"))
    interface.click(try place(of: "back", from: 23, in: interface))
    interface.click(try place(of: "quit", from: 23, in: interface))
    #expect(interface.ending == .finished)
  }

  @Test func aClickOutsideOfEverythingDoesNothing() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    let before = interface.screen
    for point in [Point(column: 3, row: 0), Point(column: 13, row: 1), Point(column: 3, row: 15)] {
      interface.click(point)
      interface.click(point, clicks: 2)
    }
    #expect(interface.screen == before)
  }

  @Test func aQuestionIsAnsweredByKeysAlone() throws {
    var interface = interface()
    interface.type("f")
    let before = interface.screen
    interface.click(Point(column: 5, row: 8), clicks: 2)
    interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 5, row: 5))))
    #expect(interface.screen == before)
  }

  @Test func aClickGoesToAFieldOfTheForm() throws {
    var interface = interface()
    interface.type("a")
    interface.click(try place(of: "Venue", in: interface))
    interface.type("Gent")
    #expect(interface.cursorLine.contains("Venue") && interface.cursorLine.contains("Gent"))
  }

  @Test func aDoubleClickOpensTheClickedBeerInAScrolledList() throws {
    var interface = interface()
    let point = try place(of: "Beer 19 ", in: interface)
    interface.click(point)
    #expect(try place(of: "Beer 19 ", in: interface) != point)
    interface.click(point, clicks: 2)
    #expect(interface.lines[0].contains("Beer 19") && interface.lines[0].contains("19 of 100"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40)])
  func aBarOfTheStatisticsIsClickedAndOpened(_ size: Size) throws {
    var interface = interface(size)
    interface.type("S")
    // Months end with the year as well, but have less room after it.
    let year = "2024               "
    for _ in 0..<60 where (try? place(of: year, in: interface)) == nil { interface.type("j") }
    let point = try place(of: year, in: interface)

    interface.click(Point(column: point.column + 20, row: point.row))
    #expect(interface.statusLine.contains("2024: 40 different beers, 3.90 on average   year:2024"))

    interface.click(Point(column: point.column + 20, row: point.row), clicks: 2)
    #expect(interface.lines[0].contains("year:2024"))
  }

  @Test func aDayAndAMonthOfTheStatisticsAreClicked() throws {
    var interface = interface(Size(width: 140, height: 40))
    interface.type("S")
    // The last day is a Thursday, in the last of 40 weeks.
    let days = try place(of: "Per day", in: interface)
    let last = Point(column: days.column + 4 + 39, row: days.row + 5)
    interface.click(last)
    let shown = interface.statusLine
    #expect(shown.contains("28 Dec 2023"))
    interface.click(Point(column: last.column - 2, row: last.row))
    let clicked = interface.statusLine
    #expect(clicked != shown)
    interface.type("ll")
    #expect(interface.statusLine == shown)
    interface.type("hh")
    #expect(interface.statusLine == clicked)

    let heading = try place(of: "Per month", in: interface)
    interface.click(Point(column: heading.column + 25, row: heading.row + 4))
    #expect(interface.statusLine.contains("Feb 2024"))
    let month = interface.statusLine
    // Headings, blank rows and the margin are not numbers.
    for point in [heading, Point(column: 3, row: 7), Point(column: 0, row: heading.row + 4)] {
      interface.click(point)
      interface.click(point, clicks: 2)
    }
    #expect(interface.statusLine == month)
  }

  @Test func anActionOfThePaletteIsClickedAndCarriedOut() throws {
    var interface = interface()
    interface.type(":")
    let point = try place(of: "filter  ", in: interface)
    interface.click(point)
    #expect(interface.statusLine.contains("Filter the beers") && interface.lines[0].contains("Actions: "))
    interface.click(point, clicks: 2)
    #expect(interface.lines[22].contains("Filter"))
  }

  @Test func aChoiceOfAPickerIsClickedAndTaken() throws {
    for size in [Size(width: 80, height: 24), Size(width: 40, height: 12)] {
      var interface = interface(size)
      interface.type("s")
      let point = try place(of: "brewery ", from: 5, in: interface)
      interface.click(point)
      #expect(interface.lines[point.row].hasPrefix("▌"))
      interface.click(Point(column: 1, row: 1))
      #expect(interface.lines[point.row].hasPrefix("▌"))
      interface.click(point)
      interface.click(point, clicks: 2)
      #expect(!interface.screen.contains("Sort by"))
      #expect(interface.state.list.window.query.order == .brewery)
    }
  }

  @Test func theWheelMovesTheHighlightOfAPicker() {
    var interface = interface(Size(width: 80, height: 24))
    interface.type("s")
    interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 1, row: 3))))
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("by name, A to Z"))
  }

  @Test func aClickOnAWayToBeginADiaryTakesIt() throws {
    var interface = HeadlessInterface(Size(width: 140, height: 40), diary: FakeDiary([]), preview: true)
    let way = try place(of: "Look around in a sample diary", in: interface)
    interface.click(Point(column: way.column - 20, row: way.row))
    #expect(!interface.effects.contains(.runCommand(.showSample)))
    interface.click(way)
    #expect(interface.effects.last == .runCommand(.showSample))
  }

  @Test func aPhotoIsDraggedToAnotherPosition() throws {
    var interface = album(6)
    let from = try place(of: "thumbnail", in: interface)
    let to = try place(of: " 3 ", in: interface)

    interface.click(from)
    for column in from.column...to.column {
      interface.send(.mouse(MouseEvent(.drag, at: Point(column: column + 2, row: to.row + 2))))
    }
    #expect(interface.diary.moves.isEmpty)
    #expect(interface.screen.contains("moving"))
    interface.send(.mouse(MouseEvent(.release, at: to)))

    #expect(interface.diary.moves == [PhotoMove(beerID: 1, photoID: 1, index: 2)])
    #expect(interface.screen.contains("3 of 6"))
  }

  @Test func aClickAloneMovesNoPhoto() throws {
    var interface = album(6)
    let point = try place(of: " 2 ", in: interface)

    interface.click(point)
    interface.send(.mouse(MouseEvent(.drag, at: Point(column: point.column + 1, row: point.row))))
    interface.send(.mouse(MouseEvent(.release, at: point)))

    #expect(interface.diary.moves.isEmpty)
    #expect(interface.screen.contains("2 of 6"))
  }

  @Test func aReadOnlyDiaryRefusesToBeChanged() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), isReadOnly: true)
    #expect(interface.lines[0].contains("read-only"))
    #expect(!interface.lines[23].contains("add"))
    for key in "aedu" {
      interface.press(.character(key))
      #expect(interface.statusLine.contains("Restart without it to make changes."))
    }
    interface.type("pmJtcx")
    interface.press(Key(.escape))
    #expect(!interface.effects.contains { if case .change = $0 { true } else { false } })
    #expect(interface.diary.moves.isEmpty)
  }

  @Test func aDoubleClickOnAPhotoEnlargesIt() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("p")
    let point = try place(of: "thumbnail", in: interface)
    interface.click(point, clicks: 2)
    #expect(interface.state.screen == .photo)
    #expect(!interface.effects.contains { if case .viewPhoto = $0 { true } else { false } })
  }
}

extension HeadlessInterface {
  mutating func click(_ point: Point, clicks: Int = 1) {
    send(.mouse(MouseEvent(.press(clicks: clicks), at: point)))
    if clicks == 1 { return }
    send(.mouse(MouseEvent(.release, at: point)))
  }
}
