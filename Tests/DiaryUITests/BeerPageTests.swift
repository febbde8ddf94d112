import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// The pictures of a beer's page.
@Suite struct BeerPageTests {
  private func page(
    _ width: Int, _ height: Int, _ beers: [BeerDetail], appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    var interface = HeadlessInterface(
      Size(width: width, height: height), diary: FakeDiary(beers), appearance: appearance)
    interface.press(Key(.enter))
    return interface
  }

  private let stout = [SampleBeers.beer(1, name: "Noorderzon", style: "Stout", abv: 8, rating: 4.5)]

  @Test(arguments: [(100, 30), (140, 40), (200, 50)])
  func aBeerWithoutAPhotoHasAGlassInItsColor(_ width: Int, _ height: Int) throws {
    let interface = page(width, height, stout)
    let row = try #require(interface.lines.firstIndex { $0.contains("╰───") }) - 1
    let family = try #require(StyleFamily.of(style: "Stout"))
    let color = try #require(Appearance().theme.swatch(of: family))
    let canvas = interface.state.draw()
    #expect((0..<width).contains { canvas[Point(column: $0, row: row)]?.style == color })
    #expect(interface.statusLine.isEmpty || !interface.statusLine.contains("page"))
  }

  @Test func theGlassIsDrawnWithoutColorsAndInASCII() {
    let plain = Appearance(theme: Theme(usesColor: false))
    #expect(page(140, 40, stout, appearance: plain).screen.contains("╰───"))
    let ascii = Appearance(theme: Theme(usesColor: false), glyphs: .ascii)
    #expect(page(140, 40, stout, appearance: ascii).screen.contains("+---"))
  }

  @Test func aScreenReaderAndANarrowScreenHaveNoGlass() {
    var words = Appearance()
    words.pictureMethod = .words
    #expect(!page(140, 40, stout, appearance: words).screen.contains("╰"))
    #expect(!page(80, 24, stout).screen.contains("╰"))
  }

  private func withoutPhoto(sentences count: Int) -> BeerDetail {
    SampleBeers.beer(
      1, name: "Orval", style: "Trappist", rating: 4.5,
      notes: String(repeating: "Dry, with orange peel and leather. ", count: count))
  }

  @Test(arguments: [(140, 40), (200, 50)])
  func longNotesUseTheRightColumnIfThereIsNoPhoto(_ width: Int, _ height: Int) throws {
    let interface = page(width, height, [withoutPhoto(sentences: 50)])
    #expect(!interface.statusLine.contains("page"))
    let title = try #require(interface.lines.first { $0.contains("Notes") })
    let start = try #require(title.firstRange(of: "Notes")).lowerBound
    let column = String(title[..<start]).columns
    let notes = interface.lines.filter { $0.contains("leather") }
    #expect(column > width / 3 && notes.count > 20)
    #expect(notes.allSatisfy { column + 60...column + 80 ~= $0.columns || $0 == notes.last })
  }

  @Test(arguments: [(100, 30), (140, 40), (200, 50)])
  func shortNotesAreAboveTheGlass(_ width: Int, _ height: Int) throws {
    let lines = page(width, height, [withoutPhoto(sentences: 3)]).lines
    let glass = try #require(lines.firstIndex { $0.contains("╰───") })
    let notes = try #require(lines.firstIndex { $0.contains("Notes") })
    let end = try #require(lines.lastIndex { $0.contains("leather") })
    #expect(notes < 6 && end < glass)
  }

  @Test func notesThatNeedTheWholeColumnLeaveNoGlass() {
    #expect(!page(140, 40, [withoutPhoto(sentences: 80)]).screen.contains("╰"))
  }

  /// A portrait, which is as high as the screen long before it is as wide.
  private var onePhoto: BeerDetail {
    SampleBeers.beer(
      1, name: "Orval", style: "Trappist", rating: 4.5,
      notes: String(repeating: "Dry, with orange peel and leather. ", count: 10),
      photos: [SampleBeers.photo(11, "JPEG", 900, 1200, 50_000)])
  }

