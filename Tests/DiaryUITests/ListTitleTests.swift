import DiaryModel
import DiaryStore
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// The titles of the list's columns, and the scroll bar.
@Suite struct ListTitleTests {
  private func interface(_ width: Int = 80, _ height: Int = 24) -> HeadlessInterface {
    HeadlessInterface(Size(width: width, height: height), diary: FakeDiary(SampleBeers.all))
  }

  /// Returns the point of a title.
  private func point(of title: String, in interface: HeadlessInterface) throws -> Point {
    let line = interface.lines[1]
    let range = try #require(line.firstRange(of: title))
    return Point(column: line.distance(from: line.startIndex, to: range.lowerBound), row: 1)
  }

  // MARK: - Titles

  @Test func eachColumnHasATitle() {
    let interface = interface(180)
    let words = interface.lines[1].split(separator: " ").map(String.init)
    #expect(words == ["Date", "▾", "Beer", "Brewery", "Style", "ABV", "Rating", "Venue", "Photos"])
  }

  @Test func titlesAreAboveTheirColumns() throws {
    let interface = interface()
    let name = try point(of: "Beer", in: interface).column
    let brewery = try point(of: "Brewery", in: interface).column
    let line = Array(interface.lines[2])
    #expect(String(line[name...].prefix(6)) == "Trappi" && String(line[brewery...].prefix(5)) == "Abdij")
  }

  @Test func theOrderHasAMarkAndItsDirection() {
    var interface = interface()
    #expect(interface.lines[1].contains("Date ▾"))
    interface.sort("n")
    #expect(interface.lines[1].contains("Beer ▴") && !interface.lines[1].contains("▾"))
    interface.sort("n")
    #expect(interface.lines[1].contains("Beer ▾"))
    interface.sort("r")
    #expect(interface.lines[1].hasSuffix(" ▾Rating"))
  }

  @Test func thePhotoTitleIsNotCutByTheSortMark() {
    var interface = interface(100)
    #expect(interface.lines[1].hasSuffix(" Rating  Pics"))
    interface.sort("photos")
    #expect(interface.lines[1].hasSuffix(" Rating  Pics▾"))
    interface.sort("photos")
    #expect(interface.lines[1].hasSuffix(" Rating  Pics▴"))
  }

  @Test(arguments: 20...220, [false, true]) func noTitleIsCut(_ width: Int, _ hasPane: Bool) {
    var interface = HeadlessInterface(
      Size(width: width, height: 24), diary: FakeDiary(SampleBeers.all), preview: hasPane)
    let whole: Set<String> = [
      "Date", "Had", "Beer", "Brewery", "Style", "ABV", "Rating", "Rate", "Price", "Venue", "Photos", "Pics",
    ]
    for order in ["date", "name", "rating", "venue", "photos", "price", "times"] {
      interface.sort(order)
      let line = interface.lines[1].prefix { !"┌┬".contains($0) }
      let titles = line.split { " ▾▴".contains($0) }.map(String.init)
      #expect(titles.allSatisfy(whole.contains), "\(order): \(line)")
    }
  }

  @Test(arguments: Array(stride(from: 20, through: 200, by: 4)), [false, true])
  func theMarkKeepsTitlesApart(_ width: Int, _ hasPane: Bool) {
    var interface = HeadlessInterface(
      Size(width: width, height: 24), diary: FakeDiary(SampleBeers.all), preview: hasPane)
    for order in ["name", "style", "rating", "ABV", "venue", "photos", "price", "date"] {
      interface.sort(order)
      let line = Array(" " + interface.lines[1] + " ")
      let marks = line.indices.filter { "▾▴".contains(line[$0]) }
      #expect(marks.allSatisfy { line[$0 - 1] == " " || line[$0 + 1] == " " }, "\(order): \(String(line))")
    }
  }

  @Test(arguments: [20, 40, 60, 80, 100, 120, 140, 180, 200], [false, true])
  func aBlankFollowsTheLastTitle(_ width: Int, _ hasPane: Bool) {
    let interface = HeadlessInterface(
      Size(width: width, height: 24), diary: FakeDiary(SampleBeers.all), preview: hasPane)
    let line = Array(interface.lines[1])
    let end = line.firstIndex(of: "┌") ?? width
    #expect(line.count < end || line[end - 1] == " ")
    #expect(hasPane == false || width < 100 || end < width)
  }

