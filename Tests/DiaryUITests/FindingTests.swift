import DiaryModel
import DiaryStore
import Foundation
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// Searching, filtering and sorting the list.
@Suite struct FindingTests {
  @Test func aSearchShowsItsResultsAsItIsTypedAndEscapeGoesBack() {
    var interface = interface()
    interface.type("jj")
    let before = interface.screen

    interface.type("/pli")
    #expect(interface.screen.contains("Pliny") && !interface.screen.contains("Schlenkerla"))
    interface.press(Key(.escape))

    #expect(interface.screen == before)
  }

  @Test(arguments: ["/", "f"]) func theCursorIsBackAfterASearchOrAFilterWithoutResults(_ key: String) {
    var interface = interface()
    interface.type("jj")
    let before = interface.state.list.scroll
    interface.type(key + "Pli")
    for _ in 0..<3 { interface.press(Key(.backspace)) }
    interface.press(Key(.escape))
    #expect(interface.state.list.scroll == before)

    interface.type(key + "qqqq")
    interface.press(Key(.enter))
    #expect(interface.state.list.window.count == 0)
    interface.press(Key(.escape))
    #expect(interface.state.list.scroll == before && interface.lines[0].contains("6 beers"))
  }

  @Test func typingReplacesTheWordsOfTheLastSearch() {
    var interface = interface()
    func search(_ keys: String) -> String {
      interface.type("/pli")
      interface.press(Key(.enter))
      interface.type("/")
      interface.type(keys)
      defer { interface.press(Key(.enter), Key(.escape)) }
      return interface.state.list.window.query.search
    }
    #expect(search("") == "pli" && search("sch") == "sch" && search(" eld") == "pli eld")
    interface.type("/pli")
    interface.press(Key(.enter))
    interface.type("/")
    let canvas = interface.state.draw()
    let lastCharacter = canvas.cursor.flatMap { canvas[Point(column: $0.column - 1, row: $0.row)] }
    #expect(lastCharacter?.style == interface.state.configuration.appearance.theme.selected(.plain))
    interface.press(Key(.backspace))
    #expect(interface.state.prompt?.input.isEmpty == true)
    interface.press(Key(.escape))
    interface.type("/")
    interface.press(Key(.left))
    interface.type("a")
    #expect(interface.state.prompt?.input.text == "plai")
  }

  @Test func aSearchIsKeptUntilEscape() {
    var interface = interface()
    interface.type("/r")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("3 beers") && interface.lines[0].contains("/r"))

    interface.type("nn")
    #expect(interface.cursorLine.contains("Schlenkerla"))
    interface.type("n")
    #expect(interface.screen.contains("This is the last match."))
    interface.type("N")
    #expect(interface.cursorLine.contains("Pliny"))
    interface.press(Key(.escape))

