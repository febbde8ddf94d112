import DiaryModel
import DiaryStore
import DiaryText
import Settings
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// The beer next to the list.
@Suite struct ListPreviewTests {
  private func interface(
    _ width: Int = 140, _ height: Int = 50, _ beers: [BeerDetail] = SampleBeers.all
  ) -> HeadlessInterface {
    HeadlessInterface(Size(width: width, height: height), diary: FakeDiary(beers), preview: true)
  }

  @Test func theLinesOfPanesAreJoinedToTheRules() throws {
    func joints(_ interface: HeadlessInterface) throws -> [String] {
      let layout = interface.state.layout
      let canvas = interface.state.draw()
      let columns = (0..<layout.size.width).filter {
        canvas[Point(column: $0, row: layout.body.upperBound - 1)]?.character == "│"
      }
      let rows = [try #require(layout.headerRule), try #require(layout.statusRule)]
      return rows.map { row in
        String(columns.compactMap { canvas[Point(column: $0, row: row)]?.character })
      }
    }
    #expect(try joints(interface(200, 50)) == ["┌", "┴"])
    var wide = interface(240, 50)
    #expect(try joints(wide) == ["┌┬", "┴┴"])
    wide.type("v")
    #expect(try joints(wide) == ["┬┬", "┴┴"])
  }

  /// The beers that were read, one after the other.
  private func read(_ interface: HeadlessInterface) -> [Int64] {
    interface.effects.compactMap { if case .loadBeer(let request) = $0 { request.id } else { nil } }
  }

  /// The text right of the list.
  private func pane(_ interface: HeadlessInterface) -> String {
    text(
      interface, from: interface.state.screens[ListScreen.self].listWidth(ScreenContext(interface.state)) + 1)
  }

  /// The text of the body from a column on.
  private func text(_ interface: HeadlessInterface, from start: Int) -> String {
    let canvas = interface.state.draw()
    return interface.state.layout.body.map { row in
      String((start..<canvas.size.width).compactMap { canvas[Point(column: $0, row: row)]?.character })
    }.joined(separator: "\n")
  }

  @Test(arguments: [(100, 30), (140, 40), (240, 60)])
  func thePaneHasNoIDsAndLinks(_ width: Int, _ height: Int) {
    let extras: Extras = [
      "beer_url": .text("https://untappd.com/beer/1039"), "bid": .integer(1039), "hop": .text("Saaz"),
    ]
    var interface = interface(width, height, [SampleBeers.beer(1, name: "Orval", extras: extras)])
    interface.send(.tick)
    #expect(interface.screen.contains("Saaz"))
    #expect(!interface.screen.contains("untappd") && !interface.screen.contains("1039"))
  }

  @Test func factsOfTheListAreShownImmediatelyAndOthersWhenTheCursorStops() {
    var interface = interface()
    #expect(pane(interface).contains("Trappistes Rochefort 10") && pane(interface).contains("27 IBU"))
    #expect(!pane(interface).contains("Dark dried fruit") && read(interface).isEmpty)
    #expect(interface.state.needsTick)

    interface.send(.tick)

    #expect(pane(interface).contains("Dark dried fruit") && pane(interface).contains("€4.50"))
    #expect(pane(interface).contains("Hallertau") && pane(interface).contains("3 photos"))
    #expect(read(interface) == [1] && !interface.state.needsTick)
  }

  @Test func movingReadsOnlyTheBeerOnWhichTheCursorRests() {
    var interface = interface(140, 40, SampleBeers.many(50))
    interface.type("jjjj")
    #expect(read(interface).isEmpty)
    interface.send(.tick)
    interface.send(.tick)
    #expect(read(interface) == [5] && !interface.state.needsTick)
  }

  @Test func dataOfAnotherBeerIsNeverShown() {
    var interface = interface()
    interface.send(.tick)
    interface.holdsEffects = true
    interface.type("j")
    #expect(pane(interface).contains("Pliny the Elder") && !pane(interface).contains("Dark dried fruit"))
    interface.type("k")
    #expect(!pane(interface).contains("Dark dried fruit"))
    interface.send(.tick)
    interface.type("j")
    interface.answerHeld()
    #expect(pane(interface).contains("Pliny the Elder") && !pane(interface).contains("Dark dried fruit"))
  }

  @Test func aBeerWhoseAnswerAnotherScreenReplacedIsReadAgain() {
    var interface = interface()
    interface.holdsEffects = true
    interface.send(.tick)
    interface.press(Key(.enter))
    interface.answerHeld()
    interface.press(Key(.escape))
    interface.send(.tick)
    #expect(pane(interface).contains("Dark dried fruit"))
  }

  @Test func aChangeByAnotherProgramIsShown() {
    var interface = interface()
    interface.send(.tick)
    interface.diary.beers[0].beer.fields.notes = "Thinner than I remembered"
    interface.send(.storeChanged)
    interface.send(.tick)
    #expect(pane(interface).contains("Thinner than I remembered"))
  }

  @Test func reloadingTheDiaryReadsTheBeerAgain() {
    var interface = interface()
    interface.send(.tick)
    interface.diary.beers[0].beer.fields.notes = "Thinner than I remembered"
    interface.press(Key(.function(5)))
    interface.send(.tick)
    #expect(pane(interface).contains("Thinner than I remembered"))
  }

  @Test func anImportIsShown() {
    var interface = interface(140, 40, LabelListTests.beers)
    interface.send(.tick)
    let times = interface.effects.count { if case .loadTimes = $0 { true } else { false } }
    interface.diary.beers[0].beer.fields.notes = "Thinner than I remembered"
    interface.send(
      .imported(ImportRequest(path: "beers.csv"), .failure(Problem(sentence: "No.", kind: .badData))))
    interface.send(.tick)
    #expect(pane(interface).contains("Thinner than I remembered"))
    #expect(interface.effects.count { if case .loadTimes = $0 { true } else { false } } == times + 1)
  }

  @Test func theTimesBeforeAreCountedAndDrawn() {
    var interface = interface(140, 40, LabelListTests.beers)
    interface.send(.tick)
    #expect(pane(interface).contains("Had twice before  "))
    interface.type("jjj")
    interface.send(.tick)
    #expect(pane(interface).contains("Saison Dupont") && !pane(interface).contains("before"))
  }

  @Test(arguments: [(0, "Had for the first time"), (1, "Had once before"), (1200, "Had 1,200 times before")])
  func theNumberOfTimesBeforeIsASentence(_ count: Int, _ text: String) {
    #expect(BeerPreview.text(timesBefore: count) == text)
  }

  @Test func aScreenWithoutRoomHasNoPreview() {
    for (width, height) in [(99, 24), (140, 11), (80, 24), (40, 12), (20, 5)] {
      var interface = interface(width, height)
      interface.send(.tick)
      #expect(interface.state.screens[ListScreen.self].previewWidth(ScreenContext(interface.state)) == nil)
      #expect(read(interface).isEmpty && !interface.state.needsTick)
    }
    var narrow = interface(80, 24)
    for key in "P<>" {
      narrow.type("j\(key)")
      #expect(narrow.statusLine.contains("need a screen of at least 100 columns and 12 rows."))
    }
  }

  @Test(
    arguments: [
      (80, "", false), (80, "v", true), (62, "", false), (40, "v", true), (30, "v", false), (100, "", true),
    ] as [(Int, String, Bool)])
  func picturesAreOnlyRequestedWhereTheyAreDrawn(_ width: Int, _ keys: String, _ areDrawn: Bool) {
    var interface = interface(width, 24)
    interface.type(keys)
    #expect(interface.requestedPictures.isEmpty != areDrawn)
  }

  @Test func aKeyHidesThePreviewAndShowsItAgain() {
    var interface = interface()
    let before = interface.screen
    interface.type("P")
    #expect(!interface.screen.contains("27 IBU"))
    interface.type("P")
    #expect(interface.screen == before)
  }

  private func panes(_ interface: HeadlessInterface) -> ListPanes {
    interface.state.screens[ListScreen.self].panes(ScreenContext(interface.state))
  }

  /// Returns the text of a pane.
  private func text(in pane: ListPanes.Pane, _ interface: HeadlessInterface) -> String {
    let canvas = interface.state.draw()
    return pane.rows.map { row in
      let columns = pane.textStart..<pane.textStart + pane.width
      return String(columns.compactMap { canvas[Point(column: $0, row: row)]?.character })
    }.joined(separator: "\n")
  }

  @Test(arguments: [160, 200, 222])
  func aLargeScreenHasNotesTimesAndOtherPhotosInAPaneOfTheirOwn(_ width: Int) throws {
    var interface = interface(width, 50)
    interface.send(.tick)
    let panes = panes(interface)
    let notes = text(in: try #require(panes.notes), interface)
    let beer = text(in: try #require(panes.preview), interface)
    #expect(notes.contains("Dark dried fruit") && notes.contains("Hallertau") && !notes.contains("27 IBU"))
    #expect(beer.contains("27 IBU") && !beer.contains("Dark dried fruit"))
    #expect(interface.requestedPictures.last?.prefix(3) == SampleBeers.rochefort.photos.map(\.id)[...])

    interface.type("P")
    #expect(self.panes(interface).notes == nil)
    #expect(pane(interface).contains("Dark dried fruit") && pane(interface).contains("27 IBU"))
    interface.type("P")
    #expect(!interface.screen.contains("27 IBU"))
    interface.type("P")
    #expect(self.panes(interface) == panes)
  }

  @Test(arguments: [
    (159, 50, false, false), (160, 50, true, true), (160, 28, false, false), (200, 50, true, true),
    (221, 50, true, true), (222, 50, true, false), (222, 12, true, false),
  ])
  func theNotesAreBelowTheBeerUntilTheListHasWhatItNeeds(
    _ width: Int, _ height: Int, _ hasNotes: Bool, _ areStacked: Bool
  ) {
    let panes = panes(interface(width, height))
    #expect((panes.notes != nil) == hasNotes && panes.areStacked == areStacked)
  }

  @Test func noPartOfAPhotoIsShown() {
    for height in 29...60 {
      var interface = interface(160, height)
      interface.send(.tick)
      let lines = interface.lines
      #expect(lines.count { $0.contains("╭") } == lines.count { $0.contains("╰") }, "\(height)")
    }
  }

  private func columnCount(_ interface: HeadlessInterface) -> Int {
    interface.state.screens[ListScreen.self].columns(ScreenContext(interface.state)).columns.count
  }

  @Test(arguments: [24, 50]) func aWiderScreenNeverHasFewerColumns(_ height: Int) {
    var interface = interface(80, height)
    var before = 0
    for width in 80...300 {
      interface.resize(width, height)
      let count = columnCount(interface)
      #expect(count >= before, "\(width)")
      before = count
    }
  }

  /// What such a list shows without being asked may have no room next to the pane.
  @Test(arguments: [24, 50]) func aListOfDifferentBeersKeepsTheChosenColumnsNextToThePane(_ height: Int) {
    var interface = interface(80, height)
    interface.type("b")
    func chosen() -> Set<ListColumns.Kind> {
      let columns = interface.state.screens[ListScreen.self].columns(ScreenContext(interface.state)).columns
      return Set(columns.map(\.kind)).subtracting([.times, .rating, .best])
    }
    let before = chosen()
    for width in 81...300 {
      interface.resize(width, height)
      #expect(chosen().isSuperset(of: before), "\(width)")
    }
  }

  @Test func keysMakeThePreviewWiderAndNarrower() throws {
    var interface = interface()
    let before = try #require(
      interface.state.screens[ListScreen.self].previewWidth(ScreenContext(interface.state)))
    interface.type(">>")
    #expect(
      interface.state.screens[ListScreen.self].previewWidth(ScreenContext(interface.state)) == before + 8)
    interface.type("<<<")
    #expect(
      interface.state.screens[ListScreen.self].previewWidth(ScreenContext(interface.state)) == before - 4)
    interface.type(String(repeating: "<", count: 40))
    #expect(interface.statusLine.contains("The pane cannot be narrower."))
    #expect(interface.state.screens[ListScreen.self].previewWidth(ScreenContext(interface.state)) == 23)
    interface.type(">")
    #expect(interface.state.screens[ListScreen.self].previewWidth(ScreenContext(interface.state)) == 27)
    guard
      case .keepListLayout(let kept)? = interface.effects.last(where: { effect in
        if case .keepListLayout = effect { true } else { false }
      })
    else {
      Issue.record("Nothing was kept.")
      return
    }
    #expect(kept.previewWidth == 27)
    interface.type(String(repeating: ">", count: 40))
    #expect(interface.statusLine.contains("The pane cannot be wider."))
    interface.type("P>")
    #expect(interface.statusLine.contains("The beer is not next to the list."))
  }