  @Test func theListBeginsWithTheOrderOfTheSettings() {
    let file = SettingsFile(text: "list.sort = \"venue\"\nlist.reverse = true\n")
    let interface = HeadlessInterface(
      Size(width: 120, height: 24), diary: FakeDiary(SampleBeers.all), preferences: file.preferences)
    #expect(interface.lines[0].hasSuffix("by venue, Z to A"), "\(interface.lines[0])")
  }

  @Test func anOrderByAFieldThatNoBeerHasSaysSo() {
    var preferences = Preferences()
    preferences.order = .custom("nosuch")
    var interface = HeadlessInterface(
      Size(width: 120, height: 24), diary: FakeDiary(SampleBeers.all), preferences: preferences)
    #expect(interface.lines[0].hasSuffix("by nosuch, which none of them has"))
    interface.sort("n")
    #expect(interface.lines[0].hasSuffix("by name, A to Z"))
  }

  @Test func anOrderByAFieldThatNoBeerHasSaysSoAlsoFarDownTheList() {
    var preferences = Preferences()
    preferences.order = .custom("nosuch")
    var interface = HeadlessInterface(
      Size(width: 120, height: 24), diary: FakeDiary(SampleBeers.many(2000)), preferences: preferences)
    interface.press(Key(.end))
    #expect(interface.state.list.window.first > 0)
    #expect(interface.lines[0].hasSuffix("by nosuch, which none of them has"))
  }

