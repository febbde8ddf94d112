import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// The page of a label, with all times and photos.
@Suite struct LabelPageTests {
  /// Orval three times, two of them with photos, and a Saison once.
  static let beers: [BeerDetail] = [
    orval(
      1, 5, "2024-05-01", place: "Café Orval", notes: "Dry,\nwith a long finish.",
      photos: [
        SampleBeers.photo(11, "JPEG", 3024, 4032, 2_900_000), SampleBeers.photo(12, nil, nil, nil, 90),
      ]),
    orval(2, 4, "2023-05-01", place: "Home"),
    SampleBeers.beer(3, name: "Saison Dupont", brewery: "Dupont", rating: 3.5, drunkAt: "2023-02-01"),
    orval(
      4, 3.5, "2019-03-03",
      photos: [SampleBeers.photo(41, "PNG", 800, 600, 412_000, caption: "The first bottle")]),
  ]

  private static func orval(
    _ id: Int64, _ rating: Double?, _ date: String, place: String? = nil, notes: String? = nil,
    photos: [Photo] = []
  ) -> BeerDetail {
    SampleBeers.beer(
      id, name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2, rating: rating,
      place: place, drunkAt: date, notes: notes, photos: photos)
  }

  /// Returns the interface with the page of Orval.
  private func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(Self.beers))
    interface.type("b")
    interface.press(Key(.enter))
    return interface
  }

  @Test func aLineThatStandsForSeveralBeersOpensTheirLabel() {
    var interface = interface()
    #expect(interface.state.path == [.list, .label])
    #expect(interface.lines[0] == " Orval" && !interface.statusLine.contains("Café Orval"))
    for text in [
      "Brasserie d'Orval · Trappist · 6.2%", "First 3 Mar 2019, last 1 May 2024",
      "4.17 on average, best 5.0   ▁▃█ 3.5–5.0", "Times  3", "Café Orval · Dry, with a long finish.",
      "2 photos",
      "Photos  3",
    ] { #expect(interface.screen.contains(text), "\(text)") }
    #expect(interface.cursorLine.contains("1 May 2024"))
    interface.type("q")
    #expect(interface.state.path == [.list] && interface.lines[0].contains("2 different beers"))
    #expect(interface.cursorLine.contains("Orval"))
  }

  @Test func theStatusLineHasNotesThatAreCut() {
    #expect(interface(Size(width: 40, height: 24)).statusLine.contains("Café Orval · Dry, with"))
  }

  @Test func aLineThatStandsForOneBeerOpensTheBeer() {
    var interface = HeadlessInterface(diary: FakeDiary(Self.beers))
    interface.type("bj")
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer] && interface.lines[0].hasPrefix(" Saison Dupont"))
    interface.type("qbgg")
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer])
  }

  @Test func enterOpensABeerAndTheCursorFollowsToOtherTimes() {
    var interface = interface()
    interface.type("j")
    #expect(interface.cursorLine.contains("1 May 2023") && interface.statusLine.contains("2 of 3"))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .label, .beer] && interface.screen.contains("2nd time of 3"))
    interface.type("[")
    interface.press(Key(.escape))
    #expect(interface.state.path == [.list, .label] && interface.cursorLine.contains("3 Mar 2019"))
    interface.press(Key(.escape))
    #expect(interface.state.path == [.list] && interface.cursorLine.contains("Orval"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40)])
  func tabGoesToThePhotosOfTheTime(_ size: Size) {
    var interface = interface(size)
    interface.type("G")
    interface.press(Key(.tab))
    #expect(interface.statusLine.contains("photo 3 of 3") && interface.screen.contains("The first bottle"))
    interface.type("k")
    #expect(interface.statusLine.contains("photo 1 of 3"))
    interface.type("l")
    #expect(interface.statusLine.contains("photo 2 of 3"))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .label, .photos])
    #expect(interface.lines[0].contains("2 photos") && interface.state.screens[PhotosScreen.self].cursor == 1)
    interface.type("q")
    #expect(interface.statusLine.contains("photo 2 of 3"))
    interface.type("h")
    interface.press(Key(.enter))
    #expect(interface.state.screens[PhotosScreen.self].cursor == 0)
    interface.type("ql")
    interface.press(Key(.tab))
    #expect(interface.statusLine.contains("1 of 3") && interface.cursorLine.contains("1 May 2024"))
    interface.press(Key(.backTab))
    #expect(interface.statusLine.contains("photo 2 of 3"))
  }

  @Test func aPhotoIsOpenedAlsoBeforeThePhotosOfItsBeerHaveBeenRead() {
    var interface = interface(Size(width: 140, height: 40))
    interface.type("G")
    interface.press(Key(.tab))
    interface.holdsEffects = true
    interface.type("kl")
    interface.press(Key(.enter))
    interface.answerHeld()
    #expect(interface.state.path == [.list, .label, .photos])
    #expect(interface.lines[0].contains("2 photos") && interface.state.screens[PhotosScreen.self].cursor == 1)
  }

  @Test func photosAreNextToTheTimesIfThereIsRoom() {
    let narrow = interface(Size(width: 99, height: 40))
    #expect(!narrow.lines.contains { $0.contains("Times  3") && $0.contains("Photos  3") })
    let wide = interface(Size(width: 100, height: 40))
    #expect(wide.lines.contains { $0.contains("Times  3") && $0.contains("Photos  3") })
    let low = interface(Size(width: 100, height: 12))
    #expect(!low.lines.contains { $0.contains("Times  3") && $0.contains("Photos  3") })
  }

  @Test func aSmallScreenShowsAtLeastFourTimes() {
    let times = (1...9).map { day in
      Self.orval(Int64(10 - day), 4, "2024-05-0\(day)", place: "Café Orval")
    }
    for (height, header) in [
      (24, "Brasserie d'Orval · Trappist · 6.2%"), (15, "last 9 May"), (12, "4.0 on average, best 4.0"),
      (9, "Times  9"),
    ] {
      var interface = HeadlessInterface(
        Size(width: 40, height: height), diary: FakeDiary(times.reversed()))
      interface.type("b")
      interface.press(Key(.enter))
      #expect(interface.lines.count { $0.contains("May 2024  ★") } >= 4, "\(height)")
      #expect(interface.screen.contains(header), "\(height)")
      #expect(interface.cursorLine.contains("9 May 2024"))
    }
  }

  @Test func theKeyForPhotosOpensThoseOfTheTime() {
    var interface = interface()
    interface.type("jp")
    #expect(interface.state.path == [.list, .label])
    #expect(interface.statusLine.contains("This beer has no photos."))
    interface.type("kp")
    #expect(interface.state.path == [.list, .label, .photos])
    #expect(interface.lines[0].contains("2 photos"))
  }

  @Test func thePhotosAreBelowTheLastTime() {
    var interface = interface(Size(width: 40, height: 12))
    interface.type("jj")
    #expect(interface.cursorLine.contains("3 Mar 2019"))
    interface.type("j")
    #expect(interface.statusLine.contains("photo 1 of 3"))
    interface.type("k")
    #expect(interface.cursorLine.contains("3 Mar 2019"))
  }

  @Test func aLabelWithoutPhotosSaysSo() {
    var beers = Self.beers
    for index in beers.indices { beers[index].photos = [] }
    var interface = HeadlessInterface(diary: FakeDiary(beers))
    interface.type("b")
    interface.press(Key(.enter), Key(.tab))
    #expect(interface.statusLine.contains("This beer has no photos."))
    interface.type("jjj")
    #expect(interface.cursorLine.contains("3 Mar 2019") && !interface.screen.contains("Photos"))
  }

  @Test func theMouseSelectsAndOpens() throws {
    var interface = interface(Size(width: 140, height: 40))
    let row = try #require(interface.lines.firstIndex { $0.contains("1 May 2023") })
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: 5, row: row))))
    #expect(interface.cursorLine.contains("1 May 2023"))
    let photo = try #require(interface.lines.firstIndex { $0.contains("thumbnail") })
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: 95, row: photo))))
    #expect(interface.statusLine.contains("photo 1 of 3"))
    interface.send(.mouse(MouseEvent(.press(clicks: 2), at: Point(column: 95, row: photo))))
    #expect(interface.state.path == [.list, .label, .photos])
  }

  /// As on the page with the photos of one beer.
  @Test(arguments: [80, 99, 140, 200]) func photosAreInTheMiddleOfTheirPart(_ width: Int) throws {
    var interface = interface(Size(width: width, height: 40))
    interface.press(Key(.tab))
    let line = try #require(interface.lines.first { $0.contains("╭") })
    let photos = try #require(line.firstIndex(of: "╭"))
    let page = LabelPage(
      try #require(interface.state.screens[LabelScreen.self].detail), in: ScreenContext(interface.state))
    let left = String(line[..<photos]).columns - page.photosColumn
    let right = width - 1 - line.columns
    #expect(left >= 4 && abs(left - right) <= 1, "\(left) and \(right)")
    // The date is above the first photo.
    let heading = try #require(
      interface.lines.first { $0.hasSuffix(" 1 May 2024") && !$0.contains("last") })
    #expect(heading.columns - "1 May 2024".columns == page.photosColumn + left)
  }

  @Test func drinkingItAgainAddsATime() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("D4")
    interface.press(.control("s"))
    #expect(interface.state.path == [.list, .label])
    #expect(interface.screen.contains("First 3 Mar 2019, last 15 Jun 2024"))
    #expect(interface.cursorLine.contains("15 Jun 2024"))
    interface.type("u")
    #expect(interface.state.path == [.list, .label] && interface.screen.contains("Times  3"))
    #expect(interface.cursorLine.contains("1 May 2024"))
  }

  @Test func aTimeGetsALabelOfItsOwn() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("jO")
    #expect(interface.changeRequests == [.splitLabel(ofBeer: 2)])
    #expect(interface.statusLine.contains("Gave “Orval” a label of its own.  u: undo"))
    #expect(interface.screen.contains("Times  2") && interface.cursorLine.contains("3 Mar 2019"))
    interface.type("O")
    #expect(interface.screen.contains("Times  1") && interface.screen.contains("Had once, on "))
    interface.type("O")
    #expect(interface.statusLine.contains("You had this beer only once."))
    interface.type("uu")
    #expect(interface.screen.contains("Times  3"))
    interface.press(.control("r"))
    #expect(interface.screen.contains("Times  2"))
    interface.type("q")
    #expect(interface.lines[0].contains("3 different beers"))
  }

  @Test func movingATimeToTheTrashGoesBackToThePage() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("j")
    interface.press(Key(.enter))
    interface.type("d")
    #expect(interface.state.path == [.list, .label] && interface.screen.contains("Times  2"))
    #expect(interface.statusLine.contains("Moved “Orval” to the trash."))
  }

  @Test func thePageFollowsOtherPrograms() {
    var interface = interface()
    interface.type("j")
    interface.diary.beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    interface.send(.storeChanged)
    #expect(interface.screen.contains("Times  2") && interface.cursorLine.contains("1 May 2023"))
    interface.diary.beers.removeAll { $0.beer.fields.name == "Orval" }
    interface.send(.storeChanged)
    #expect(interface.state.path == [.list])
    #expect(interface.statusLine.contains("This beer is no longer in the diary."))
  }

  @Test func aLabelThatIsGoneIsClosedAfterTheScreensOnTop() {
    var interface = interface()
    interface.press(Key(.enter))
    interface.diary.beers.removeAll { $0.beer.fields.name == "Orval" }
    interface.send(.storeChanged)
    #expect(interface.state.path == [.list, .label, .beer])
    interface.type("q")
    #expect(interface.state.path == [.list])
  }

  @Test func keysWaitUntilTheTimesHaveBeenRead() {
    var interface = HeadlessInterface(diary: FakeDiary(Self.beers))
    interface.type("b")
    interface.holdsEffects = true
    interface.press(Key(.enter))
    #expect(interface.lines[0].hasPrefix(" Orval") && interface.screen.contains("Loading the times"))
    interface.type("j")
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .label])
    interface.answerHeld()
    #expect(interface.state.path == [.list, .label, .beer] && interface.screen.contains("2nd time of 3"))
  }

  @Test func aPageThatIsBeingReadCanBeClosed() {
    var interface = HeadlessInterface(diary: FakeDiary(Self.beers))
    interface.type("b")
    interface.holdsEffects = true
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.state.path == [.list])
    interface.answerHeld()
    #expect(interface.state.path == [.list] && interface.cursorLine.contains("Orval"))
  }

  @Test func aDiaryThatCannotBeReadSaysSo() {
    var interface = HeadlessInterface(diary: FakeDiary(Self.beers))
    interface.type("b")
    interface.diary.failure = .store(.busy(path: "/diary.sqlite"))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("The beer cannot be read: another program is using the diary"))
    interface.diary.failure = nil
    interface.press(Key(.function(5)))
    #expect(interface.screen.contains("Times  3"))
  }

  @Test func thousandsOfTimesFitEveryScreen() {
    let beers = (1...Int64(5000)).map { id in
      SampleBeers.beer(
        id, name: "Orval", rating: Double(id % 11) / 2, place: "Home", drunkAt: "2024-05-01",
        photos: [SampleBeers.photo(id * 10, "JPEG", 3024, 4032, 2_900_000)])
    }
    var interface = HeadlessInterface(Size(width: 140, height: 40), diary: FakeDiary(beers))
    interface.type("b")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Had on 1 May 2024"))
    for size in [(1, 1), (20, 5), (21, 7), (40, 12), (80, 24), (99, 60), (100, 5), (100, 17), (250, 80)] {
      interface.resize(size.0, size.1)
      for key in [.character("G"), Key(.tab), .character("G"), Key(.pageUp), .character("k"), Key(.tab)] {
        interface.press(key)
        let canvas = interface.state.draw()
        #expect(canvas.cursor.map { canvas[$0] != nil } ?? true, "\(size)")
      }
    }
    interface.resize(140, 40)
    interface.press(Key(.tab))
    interface.type("G")
    #expect(interface.statusLine.contains("photo 300 of 5,000"))
    #expect(interface.screen.contains("and 4,700 more"))
    #expect(interface.requestedPictures.allSatisfy { $0.count <= LabelDetail.maxPhotos })
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func thePageOfALabelMatchesItsSnapshots(_ size: Size) throws {
    var diary = FakeDiary(Self.beers)
    diary.pictures = [
      11: SamplePictures.glass(), 12: .refused("damaged JPEG"),
      41: SamplePictures.glass(width: 64, height: 48),
    ]
    var interface = HeadlessInterface(size, diary: diary)
    interface.type("b")
    interface.press(Key(.enter))
    try expectSnapshot(interface.screen, named: "label-\(size.width)x\(size.height)")
    interface.press(Key(.tab))
    try expectSnapshot(interface.screen, named: "label-photos-\(size.width)x\(size.height)")
  }
}
