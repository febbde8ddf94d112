import CoreDataMigration
import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// What screen readers have to read: they follow the real cursor, and cannot read drawings.
@Suite struct ScreenReaderTests {
  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ beers: [BeerDetail] = SampleBeers.all
  ) -> HeadlessInterface {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var diary = FakeDiary(beers)
    diary.folders = ["~/": ["beers.csv", "Wine/"]]
    return HeadlessInterface(size, diary: diary, appearance: appearance)
  }

  @Test func theLineOfTheCursorDescribesThePhoto() {
    var interface = interface()
    interface.type("p")
    #expect(interface.cursorLine.contains("1 thumbnail") && interface.cursorLine.contains("JPEG 3024x4032"))
    interface.type("j")
    #expect(interface.cursorLine.contains("2") && interface.cursorLine.contains("JPEG 1512x2016"))
    #expect(interface.screen.contains("The label, from close by"))
    #expect(!interface.screen.contains("╭") && interface.requestedPictures.isEmpty)
  }

  @Test func photosFitTheSmallestScreenInWords() {
    var interface = interface(Size(width: 20, height: 5))
    interface.type("p")
    #expect(interface.cursorLine.contains("1") && interface.cursorLine.contains("JPEG"))
  }

  @Test func thePhotosOfALabelAreInWordsAsWell() {
    var interface = interface(Size(width: 80, height: 40), LabelPageTests.beers)
    interface.type("b")
    interface.press(Key(.enter), Key(.tab))
    #expect(interface.state.path == [.list, .label] && !interface.screen.contains("╭"))
    #expect(interface.cursorLine.contains("JPEG 3024x4032"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 160, height: 50)])
  func noPictureStandsBetweenTheFactsOfABeer(_ size: Size) {
    var interface = interface(size)
    interface.press(Key(.enter))
    #expect(!interface.screen.contains("╭") && interface.requestedPictures.isEmpty)
    #expect(interface.lines.contains { $0.hasPrefix(" ABV") && $0.hasSuffix("11.3%") })
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (140, 40)])
  func numbersAreInPlaceOfDrawings(_ width: Int, _ height: Int) {
    let drawings = Set("▁▂▃▄▅▆▇█▏▎▍▋▊▉▀░▒▓■▪▫─●│╭")
    for (keys, text) in [("S", "average rating"), ("t", "2024"), ("Y", "4 beers"), ("M", "De Klomp")] {
      var interface = interface(
        Size(width: width, height: height), keys == "M" ? MapTests.beers : SampleBeers.all)
      interface.type(keys)
      let body = interface.lines.dropFirst(2).dropLast(3).joined(separator: "\n")
      #expect(!body.contains { drawings.contains($0) || ("\u{2801}"..."\u{28FF}").contains($0) }, "\(keys)")
      #expect(height < 12 || body.contains(text), "\(keys): \(body)")
    }
  }

  @Test func theNumbersOfBarsAreNextToTheirNames() {
    var interface = interface(Size(width: 80, height: 24))
    interface.type("S")
    interface.type("G")
    #expect(interface.lines.contains { $0.contains(/De Molen +4( |$)/) })
  }

  @Test func aCurveIsAListOfRatings() {
    var interface = interface(Size(width: 100, height: 40), LabelPageTests.beers)
    interface.type("b")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("last ratings "))
  }

  @Test func theCursorOfAnEmptyDiaryIsOnWordsInsteadOfTheDrawingAboveThem() {
    for size in [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 12)] {
      let interface = interface(size, [])
      #expect(interface.cursorLine.contains("Your diary is empty."), "\(size)")
    }
  }

  @Test(arguments: [PictureMethod.words, .ascii]) func theCursorOfAMigrationIsOnItsProgress(
    _ method: PictureMethod
  ) {
    var appearance = Appearance()
    appearance.pictureMethod = method
    for size in [Size(width: 80, height: 24), Size(width: 40, height: 10)] {
      var interface = HeadlessInterface(size, appearance: appearance, opens: false)
      interface.send(.tick)
      #expect(interface.cursorLine.contains("Opening your diary"))
      interface.send(
        .migrating(
          MigrationProgress(
            phase: .readingPhotos, step: 2, stepCount: 7, done: 5, total: 10, unit: .photos)))
      #expect(interface.cursorLine.contains("Reading your photos"))
      #expect(size.width < 80 || interface.cursorLine.hasSuffix("5 of 10"))
    }
  }

  @Test func aPageBeginsWithItsTitleAndIsFollowedLineByLine() {
    var interface = interface(Size(width: 60, height: 10))
    interface.press(Key(.enter))
    #expect(
      interface.cursorLine.contains("Trappistes Rochefort 10") && interface.cursorLine.contains("1 of 6"))
    interface.type("n")
    #expect(interface.cursorLine.contains("Pliny the Elder"))
    interface.type("j")
    #expect(interface.cursorLine == interface.lines[1])
    interface.type("g?")
    #expect(interface.cursorLine.hasPrefix(" Help"))
  }

  @Test(arguments: [
    (":fil", " Actions: fil → filter  Filter the beers"), ("?/col", " Search /col"), ("/pli", " Search /pli"),
    ("fst", " Filter st"), ("s", " Sort by → date"), ("B", " Go to beer → "),
    ("C", " Columns → Date  11 wide"),
    ("Cj", " Columns → Times had  not shown"), ("4", " Rating of “"),
  ])
  func theLineOfTheCursorBeginsWithWhatAPromptAsksFor(_ keys: String, _ start: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.cursorLine.hasPrefix(start))
  }

  @Test(arguments: [
    ("/pli", "1 beer"), ("/zzz", "0 beers"), ("frating>=4", "3 beers"), ("frating>=4 or stlye:x ", ""),
    ("b/pli", "1 different beer"),
  ])
  func theLineOfTheCursorEndsWithTheNumberOfMatches(_ keys: String, _ end: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.cursorLine.hasSuffix(end.isEmpty ? "stlye:x" : "  " + end))
    #expect(interface.state.draw().cursor.map { $0.column < 40 } == true)
  }

  @Test func theNumberOfMatchesIsLeftOutWithoutRoom() {
    var interface = interface(Size(width: 24, height: 12))
    interface.type("/pli")
    #expect(interface.cursorLine == " Search /pli     1 beer")
    interface.type(" elder")
    #expect(interface.cursorLine == " Search /pli elder")
  }

  @Test func theLineOfTheCursorSaysWhichFileIsChosenAndForWhat() {
    var interface = interface()
    interface.type("I")
    interface.press(.control("o"))
    #expect(interface.cursorLine == " CSV or JSON file → Wine/")
    interface.press(Key(.down))
    #expect(interface.cursorLine == " CSV or JSON file → beers.csv")
  }

  @Test(arguments: [(20, 5), (40, 6), (20, 12), (200, 50)])
  func whatAPromptAsksForFitsEveryScreen(_ width: Int, _ height: Int) {
    for (keys, start) in [
      (":", " Actions: → "), ("C", " Columns → "), ("s", " Sort by → "), ("/", " Search /"),
    ] {
      var interface = interface(Size(width: width, height: height))
      interface.type(keys)
      #expect(interface.cursorLine.hasPrefix(start))
    }
  }

  @Test func theStatusLineNamesTheFile() {
    var interface = interface()
    interface.type("I")
    interface.press(.control("o"))
    #expect(interface.state.screen == .files && interface.statusLine.hasPrefix(" Wine/ · Folders and"))
    interface.press(Key(.down))
    #expect(interface.statusLine.hasPrefix(" beers.csv · Folders and"))
  }

  @Test func theStatusLineHasTheCaptionOfThePhoto() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("pl")
    #expect(interface.statusLine.hasPrefix(" The label, from close by · JPEG 1512x2016"))
  }
}
