import DiaryModel
import DiaryStore
import DiaryText
import Terminal
import Testing

@testable import DiaryUI

/// The venues of the listed beers on a map.
@Suite struct MapTests {
  private static let places: [(String?, Double?, Double?)] = [
    ("De Klomp", 52.0901, 5.1201), ("De Klomp", 52.0902, 5.1202), ("Delirium", 50.848, 4.354),
    (nil, 49.893, 10.887), ("Home", nil, nil),
  ]

  static let beers = places.enumerated().map { index, place in
    let detail = SampleBeers.beer(
      Int64(index + 1), name: "Beer \(index + 1)", style: index == 2 ? "Lambic" : "Stout", place: place.0)
    var beer = detail.beer
    beer.fields.latitude = place.1
    beer.fields.longitude = place.2
    return BeerDetail(beer: beer, photos: [])
  }

  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ beers: [BeerDetail] = Self.beers,
    _ appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(beers), appearance: appearance)
    interface.type("M")
    return interface
  }

  @Test func aNarrowTitleHasOnlyTheBeersOnTheMap() {
    #expect(interface(Size(width: 34, height: 16)).lines[0] == " Map   4 beers")
  }

  @Test(arguments: [
    Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 16),
    Size(width: 20, height: 5),
  ])
  func theScreenMatchesItsSnapshots(_ size: Size) throws {
    try expectSnapshot(interface(size).screen, named: "map-\(size.width)x\(size.height)")
  }

  @Test func theScreenWithoutUnicodeMatchesItsSnapshot() throws {
    let interface = interface(Size(width: 80, height: 24), Self.beers, Appearance(glyphs: .ascii))
    try expectSnapshot(interface.screen, named: "map-ascii-80x24")
    #expect(interface.screen.utf8.allSatisfy { $0 <= 0x7E })
  }

  @Test func venuesAreListedWithTheirCounts() {
    let interface = interface()
    #expect(interface.lines[0].contains("Map   4 beers, 1 more without a position"))
    #expect(interface.lines.contains { $0.contains("De Klomp") && $0.hasSuffix("2") })
    #expect(interface.screen.contains("49.89,10.89"))
    #expect(interface.statusLine.contains("De Klomp: 2 beers   52.0901, 5.1201"))
  }

  @Test func aMapWithoutPositionsSaysThatNoBeerHasOne() {
    let interface = interface(Size(width: 80, height: 24), SampleBeers.many(3))
    #expect(interface.lines[0] == " Map   3 beers, none with a position")
  }

  @Test func enterListsTheBeersOfAVenueAndGoingBackReturnsToTheMap() {
    var interface = interface()
    interface.type("J+")
    let screen = interface.screen
    interface.press(Key(.enter))
    #expect(interface.state.screen == .list)
    #expect(
      interface.state.list.window.query.filter.description == "venue=Delirium position:50.85,4.35")
    #expect(interface.lines[0].contains("venue=Delirium position:50.85,4.35"))
    interface.type("q")
    #expect(interface.state.screen == .map)
    #expect(interface.screen == screen)
  }

  @Test(arguments: [[], [Key(.enter)], [.character("r"), Key(.enter)]] as [[Key]])
  func theFilterOfAVenueStaysItsOwnIfACustomFieldIsCalledVenue(_ keys: [Key]) throws {
    var beers = Self.beers
    beers[2].beer.fields.extras = ["venue": .text("Bar")]
    var interface = interface(Size(width: 80, height: 24), beers)
    interface.type("J")
    interface.press(Key(.enter))
    let filter = interface.state.list.window.query.filter
    // The custom fields are read only when the filter is edited.
    interface.holdsEffects = true
    interface.type("f")
    #expect(interface.state.prompt?.input.text == "venue=Delirium position:50.85,4.35 ")
    for key in keys { interface.press(key) }
    interface.answerHeld()
    #expect(interface.lines[0].contains("place=Delirium position:50.85,4.35"))
    let typed = keys.count == 2 ? try BeerFilter("r") : BeerFilter()
    #expect(interface.state.list.window.query.filter == filter.and(typed))
    #expect((interface.state.prompt == nil) == keys.contains(Key(.enter)))
  }

  @Test func onlyTheBeersOfTheListAreOnTheMap() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(Self.beers))
    interface.type("fstyle:lambic")
    interface.press(Key(.enter))
    interface.type("M")
    #expect(interface.lines[0].contains("1 beer"))
    #expect(interface.screen.contains("Delirium") && !interface.screen.contains("De Klomp"))
  }

  @Test func zoomingInShowsTheVenueUnderTheCursorAndFewerOthers() {
    var interface = interface()
    interface.type("J")
    for _ in 0..<6 { interface.type("+") }
    #expect(interface.statusLine.contains("Delirium") && interface.statusLine.contains("1 of 1"))
    for _ in 0..<20 { interface.type("-") }
    #expect(interface.statusLine.contains("1 of 3") || interface.statusLine.contains("2 of 3"))
    interface.type("0")
    #expect(interface.screen.contains("De Klomp") && interface.screen.contains("49.89,10.89"))
  }

  @Test func panningAwayLeavesAMapWithoutVenues() {
    var interface = interface()
    interface.press(Key(.left), Key(.left), Key(.left), Key(.left), Key(.left), Key(.up))
    #expect(interface.screen.contains("No venues here."))
    interface.press(Key(.enter))
    #expect(interface.state.screen == .map)
    #expect(interface.statusLine.contains("No venues on this part of the map."))
    interface.type("0")
    #expect(interface.statusLine.contains("De Klomp"))
  }

  @Test(arguments: [("h", Key(.left)), ("j", Key(.down)), ("k", Key(.up)), ("l", Key(.right))])
  func lettersMoveTheMapAsTheArrowsDo(_ letter: String, _ arrow: Key) {
    var (typed, pressed) = (interface(), interface())
    typed.type("+" + letter)
    pressed.type("+")
    let before = pressed.screen
    pressed.press(arrow)
    #expect(typed.screen == pressed.screen && typed.screen != before)
  }

  @Test func theMapFitsAnySizeUntilItIsMoved() {
    var interface = interface()
    interface.resize(40, 12)
    interface.resize(200, 50)
    #expect(interface.statusLine.contains("1 of 3"))
  }

  @Test func theDotOfTheVenueUnderTheCursorHasTheBarOfALine() {
    for (appearance, bar) in [
      (Appearance(), "▌"), (Appearance(theme: Theme(usesColor: false)), "▌"),
      (Appearance(glyphs: .ascii), ">"),
    ] {
      let interface = interface(Size(width: 80, height: 24), Self.beers, appearance)
      // One is on the map, and one in the list.
      #expect(interface.screen.count { String($0) == bar } == 2)
    }
  }

  @Test func theCursorIsOnTheNameOfTheVenueAtAnySize() {
    for size in [Size(width: 20, height: 5), Size(width: 40, height: 12), Size(width: 80, height: 24)] {
      var interface = interface(size)
      #expect(interface.cursorLine.contains("De Klomp"), "\(size)")
      interface.type("JJ")
      #expect(!interface.cursorLine.contains("De Klomp"), "\(size)")
      #expect(interface.cursorLine.contains { $0.isLetter || $0.isNumber }, "\(size)")
    }
  }

  /// A line of the list would begin with a part of the map.
  @Test func theLineOfTheCursorHasNoPartOfTheMap() {
    for size in [Size(width: 80, height: 24), Size(width: 140, height: 40)] {
      var interface = interface(size)
      #expect(interface.cursorLine.hasPrefix(" De Klomp: "), "\(size)")
      interface.type("J")
      #expect(interface.cursorLine == interface.statusLine, "\(size)")
    }
  }

  @Test func aLongNameIsCutInsteadOfTheNumberOfBeers() {
    let name = "The Extraordinarily Long Name of a Brewpub"
    var beer = SampleBeers.beer(1, name: "A", place: name).beer
    (beer.fields.latitude, beer.fields.longitude) = (52, 5)
    let interface = interface(Size(width: 40, height: 12), [BeerDetail(beer: beer, photos: [])])
    #expect(interface.statusLine.contains("…: 1 beer") && interface.statusLine.contains("1 of 1"))
  }

  @Test func withoutPositionsTheMapSaysHowToGetSome() {
    let none = interface(Size(width: 80, height: 24), [SampleBeers.beer(1, name: "A")])
    #expect(none.screen.contains("None of these beers has a position."))
    #expect(none.lines[0].contains("Map   1 beer, none with a position") && !none.screen.contains("zoom"))
    #expect(interface(Size(width: 80, height: 24), []).screen.contains("No beers yet."))
  }

  @Test func everyKeyKeepsTheCursorOnTheScreenAtAnySize() {
    for beers in [Self.beers, [SampleBeers.beer(1, name: "A")], []] {
      for size in [(20, 5), (30, 8), (40, 12), (69, 20), (72, 20), (200, 50)] {
        var interface = interface(Size(width: size.0, height: size.1), beers)
        for key in "j++hlJKkg0----G+++0" {
          interface.type(String(key))
          if let cursor = interface.state.draw().cursor {
            #expect(0..<size.0 ~= cursor.column && 0..<size.1 ~= cursor.row, "\(size), \(key)")
          }
        }
        #expect(interface.lines.count == size.1)
      }
    }
  }

  @Test func aClickOnTheListOrNearADotMovesTheCursor() {
    var interface = interface()
    let row = interface.lines.firstIndex { $0.contains("Delirium") } ?? 0
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: 70, row: row))))
    #expect(interface.statusLine.contains("Delirium"))
    let lines = interface.lines
    let dot = lines.indices.compactMap { row in
      lines[row].firstIndex(of: "■").map {
        Point(column: lines[row].distance(from: lines[row].startIndex, to: $0), row: row)
      }
    }.first
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: dot ?? Point(column: 0, row: 0))))
    #expect(interface.statusLine.contains("De Klomp"))
  }
}