  @Test(arguments: [140, 180, 240]) func theBorderOfAPaneIsDragged(_ width: Int) throws {
    var interface = interface(width, 40)
    let before = panes(interface)
    let preview = try #require(before.preview).width
    func drag(_ column: Int, by offset: Int, _ interface: inout HeadlessInterface) {
      interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: column, row: 5))))
      interface.send(.mouse(MouseEvent(.drag, at: Point(column: column + offset, row: 9))))
      interface.send(.mouse(MouseEvent(.release, at: Point(column: column + offset, row: 9))))
      interface.send(.mouse(MouseEvent(.drag, at: Point(column: 10, row: 9))))
    }
    drag(before.list, by: 6, &interface)
    let after = panes(interface)
    #expect(after.list == before.list + 6 && after.preview?.width == preview - 6)
    #expect(after.areStacked == before.areStacked)
    guard let notes = after.notes, !after.areStacked else { return }
    #expect(notes.width == before.notes?.width)
    drag(notes.border, by: -5, &interface)
    let last = panes(interface)
    #expect(last.notes?.width == notes.width + 5 && last.preview?.width == preview - 6)
  }

  @Test(arguments: [(100, 23), (106, 23), (107, 24), (113, 30), (140, 30), (180, 30), (200, 41), (222, 30)])
  func panesAreNarrowUntilTheListHasWhatItNeeds(_ width: Int, _ preview: Int) {
    let interface = interface(width)
    #expect(panes(interface).preview?.width == preview)
    #expect(width < 140 || interface.screen.contains("Imperial IPA"))
  }

  @Test func aScreenOf200ColumnsHasThreePanesAndTheVenue() {
    let interface = interface(200)
    #expect(panes(interface).notes != nil)
    #expect(interface.lines[1].contains("Venue"))
  }

  @Test func panesGetWhatAListWithFewColumnsDoesNotNeed() throws {
    let interface = interface(140, 40, SampleBeers.many(5))
    #expect(try #require(panes(interface).preview).width > 30)
  }

  @Test(arguments: [100, 140, 180, 200, 240]) func noWidthChangesWhileMovingSortingAndSearching(_ width: Int)
  {
    var interface = interface(width, 20, LabelListTests.beers + SampleBeers.many(300).suffix(200))
    func widths() -> [Int] {
      let context = ScreenContext(interface.state)
      let list = interface.state.screens[ListScreen.self]
      let panes = list.panes(ScreenContext(interface.state))
      return [panes.list, panes.preview?.width ?? 0, panes.notes?.width ?? 0]
        + list.columns(context).columns.map(\.width)
    }
    let before = widths()
    interface.type("G")
    #expect(widths() == before)
    for order in ["n", "b", "r", "a", "s", "d"] {
      interface.sort(order)
      #expect(widths() == before, "\(order)")
    }
    interface.type("/orval")
    #expect(widths() == before)
  }

  @Test func aLargeFrameGetsAPictureOnceTheCursorRests() {
    var diary = FakeDiary(SampleBeers.all)
    diary.pictures = [SampleBeers.rochefort.photos[0].id: SamplePictures.glass()]
    var interface = HeadlessInterface(Size(width: 260, height: 60), diary: diary, preview: true)
    func missing() -> [Int64] { interface.state.draw().missingPictures.map(\.photo) }
    #expect(missing().isEmpty)
    interface.send(.tick)
    #expect(missing() == [SampleBeers.rochefort.photos[0].id])
  }

  @Test func otherPhotosHaveTheirPosition() {
    var interface = interface(240, 50)
    interface.send(.tick)
    #expect(interface.screen.contains("╭ 1 of 3 ") && interface.screen.contains("╭ 2 of 3 "))
  }

  @Test(arguments: 100...260) func listAndPreviewFillTheWidth(_ width: Int) throws {
    let interface = interface(width, 24)
    let panes = panes(interface)
    let preview = try #require(panes.preview).width
    #expect(panes.list + preview + 3 + (panes.notes.map { $0.width + 3 } ?? 0) == width && preview >= 23)
    #expect((panes.notes != nil) == (width >= 222) && panes.list >= 74)
    #expect(interface.lines.allSatisfy { $0.columns < width })
    #expect(interface.cursorLine.contains("Trappistes"))
  }

  @Test func theRealCursorStaysInTheList() {
    var interface = interface()
    interface.send(.tick)
    interface.type("j")
    #expect(interface.state.draw().cursor == Point(column: 0, row: 3))
  }

  @Test func aVeryLongNameHasThreeRowsAndLeavesRoomForTheNotes() {
    let name = String(repeating: "Sesquipedalian Ale ", count: 40)
    let beer = SampleBeers.beer(1, name: name, rating: 4, notes: "Brett and hops")
    var interface = interface(140, 40, [beer])
    interface.send(.tick)
    let shown = pane(interface).split(separator: "\n").filter { $0.contains("Sesquipedalian") }
    #expect(shown.count == 3 && shown.map { $0.contains("…") } == [false, false, true])
    #expect(pane(interface).contains("Brett and hops"))
    interface.press(Key(.enter))
    #expect(interface.screen.matches(of: /Sesquipedalian/).count >= 40)
  }

  @Test func longNotesEndWithAnEllipsis() {
    let beer = SampleBeers.beer(1, name: "Orval", notes: String(repeating: "brett and hops ", count: 5000))
    var interface = interface(120, 20, [beer])
    interface.send(.tick)
    let lines = pane(interface).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains { $0.first == "brett" } && lines.last == ["…"])
  }

  @Test(arguments: [("3.50", "price 3.50"), ("€4.20", "€4.20"), ("2.50 pt", "2.50 pt")])
  func aPriceThatIsABareNumberIsCalledAPrice(_ price: String, _ shown: String) {
    var interface = interface(
      140, 50, [SampleBeers.beer(1, name: "Orval", rating: 4.75, serving: "bottle", price: price)])
    interface.send(.tick)
    #expect(pane(interface).contains("bottle · " + shown))
  }

  @Test func aClickNextToTheListChangesNothing() {
    var interface = interface()
    let before = interface.screen
    interface.click(Point(column: 120, row: 4))
    interface.click(Point(column: 120, row: 1))
    #expect(interface.screen == before)
  }
}
