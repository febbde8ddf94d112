import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// The year in review.
@Suite struct YearTests {
  private static let sizes = [
    Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 200, height: 50),
    Size(width: 40, height: 12), Size(width: 20, height: 5),
  ]

  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ beers: [BeerDetail] = SampleBeers.all,
    appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(beers), appearance: appearance)
    interface.type("Y")
    return interface
  }

  @Test(arguments: sizes) func theScreenMatchesItsSnapshots(_ size: Size) throws {
    try expectSnapshot(interface(size).screen, named: "year-\(size.width)x\(size.height)")
  }

  @Test func theScreenWithoutUnicodeMatchesItsSnapshot() throws {
    let interface = interface(appearance: Appearance(glyphs: .ascii))
    try expectSnapshot(interface.screen, named: "year-ascii-80x24")
    #expect(interface.screen.utf8.allSatisfy { $0 <= 0x7E })
  }

  @Test(arguments: sizes) func noLineIsWiderThanTheScreen(_ size: Size) {
    let wide = (1...40).map { id in
      SampleBeers.beer(
        Int64(id), name: "霧ヶ峰の長い名前のビール、とても長い名前", brewery: "霧ヶ峰醸造株式会社", style: "黒ビール", rating: 4,
        drunkAt: "2024-05-12", notes: String(repeating: "苦い。とても苦い ", count: 40))
    }
    let interface = interface(size, wide)
    #expect(interface.lines[0].contains("2024"))
    for line in interface.lines { #expect(line.columns <= size.width, "\(line)") }
  }

  @Test(arguments: sizes) func theCursorReachesEveryItemAndIsVisible(_ size: Size) {
    var interface = interface(size)
    var seen: [String] = []
    for _ in 0..<40 {
      #expect(interface.state.draw().cursor.map { 0..<size.height ~= $0.row } == true)
      if seen.last != interface.statusOfItem { seen.append(interface.statusOfItem) }
      interface.type("j")
    }
    // Three figures, twelve months, the best four, what was new, the break and the note.
    #expect(seen.count == 3 + 12 + 4 + 3 + 2, "\(seen)")
    for _ in 0..<40 { interface.type("k") }
    #expect(interface.statusOfItem == seen.first)
  }

  @Test(arguments: sizes) func theLineOfTheCursorIsOnlyAboutWhatIsSelected(_ size: Size) {
    var interface = interface(size)
    var lines: [String] = []
    for _ in 0..<24 {
      #expect(interface.cursorLine == interface.statusLine || size.height == 5)
      lines.append(interface.cursorLine)
      interface.type("j")
    }
    guard size.width >= 80 else { return }
    for start in [
      " 2024: 4 beers   year:2024", " May 2024: 3 beers   ", " Pliny the Elder (Russian River) 5.0   id:",
      " 4 styles new in 2024 (Rauchbier, Lager, Imperial IPA, Quadrupel): 4 beers",
      " Break of 15 days, 12 May 2024 to 28 May 2024   ",
      " Longest note, Trappistes Rochefort 10: Dark dried fruit, a warm finish ",
    ] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
    }
  }

  @Test func everyItemLeadsToItsBeersAndBack() {
    var reached = 0
    for number in 0..<24 {
      var interface = interface()
      for _ in 0..<number { interface.type("j") }
      let status = interface.statusLine
      let isEmpty = status.contains(": no beers ")
      #expect(interface.screen.contains("Enter show beers") == !isEmpty, "\(status)")
      interface.press(Key(.enter))
      if isEmpty {
        #expect(interface.statusLine.contains("no beers.") && interface.lines[0].contains("in review"))
        continue
      }
      #expect(interface.lines[0].contains("Beer Diary"), "\(status)")
      #expect(interface.screen.contains("q year"), "\(status)")
      interface.type("q")
      #expect(interface.lines[0].contains("2024 in review") && interface.statusLine == status)
      reached += 1
    }
    #expect(reached > 10)
  }

  @Test func otherYearsWithBeersAreBeforeAndAfter() {
    var interface = interface()
    #expect(interface.lines[0].contains("2024 in review   4 beers"))
    interface.type("j[")
    #expect(interface.lines[0].contains("2023 in review   1 beer"))
    interface.press(Key(.left))
    #expect(interface.statusLine.contains("There is no earlier year."))
    interface.press(Key(.right))
    #expect(interface.lines[0].contains("2024 in review"))
    // The cursor stays on its line.
    #expect(interface.statusLine.contains("2024: 4 different beers"))
    interface.type("]")
    #expect(interface.statusLine.contains("There is no later year."))
  }

  @Test func theStatusOfAFigureSaysItsBeersAndYear() {
    var interface = interface()
    #expect(interface.statusLine.hasPrefix(" 2024: 4 beers   year:2024"))
    interface.type("j")
    #expect(interface.statusLine.hasPrefix(" 2024: 4 different beers   year:2024"))
    interface.type("j")
    #expect(interface.statusLine.hasPrefix(" 2024, "))
    #expect(interface.statusLine.contains(" average rating: 4 beers   year:2024"))
  }

  @Test func theYearIsOpenedFromTheStatisticsAsWell() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("SY")
    #expect(interface.lines[0].contains("2024 in review"))
    interface.type("q")
    #expect(interface.lines[0].contains("Statistics"))
  }

  @Test func aDiaryWithoutDatesSaysSo() {
    for beers in [[], [SampleBeers.beer(1, name: "Orval")]] as [[BeerDetail]] {
      let interface = interface(Size(width: 80, height: 24), beers)
      #expect(interface.screen.contains("No beers with a date yet."))
    }
  }

  @Test func aFailureIsReported() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type("Y")
    #expect(interface.screen.contains("Reading"))
    interface.diary.failure = .store(.busy(path: "/diary"))
    interface.answerHeld()
    #expect(interface.screen.contains("The year cannot be read"))
  }

  @Test func eachBeerIsACellInItsColorOrWithoutColorsInItsDarkness() {
    let colored = Appearance()
    let mono = Appearance(theme: Theme(usesColor: false))
    #expect([0, 4, 12, 40].map { mono.cell(srm: $0).text } == ["·", "▫", "▪", "■"])
    #expect([0, 4, 12, 40].map { colored.cell(srm: $0).text } == ["·", "■", "■", "■"])
    #expect(Set([4, 12, 40].map { colored.cell(srm: $0).style }).count == 3)
    #expect(interface().lines.contains { $0.contains(/May ([■·] ){3}3/) })
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40)])
  func theNumbersAtTheTopEndInOneColumn(_ size: Size) {
    let body = interface(size).lines.dropFirst(2)
    let ends = [" beers", " different", " average rating", " breweries"].compactMap { name in
      body.lazy.compactMap { line in
        line.firstRange(of: name).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      }.first
    }
    #expect(ends.count == 4 && Set(ends).count == 1, "\(ends)")
  }

  @Test func theCellsOfManyBeersAreNarrow() {
    let many = (1...40).map { SampleBeers.beer(Int64($0), name: "A \($0)", drunkAt: "2024-05-12") }
    #expect(interface(Size(width: 140, height: 40), many).lines.contains { $0.contains(/May ·{40} 40/) })
    #expect(interface(Size(width: 80, height: 24), many).lines.contains { $0.contains(/May ·{20} 40/) })
  }

  @Test func aSquareWithoutAColorIsExplained() {
    let many = (1...4).map { SampleBeers.beer(Int64($0), name: "A \($0)", drunkAt: "2024-05-12") }
    for size in Self.sizes.dropLast() {
      #expect(interface(size, many).screen.contains("· unknown color") || size.height < 20)
      #expect(!interface(size).screen.contains("unknown color"))
    }
  }

  @Test(arguments: [Size(width: 60, height: 20), Size(width: 40, height: 20)])
  func aNarrowScreenBeginsWithTheBest(_ size: Size) {
    let interface = interface(size)
    #expect(interface.screen.contains("Best   ★★★★★") && !interface.screen.contains("Oct 0"))
  }

  @Test func theFirstChangeSaysWithWhichYearItCompares() {
    #expect(interface().screen.contains("4 beers  +3 vs. 2023"))
  }

  @Test func aNoteThatGoesOnEndsWithAnEllipsis() {
    #expect(interface().screen.contains("goes on for minutes. …"))
  }

  @Test func aBestBeerWithoutAPhotoHasAGlass() {
    let screen = interface(Size(width: 140, height: 40)).screen
    #expect(screen.contains("│▒▒▒") && screen.contains("╰───"))
    let glass = BeerGlass(srm: 13, appearance: Appearance(theme: Theme(usesColor: false)))
    for (columns, rows) in [(24, 14), (24, 6), (4, 3), (40, 9)] {
      let lines = glass.lines(columns: columns, rows: rows)
      #expect(lines.count == rows && lines.allSatisfy { $0.columns <= columns })
    }
    #expect(
      glass.lines(columns: 24, rows: 4).map { $0.spans.map(\.text).joined().split(separator: " ").joined() }
        == [
          "│▒▒▒│", "│▪▪▪│", "│▪▪▪│", "╰───╯",
        ])
    #expect(glass.lines(columns: 2, rows: 2).isEmpty)
  }

  @Test func onlyTheBeersOfTheListAreCounted() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4.5")
    interface.press(Key(.enter))
    interface.type("Y")
    #expect(interface.lines[0].contains("2024 in review   2 beers · rating>=4.5"))
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.filter.description == "rating>=4.5 year:2024")
    interface.type("q")
    #expect(interface.lines[0].contains("2024 in review   2 beers · rating>=4.5"))
    interface.type("a")
    #expect(interface.lines[0].contains("2024 in review   4 beers"))
    #expect(!interface.lines[0].contains("rating"))
    interface.type("a")
    #expect(interface.lines[0].contains("2 beers · rating>=4.5"))
    interface.type("q/zzz")
    interface.press(Key(.enter))
    interface.type("Y")
    #expect(interface.screen.contains("No beers with a date match."))
  }

  @Test func beersOfTheStatisticsAreCountedIfTheYearIsOpenedFromThem() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4.5")
    interface.press(Key(.enter))
    interface.type("SY")
    #expect(interface.lines[0].contains("2 beers · rating>=4.5"))
    interface.type("qaY")
    #expect(interface.lines[0].contains("2024 in review   4 beers"))
  }

  @Test func beersInTheTrashAreCountedThere() {
    var diary = FakeDiary(SampleBeers.all)
    diary.beers[0].beer.deletedAt = DiaryDate("2024-06-02T10:00:00Z")
    var interface = HeadlessInterface(diary: diary)
    interface.type("TY")
    #expect(interface.lines[0].contains("2024 in review   1 beer · in:trash"))
  }

  // MARK: - The web page

  /// The pages that were to be written, with their paths.
  private func pages(_ interface: HeadlessInterface) -> [(page: YearPage, request: ExportRequest)] {
    interface.effects.compactMap { effect in
      guard case .runExport(let request) = effect, case .year(let page) = request.content else { return nil }
      return (page, request)
    }
  }

  @Test func theYearOnTheScreenIsSavedAsAWebPage() {
    var interface = interface()
    interface.type("[")
    #expect(interface.screen.contains("E web page"))
    interface.type("E")
    #expect(interface.cursorLine.contains("Save 2023 in beer to ~/beer-2023.html"))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Wrote 2023 in beer to ~/beer-2023.html."))
    #expect(pages(interface).map(\.page.title) == ["2023 in beer"])
    #expect(interface.lines[0].contains("2023 in review"))
  }

  @Test func thePageIsAboutTheBeersOnTheScreen() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("frating>=4")
    interface.press(Key(.enter))
    interface.type("/r")
    interface.press(Key(.enter))
    interface.type("YE")
    interface.press(Key(.enter))
    let context = ScreenContext(interface.state)
    let review = try #require(context.state(of: YearScreen.self).current.review)
    let text = YearText(review, dates: context.appearance.dates)
    #expect(pages(interface).map(\.page) == [YearPage(text, of: try BeerFilter("rating>=4 r"))])
  }

  @Test func aPathThatIsTypedReplacesTheSuggestedOne() {
    var interface = interface()
    interface.type("E/tmp/2024.htm")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Wrote 2024 in beer to /tmp/2024.htm."))
    // The next one is suggested in the same folder.
    interface.type("E")
    #expect(interface.cursorLine.contains("to /tmp/beer-2024.html"))
  }

  @Test func aPageHasTheEndingOfOne() {
    var interface = interface()
    interface.type("E~/2024.pdf")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("End the name with .html."))
    #expect(pages(interface).isEmpty && interface.cursorLine.contains("to ~/2024.pdf"))
  }

  @Test func anExistingPageIsReplacedOnlyAfterAQuestion() {
    var interface = interface()
    interface.diary.existingFiles = ["~/beer-2024.html"]
    interface.type("E")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("~/beer-2024.html already exists. Replace it? y/N"))
    interface.type("n")
    #expect(interface.cursorLine.contains("to ~/beer-2024.html"))
    interface.press(Key(.enter))
    interface.type("y")
    #expect(pages(interface).map(\.request.replaces) == [false, false, true])
    #expect(interface.statusLine.contains("Wrote 2024 in beer to ~/beer-2024.html."))
  }

  @Test func aPageThatCannotBeWrittenCanHaveAnotherPath() {
    var interface = interface()
    interface.diary.exportProblem = Problem(
      sentence: "~/no/2024.html cannot be written.", kind: .cannotCreate)
    interface.type("E~/no/2024.html")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("~/no/2024.html cannot be written."))
    #expect(interface.cursorLine.contains("to ~/no/2024.html"))
  }

  @Test func theSuggestedNameStaysInAFolderThatWasOpened() {
    var interface = interface()
    interface.diary.folders = ["~/": ["Wine/"], "~/Wine/": []]
    interface.type("E")
    interface.press(.control("o"), Key(.enter), Key(.escape))
    #expect(interface.cursorLine.contains("to ~/Wine/beer-2024.html"))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Wrote 2024 in beer to ~/Wine/beer-2024.html."))
  }

  @Test func whileAPageIsWrittenNoOtherIsBegunAndItCanBeStopped() throws {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("E")
    interface.press(Key(.enter))
    interface.type("E")
    #expect(interface.statusLine.contains("An export is running. Press x to stop it."))
    interface.type("x")
    #expect(interface.effects.contains(.stopExport))
    let request = try #require(pages(interface).first?.request)
    interface.send(.exported(request, .success(.stopped)))
    #expect(interface.statusLine.contains("The export was stopped. ~/beer-2024.html was not written."))
  }

  @Test func aYearWithoutBeersIsNoPage() {
    var interface = interface(Size(width: 80, height: 24), [])
    interface.type("E")
    #expect(interface.state.prompt == nil && !interface.screen.contains("web page"))
  }

  // MARK: - The cursor

  @Test func theSelectedLineHasTheBarOfALine() throws {
    for (appearance, bar) in [
      (Appearance(), "▌"), (Appearance(theme: Theme(usesColor: false)), "▌"),
      (Appearance(glyphs: .ascii), ">"),
    ] {
      for size in [Size(width: 140, height: 40), Size(width: 80, height: 24), Size(width: 40, height: 12)] {
        var interface = interface(size, appearance: appearance)
        for _ in 0..<24 {
          let canvas = interface.state.draw()
          let first = try #require(
            interface.firstCellOfItem(after: Character(bar)), "\(interface.statusOfItem) at \(size)")
          #expect(
            canvas[first]?.style.background == appearance.theme.selected(.plain).background,
            "\(interface.statusOfItem) at \(size)")
          #expect(canvas[first]?.character?.isWhitespace == false)
          interface.type("j")
        }
      }
    }
  }

  @Test func theBestHavePicturesIfThereIsRoom() {
    for (width, height, expected) in [(80, 24, false), (140, 30, false), (140, 40, true), (200, 50, true)] {
      let interface = interface(Size(width: width, height: height))
      let context = ScreenContext(interface.state)
      let screen = context.state(of: YearScreen.self)
      #expect(screen.layout(context)?.hasPictures == expected)
      #expect(screen.wantedPictures(in: context) == (expected ? [21, 11, 41] : []))
    }
    // Without photos, the best are next to the months.
    let plain = interface(
      Size(width: 140, height: 40), [SampleBeers.beer(1, name: "A", rating: 4, drunkAt: "2024")])
    #expect(plain.screen.contains("Best   "))
  }

  @Test func aChangedDiaryIsReadAgain() {
    var interface = interface()
    interface.diary.beers.removeFirst()
    interface.send(.storeChanged)
    #expect(interface.lines[0].contains("2024 in review   3 beers"))
  }

  @Test func aClickSelectsWhatIsThere() {
    var interface = interface()
    let row = interface.lines.firstIndex { $0.contains("May ") } ?? 0
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: 3, row: row))))
    #expect(interface.statusLine.contains("May 2024"))
  }

  @Test func digitsAreDrawnInBlocks() {
    #expect(
      BlockDigits.lines("17", glyphs: .ascii) == [
        "  ##    ######", "####        ##", "  ##        ##", "  ##        ##", "######      ##",
      ])
    #expect(BlockDigits.halfLines("1.0", glyphs: .unicode) == ["▄█    █▀█", " █    █ █", "▀▀▀ ▀ ▀▀▀"])
  }
}

extension HeadlessInterface {
  /// What the status line, or on a narrow screen its beginning, says of the selected item.
  fileprivate var statusOfItem: String {
    let state = state
    let context = ScreenContext(state)
    let screen = context.state(of: YearScreen.self)
    return screen.layout(context)?.item(screen.current.selected).map { "\($0.id)" } ?? ""
  }

  /// The first cell with the words of the item under the cursor; `nil` unless it is visible and a bar is before it.
  fileprivate func firstCellOfItem(after bar: Character) -> Point? {
    let state = state
    let context = ScreenContext(state)
    let screen = context.state(of: YearScreen.self)
    guard let item = screen.layout(context)?.item(screen.current.selected) else { return nil }
    let body = context.layout.body
    let shown = body.lowerBound + item.textRow - screen.current.offset.top
    let row = min(max(body.lowerBound, shown), body.upperBound - 1)
    let isMarked = state.draw()[Point(column: item.textColumn, row: row)]?.character == bar
    return isMarked ? Point(column: 1 + item.textColumn, row: row) : nil
  }
}
