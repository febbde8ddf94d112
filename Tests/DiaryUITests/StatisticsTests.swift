import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// The diary in numbers and bars.
@Suite struct StatisticsTests {
  private func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all))
    interface.type("S")
    return interface
  }

  /// Moves to the last day of the calendar, which is before the first month.
  private func goToLastDay(_ interface: inout HeadlessInterface) {
    for _ in 0..<200 where interface.statusLine.firstMatch(of: /date:\d{4}-\d\d(?!-|\d)/) == nil {
      interface.type("j")
    }
    interface.type("k")
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 12)])
  func theScreenMatchesItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    try expectSnapshot(interface.screen, named: "statistics-\(size.width)x\(size.height)")
    interface.type("jjjjjjjjjjj")
    try expectSnapshot(interface.screen, named: "statistics-bars-\(size.width)x\(size.height)")
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 12)])
  func countingEveryBeerMatchesItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("b")
    try expectSnapshot(interface.screen, named: "statistics-beers-\(size.width)x\(size.height)")
    interface.type("G")
    try expectSnapshot(interface.screen, named: "statistics-beers-end-\(size.width)x\(size.height)")
  }

  @Test func aNarrowTitleHasOnlyTheNumberOfBeers() {
    var interface = interface()
    var counted = DiaryStatistics()
    (counted.beerCount, counted.labelCount) = (6, 5)
    interface.send(.statistics(StatisticsRequest(), .success(counted)))
    #expect(interface.lines[0] == " Statistics   all 6 beers, 5 different")
    interface.resize(36, 24)
    #expect(interface.lines[0] == " Statistics   all 6 beers")
  }

  @Test func aSingleBeerIsNotCalledAllBeers() {
    var interface = HeadlessInterface(diary: FakeDiary([SampleBeers.rochefort]))
    interface.type("S")
    #expect(interface.lines[0].hasPrefix(" Statistics   1 beer"))
  }

  @Test(arguments: 24...60) func monthsAboveTheCalendarAreNotCut(_ width: Int) {
    let interface = interface(Size(width: width, height: 200))
    let months = interface.lines.first { $0.contains("Sep") && $0.contains("Oct") }
    #expect(months?.contains("…") != true)
  }

  @Test func oneKeySwitchesBetweenBeersAndDifferentBeers() throws {
    var interface = interface(Size(width: 110, height: 60))
    #expect(interface.lines[2].contains("average rating 3.70"))
    #expect(interface.lines[2].contains("averages of different beers"))
    #expect(interface.screen.contains("Styles   different beers") && interface.screen.contains(" 95  4.25"))
    #expect(interface.lines[59].contains("b count beers"))
    interface.type("b")
    #expect(interface.lines[2].contains("average rating 3.90"))
    #expect(interface.lines[2].contains("averages of beers"))
    #expect(interface.screen.contains("Styles   beers") && interface.screen.contains(" 118  4.25"))
    // First times are always of different beers.
    #expect(interface.screen.contains("First times   different beers"))
    #expect(interface.lines[59].contains("b count different"))
    #expect(interface.effects.contains(.loadStatistics(StatisticsRequest(counting: .beers))))

    // The choice lasts until the program ends.
    interface.type("qS")
    #expect(interface.lines[2].contains("average rating 3.90"))
    interface.type("b")
    #expect(interface.lines[2].contains("average rating 3.70"))
  }

  @Test func aBarListsWhatItCounts() {
    var interface = interface()
    interface.type("G")
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.isDistinct)
    interface.type("q")
    interface.type("b")
    interface.press(Key(.enter))
    #expect(!interface.state.list.window.query.isDistinct)
    interface.type("qq")
    #expect(!interface.state.list.window.query.isDistinct)
  }

  @Test func everySectionSaysWhatItCountsAtEveryWidth() {
    for width in [40, 80, 140] {
      for (key, unit) in [("", "different beers"), ("b", "   beers")] {
        var interface = interface(Size(width: width, height: 160))
        interface.type(key)
        for title in [
          "Per day", "Per month", "Per year", "Ratings", "ABV", "Families", "Styles", "Breweries",
        ] {
          let heading = interface.lines.compactMap { line in
            line.firstRange(of: title + "   ").map { line[$0.lowerBound...] }
          }
          #expect(heading.contains { $0.prefix(36).contains(unit) }, "\(title) in \(width) columns")
        }
      }
    }
  }

  @Test func aFamilyThatYouNeverHadHasNoBeers() {
    let beers = (1...20).map { SampleBeers.beer(Int64($0), name: "Beer \($0)") }
    let size = Size(width: 140, height: 200)
    var tiny = HeadlessInterface(size, diary: FakeDiary(Array(beers.dropLast())))
    tiny.type("S")
    #expect(tiny.screen.contains("Families") && !tiny.screen.contains("not in your diary"))
    var interface = HeadlessInterface(size, diary: FakeDiary(beers))
    interface.type("S")
    #expect(interface.screen.contains("Families not in your diary"))
    interface.type("G")
    for _ in 0..<60 where !interface.statusLine.contains("Lambic") { interface.type("k") }
    #expect(interface.statusLine.hasPrefix(" Lambic and gueuze: no beers"))
    #expect(!interface.screen.contains("Enter show beers"))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Lambic and gueuze: no beers."))
  }

  @Test func anEmptyListSaysThatThereIsNothingToCount() {
    var interface = HeadlessInterface(diary: FakeDiary([]))
    interface.type("S")
    #expect(interface.screen.contains("There are no beers to count."))
    #expect(interface.screen.contains("Your diary is empty."))
  }

  @Test func theScreenWithoutUnicodeMatchesItsSnapshot() throws {
    var interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), appearance: Appearance(glyphs: .ascii))
    interface.type("S")
    try expectSnapshot(interface.screen, named: "statistics-ascii-80x24")
    #expect(interface.screen.utf8.allSatisfy { $0 <= 0x7E })
  }

  @Test func theCursorBeginsOnTheFirstFactAndWalksTheWeeks() {
    var interface = interface()
    #expect(interface.statusLine.hasPrefix(" average rating 3.70   has:rating"))
    goToLastDay(&interface)
    #expect(interface.statusLine.contains("2023-12-"))
    let last = interface.statusLine
    interface.type("h")
    #expect(interface.statusLine != last)
    interface.type("l")
    #expect(interface.statusLine == last)
  }

  @Test(arguments: [Size(width: 140, height: 40), Size(width: 80, height: 24)])
  func theLineOfTheCursorIsOnlyAboutWhatIsSelected(_ size: Size) {
    var interface = interface(size)
    goToLastDay(&interface)
    #expect(interface.cursorLine == interface.statusLine && interface.cursorLine.contains("date:2023-12-"))
    interface.type("G")
    #expect(interface.cursorLine == interface.statusLine && interface.cursorLine.hasPrefix(" De Molen: 4 "))
  }

  @Test func theCursorIsABarAndASelectedStyleEverywhereThereIsRoom() throws {
    for (appearance, bar) in [
      (Appearance(), "▌"), (Appearance(theme: Theme(usesColor: false)), "▌"),
      (Appearance(glyphs: .ascii), ">"),
    ] {
      var interface = HeadlessInterface(
        Size(width: 140, height: 60), diary: FakeDiary(SampleBeers.all), appearance: appearance)
      interface.type("S")
      let selected = appearance.theme.selected(.plain)
      let bar = Character(bar)
      func hasCursor(_ interface: HeadlessInterface) -> Bool {
        let canvas = interface.state.draw()
        return (2..<57).contains { row in
          (0..<139).contains { column in
            canvas[Point(column: column, row: row)]?.character == bar
              && canvas[Point(column: column + 1, row: row)]?.style.background == selected.background
              && canvas[Point(column: column + 1, row: row)]?.style.attributes.contains(.reverse)
                == selected.attributes.contains(.reverse)
          }
        }
      }
      #expect(hasCursor(interface))
      // A style, a month, a year.
      for text in ["style=", "date:2023-07", "year:2019"] {
        for _ in 0..<30 where !interface.statusLine.contains(text) { interface.type("j") }
        #expect(hasCursor(interface), "\(text)")
      }
    }
  }

  @Test func theAverageABVIsCalledAnAverage() {
    var interface = interface()
    var counted = DiaryStatistics()
    counted.beerCount = 7
    counted.labelCount = 7
    counted.averageABV = 5.8
    interface.send(.statistics(StatisticsRequest(), .success(counted)))
    #expect(interface.lines[2].contains("average ABV 5.8%"))
  }

  @Test func answersComeBeforeDistributionsAndWhatYouNeverHadIsLast() {
    var statistics = DiaryStatistics()
    statistics.beerCount = 1
    statistics.months = [.init("2024-05", 1)]
    statistics.years = [.init("2024", 1)]
    statistics.ratings = [.init(4, 1)]
    statistics.abvs = [.init(5, 1)]
    statistics.styles = [.init("Stout", 1, averageRating: 4)]
    statistics.bestBreweries = [.init("De Molen", 3, averageRating: 4)]
    statistics.firstTimes = [.init("2024-05", 1)]
    statistics.breweries = [.init("De Molen", 3)]
    statistics.places = [.init("De Klomp", 3)]
    statistics.beerCount = 20
    statistics.missingFamilies = StyleFamily.all
    #expect(
      StatisticsSection.all(statistics).map(\.title) == [
        "Average by style", "Best breweries", "Styles", "Venues", "Ratings", "Per month", "Per year",
        "First times", "ABV", "Breweries", "Families not in your diary",
      ])
  }

  @Test func anExtremeABVHasALineOfItsOwnAndNoEmptyOnesBeforeIt() {
    var statistics = DiaryStatistics()
    statistics.abvs = [.init(5, 8)] + (6...99).map { .init(Double($0), 0) } + [.init(100, 1)]
    let items = StatisticsSection.all(statistics).first { $0.title == "ABV" }?.items ?? []
    #expect(items.count == 16 && items.map(\.count).reduce(0, +) == 9)
    #expect(items.first?.label == "5 to 6%" && items.last?.label == "100%")
    #expect(items.first?.filter == "abv>=5 abv<6" && items.last?.filter == "abv>=100")
  }

  @Test func anAverageOfOneBeerComesAfterTheOthers() {
    var statistics = DiaryStatistics()
    statistics.styles = [
      .init("Gose", 1, averageRating: 5), .init("Stout", 2, averageRating: 3),
      .init("Saison", 9, averageRating: 4), .init("Lager", 1, averageRating: 1),
    ]
    let averages = StatisticsSection.all(statistics).first { $0.title == "Average by style" }
    #expect(averages?.items.map(\.label) == ["Saison", "Stout", "Gose", "Lager"])
  }

  @Test func anAverageOfOneBeerIsMarked() throws {
    var interface = interface(Size(width: 100, height: 40))
    let requests = interface.effects.compactMap { effect -> StatisticsRequest? in
      if case .loadStatistics(let request) = effect { request } else { nil }
    }
    var statistics = DiaryStatistics()
    statistics.beerCount = 3
    statistics.styles = [.init("Gose", 1, averageRating: 5), .init("Stout", 2, averageRating: 3)]
    interface.send(.statistics(try #require(requests.last), .success(statistics)))
    #expect(interface.screen.contains("5.00 (1)"))
    #expect(interface.screen.contains("3.00") && !interface.screen.contains("3.00 ("))
  }

  @Test func noScreenEndsWithAHeading() {
    for height in stride(from: 8, through: 60, by: 3) {
      for width in [40, 80, 140] {
        var interface = interface(Size(width: width, height: height))
        for _ in 0..<12 {
          let body = ScreenContext(interface.state).layout.body
          let last = interface.lines[body.upperBound - 1]
          for title in ["Ratings   ", "ABV   ", "Per year   ", "Styles   ", "ABV and rating   "] {
            #expect(!last.contains(title), "\(width)x\(height): \(last)")
          }
          interface.press(Key(.pageDown))
        }
      }
    }
  }

  /// Statistics with all sections, of which the families are higher than most screens.
  private var longStatistics: DiaryStatistics {
    func shares(_ name: String, _ count: Int) -> [DiaryStatistics.Share] {
      (1...count).map { .init("\(name) \($0)", 20 - $0, averageRating: 3.5) }
    }
    var statistics = DiaryStatistics()
    (statistics.beerCount, statistics.labelCount) = (72, 71)
    statistics.horizon = "2024-12-31"
    statistics.styles = shares("Stout", 14)
    statistics.bestBreweries = shares("Brewery", 5)
    statistics.places = shares("Café", 14)
    statistics.ratings = (0...10).map { .init(Double($0) / 2, $0 + 1) }
    statistics.days = [.init("2023-01-01", 1), .init("2024-12-30", 2)]
    statistics.months = (1...12).map { .init("2024-" + NumberText.padded($0), $0, averageRating: 4) }
    statistics.firstTimes = statistics.months
    statistics.years = shares("202", 4)
    statistics.abvs = (0...14).map { .init(Double($0), 3) }
    statistics.abvRatingIntervals = (0...10).map { .init(4 + $0, rating: Double($0) / 2, 1, dots: 1) }
    statistics.families = StyleFamily.all.map {
      .init($0, styles: [$0.name], share: .init($0.name, 3, averageRating: 4))
    }
    statistics.countries = shares("Country", 14)
    statistics.breweries = shares("Brewery", 14)
    statistics.missingFamilies = Array(StyleFamily.all.prefix(3))
    return statistics
  }

  private func longInterface(_ width: Int, _ height: Int) -> HeadlessInterface {
    var interface = interface(Size(width: width, height: height))
    interface.send(.statistics(StatisticsRequest(), .success(longStatistics)))
    return interface
  }

  @Test(arguments: [(80, 24), (100, 30), (120, 36), (130, 38), (140, 40)])
  func pageKeysShowEveryScreen(_ width: Int, _ height: Int) throws {
    var interface = longInterface(width, height)
    func page(_ interface: HeadlessInterface) -> String? {
      interface.statusLine.firstMatch(of: /page \d+ of \d+/).map { String($0.output) }
    }
    let match = try #require(interface.statusLine.firstMatch(of: /page 1 of (\d+)/))
    let count = try #require(Int(match.1))
    #expect(count > 2)
    for number in Array(2...count) + [count] {
      interface.press(Key(.pageDown))
      #expect(page(interface) == "page \(number) of \(count)")
    }
    for number in (1..<count).reversed() + [1] {
      interface.press(Key(.pageUp))
      #expect(page(interface) == "page \(number) of \(count)")
    }
    interface.type("G")
    #expect(page(interface) == "page \(count) of \(count)")
    interface.type("g")
    #expect(page(interface) == "page 1 of \(count)")
  }

  /// With fewer rows, the calendar is higher than the screen.
  @Test(arguments: [(40, 16), (40, 17), (40, 24), (60, 16)])
  func pageKeysSkipNoRowOfASingleColumn(_ width: Int, _ height: Int) {
    var interface = longInterface(width, height)
    func top(_ interface: HeadlessInterface) -> Int {
      interface.state.screens[StatisticsScreen.self].current.top
    }
    let screen = interface.state.screens[StatisticsScreen.self]
    let layout = screen.layout(ScreenContext(interface.state))
    #expect(!layout.hasScreens)
    for (key, end) in [(Key(.pageDown), layout.height - layout.visible), (Key(.pageUp), 0)] {
      for _ in 0..<layout.height where top(interface) != end {
        let before = top(interface)
        interface.press(key)
        #expect(1...layout.visible ~= abs(top(interface) - before))
      }
      #expect(top(interface) == end)
    }
  }

  @Test(arguments: [(80, 24), (100, 30), (120, 36), (130, 38), (140, 40), (300, 24)])
  func columnsBeginAtTheTopAndSplitOnlyWhatIsHigherThanThey(_ width: Int, _ height: Int) throws {
    let interface = longInterface(width, height)
    let layout = interface.state.screens[StatisticsScreen.self].layout(ScreenContext(interface.state))
    #expect(layout.hasScreens)
    var columns: [[Int]: [Int]] = [:]
    for placement in layout.placements where placement.section.form != .facts {
      let screen = placement.row / layout.visible
      #expect((placement.row + placement.height - 2) / layout.visible == screen)
      #expect(
        placement.part == placement.section.items.indices || placement.section.height - 1 > layout.visible)
      columns[[screen, placement.column], default: []].append(placement.row % layout.visible)
    }
    #expect(columns.values.allSatisfy { $0.first == 0 })
    let items = layout.placements.flatMap(\.items)
    #expect(items == Array(0..<layout.itemCount))
    for placement in layout.placements where placement.section.isVertical {
      for item in placement.items {
        let point = Point(column: layout.left(of: placement), row: placement.row(of: item))
        #expect(layout.item(at: point) == item)
      }
    }
  }

  @Test(arguments: [(80, 24), (100, 30), (140, 40)])
  func theTitleOfASectionIsRepeatedWhereItContinues(_ width: Int, _ height: Int) {
    var interface = longInterface(width, height)
    for _ in 0..<10 where !interface.screen.contains("Families (continued)") {
      interface.press(Key(.pageDown))
    }
    #expect(
      interface.lines[ScreenContext(interface.state).layout.body.lowerBound...].contains { line in
        line.contains("Families (continued)")
      })
    // The bars below continue as well.
    let last = StyleFamily.all.last?.name ?? "?"
    for _ in 0..<200 where !interface.statusLine.hasPrefix(" " + last) { interface.type("j") }
    #expect(interface.screen.contains("Families (continued)") && interface.screen.contains("▌" + last))
  }

  @Test(arguments: [
    (80, "Brouwerij De Natte Gi… "), (100, "Brouwerij De Natte Gijt "), (120, "Brouwerij De Natte Gi… "),
  ])
  func namesGetTheRoomThatBarsDoNotNeed(_ width: Int, _ shown: String) {
    var interface = interface(Size(width: width, height: 60))
    let name = "Brouwerij De Natte Gijt"
    var statistics = DiaryStatistics()
    statistics.beerCount = 12
    statistics.bestBreweries = [.init(name, 5, averageRating: 3.42)]
    statistics.breweries = [.init("Other", 9, averageRating: 3), .init(name, 3, averageRating: 3.42)]
    interface.send(.statistics(StatisticsRequest(), .success(statistics)))
    #expect(interface.screen.components(separatedBy: shown).count == 3)
    #expect(interface.screen.contains(/Other +██████+ 9 +3\.00/))
  }

  @Test(arguments: Array(stride(from: 24, through: 240, by: 3)))
  func theBarsOfAChartBeginInOneColumnAndHaveOneScale(_ width: Int) throws {
    let counts = [1400, 999, 103, 97, 11, 9, 1]
    var interface = interface(Size(width: width, height: 60))
    var statistics = DiaryStatistics()
    statistics.beerCount = counts.reduce(0, +)
    statistics.breweries = counts.map { .init("b\($0)", $0, averageRating: $0 > 100 ? nil : 3.5) }
    interface.send(.statistics(StatisticsRequest(), .success(statistics)))
    let steps = Glyphs.unicode.barSteps
    let bars = interface.lines.compactMap { line in
      line.firstMatch(of: #/b(\d+) +([█-▏]+) /#).map { match in
        (
          count: Int(match.1) ?? 0, start: String(line[..<match.2.startIndex]).columns,
          length: match.2.reduce(0) { $0 + 1 + (steps.firstIndex(of: $1) ?? -1) }
        )
      }
    }
    #expect(bars.map(\.count) == counts && Set(bars.map(\.start)).count == 1, "\(interface.screen)")
    let longest = try #require(bars.first).length
    for bar in bars {
      let exact = Double(bar.count * longest) / Double(counts[0])
      #expect(abs(Double(bar.length) - exact) <= 1, "\(bar) in \(longest)")
    }
  }

  @Test(arguments: [80, 100, 140, 200]) func theDotsOfAveragesAreExplained(_ width: Int) {
    let screen = interface(Size(width: width, height: 40)).screen
    #expect(screen.contains("● = many") || screen.contains("● many • few beers"))
  }

  @Test func aSingleBeerIsNotCalledDifferent() {
    #expect(DiaryStatistics.Counting.labels.text(1) == "1 beer")
    #expect(DiaryStatistics.Counting.labels.text(2) == "2 different beers")
  }

  @Test func theFirstScreenHasTheAnswers() {
    let screen = interface(Size(width: 140, height: 40)).screen
    for title in ["Average by style", "Best breweries", "Styles", "Ratings", "Per day"] {
      #expect(screen.contains(title + "   different beers"), "\(title)")
    }
  }

  @Test func aSmallScreenBeginsWithTheFactsAndCutsNoNumber() {
    let small = interface(Size(width: 40, height: 12))
    #expect(small.lines[2].contains("average rating 3.70") && small.lines[4].contains("Average by style"))
    let tiny = interface(Size(width: 20, height: 5))
    #expect(!tiny.screen.contains("3.…") && !tiny.screen.contains("average rating"))
  }

  @Test func factsLeadToTheirBeers() {
    var interface = interface(Size(width: 140, height: 40))
    #expect(interface.statusLine.hasPrefix(" 6 beers "))
    var filters: [Substring] = []
    for _ in 0..<8 {
      filters += interface.statusLine.matches(of: /has:\w+/).map(\.output)
      interface.type("l")
    }
    #expect(
      filters.prefix(6) == [
        "has:rating", "has:country", "has:brewery", "has:style", "has:venue", "has:venue",
      ])
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("has:venue") && interface.screen.contains("q statistics"))
    interface.type("q")
    #expect(interface.statusLine.contains("has:venue"))

    // A click chooses a fact, also on its large number.
    interface.click(Point(column: 36, row: 3))
    #expect(interface.statusLine.hasPrefix(" 6 different beers "))
  }

  /// Returns the sections of the page for numbers of beers by day.
  private func page(
    _ days: KeyValuePairs<String, Int>, width: Int = 78, dates: DateText = DateText(timeZone: .gmt)
  ) -> [StatisticsSection] {
    var statistics = DiaryStatistics()
    statistics.days = days.map { DiaryStatistics.Share($0, $1) }
    let months = Dictionary(grouping: statistics.days) { String($0.value.prefix(7)) }
    statistics.months = months.map { month, days in
      DiaryStatistics.Share(month, days.reduce(0) { $0 + $1.count })
    }.sorted { $0.value < $1.value }
    statistics.firstTimes = statistics.months
    return StatisticsSection.page(statistics, width: width, dates: dates)
  }

  @Test func aYoungDiaryHasABarForEachOfItsDays() {
    let twoDays = page(["2024-06-14": 2, "2024-06-15": 3])
    #expect(twoDays.map(\.title) == ["Per day"])
    #expect(twoDays.first?.form == .columns)
    #expect(twoDays.first?.items.map(\.filter) == ["date:2024-06-14", "date:2024-06-15"])

    let digits = page(["2024-06-14": 2, "2024-06-15": 3], dates: DateText(timeZone: .gmt, format: .dots))
    #expect(digits.first?.items.map(\.label) == ["14.06.2024", "15.06.2024"])

    let acrossMonths = page(["2024-05-31": 1, "2024-06-02": 1])
    #expect(acrossMonths.map(\.title) == ["Per day", "Per month", "First times"])
    #expect(acrossMonths.map(\.items.count) == [3, 2, 2])
    // A bar alone says nothing.
    #expect(page(["2024-06-14": 2]).isEmpty)
  }

  @Test func theCalendarBeginsWithTheWeekOfTheFirstBeer() {
    let days = page(["2024-05-01": 1, "2024-06-15": 3]).first
    #expect(days?.form == .calendar)
    #expect(days?.items.first?.filter == "date:2024-04-29" && days?.items.last?.filter == "date:2024-06-15")
    // An older diary shows its break.
    let older = page(["2019-05-01": 1, "2024-06-14": 3]).first
    #expect(older?.items.count ?? 0 > 200)
  }

  /// A blank in reverse video would look like a day with many beers.
  @Test func theSelectedDayIsRecognizableWithoutColorOrRoomForABar() throws {
    let section = try #require(page(["2024-05-01": 1, "2024-06-15": 3]).first)
    for appearance in [Appearance(), Appearance(theme: Theme(usesColor: false)), Appearance(glyphs: .ascii)] {
      for cursor in [0, section.items.count - 1] {
        let lines = DayCalendar(width: 60).lines(section, cursor: cursor, appearance)
        let selected = lines.flatMap(\.spans).filter { $0.style.attributes.contains(.reverse) }
        #expect(selected.map(\.text) == [String(appearance.glyphs.mark)])
      }
    }
  }

  @Test func theBarsOfDaysHaveTheirNumbers() throws {
    let section = try #require(page(["2024-06-09": 2, "2024-06-11": 3]).first)
    let columns = DateColumns(section: section, cursor: nil, appearance: Appearance())
    let texts = columns.lines.map { $0.spans.map(\.text).joined() }
    #expect(texts.suffix(2) == [" 2  0  3 ", " 9 10 11 "])
    #expect(columns.details == ["most on 11 Jun 2024: 3", "most on 11 Jun: 3"])
  }

  @Test func numbersOfThreeDigitsDoNotTouch() throws {
    let days: KeyValuePairs = ["2024-06-09": 120, "2024-06-10": 7, "2024-06-11": 345]
    let section = try #require(page(days).first)
    let texts = DateColumns(section: section, cursor: nil, appearance: Appearance()).lines
      .map { $0.spans.map(\.text).joined() }
    #expect(texts.suffix(2) == ["120   7 345 ", "  9  10  11 "])
    #expect((0..<3).map { DateColumns.column(of: $0, in: section) } == [0, 4, 8])
    #expect(DateColumns.item(at: 7, in: section) == 1)
    #expect(DateColumns.fitting(section, width: 11).items.map(\.count) == [7, 345])
  }

  @Test(arguments: [
    (999, "999"), (1000, " 1k"), (99_999, "99k"), (100_000, ".1M"), (999_999, ".9M"), (1_000_000, " 1M"),
  ])
  func aLargeNumberIsShortened(_ count: Int, _ text: String) throws {
    let section = try #require(page(["2024-06-09": count, "2024-06-10": 345]).first)
    let lines = DateColumns(section: section, cursor: nil, appearance: Appearance()).lines
    #expect(lines.suffix(2).first?.spans.map(\.text).first == text + " ")
  }

  @Test func theBarOfTheCursorIsNextToTheMonth() {
    var interface = interface()
    func months() -> String? { interface.lines.first { $0.contains("A  S  O  N") } }
    for _ in 0..<200 where months()?.contains("▌ J  A") != true { interface.type("j") }
    #expect(months()?.contains("▌ J  A") == true)
    interface.type("l")
    #expect(months()?.contains("  J▌ A") == true)
  }

  @Test func aDayWithBeersShowsThemAndAnEmptyDayIsReported() {
    var interface = interface()
    goToLastDay(&interface)
    var shown = 0
    for _ in 0..<14 where interface.lines[0].contains("Statistics") {
      let isEmpty = interface.statusLine.contains("no beers")
      interface.press(Key(.enter))
      if isEmpty {
        #expect(interface.statusLine.contains("no beers.") && interface.lines[0].contains("Statistics"))
        interface.type("h")
      } else {
        #expect(interface.lines[0].contains("date:2023-"))
        shown += 1
      }
    }
    #expect(shown == 1)
  }

  @Test(arguments: [Key(.escape), .character("q")])
  func theWayBackFromABarLeadsToItAndThenToTheListAsItWas(_ key: Key) {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=1")
    interface.press(Key(.enter))
    let before = interface.lines[0]
    interface.type("S")
    interface.type("G")
    let bar = interface.cursorLine
    interface.press(Key(.enter))
    #expect(!interface.lines[0].contains("Statistics") && interface.lines[0] != before)
    #expect(interface.screen.contains("q statistics"))
    interface.press(key)
    #expect(interface.lines[0].contains("Statistics") && interface.cursorLine == bar)
    interface.press(Key(.escape))
    #expect(interface.lines[0] == before)
    interface.type("q")
    #expect(interface.ending == .finished)
  }

  @Test func escapeLeadsBackFromAllBeersToo() {
    var interface = HeadlessInterface(Size(width: 140, height: 40), diary: FakeDiary(SampleBeers.all))
    interface.type("S")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .list && interface.state.list.window.query.hasAllBeers)
    interface.press(Key(.escape))
    #expect(interface.state.screen == .statistics)
  }

  @Test func theWayBackFromABarLeadsToItAfterASearchAndAnotherFilter() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.type("SG")
    let bar = interface.cursorLine
    for keys in ["/o", "frating>=1 "] {
      interface.press(Key(.enter))
      let shown = interface.lines[0]
      interface.type(keys)
      interface.press(Key(.enter))
      #expect(interface.lines[0] != shown && interface.screen.contains("q statistics"))
      interface.press(Key(.escape))
      #expect(interface.lines[0] == shown)
      interface.type(keys)
      interface.press(Key(.enter))
      interface.type("q")
      #expect(interface.lines[0].contains("Statistics   all 6 beers") && interface.cursorLine == bar)
    }
  }

  @Test func statisticsOfABarLeadBackToTheOuterOnes() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.type("SG")
    let outer = interface.lines[0]
    let bar = interface.cursorLine
    interface.press(Key(.enter))
    let list = interface.lines[0]
    interface.type("SG")
    let inner = interface.lines[0]
    #expect(inner != outer)
    interface.press(Key(.enter))
    interface.type("q")
    #expect(interface.lines[0] == inner)
    interface.type("q")
    #expect(interface.lines[0] == list)
    interface.type("q")
    #expect(interface.lines[0] == outer && interface.cursorLine == bar)
    interface.type("qq")
    #expect(interface.ending == .finished)
  }

  @Test(arguments: ["hhh", "jjjjjjjjjjj", "jjjjjjjjjjjhh", "jjjjjjjjjjjjjj", "G"])
  func theSelectedItemIsKeptThroughResizes(_ keys: String) {
    var interface = interface(Size(width: 140, height: 40))
    interface.type(keys)
    let selected = interface.statusLine.prefix(60)
    for (width, height) in [(80, 24), (100, 12), (40, 12), (140, 40)] {
      interface.resize(width, height)
      #expect(interface.state.draw().cursor.map { 0..<height ~= $0.row } == true)
    }
    #expect(interface.statusLine.prefix(60) == selected)
  }

  @Test func aBarStaysSelectedIfThereAreFewerDaysAndMonthsBeforeIt() {
    var interface = interface(Size(width: 140, height: 40))
    interface.type("G")
    for (width, height) in [(80, 24), (40, 12)] {
      interface.resize(width, height)
      #expect(interface.statusLine.contains("De Molen"))
    }
  }

  @Test func theSelectedBarIsKeptIfOthersAreAddedBeforeIt() {
    var interface = interface(Size(width: 140, height: 40))
    interface.type("G")
    var counted = DiaryStatistics()
    counted.beerCount = 7
    counted.years = [.init("2019", 3), .init("2024", 40), .init("2025", 1)]
    counted.breweries = [.init("New", 9), .init("De Molen", 4), .init("Other", 1)]
    interface.send(.statistics(StatisticsRequest(), .success(counted)))
    #expect(interface.statusLine.contains("De Molen"))
  }

  @Test func beersOfAFilteredListAreCountedAndAllOnRequest() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4")
    interface.press(Key(.enter))
    interface.type("/pli")
    interface.press(Key(.enter))
    interface.type("S")
    #expect(interface.lines[0].contains("Statistics   1 beer · /pli · rating>=4"))
    #expect(interface.lines[23].contains("a all beers"))
    let listed = BeerQuery(filter: try BeerFilter("rating>=4"), search: "pli")
    #expect(interface.effects.contains(.loadStatistics(StatisticsRequest(query: listed))))

    interface.type("a")
    #expect(interface.lines[0].contains("Statistics   all 6 beers"))
    #expect(interface.lines[23].contains("a list only"))
    interface.type("a")
    #expect(interface.lines[0].contains("/pli · rating>=4"))

    interface.type("G")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("/pli · rating>=4 brewery="))
    // One line per label would be of labels with that mean rating.
    #expect(!interface.state.list.window.query.isDistinct)
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("Statistics   1 beer · /pli · rating>=4"))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("Beer Diary   1 beer · 1 with a photo · /pli · rating>=4"))
  }

  @Test func theRatingOfAListOfLabelsStaysTheirMeanRating() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("bfrating>=4")
    interface.press(Key(.enter))
    interface.type("S")
    #expect(interface.lines[0].contains("mean_rating>=4"))
    let listed = BeerQuery(filter: try BeerFilter("mean_rating>=4"))
    #expect(interface.effects.contains(.loadStatistics(StatisticsRequest(query: listed))))
    interface.type("b")
    let beers = StatisticsRequest(query: listed, counting: .beers)
    #expect(interface.effects.contains(.loadStatistics(beers)))

    // A bar lists the beers or the labels that it counts, by the same mean rating.
    for isDistinct in [false, true] {
      interface.type("G")
      interface.press(Key(.enter))
      #expect(interface.state.list.window.query.isDistinct == isDistinct)
      #expect(interface.lines[0].contains("mean_rating>=4 brewery="))
      interface.press(Key(.escape))
      interface.type("b")
    }
    interface.press(Key(.escape))
    #expect(interface.state.list.window.query.isDistinct)
    #expect(interface.lines[0].contains(" · rating>=4"))
  }

  @Test func aBarOfAllBeersLeadsToAllOfThem() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4")
    interface.press(Key(.enter))
    interface.type("SaG")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("brewery=") && !interface.lines[0].contains("rating>=4"))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("Statistics   all 6 beers"))
  }

  @Test func beersInTheTrashAreCountedThere() {
    var diary = FakeDiary(SampleBeers.all)
    diary.beers[0].beer.deletedAt = DiaryDate("2024-06-02T10:00:00Z")
    var interface = HeadlessInterface(diary: diary)
    interface.type("TS")
    #expect(interface.lines[0].contains("Statistics   1 beer · in:trash"))
  }

  @Test func outdatedStatisticsAreNotShown() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4")
    interface.press(Key(.enter))
    interface.holdsEffects = true
    interface.type("Sa")
    interface.answerHeldOnce()
    #expect(interface.screen.contains("Counting"))
    interface.answerHeld()
    #expect(interface.lines[0].contains("all 6 beers"))
  }

  @Test func statisticsOfAllBeersOfferNoOtherScope() {
    var interface = interface()
    interface.type("a")
    #expect(interface.statusLine.contains("All beers are already counted."))
    #expect(!interface.lines[23].contains("a all beers"))
  }

  @Test func theShadesOfDaysDivideTheCounts() {
    // No level but the darkest is needed for a single count, and the greatest count always has it.
    for most in 1...40 {
      let scale = CountScale(maxCount: most, Glyphs.unicode.shades)
      let levels = (0...most).map(scale.level)
      #expect(levels == levels.sorted() && levels.first == 0 && levels.last == 4)
      #expect(Set(levels).count == min(most, 4) + 1)
    }
  }

  @Test func largeNumbersSayHowTheYearHasChangedThem() throws {
    var diary = FakeDiary(SampleBeers.all)
    diary.totalsBeforeThisYear = .init(beers: 4, labels: 4, averageRating: 3.5, countries: 1)
    var interface = HeadlessInterface(Size(width: 140, height: 40), diary: diary)
    interface.type("S")
    let names = interface.lines[5]
    let texts = [
      "▌beers  +2 in 2024", " different beers  +2 in 2024", " average rating  +0.20 in 2024",
      " countries  +2 in 2024",
    ]
    for text in texts {
      #expect(names.contains(text), "\(text)")
    }
    #expect(interface.lines[6].contains("breweries 5   styles 6   venues 2"))
    // What a large number says is not said again.
    #expect(!interface.lines[0].contains("6") && !names.contains("6") && !names.contains("3.70"))
    // On a smaller screen, they are one line.
    interface.resize(80, 24)
    #expect(interface.lines[2].contains("average rating 3.70"))
  }

  @Test func averagesAreDotsOnALine() {
    let glyphs = Glyphs.unicode
    #expect(glyphs.dotLine(0, of: 5, share: 0, columns: 7) == "·─────│")
    #expect(glyphs.dotLine(5, of: 5, share: 1, columns: 7) == "─────●│")
    #expect(glyphs.dotLine(2.5, of: 5, share: 0.5, columns: 8) == "───•───│")
    #expect(Glyphs.ascii.dotLine(5, of: 5, share: 1, columns: 4) == "--O|")
    var interface = interface(Size(width: 140, height: 60))
    #expect(interface.screen.contains("Average by style") && interface.screen.contains("Best breweries"))
    interface.resize(20, 5)
    #expect(interface.lines.allSatisfy { $0.columns <= 20 })
  }

  @Test func aFieldOfTheScatterPlotListsItsBeers() throws {
    for glyphs in [Glyphs.unicode, .ascii] {
      var interface = HeadlessInterface(
        Size(width: 140, height: 90), diary: FakeDiary(SampleBeers.all),
        appearance: Appearance(glyphs: glyphs))
      interface.type("S")
      let heading = try #require(interface.lines.firstIndex { $0.contains("ABV and rating") })
      #expect(interface.lines[heading...].prefix(9).joined().contains(glyphs == .ascii ? "##" : "⡁"))
      for _ in 0..<200 where !interface.statusLine.contains("abv<5 rating>=4.5") { interface.type("j") }
      interface.type("llll")
      #expect(interface.statusLine.contains("8 to 9%, 4.5 to 5 stars: 7 different beers"))
      // Up and down stay in the plot, and an empty field has no beers.
      interface.type("l")
      #expect(interface.statusLine.contains("abv>=9 abv<10 rating>=4.5"))
      interface.press(Key(.enter))
      #expect(interface.statusLine.contains("no beers."))
      interface.type("h")
      interface.press(Key(.enter))
      #expect(interface.lines[0].contains("abv>=8 abv<9 rating>=4.5 rating<5"))
    }
  }

  @Test func aScatterPlotThatDoesNotFitIsLeftOut() {
    let interface = interface(Size(width: 24, height: 400))
    #expect(interface.screen.contains("Ratings") && !interface.screen.contains("ABV and rating"))
  }

  @Test func theSquaresDifferInShapeAndAreExplained() {
    let screen = interface(Size(width: 120, height: 40)).screen
    #expect(screen.contains("· 0  ░ 1"))
    for shade in ["░", "▒", "▓", "█"] { #expect(screen.contains(shade + " ")) }
  }

  @Test func theCursorReachesEveryBarAndBack() {
    var interface = interface(Size(width: 40, height: 12))
    var seen: [String] = []
    for _ in 0..<150 {
      let line = interface.cursorLine
      if seen.last != line { seen.append(line) }
      interface.type("j")
    }
    #expect(seen.contains { $0.contains("2024") && $0.contains("40") })
    #expect(seen.contains { $0.contains("De Molen") })
    for _ in 0..<150 { interface.type("k") }
    #expect(interface.statusLine.hasSuffix(" 1/19"))
  }

  @Test func aMonthInTheFutureDoesNotMoveTheMonths() {
    var statistics = DiaryStatistics()
    statistics.months = [.init("2024-04", 2), .init("2024-06", 3), .init("2999-01", 1)]
    #expect(StatisticsSection.all(statistics).first?.items.last?.label == "Jan 2999")

    statistics.horizon = "2024-06-15"
    let months = StatisticsSection.all(statistics).first?.items
    #expect(months?.count == 12 && months?.last?.label == "Jun 2024" && months?.last?.count == 3)
    let digits = DateText(timeZone: .gmt, format: .iso)
    #expect(StatisticsSection.all(statistics, dates: digits).first?.items.last?.label == "2024-06")

    statistics.months = [.init("2999-01", 1)]
    #expect(StatisticsSection.all(statistics).first?.items.last?.label == "Jan 2999")
  }

  @Test func columnsAreWalkedSideways() {
    var interface = interface(Size(width: 140, height: 40))
    for _ in 0..<20 where !interface.statusLine.contains("style=") { interface.type("j") }
    let status = interface.statusLine
    interface.type("l")
    #expect(interface.statusLine != status)
    interface.type("h")
    #expect(interface.statusLine.contains("style="))
  }

  @Test func everyBarLeadsToItsBeers() {
    var walk = interface(Size(width: 100, height: 40))
    for _ in 0..<36 {
      var interface = walk
      walk.type("j")
      if interface.statusLine.contains(": no beers") { continue }
      interface.press(Key(.enter))
      #expect(interface.lines.first?.contains("Beer Diary") == true)
      #expect(interface.effects.contains { if case .loadPosition = $0 { true } else { false } })
    }
  }

  @Test func anEmptyDiaryIsReported() {
    var interface = HeadlessInterface(diary: FakeDiary())
    interface.type("S")
    #expect(interface.screen.contains("Your diary is empty"))
  }
}
