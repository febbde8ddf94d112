import DiaryModel
import DiaryStore
import DiaryText
import Terminal
import Testing

@testable import DiaryUI

/// The diary by month, to jump to another time.
@Suite struct TimelineTests {
  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ beers: [BeerDetail] = SampleBeers.all,
    _ appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(beers), appearance: appearance)
    interface.type("t")
    return interface
  }

  private static func beers(_ dates: [String?]) -> [BeerDetail] {
    dates.enumerated().map { index, date in
      SampleBeers.beer(Int64(index + 1), name: "Beer \(index + 1)", drunkAt: date)
    }
  }

  @Test func monthsHaveTheFormatOfTheSettings() {
    var appearance = Appearance()
    #expect(interface().statusLine.hasPrefix(" June 2024: "))
    appearance.dateFormat = .iso
    let digits = interface(Size(width: 80, height: 24), SampleBeers.all, appearance)
    #expect(digits.statusLine.hasPrefix(" 2024-06: ") && digits.screen.contains(" in 2023-06"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 20, height: 5)])
  func theScreenMatchesItsSnapshots(_ size: Size) throws {
    try expectSnapshot(interface(size).screen, named: "timeline-\(size.width)x\(size.height)")
  }

  @Test func theScreenWithoutUnicodeMatchesItsSnapshot() throws {
    let interface = interface(Size(width: 80, height: 24), SampleBeers.all, Appearance(glyphs: .ascii))
    try expectSnapshot(interface.screen, named: "timeline-ascii-80x24")
    #expect(interface.screen.utf8.allSatisfy { $0 <= 0x7E })
  }

  @Test func theCursorBeginsInTheMonthOfTheBeerInTheList() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.type("jt")
    #expect(interface.statusLine.contains("May 2024: 3 beers, 4.00 on average"))
    #expect(interface.statusLine.contains("best Pliny the Elder (Russian River) 5.0"))
  }

  @Test func theArrowsMoveByMonthAndYear() {
    var interface = interface()
    #expect(interface.statusLine.contains("June 2024: 1 beer"))
    interface.type("h")
    #expect(interface.statusLine.contains("May 2024: 3 beers"))
    interface.press(Key(.right), Key(.right))
    #expect(interface.statusLine.contains("July 2024: no beers"))
    interface.type("k")
    #expect(interface.statusLine.contains("July 2023: no beers"))
    interface.type("llll")
    #expect(interface.statusLine.contains("November 2023: 1 beer, "))
    interface.type("lll")
    #expect(interface.statusLine.contains("January 2024: no beers"))
    interface.type("h")
    #expect(interface.statusLine.contains(" 2023: 1 beer"))
    interface.type("jj")
    #expect(interface.statusLine.contains("1 beer without a date"))
    interface.type("k")
    #expect(interface.statusLine.contains(" 2024: 4 beers"))
    interface.type("g")
    #expect(interface.statusLine.contains("November 2023"))
  }

  @Test func enterJumpsToTheNewestBeerOfTheMonthInTheListByDate() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.sort("n")
    interface.type("tg")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .list)
    #expect(interface.state.list.window.query.hasAllBeers)
    #expect(interface.state.list.window.query.order == .date)
    #expect(interface.state.list.count == SampleBeers.all.count)
    #expect(interface.cursorLine.contains("Unknown Ha"))
  }

  @Test func onlyTheBeersOfTheListAreCounted() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4")
    interface.press(Key(.enter))
    interface.type("th")
    #expect(interface.lines[0].contains("Timeline   3 beers, 2024 · rating>=4"))
    #expect(interface.statusLine.contains("May 2024: 2 beers"))

    // What is listed is also in the list of the timeline.
    interface.type("f")
    #expect(interface.state.list.window.query.filter.description == "rating>=4 date:2024-05")
    interface.type("q")
    #expect(interface.lines[0].contains("rating>=4") && interface.statusLine.contains("May 2024: 2 beers"))
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.filter.description == "rating>=4")
    #expect(interface.cursorLine.contains("Pliny the Elder"))

    interface.type("ta")
    #expect(interface.lines[0].contains("Timeline   5 beers, 2023 to 2024"))
    #expect(!interface.lines[0].contains("rating"))
    #expect(interface.statusLine.contains("May 2024: 3 beers"))
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.hasAllBeers)
  }

  @Test func beersInTheTrashAreCountedThere() {
    var diary = FakeDiary(SampleBeers.all)
    diary.beers[0].beer.deletedAt = DiaryDate("2024-06-02T10:00:00Z")
    var interface = HeadlessInterface(diary: diary)
    interface.type("Tt")
    #expect(interface.lines[0].contains("Timeline   1 beer, 2024 · in:trash"))
  }

  @Test(arguments: [
    Size(width: 140, height: 40), Size(width: 80, height: 24), Size(width: 40, height: 12),
    Size(width: 20, height: 5),
  ])
  func theCursorIsOnTheWordsAboutTheMonth(_ size: Size) {
    var interface = interface(size)
    #expect(interface.cursorLine.contains("June 2024: 1 beer"))
    interface.type("h")
    #expect(interface.cursorLine.contains("May 2024: 3 beers"))
  }

  @Test func theMonthUnderTheCursorHasTheBarOfALine() throws {
    for (appearance, bar) in [
      (Appearance(), "▌"), (Appearance(theme: Theme(usesColor: false)), "▌"),
      (Appearance(glyphs: .ascii), ">"),
    ] {
      let interface = interface(Size(width: 80, height: 24), SampleBeers.all, appearance)
      let row = try #require(interface.lines.firstIndex { $0.hasPrefix(" 2024") })
      #expect(interface.lines[row].contains(bar))
      let canvas = interface.state.draw()
      let column = try #require(
        (0..<80).first { canvas[Point(column: $0, row: row)]?.character == Character(bar) })
      let style = canvas[Point(column: column + 1, row: row)]?.style
      #expect(style?.background == appearance.theme.selected(.plain).background)
      #expect(
        style?.attributes.contains(.reverse)
          == appearance.theme.selected(.plain).attributes.contains(.reverse))
    }
  }

  @Test func theRestOfALargeScreenIsAboutTheMonth() {
    for (size, isShown) in [
      (Size(width: 140, height: 40), true), (Size(width: 200, height: 50), true),
      (Size(width: 80, height: 24), true),
      (Size(width: 40, height: 12), false),
    ] {
      var interface = interface(size)
      interface.type("h")
      for text in [
        "3 beers, 0 in May 2023", "3 for the first time", "Best beers",
        "★★★★★ Pliny the Elder",
      ] {
        #expect(interface.screen.contains(text) == isShown, "\(text) at \(size)")
      }
      for line in interface.lines { #expect(line.columns <= size.width, "\(line)") }
    }
    // Below the years are the months of the year as bars, in the columns of the months.
    var wide = interface(Size(width: 140, height: 40))
    #expect(wide.screen.contains("█████"))
    wide.type("k")
    #expect(wide.lines[2].contains("June 2023"))
  }

  @Test(arguments: [40, 50]) func theBarsFillALargeScreenAndHaveTheirNumbers(_ height: Int) throws {
    let interface = interface(Size(width: 200, height: height))
    let bars = interface.lines.indices.filter { interface.lines[$0].contains("████") }
    let top = try #require(bars.first)
    #expect(bars.count >= 20 && interface.lines[top - 1].contains("3"))
    #expect(try #require(bars.last) < interface.state.layout.body.upperBound)
  }

  @Test func aMonthHasItsNumberOfBeersIfThereIsRoom() {
    #expect(interface().lines.contains { $0.hasPrefix(" 2024") && $0.contains("■ 3") })
    #expect(
      interface(Size(width: 30, height: 12)).lines.contains { $0.hasPrefix(" 2024") && $0.contains("■") })
    #expect(
      !interface(Size(width: 30, height: 12)).lines.contains { $0.hasPrefix(" 2024") && $0.contains("■ 3") })
  }

  @Test func theBestOfAYearAreThoseOfItsMonths() {
    func best(_ name: String, _ rating: Double) -> DiaryTimeline.Period.BestBeer {
      .init(name: name, brewery: nil, rating: rating)
    }
    func period(_ month: Int, _ best: [DiaryTimeline.Period.BestBeer]) -> DiaryTimeline.Period {
      .init(year: 2024, month: month, beerCount: 2, firstTimes: 1, best: best, newest: Int64(month))
    }
    let rows = TimelineRows(
      DiaryTimeline(periods: [
        period(1, [best("A", 5), best("B", 4)]), period(2, [best("C", 5), best("A", 4.5), best("D", 1)]),
      ]))
    let year = rows.years.first?.figures(ofMonth: nil)
    #expect(year?.best.map(\.name) == ["C", "A", "B", "D"] && year?.firstTimes == 2)
    #expect(rows.years.first?.figures(ofMonth: 1).best.map(\.name) == ["A", "B"])
  }

  @Test func aKeyFiltersToTheMonthAndGoingBackReturns() {
    var interface = interface()
    interface.type("hf")
    #expect(interface.state.screen == .list)
    #expect(interface.state.list.window.query.filter.description == "date:2024-05")
    interface.type("q")
    #expect(interface.state.screen == .timeline)
    #expect(interface.statusLine.contains("May 2024"))
    interface.type("q")
    #expect(interface.state.screen == .list)
    #expect(interface.state.list.window.query.hasAllBeers)
  }

  @Test func aYearIsAColumnOfItsOwn() {
    var interface = interface(Size(width: 80, height: 24), Self.beers(["2024", "2024-12-24", "2024-12-01"]))
    interface.type("l")
    #expect(interface.statusLine.contains("2024: 3 beers, 1 without a month"))
    interface.type("f")
    #expect(interface.state.list.window.query.filter.description == "year:2024")
  }

  @Test func beersWithoutADateAreListed() {
    var interface = interface(Size(width: 80, height: 24), Self.beers([nil, nil, "2024-05"]))
    interface.type("G")
    #expect(interface.screen.contains("No date  2 beers"))
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.filter.description == "no:date")
  }

  @Test func anEmptyMonthIsReportedAndNotOpened() {
    var interface = interface()
    interface.type("l")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .timeline)
    #expect(interface.statusLine.contains("July 2024: no beers."))
  }

  @Test func yearsWithoutBeersAreOneLine() {
    var interface = interface(Size(width: 80, height: 24), Self.beers(["2024-05", "2022-01", "1624-05-01"]))
    #expect(interface.screen.contains("1625–2021 no beers") && interface.screen.contains("2023 no beers"))
    interface.type("kk")
    #expect(interface.statusLine.contains("May 1624: 1 beer"))
    interface.type("jj")
    #expect(interface.statusLine.contains("May 2024: 1 beer"))
  }

  @Test func oneBeerHasNeitherAnAverageNorABest() {
    let interface = interface()
    #expect(interface.statusLine.contains("June 2024: 1 beer, Trappistes Rochefort 10 ("))
  }

  @Test func aLegendSaysWhatTheSquaresStandForIfThereIsRoom() {
    let beers = Self.beers(["2024-05", "2024-06", "2024-06", "2024-07", "2024-07", "2024-07"])
    #expect(interface(Size(width: 80, height: 24), beers).screen.contains("· none   ▫ 1   ▪ 2   ■ 3"))
    #expect(!interface(Size(width: 80, height: 5), beers).screen.contains("none"))
    #expect(!interface(Size(width: 80, height: 24), Self.beers(["2024"])).screen.contains("none"))
  }

  @Test func anEmptyDiaryHasNoTimeline() {
    var interface = interface(Size(width: 80, height: 24), [])
    #expect(interface.screen.contains("No beers yet."))
    interface.type("hjklgGf")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .timeline)
  }

  @Test func everyKeyKeepsTheCursorOnTheScreenAtAnySize() {
    let long = Self.beers(
      (1900...2100).map { $0 % 3 == 0 ? "\($0)-0\($0 % 9 + 1)" : $0 % 7 == 0 ? nil : "\($0)" })
    for beers in [long, Self.beers(["1624-05-01", "2024-05"]), Self.beers([nil]), []] {
      for size in [(20, 5), (30, 8), (40, 12), (80, 24), (200, 50)] {
        var interface = interface(Size(width: size.0, height: size.1), beers)
        for key in "hhhhlllljjjkkkgGlhkj" {
          interface.type(String(key))
          if let cursor = interface.state.draw().cursor {
            #expect(0..<size.0 ~= cursor.column && 0..<size.1 ~= cursor.row, "\(size), \(key)")
          }
        }
        interface.press(Key(.pageUp), Key(.pageDown), .control("d"), .control("u"))
        #expect(interface.lines.count == size.1)
      }
    }
  }

  @Test func aClickMovesToAMonthAndADoubleClickOpensIt() {
    var interface = interface()
    let row = interface.lines.firstIndex { $0.hasPrefix(" 2023") } ?? 0
    // November is the eleventh of the squares, each as wide as the others.
    let column = (interface.lines[2].firstRange(of: "Nov")?.lowerBound).map {
      interface.lines[2].distance(from: interface.lines[2].startIndex, to: $0)
    }
    let point = Point(column: column ?? 0, row: row)
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: point)))
    #expect(interface.statusLine.contains("November 2023: 1 beer"))
    interface.send(.mouse(MouseEvent(.press(clicks: 2), at: point)))
    #expect(interface.state.screen == .list)
  }
}