  @Test func theMarkIsReadableInASCII() {
    let interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), appearance: Appearance(glyphs: .ascii))
    #expect(interface.lines[1].contains("Date v"))
  }

  @Test func aClickOnATitleSortsAndAnotherOneReverses() throws {
    var interface = interface()
    interface.click(try point(of: "Brewery", in: interface))
    #expect(interface.lines[0].contains("by brewery, A to Z") && interface.lines[1].contains("Brewery ▴"))
    interface.click(try point(of: "Brewery", in: interface))
    #expect(interface.lines[0].contains("by brewery, Z to A") && interface.lines[1].contains("Brewery ▾"))
    interface.click(try point(of: "ABV", in: interface))
    #expect(interface.lines[0].contains("by ABV, strongest first"))
  }

  @Test(arguments: [
    ("Venue", "Venue ▴", "by venue, A to Z", "by venue, Z to A"),
    ("IBU", "IBU▾", "by IBU, highest first", "by IBU, lowest first"),
    ("Serving", "Serving ▴", "by serving, A to Z", "by serving, Z to A"),
    ("Price", "Price ▾", "by price, highest first", "by price, lowest first"),
    ("Country", "Country ▴", "by country, ", "by country, "),
    ("Photos", "Photos", "by photos, ", "by photos, "),
  ])
  func aClickOnATitleSortsByItsColumn(
    _ title: String, _ marked: String, _ first: String, _ reversed: String
  ) throws {
    var interface = interface(240)
    for kind in [ListColumns.Kind.ibu, .serving, .price, .country] {
      let columns = interface.state.screens[ListScreen.self].layout.columns.columns
      let index = try #require(columns.firstIndex { $0.kind == kind })
      interface.state.screens[ListScreen.self].layout.columns.toggle(index)
    }
    interface.resize(241, 24)
    interface.click(try point(of: title, in: interface))
    #expect(interface.lines[0].contains(first) && interface.lines[1].contains(marked))
    #expect(!interface.lines[1].contains("Date ▾"))
    interface.click(try point(of: title, in: interface))
    #expect(interface.lines[0].contains(reversed) && interface.state.list.window.query.isReversed)
  }

  @Test func anOpenRangeIsMarkedBeforeAClickOnATitleSortsTheList() throws {
    var interface = interface(180)
    interface.type("Vjj")
    interface.click(try point(of: "Brewery", in: interface))
    #expect(interface.lines[0].contains("by brewery") && interface.screen.contains("3 marked"))
  }

  @Test func aListThatIsSortedByAFieldWithoutAColumnHasItsColumn() throws {
    var interface = interface(240)
    interface.sort("price")
    #expect(interface.lines[1].contains("Price ▾") && interface.screen.contains("€4.50"))
    interface.click(try point(of: "Price", in: interface))
    #expect(interface.lines[0].contains("by price, lowest first") && interface.lines[1].contains("Price ▴"))
    interface.sort("d")
    #expect(!interface.lines[1].contains("Price"))
  }

  @Test func theStatusLineHasTheVenueOnceIfTheListIsSortedByIt() {
    var interface = interface(80)
    interface.sort("venue")
    interface.type("j")
    #expect(interface.statusLine.ranges(of: "Santa Rosa").count == 1, "\(interface.screen)")
  }

  @Test(arguments: [(40, 11), (20, 5)]) func lowScreensHaveNoTitles(_ width: Int, _ height: Int) {
    let interface = interface(width, height)
    #expect(interface.lines[1].hasPrefix("▌") && !interface.screen.contains("▾"))
  }

  @Test func cardsAndMessagesHaveNoTitles() {
    var interface = interface()
    interface.type("v")
    #expect(interface.lines[1].contains("───"))
    #expect(HeadlessInterface(diary: FakeDiary([])).lines[1].contains("───"))
  }

  // MARK: - Columns

  @Test(arguments: [40, 60, 80, 100, 140, 180])
  func columnsAreTheSameInEveryOrderAndWhileSearching(_ width: Int) {
    var interface = interface(width)
    func titles() -> [String] {
      let line = interface.lines[1].replacing("▾", with: " ").replacing("▴", with: " ")
      return line.split(separator: " ").map(String.init)
    }
    let before = titles()
    for order in ["n", "b", "r", "a", "s", "d"] {
      interface.sort(order)
      #expect(titles() == before, "\(order)")
    }
    interface.type("/lager")
    #expect(titles() == before)
  }

  @Test func aSearchChangesNoLineAndNoTitle() throws {
    var interface = interface()
    let titleAndFirst = interface.lines[1...2]
    interface.type("/fruit")
    interface.press(Key(.enter))
    #expect(interface.lines[1...2] == titleAndFirst && interface.lines[3].isEmpty)
    #expect(interface.statusLine.contains("notes: ") && interface.statusLine.contains("fruit"))
    interface.click(try point(of: "Rating", in: interface))
    #expect(interface.lines[0].contains("by rating"))
  }

  @Test func theStatusLineHasTheValueThatNoColumnShows() {
    var interface = interface(40, 24)
    interface.sort("b")
    #expect(interface.cursorLine.contains("Trappistes"))
    #expect(interface.statusLine.contains("Abdij Notre-Dame"))
    interface.sort("a")
    interface.type("j")
    #expect(interface.cursorLine.contains("Pliny") && interface.statusLine.contains("8.0%"))
  }

  @Test func theStatusLineHasWhatNoColumnShowsBeforeTheNumberOfPhotos() {
    let narrow = interface(40, 24).statusLine
    let wide = interface(80, 24).statusLine
    #expect(narrow.hasPrefix(" Abdij Notre-Dame"))
    #expect(wide.hasPrefix(" Café 't Arendsnest, Amsterdam · 3 photos"))
  }

  // MARK: - Scroll bar

  @Test(arguments: [
    (0, 10, 100, 0..<1), (1, 10, 100, 1..<2), (45, 10, 100, 4..<5), (89, 10, 100, 8..<9),
    (90, 10, 100, 9..<10), (0, 10, 11, 0..<9), (1, 10, 11, 1..<10), (0, 10, 1_000_000, 0..<1),
  ])
  func theBarIsWhereTheVisiblePartIs(_ top: Int, _ visible: Int, _ count: Int, _ rows: Range<Int>) {
    #expect(ScrollBar(top: top, visible: visible, count: count).rows(height: 10) == rows)
  }

  @Test(arguments: [(10, 10), (10, 3), (10, 0), (0, 5)])
  func aListThatIsWhollyVisibleHasNoBar(_ visible: Int, _ count: Int) {
    #expect(ScrollBar(top: 0, visible: visible, count: count).rows(height: 10) == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 40]) func theBarStaysInItsRowsAndMovesDown(_ height: Int) throws {
    var last = 0
    for top in 0...500 {
      let bar = ScrollBar(top: top, visible: height, count: 500 + height)
      let rows = try #require(bar.rows(height: height))
      #expect(!rows.isEmpty && rows.lowerBound >= last && rows.upperBound <= height)
      last = rows.lowerBound
    }
    #expect(height == 1 || last > 0)
  }

  @Test func aLongListHasABarAtTheRight() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(100)))
    func bar() -> [Int] { interface.lines.indices.filter { interface.lines[$0].hasSuffix("┃") } }
    #expect(bar() == [2, 3, 4])
    interface.type("G")
    #expect(bar() == [18, 19, 20])
    interface.type("v")
    #expect(bar().last == 20)
  }
}