    #expect(interface.lines[0].contains("6 beers"))
    #expect(interface.cursorLine.contains("Pliny"))
  }

  @Test func matchesAreUnderlinedInTheRows() {
    var interface = interface()
    interface.type("/sch")
    let canvas = interface.state.draw()
    let row = interface.lines.firstIndex { $0.contains("Schlenkerla") } ?? 0
    let marked = (0..<80).filter {
      canvas[Point(column: $0, row: row)]?.style.attributes.contains([.bold, .underline]) == true
    }
    let text = marked.compactMap { canvas[Point(column: $0, row: row)]?.character }
    #expect(String(text) == "Sch")
  }

  /// Also deep in the notes; what no search looks at stays as it is, whatever it says.
  @Test func matchesAreHighlightedOnTheBeerScreen() throws {
    var beers = [SampleBeers.all[0]]
    beers[0].beer.fields.name = "Lemon Sour"
    beers[0].beer.fields.notes = "Bitter at first, then a lemon note; lemonade, not melon."
    beers[0].beer.fields.serving = "lemon glass"
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(beers))
    interface.type("/lemon")
    interface.press(Key(.enter), Key(.enter))
    #expect(interface.screen.contains("lemonade") && interface.screen.contains("lemon glass"))
    #expect(found(interface).joined() == "Lemonlemonlemon")
  }

  @Test func anAddressInACustomFieldIsNotHighlightedOnTheBeerScreen() {
    let address = JSONValue.text("https://lemon.example/lemon")
    let beer = SampleBeers.beer(1, name: "Gose", notes: "lemon", extras: ["url": address])
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary([beer]))
    interface.type("/lemon")
    interface.press(Key(.enter), Key(.enter))
    #expect(interface.screen.contains("lemon.example"))
    #expect(found(interface).joined() == "lemon")
  }

  /// The cells that stand out as found, row by row.
  private func found(_ interface: HeadlessInterface) -> [String] {
    let canvas = interface.state.draw()
    return (0..<interface.state.size.height).map { row in
      String(
        (0..<interface.state.size.width).compactMap { column in
          canvas[Point(column: column, row: row)].flatMap {
            $0.style.attributes.contains([.bold, .underline]) ? $0.character : nil
          }
        })
    }
  }

  /// Two beers with lemons that no column shows, and one that has them in its name.
  private var lemons: FakeDiary {
    let long = "It began with a long walk along the river in the rain, and then came "
    return FakeDiary([
      SampleBeers.beer(
        1, name: "Saison", brewery: "Abbey", style: "Saison", abv: 5, rating: 4,
        notes: long + "lemon\nzest and pepper."),
      SampleBeers.beer(
        2, name: "Gose", brewery: "Salt", style: "Gose", abv: 4, rating: 3, extras: ["fruit": .text("lemon")]),
      SampleBeers.beer(3, name: "Lemon Sour", brewery: "Acid", style: "Sour", abv: 4, rating: 3),
    ])
  }

  @Test(arguments: [20, 40, 60, 80, 100, 140, 200])
  func hiddenMatchesLeaveTheListAsItIs(_ width: Int) throws {
    var interface = HeadlessInterface(Size(width: width, height: 24), diary: lemons)
    let before = interface.lines[1..<6]
    interface.type("/lemon")
    #expect(interface.lines[1..<6] == before)
    #expect(found(interface)[1..<6].joined() == "Lemon")
    interface.press(Key(.enter), Key(.escape))
    #expect(found(interface).joined().isEmpty)
  }

  @Test(arguments: ScreenSnapshotTests.sizes)
  func aHiddenMatchOfTheFirstBeerFollowsTheTypedSearch(_ size: Size) throws {
    var interface = HeadlessInterface(size, diary: lemons)
    // A narrow screen has the number of beers only in the header.
    let number = size.width > 40 ? "   3 beers" : ""
    interface.type("/lemo")
    #expect(interface.cursorLine.hasPrefix(" Search /lemo ") && interface.cursorLine.hasSuffix(number))
    #expect(interface.cursorLine.contains("  notes: …") && interface.cursorLine.contains("lemon z"))
    #expect(interface.lines[0].contains("3 beers"))
    interface.press(Key(.down))
    #expect(interface.cursorLine.hasSuffix("  fruit: lemon" + number))
    interface.press(Key(.down))
    #expect(interface.cursorLine.hasSuffix("   3 beers") && !interface.cursorLine.contains(":"))
  }

  /// The line has no column for the venue.
  @Test func aVenueIsNotTakenForABrewery() throws {
    let diary = FakeDiary([
      SampleBeers.beer(
        1, name: "Weißer Dachs", brewery: "Dachsbräu", style: "Hefeweizen", abv: 5.2, rating: 4,
        place: "Dachsbichler Keller, Bamberg", drunkAt: "2024-05-12"),
      SampleBeers.beer(
        2, name: "Kellerbier", brewery: "Mahrs", style: "Kellerbier", abv: 5, rating: 3, drunkAt: "2024-05-11"
      ),
    ])
    var interface = HeadlessInterface(Size(width: 67, height: 30), diary: diary)
    let list = interface.lines[1..<4]
    interface.type("/kel")
    #expect(interface.lines[1..<4] == list && interface.lines[2].contains("Dachsbräu"))
    #expect(interface.cursorLine.hasSuffix("  venue: Dachsbichler Keller, Bamberg   2 beers"))
  }

  /// The second word is the one that is out of sight, far after the first.
  @Test func theExcerptIsAboutTheWordThatIsMissing() {
    let notes = "Foo is a word and quite some way behind it, after a walk and a talk, there is the xylophone."
    let diary = FakeDiary([SampleBeers.beer(1, name: "Foo Bar", brewery: "Salt", notes: notes)])
    var interface = HeadlessInterface(Size(width: 80, height: 12), diary: diary)
    interface.type("/foo xylo")
    #expect(interface.cursorLine.contains("notes: …") && interface.cursorLine.contains("xylophone."))
    interface.press(Key(.enter))
    #expect(found(interface)[2] == "Foo" && found(interface)[10] == "xylo")
  }

  @Test func theExcerptLeavesThePositionInTheList() {
    let diary = FakeDiary([
      SampleBeers.beer(1, name: "Gose", notes: String(repeating: "lemon ", count: 40)),
      SampleBeers.beer(2, name: "Lemon Sour", brewery: "Acid"),
    ])
    var interface = HeadlessInterface(Size(width: 60, height: 12), diary: diary)
    interface.type("/lemon")
    interface.press(Key(.enter))
    #expect(interface.statusLine.hasPrefix(" notes: lemon") && interface.statusLine.contains("…"))
    #expect(interface.statusLine.hasSuffix("  1 of 2"))
  }

  /// A screen reader reads the line of the cursor, and not the status line.
  @Test func inWordsTheMatchIsAfterTheName() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(diary: lemons, appearance: appearance)
    interface.type("/lemon")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Saison, notes: …"))
    #expect(interface.cursorLine.contains("lemon"))
    interface.type("j")
    #expect(interface.cursorLine.contains(", fruit: lemon"))
    interface.type("j")
    #expect(interface.cursorLine.contains("Lemon Sour") && interface.cursorLine.contains("Acid"))
  }

  @Test func aCardShowsTheEndOfALongName() {
    let name = "A very long name of a beer that goes on and on and ends with Quagga"
    let diary = FakeDiary([SampleBeers.beer(1, name: name, rating: 4, drunkAt: "2024-05-12")])
    var interface = HeadlessInterface(Size(width: 80, height: 12), diary: diary)
    interface.type("v/quagga")
    #expect(found(interface).joined() == "Quagga" && interface.screen.contains("name: …"))
  }

  @Test func theStatusLineHasTheMatchThatNoColumnShows() {
    let diary = FakeDiary([
      SampleBeers.beer(1, name: "A name of some length", rating: 4, drunkAt: "2024-05-12", notes: "A lemon.")
    ])
    var interface = HeadlessInterface(Size(width: 40, height: 12), diary: diary)
    let line = interface.lines[2]
    interface.type("/lemon")
    interface.press(Key(.enter))
    #expect(interface.lines[2] == line && interface.statusLine.contains("notes: A lemon."))
  }

  @Test func theLineUnderTheCursorNamesTheMatchingField() {
    var interface = HeadlessInterface(Size(width: 40, height: 12), diary: lemons)
    interface.type("/lemon")
    interface.press(Key(.enter))
    let remarks = ["n", "n", "n"].map { key in
      defer { interface.type(key) }
      return interface.statusLine
    }
    #expect(remarks[0].contains("lemon") || remarks[1].contains("lemon"))
    #expect(remarks.contains { $0.contains("notes: ") && $0.contains("lemon") })
    #expect(remarks.contains { $0.contains("fruit: lemon") })
  }

  @Test func aCardShowsWhereItMatches() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: lemons)
    interface.type("v/lemon")
    #expect(interface.screen.contains("notes: …") && interface.screen.contains("fruit: lemon"))
    #expect(found(interface).joined().lowercased() == "lemonlemonlemon")
  }

  @Test func matchesAreAlsoShownWhileGoingFromMatchToMatch() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: lemons)
    interface.type("/lemon")
    interface.press(Key(.enter), Key(.escape))
    interface.type("n")
    #expect(interface.statusLine.contains("fruit: lemon"))
    #expect(found(interface).joined() == "Lemonlemon")
    interface.press(Key(.escape))
    #expect(found(interface).joined().isEmpty)
  }

  @Test func theCustomFieldThatTheListIsSortedByIsShown() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: lemons)
    interface.sort("fru")
    #expect(interface.lines[0].contains("by fruit, A to Z") && interface.screen.contains("lemon"))
    interface.sort("d")
    #expect(!interface.screen.contains("lemon"))
  }

  @Test func fieldsThatAreNotSearchedAreNotUnderlined() {
    var interface = HeadlessInterface(
      Size(width: 140, height: 24),
      diary: FakeDiary([
        SampleBeers.beer(
          1, name: "May Day 2024", brewery: "Jpeg Brothers", drunkAt: "2024-05-12",
          photos: [SampleBeers.photo(11, "JPEG", 2024, 2024, 2_900_000)])
      ]))
    func underlined(_ interface: HeadlessInterface) -> Set<Character> {
      let canvas = interface.state.draw()
      return Set(
        (0..<140).compactMap { canvas[Point(column: $0, row: 2)] }
          .filter { $0.style.attributes.contains(.underline) }.compactMap(\.character))
    }
    interface.type("/2024")
    let columns = (0..<140).filter {
      interface.state.draw()[Point(column: $0, row: 2)]?.style.attributes.contains(.underline) == true
    }
    #expect(columns.count == 4 && underlined(interface) == ["2", "0", "4"])
  }

  @Test func nextMatchWorksAfterTheSearchIsClosed() {
    var interface = interface()
    interface.type("/r")
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.lines[0].contains("6 beers") && interface.cursorLine.contains("Trappistes"))

    interface.type("n")
    #expect(interface.cursorLine.contains("Pliny"))
    interface.type("n")
    #expect(interface.cursorLine.contains("Schlenkerla"))
    interface.type("n")
    #expect(interface.cursorLine.contains("Trappistes") && interface.statusLine.contains("from the top"))
    interface.type("N")
    #expect(interface.cursorLine.contains("Schlenkerla") && interface.statusLine.contains("from the end"))
    #expect(interface.lines[0].contains("6 beers"))
    interface.press(Key(.escape))
    interface.press(Key(.escape))
    #expect(interface.cursorLine.contains("Schlenkerla"))
  }

  @Test func aNewSearchDoesNotContinueTheOneThatIsAwaited() {
    var interface = interface()
    interface.type("/r")
    interface.press(Key(.enter), Key(.escape))
    interface.holdsEffects = true
    interface.type("n")
    interface.state.screens[ListScreen.self].beers.lastSearch = "pliny"
    interface.type("n")
    let searches = interface.effects.compactMap { effect -> String? in
      if case .loadMatch(let request) = effect { request.search } else { nil }
    }
    #expect(searches == ["r", "pliny"])
  }

  @Test func anotherOrderShowsItsTop() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(500)))
    interface.type("300j")
    #expect(interface.statusLine.hasSuffix("301 of 500"))

    interface.sort("n")
    #expect(interface.lines[0].contains("by name, A to Z"))
    #expect(interface.cursorLine.contains("Beer 1 ") && interface.statusLine.hasSuffix(" 1 of 500"))
    interface.type("300j")
    interface.sort("n")
    #expect(interface.lines[0].contains("by name, Z to A"))
    #expect(interface.cursorLine.contains("Beer 99 ") && interface.statusLine.hasSuffix(" 1 of 500"))
  }

  @Test func escapeLeavesTheOrder() {
    var interface = interface()
    interface.type("sname")
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("by date, newest first"))
    #expect(interface.ending == nil)
  }

  @Test func aFilterShowsTheMatchesAndEscapeShowsAll() {
    var interface = interface()
    interface.type("frating>=4")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("3 beers") && interface.lines[0].contains("rating>=4"))

    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("6 beers"))
  }

  @Test func aFilterShowsItsResultsAsItIsTypedAndEscapeGoesBack() {
    var interface = interface()
    interface.type("jj")
    let before = interface.screen

    interface.type("frating>=4")
    #expect(interface.lines[0].contains("3 beers") && !interface.screen.contains("一番搾り"))
    interface.type(" has:photo pli")
    #expect(interface.lines[0].contains("1 beer ") && interface.screen.contains("Pliny"))
    interface.press(Key(.escape))

    #expect(interface.screen == before)
  }

  @Test func theListOfTheLastValidFilterStays() {
    var interface = interface()
    interface.type("frating>=4")
    let valid = interface.state.list.window.query.filter
    for key in " (rating>=" {
      interface.type(String(key))
      #expect(interface.state.list.window.query.filter == valid)
    }
    #expect(interface.lines[0].contains("3 beers"))
  }

  @Test(arguments: ["style", "-ni", "i", "sty", "stout st", "stout or st"])
  func whatIsShownWhileAWordMayBecomeAFieldIsWhatEnterShows(_ text: String) throws {
    var interface = interface()
    interface.type("f" + text)
    let shown = try #require(interface.state.list.countText)
    #expect(interface.cursorLine.hasSuffix(shown))
    interface.press(Key(.enter))
    #expect(interface.state.list.countText == shown)
    #expect(try interface.state.list.window.query.filter == BeerFilter(text))
  }

  @Test(arguments: ["style:", "stout style:", "stout -style:", "stout or", "stout rating>", "stout rating>="])
  func aFieldWithoutAValueShowsTheBeersOfTheWordsBefore(_ text: String) throws {
    var interface = interface()
    interface.type("f" + text)
    let filter = interface.state.list.window.query.filter
    #expect(try filter == BeerFilter(text.hasPrefix("stout") ? "stout" : ""))
    #expect(!interface.cursorLine.hasSuffix("beers"))
  }

  @Test func aYearThatIsSearchedForAsAWordIsPointedOut() {
    var interface = interface()
    interface.type("f1999")
    #expect(interface.screen.contains("For the year, filter by year:1999."))
    interface.press(Key(.escape))
    interface.type("/1999")
    #expect(interface.screen.contains("For the year, filter by year:1999."))
    interface.type("x")
    #expect(!interface.screen.contains("For the year"))
  }

  @Test func aMistakeKeepsItsAdvice() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: lemons)
    interface.type("fdate:24/13/2026")
    #expect(interface.cursorLine.contains("Write a date such as 2019-06"))
  }

  @Test(arguments: [(40, 12), (30, 10)])
  func aMistakeInAValueThatIsTypedIsInPlaceOfTheKeysOnANarrowScreen(_ width: Int, _ height: Int) {
    var interface = HeadlessInterface(Size(width: width, height: height), diary: lemons)
    interface.type("fdate:24/13/2026")
    let row = interface.state.draw().cursor?.row
    let below = interface.lines[((row ?? 0) + 1)...].joined(separator: " ")
    #expect(!below.isEmpty && !below.contains("Enter done"))
    interface.press(.control("u"))
    #expect(interface.screen.contains("Enter done") && interface.state.draw().cursor?.row == row)
  }

  @Test func anAnswerToAnOlderFilterIsDropped() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("fplx")
    let older = interface.held
    interface.type("z")
    interface.answerHeld()
    #expect(interface.screen.contains("No beers match the filter."))
    #expect(interface.screen.contains("Press Esc to cancel the filter."))
    for case .loadListItems(let request) in older {
      interface.send(.listItems(request, .success(SampleBeers.all.map(BeerListItem.init))))
    }
    #expect(interface.screen.contains("No beers match the filter."))
  }

  @Test func theSearchLeadsToTheFilterWithItsWords() {
    var interface = interface()
    interface.type("jj")
    let before = interface.screen
    interface.type("/pli eld")
    #expect(interface.screen.contains("Ctrl-T filter"))
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == "pli eld ")
    #expect(interface.state.list.window.query.search.isEmpty && interface.lines[0].contains("1 beer "))
    interface.type("rating>=4")
    interface.press(Key(.escape))
    #expect(interface.screen == before)
  }

  @Test func aFilterThatIsTypedAsASearchIsOneAfterTheSwitch() {
    var interface = interface()
    interface.type("/rating>=4 pli")
    #expect(interface.lines[0].contains("0 beers"))
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == "rating>=4 pli ")
    #expect(interface.lines[0].contains("1 beer "))
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == "rating>=4 pli")
  }

  @Test func theFilterLeadsToTheSearchWithItsWords() {
    var interface = interface()
    interface.type("frating>=4 pli")
    #expect(interface.screen.contains("Ctrl-T search"))
    interface.press(.control("t"))
    #expect(interface.cursorLine.hasPrefix(" Search /pli ") && interface.lines[0].contains("rating>=4"))
    interface.press(.control("u"))
    interface.type("schl")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("1 beer ") && interface.lines[0].contains("/schl · rating>=4"))
  }

  @Test(arguments: [
    ("/pli  (eld) ", "pli eld "), ("fRating>=4.0  Venue:x pli", "pli"), ("fpli rating>=", "pli"),
    ("/-pli  (eld)", "-pli eld "), ("frating>=4 -eld", "-eld"), ("frating>=4 \"-eld\"", ""),
  ])
  func goingBackToTheOtherPromptRestoresWhatWasTyped(_ keys: String, _ continued: String) {
    var interface = interface()
    interface.type(keys)
    let query = interface.state.list.window.query
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == continued)
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == String(keys.dropFirst()))
    #expect(interface.state.list.window.query.filter == query.filter)
    #expect(interface.state.list.window.query.searchWords == query.searchWords)
  }

  @Test func aSearchComesBackAsItWasTypedAlsoIfTheFilterHasMore() {
    var interface = interface()
    interface.type("/pli  (eld)")
    interface.press(.control("t"))
    interface.type("rating>=4")
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == "pli  (eld)" && interface.lines[0].contains("rating>=4"))
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == "pli eld rating>=4")
  }

  @Test func theRestOfAFilterStaysAsItWasTypedIfTheSearchIsChanged() {
    var interface = interface()
    interface.type("fRating>=4.0 pli Venue:x")
    interface.press(.control("t"))
    interface.type("n")
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == "Rating>=4.0 Venue:x plin ")
  }

  @Test func aWordWithAMinusLeavesBeersOutOfTheSearch() {
    var interface = interface()
    interface.type("/-")
    #expect(interface.lines[0].contains("6 beers"))
    interface.type("pli")
    #expect(interface.lines[0].contains("5 beers") && interface.lines[0].contains("/-pli"))
    #expect(!interface.lines.dropFirst(2).joined().contains("Pliny"))
  }

  @Test(arguments: [("Rating>=4.0", "Rating>=4.0 pli "), ("rating>=4 or abv>8", "(rating>=4 or abv>8) pli ")])
  func wordsOfASearchAreAddedToTheFilterOfTheList(_ filter: String, _ continued: String) {
    var interface = interface()
    interface.type("f" + filter)
    interface.press(Key(.enter))
    interface.type("/pli")
    interface.press(.control("t"))
    #expect(interface.state.prompt?.input.text == continued)
  }

  @Test(arguments: [
    ("fstlye:stout", "6 beers"), ("fstlye:stout rating>=4", "6 beers"), ("frating>=4 stlye:stout", "3 beers"),
    ("frating>=4 or stlye:stout", "3 beers"), ("frating>=4 rating>=", "3 beers"),
    ("frating>=4 or", "3 beers"),
  ])
  func theLastListStaysWhileAFilterIsWrongOrUnfinished(_ keys: String, _ count: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.lines[0].contains(count) && interface.cursorLine.contains("Filter"))
  }

  @Test func aFilterWaitsUntilTheCustomFieldsAreRead() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("fhop:hallertau")
    #expect(interface.state.list.window.query.filter.isEmpty)
    interface.answerHeld()
    #expect(interface.state.list.window.query.filter.description == "hop:hallertau")
  }

  /// A diary with a custom field that is called like a built-in one on the screen.
  private var withVenues: FakeDiary {
    var diary = FakeDiary(SampleBeers.all)
    diary.beers[0].beer.fields.extras["venue"] = .text("Kulminator")
    return diary
  }

  @Test func enterWaitsForTheCustomFieldsThatDecideWhatAFilterMeans() {
    var interface = HeadlessInterface(diary: withVenues)
    interface.holdsEffects = true
    interface.type("fvenue:kul")
    #expect(interface.state.list.window.query.filter.isEmpty)
    interface.press(Key(.enter), .character("j"))
    #expect(interface.screen.contains("Enter done (reading…)"))
    interface.answerHeld()
    #expect(interface.state.prompt == nil)
    #expect(interface.state.list.window.query.filter.description == "\"venue\":kul")
  }

  @Test func aPasteDoesNotCancelAWaitingEnter() {
    var interface = HeadlessInterface(diary: withVenues)
    interface.holdsEffects = true
    interface.type("fvenue:kul")
    interface.press(Key(.enter), .character("j"))
    interface.send(.paste(.text("minator")))
    interface.answerHeld()
    #expect(interface.state.prompt == nil)
    #expect(interface.state.list.window.query.filter.description == "\"venue\":kul")
  }

  /// They may have been added since they were last read.
  @Test func aFilterUsesTheCustomFieldsThatTheDiaryHasNow() {
    var interface = interface()
    interface.type("f")
    interface.press(Key(.escape))
    interface.diary = withVenues
    interface.holdsEffects = true
    interface.type("fvenue:kul")
    interface.press(Key(.enter))
    interface.answerHeld()
    #expect(interface.state.list.window.query.filter.description == "\"venue\":kul")
  }

  @Test(arguments: ["rating>=4", "style:stout -ipa", "\"venue\":kul"])
  func aFilterOfBuiltInFieldsDoesNotWaitForCustomFields(_ filter: String) {
    var interface = HeadlessInterface(diary: withVenues)
    interface.holdsEffects = true
    interface.type("f" + filter)
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && !interface.state.list.window.query.filter.isEmpty)
  }

  @Test func aFilterWhoseCustomFieldsCannotBeReadStaysOpen() {
    var interface = HeadlessInterface(diary: withVenues)
    interface.holdsEffects = true
    interface.type("fvenue:kul")
    interface.press(Key(.enter))
    interface.send(.vocabulary(.failure(.cancelled)))
    #expect(interface.screen.contains("The diary cannot be read: "))
    #expect(interface.state.prompt?.input.text == "venue:kul")

    interface.press(Key(.enter))
    interface.send(.vocabulary(.success(FilterVocabulary())))
    #expect(interface.state.list.window.query.filter.description == "venue:kul")
  }

  @Test func aMistakeIsExplainedBelowTheWord() {
    var interface = interface()
    interface.type("fstlye:stout ra")
    let prompt = interface.lines[22]
    let below = interface.lines[23]
    #expect(below.contains("Did you mean “style”?"))
    #expect(
      below.firstIndex(of: "^")?.utf16Offset(in: below)
        == prompt.range(of: "stlye")?.lowerBound.utf16Offset(in: prompt))

    interface.press(Key(.enter))
    #expect(interface.lines[22].contains("stlye"))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("6 beers"))
  }

  @Test func enterLeavesTheCursorAtTheEndOfAFilterWithAMistake() {
    var interface = interface()
    interface.type("fstlye:stout rating>=4")
    interface.press(Key(.enter))
    #expect(interface.state.prompt?.problem != nil && interface.state.prompt?.input.isAtEnd == true)
    interface.press(.control("u"))
    #expect(interface.state.prompt?.input.isEmpty == true)
  }

  @Test func enterShowsAMistakeThatIsOutOfSight() {
    var interface = interface(Size(width: 40, height: 12))
    interface.type("fstlye:stout " + String(repeating: "rating>=4 ", count: 8))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("stlye:stout"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)])
  func aMistakeDoesNotMoveTheTextThatIsTyped(_ size: Size) throws {
    var interface = interface(size)
    interface.type("ffoo:bar")
    let row = try #require(interface.state.draw().cursor?.row)
    interface.press(Key(.enter))
    #expect(interface.state.prompt?.problem != nil)
    #expect(interface.state.draw().cursor?.row == row)
    let text = interface.lines.joined(separator: " ").filter { $0 != " " }
    #expect(text.contains("Thereisnofield“foo”."))
  }

  @Test func aValueThatIsNoNumberIsNotCountedWhileItIsTyped() {
    var interface = interface()
    interface.type("frating>=4")
    #expect(interface.cursorLine.hasSuffix("3 beers"))
    interface.type("x")
    #expect(!interface.cursorLine.hasSuffix("beers") && interface.cursorLine.hasSuffix("."))
  }

  /// What the filter is after these keys, `\t` being Tab.
  private func filter(_ keys: String, _ diary: FakeDiary) -> String {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: diary)
    interface.type("f")
    for key in keys { interface.press(key == "\t" ? Key(.tab) : .character(key)) }
    return interface.state.prompt?.input.text ?? ""
  }

  @Test(arguments: [
    ("st\t\t", "style:Gose"), ("ha\t\t", "has:photo"), ("-br\t\t\t", "-brewery:Acid"),
    ("brewery:\"de z\t", "brewery:\"Brouwerij De Zeven Kruiken\""),
    ("brewery:kru\t", "brewery:\"Brouwerij De Zeven Kruiken\""),
    ("fruit:l\t", "fruit:lemon"), ("sour -fr\t\t", "sour -fruit:lemon"), ("FRUIT:\t", "FRUIT:lemon"),
    ("year:\t", "year:2019"), ("year>=2\t", "year>=2019"), ("date:y\t", "date:yesterday"),
    ("month:j\t", "month:jan"), ("in:\t", "in:trash"), ("rat\t", "rating>="), ("rat\t\t", "rating<="),
    ("name:go\t", "name:Gose"), ("serving:\t", "serving:\"bottle, 33 cl\""),
  ])
  func tabContinuesFromTheFieldToItsValues(_ keys: String, _ text: String) {
    var diary = lemons
    diary.beers[0].beer.fields.brewery = "Brouwerij De Zeven Kruiken"
    diary.beers[0].beer.fields.drunkAt = DiaryDate("2019-06-01")
    diary.beers[0].beer.fields.style = nil
    diary.beers[0].beer.fields.serving = "bottle, 33 cl"
    diary.beers[1].beer.fields.brewery = "Acid"
    diary.beers[2].beer.fields.brewery = "Acid"
    #expect(filter(keys, diary) == text)
  }

  @Test func failedCompletionIsReported() {
    var interface = interface()
    interface.type("fstyle:zzz")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("No matches."))
    interface.type("z")
    #expect(!interface.screen.contains("No matches."))
    interface.type(" rating>=")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Type a number"))
  }

  /// Tab is not lost if the diary's words have not been read yet.
  @Test func tabWaitsForTheWords() throws {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: lemons)
    interface.holdsEffects = true
    interface.type("ffruit:")
    interface.press(Key(.tab))
    #expect(interface.state.prompt?.input.text == "fruit:")
    interface.send(.vocabulary(.success(FilterVocabulary(customFields: ["fruit"]))))
    #expect(interface.effects.contains(.loadValues(of: "fruit")))
    interface.send(.fieldValues("fruit", .success(["lemon", "lime"])))
    #expect(interface.state.prompt?.input.text == "fruit:lemon")
  }

  @Test func aFilterThatWouldTakeMinutesIsRefused() throws {
    var interface = HeadlessInterface(Size(width: 120, height: 24), diary: lemons)
    interface.holdsEffects = true
    interface.type("f")
    interface.send(.vocabulary(.success(FilterVocabulary(beerCount: 1_000_000))))
    interface.type((1...51).map { "id:\($0)" }.joined(separator: " or "))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("This filter has 51 different terms."))
    #expect(interface.state.prompt != nil)
  }

  @Test func everyTabThatWaitsCountsAndTheValuesAreReadOnce() throws {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: lemons)
    interface.holdsEffects = true
    interface.type("ffruit:")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("complete (reading…)"))
    interface.send(.vocabulary(.success(FilterVocabulary(customFields: ["fruit"]))))
    interface.press(Key(.tab), Key(.tab))
    #expect(interface.effects.count { $0 == .loadValues(of: "fruit") } == 1)
    interface.send(.fieldValues("fruit", .success(["apple", "lemon", "lime"])))
    #expect(interface.state.prompt?.input.text == "fruit:lime")
  }

  @Test func valuesThatCannotBeReadAreReportedAndRequestedAgain() throws {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: lemons)
    interface.type("ffruit:")
    interface.holdsEffects = true
    interface.press(Key(.tab))
    interface.send(.fieldValues("fruit", .failure(.busy(path: "x"))))
    #expect(interface.screen.contains("The diary cannot be read: another program"))
    interface.press(Key(.tab))
    #expect(interface.effects.count { $0 == .loadValues(of: "fruit") } == 2)
  }

  @Test func fieldsThatCannotBeReadAreReported() {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: lemons)
    interface.holdsEffects = true
    interface.type("ffruit:")
    interface.press(Key(.tab))
    interface.send(.vocabulary(.failure(.busy(path: "x"))))
    #expect(interface.screen.contains("The diary cannot be read: another program"))
  }

  @Test func aWaitingTabIsForgottenIfTheTextChanges() {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: lemons)
    interface.type("fstyle:gose")
    interface.press(Key(.enter))
    interface.type("f")
    interface.press(.control("u"))
    interface.holdsEffects = true
    interface.type("fruit:")
    interface.press(Key(.tab), Key(.up))
    interface.send(.fieldValues("fruit", .success(["lemon"])))
    #expect(interface.state.prompt?.input.text == "style:gose")
  }

  @Test func aDayThatArrivesLateClearsTheMistake() {
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: lemons)
    interface.send(.today(nil))
    interface.holdsEffects = true
    interface.type("fdate:today ")
    #expect(interface.screen.contains("is not a date"))
    interface.send(.today(DiaryDate("2024-06-15")))
    #expect(!interface.screen.contains("is not a date"))
  }

  @Test func aValueWithQuotationMarksIsCompletedOnce() {
    let diary = FakeDiary([SampleBeers.beer(1, name: "Gose", style: "A \"b c\" d")])
    #expect(filter("style:\t", diary) == filter("style:\t\t", diary))
  }

  @Test func theNextCompletionIsShown() {
    let diary = FakeDiary((0..<30).map { SampleBeers.beer(Int64($0 + 1), name: "A", style: "Style \($0)") })
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    interface.type("fstyle:")
    interface.press(Key(.tab))
    #expect(
      interface.screen.contains("style:\"Style 0\"") && interface.screen.contains("\"Style 1\"  \"Style 2\""))
  }

  /// What is wrong may be out of sight.
  @Test func enterGoesToTheWordThatIsWrong() {
    var interface = HeadlessInterface(Size(width: 40, height: 12), diary: lemons)
    interface.type("fstyle:stout rating>=x abv<8 brewery:\"de molen\" year:2019")
    interface.press(Key(.home), Key(.end))
    #expect(!interface.screen.contains("^"))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("rating>=x") && interface.screen.contains("^"))
  }

  @Test func aFilterKnowsTheDaysThatHaveNames() {
    var interface = interface()
    interface.type("fdate>=yesterday")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("date>=2024-06-14"))
  }

  @Test func aFilterIsShownAgainAsItWasTyped() {
    var interface = interface()
    interface.type("fRating>=4.0  Venue:a")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("· Rating>=4.0  Venue:a"))
    interface.type("f")
    #expect(interface.state.prompt?.input.text == "Rating>=4.0  Venue:a ")
    interface.press(Key(.escape))

    // A custom field of that name comes first.
    interface.send(.vocabulary(.success(FilterVocabulary(customFields: ["venue"]))))
    #expect(interface.lines[0].contains("· rating>=4 place:a"))
  }

  @Test func aFilterThatMeansSomethingElseTomorrowIsShownWithItsDay() {
    var interface = interface()
    interface.type("fDate>=yesterday")
    interface.press(Key(.enter))
    interface.type("f")
    #expect(interface.state.prompt?.input.text == "date>=2024-06-14 ")
    interface.press(Key(.up))
    #expect(interface.state.prompt?.input.text == "Date>=yesterday")
  }

  @Test func anUnknownFieldIsAnsweredWithTheCustomFields() {
    var interface = HeadlessInterface(Size(width: 300, height: 24), diary: lemons)
    interface.type("fqqqqq:1")
    interface.press(Key(.enter))
    let advice = "again, mean_rating, country, id; custom fields: fruit. Other filters: has:, no:, in:trash."
    #expect(interface.screen.contains(advice))
  }

  @Test func tabCompletesFieldsAndValues() {
    var interface = interface()
    interface.type("fsty")
    interface.press(Key(.tab))
    #expect(interface.lines[22].contains("style:"))
    interface.type("imp")
    interface.press(Key(.tab))
    #expect(interface.lines[22].contains("style:\"Imperial IPA\""))
    interface.type(" hop")
    interface.press(Key(.tab))
    #expect(interface.lines[22].contains("hop:"))
  }

  @Test func earlierSearchesAreRecalled() {
    var interface = interface()
    for word in ["pliny", "orval", "pliny", "roch"] {
      interface.type("/")
      interface.press(.control("u"))
      interface.type(word)
      interface.press(Key(.enter))
    }
    // What is kept at the moment is not offered once more.
    interface.type("/")
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Search /pliny "))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("/roch"))

    interface.press(Key(.escape))
    interface.type("/")
    #expect(interface.screen.contains("Up history"))
    interface.press(Key(.up), Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Search /pliny ") && interface.screen.contains("Russian Ri"))
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Search /orval "))
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Search /orval "))
    for _ in 0..<4 { interface.press(Key(.down)) }
    #expect(interface.cursorLine == " Search / (for example stout -imperial)")
    #expect(interface.lines[0].contains("6 beers"))

    // What is typed leads back to the list's arrows, and Escape to the list as it was.
    interface.press(Key(.up))
    interface.press(Key(.backspace))
    #expect(interface.cursorLine.hasPrefix(" Search /roc "))
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Search /roc "))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("6 beers"))
  }

  @Test func earlierFiltersAreRecalled() {
    var interface = interface()
    interface.type("f")
    interface.press(Key(.up))
    #expect(interface.cursorLine == " Filter (for example style:stout rating>=4)")
    interface.type("r")
    #expect(interface.cursorLine.hasPrefix(" Filter r "))
    interface.press(Key(.escape))
    for filter in ["rating>=4", "has:photo", "oops:"] {
      interface.type("f")
      interface.press(.control("u"))
      interface.type(filter)
      interface.press(Key(.enter), Key(.escape))
    }
    interface.press(Key(.escape), Key(.escape))
    interface.type("fstyle")
    interface.press(Key(.up), Key(.up))
    #expect(interface.cursorLine.hasPrefix(" Filter rating>=4 "))
    interface.press(Key(.down), Key(.enter))
    #expect(interface.lines[0].contains("has:photo"))
    interface.type("f")
    interface.press(.control("u"))
    interface.type("style")
    interface.press(Key(.up), Key(.down))
    #expect(interface.cursorLine.hasPrefix(" Filter style "))
  }

  @Test func theOrdersAreTheFieldsOfTheDiary() {
    var interface = HeadlessInterface(Size(width: 80, height: 40), diary: FakeDiary(SampleBeers.all))
    interface.type("s")
    for name in ["• date", "name", "ABV", "times", "IBU", "venue", "serving", "price", "hop", "vintage"] {
      #expect(interface.screen.contains(name), "\(name)")
    }
    interface.type("vi")
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.order == .custom("vintage"))
    #expect(interface.screen.contains("by vintage, highest first"))
    interface.sort("vi")
    #expect(interface.screen.contains("by vintage, lowest first"))
  }

  @Test(arguments: [
    ("d", BeerQuery.Order.date), ("n", .name), ("b", .brewery), ("r", .rating), ("a", .abv), ("s", .style),
    ("t", .times),
  ])
  func theFirstLetterOfAnOrderIsEnough(_ letter: String, _ order: BeerQuery.Order) {
    var diary = FakeDiary(SampleBeers.all)
    for name in ["day", "no", "bar", "rank", "age", "size", "tap"] {
      diary.beers[0].beer.fields.extras[name] = .integer(1)
    }
    var interface = HeadlessInterface(diary: diary)
    interface.sort(letter)
    #expect(interface.state.list.window.query.order == order)
  }

  @Test func sortingBeginsAtThePresentOrderAndReversesIt() {
    var interface = interface()
    interface.sort("r")
    interface.type("s")
    #expect(interface.lines.contains { $0.hasPrefix("▌• rating") && $0.contains("now best first") })
    interface.press(Key(.enter))
    #expect(interface.screen.contains("by rating, lowest first"))
    interface.type("s")
    #expect(interface.lines.contains { $0.hasPrefix("▌• rating") && $0.contains("now lowest first") })
  }

  @Test func thePresentOrderHasAMarkWithoutUnicode() {
    var interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), appearance: Appearance(glyphs: .ascii))
    interface.type("s")
    #expect(interface.lines.contains { $0.contains("* date") && $0.contains("now newest first") })
  }

  @Test func aLongListOfOrdersIsSearchedByTyping() {
    var diary = FakeDiary(SampleBeers.all)
    for number in 10...30 { diary.beers[0].beer.fields.extras["field \(number)"] = .integer(1) }
    diary.beers[1].beer.fields.extras["Field-10"] = .integer(2)
    var interface = HeadlessInterface(diary: diary)
    interface.type("s")
    // Spelled in two ways it is one field.
    #expect(interface.screen.contains("1 of 37"))
    interface.type("vintx")
    #expect(interface.screen.contains("No matches."))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Sort by vintx"))
    interface.press(Key(.backspace), Key(.enter))
    #expect(interface.state.list.window.query.order == .custom("vintage"))
  }

  @Test func builtInOrdersDoNotWaitForCustomFields() {
    var interface = interface()
    interface.holdsEffects = true
    interface.sort("rat")
    #expect(interface.state.prompt == nil)
    interface.answerHeld()
    #expect(interface.state.list.window.query.order == .rating)
  }

  @Test func aCustomFieldIsChosenAsSoonAsTheFieldsAreRead() {
    var interface = interface()
    interface.holdsEffects = true
    interface.sort("vint")
    #expect(interface.screen.contains("sort (reading…)"))
    interface.answerHeld()
    #expect(interface.state.list.window.query.order == .custom("vintage"))
  }

  @Test func anEmptyResultIsReportedWithTheWayBack() {
    var interface = interface()
    interface.type("/zzz")
    #expect(interface.screen.contains("No beers match “zzz”."))
    #expect(interface.screen.contains("Press Esc to cancel the search."))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Press Esc to show all."))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Pliny"))
  }

  @Test func theOldRowsStayUntilTheNewOnesArrive() {
    var interface = interface()
    let before = interface.lines[2..<10]
    interface.holdsEffects = true

    interface.type("/pli")
    #expect(interface.lines[2..<10] == before)
    interface.answerHeld()

    #expect(interface.lines[2].contains("Pliny") && interface.lines[3] == "")
  }

  @Test func anAnswerToAnOlderSearchIsDropped() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("/p")
    let older = interface.held
    interface.type("lx")
    interface.answerHeld()
    #expect(interface.screen.contains("No beers match “plx”."))

    for case .loadListItems(let request) in older {
      interface.send(.listItems(request, .success(SampleBeers.all.map(BeerListItem.init))))
    }
    #expect(interface.screen.contains("No beers match “plx”."))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func promptsMatchTheirSnapshots(_ size: Size) throws {
    func expect(_ keys: String, _ name: String) throws {
      var interface = interface(size)
      interface.type(keys)
      try expectSnapshot(interface.screen, named: "\(name)-\(size.width)x\(size.height)")
    }
    try expect("/pli", "search")
    try expect("/zzz", "search-empty")
    try expect("s", "sort")
    try expect("fstlye:stout a", "filter-mistake")
  }

  @Test func theHelpOnFiltersLeadsBackToThePrompt() {
    var interface = interface()
    interface.type("frating>=4 sty")
    interface.press(Key(.function(1)))
    #expect(interface.lines[0].contains("Help   filters") && interface.state.prompt == nil)
    #expect(interface.screen.contains("style:stout") && !interface.screen.contains("Quit"))
    interface.press(Key(.escape))
    #expect(interface.cursorLine.contains("Filter rating>=4 sty"))
    interface.press(Key(.function(1)), Key(.function(1)))
    #expect(interface.cursorLine.contains("Filter rating>=4 sty"))
    interface.press(Key(.escape))
    #expect(interface.state.list.window.query.hasAllBeers)
  }

  @Test(arguments: ["/", "s", ":"]) func otherPromptsSayWhenTheHelpCanBeOpened(_ key: String) {
    var interface = interface()
    interface.type(key)
    interface.press(Key(.function(1)))
    #expect(interface.screen.contains("F1 works after Esc."))
    interface.type("o")
    #expect(!interface.screen.contains("F1 works after Esc."))
  }
}