  @Test(arguments: [(140, 40, false), (200, 50, true)])
  func notesAreNextToAPictureThatLeavesRoom(_ width: Int, _ height: Int, _ isNextTo: Bool) throws {
    let interface = page(width, height, [onePhoto])
    let top = try #require(interface.lines.first { $0.contains("╭ 1 of 1 ") })
    #expect(top.contains("Style") && top.contains("Notes") == isNextTo)
    #expect(interface.screen.contains("Photos") && interface.screen.contains("leather"))
    #expect(!interface.statusLine.contains("page"))
  }

  @Test(arguments: [(80, 24, 1), (140, 40, 3), (200, 50, 3)])
  func aLargeScreenShowsTheNextPhotosAsWell(_ width: Int, _ height: Int, _ count: Int) {
    let interface = page(width, height, SampleBeers.all)
    for index in 1...3 { #expect(interface.screen.contains("╭ \(index) of 3 ") == (index <= count)) }
    let wanted = interface.state.screens[BeerScreen.self].wantedPictures(in: ScreenContext(interface.state))
    #expect(wanted?.prefix(count) == SampleBeers.rochefort.photos.prefix(count).map(\.id)[...])
  }

  // MARK: - Text

  /// A beer as an import may bring it, with a note and many custom fields.
  private var imported: BeerDetail {
    SampleBeers.beer(
      1, name: "Orval", style: "Trappist", rating: 4.5, drunkAt: "2024-06-01T18:04:00",
      notes: "Dry, with orange peel.",
      extras: Dictionary(uniqueKeysWithValues: (1...16).map { ("field_number_\($0)", .integer($0)) })
        .merging(["beer_url": .text("https://untappd.com/b/orval/1155")]) { first, _ in first })
  }

  @Test(arguments: [(40, 12), (80, 24), (100, 30), (140, 40)])
  func notesAreBeforeTheCustomFields(_ width: Int, _ height: Int) throws {
    var interface = page(width, height, [imported])
    var lines: [String] = []
    for _ in 0..<30 {
      lines += interface.lines.filter { !lines.contains($0) }
      interface.type("j")
    }
    let notes = try #require(lines.firstIndex { $0.contains("orange peel") })
    let style = try #require(lines.firstIndex { $0.contains("Trappist") })
    let custom = try #require(lines.firstIndex { $0.contains("field_number_1") })
    // On wide screens, the notes have a column of their own.
    #expect(style < notes && (notes < custom || width >= 100))
    #expect(height < 20 || page(width, height, [imported]).screen.contains("orange peel"))
  }

  @Test func anImportedBeerHasTheDateOfItsImportIfThatIsKnown() {
    var beer = SampleBeers.beer(2, name: "Orval")
    #expect(beer.beer.origin?.source == "untappd")
    var screen = page(80, 24, [beer]).screen
    #expect(screen.contains("from Untappd") && !screen.contains("added"))
    beer.importedAt = DiaryDate("2026-11-30")
    screen = page(80, 24, [beer]).screen
    #expect(screen.contains("added 30 Nov 2026, from Untappd"))
  }

  @Test func idsAndLinksAreTheLastCustomFields() throws {
    let lines = page(80, 60, [imported]).lines
    let link = try #require(lines.firstIndex { $0.contains("beer_url") })
    let last = try #require(lines.lastIndex { $0.contains("field_number_") })
    #expect(last < link)
  }

  @Test(arguments: [40, 60, 80, 100, 140]) func anAddressIsNotBrokenIfARowHasRoomForIt(_ width: Int) {
    var interface = page(width, 60, [imported])
    interface.type("G")
    #expect(interface.screen.contains("https://untappd.com/b/orval/1155"))
    #expect(interface.screen.contains("Saturday 1 June 2024, 18:04"))
  }

  @Test(arguments: 8...40) func noScreenEndsWithTheHeadingOfTheNextBlock(_ height: Int) throws {
    for width in [60, 80, 99] {
      let interface = page(width, height, SampleBeers.all)
      let last = interface.lines[try #require(ScreenContext(interface.state).layout.body.last)]
      #expect(!last.hasPrefix(" Photos  3") && last != " Notes", "\(width)x\(height)")
    }
  }
}
