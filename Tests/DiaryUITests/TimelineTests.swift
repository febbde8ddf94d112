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

  @Test func enterJumpsToTheNewestBeerOfTheMonthInTheWholeDiary() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    // A list with fewer beers in another order.
    interface.type("fstyle:quad")
    interface.press(Key(.enter))
    interface.sort("n")
    interface.type("th")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .list)
    #expect(interface.state.list.window.query.hasAllBeers)
    #expect(interface.state.list.window.query.order == .date)
    #expect(interface.state.list.count == SampleBeers.all.count)
    #expect(interface.cursorLine.contains("Pliny the Elder"))
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
