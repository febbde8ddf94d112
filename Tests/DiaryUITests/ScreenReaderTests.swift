import CoreDataMigration
import DiaryModel
import DiaryStore
import Settings
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

  /// The lines under the cursor from the title on, going down to the end of a page.
  private func linesGoingDown(_ interface: inout HeadlessInterface) -> [String] {
    var lines = [interface.cursorLine]
    var (row, top) = (-1, "")
    for _ in 0..<500 {
      interface.press(Key(.down))
      let canvas = interface.state.draw()
      let now = (canvas.cursor?.row ?? 0, canvas.line(1) + canvas.line(2))
      // The last line stays where it is.
      if now == (row, top) { break }
      (row, top) = now
      lines.append(interface.cursorLine)
    }
    return lines
  }

  @Test(arguments: [Size(width: 60, height: 10), Size(width: 80, height: 24), Size(width: 80, height: 100)])
  func everyLineOfAPageIsRead(_ size: Size) {
    var long = interface(size)
    long.press(Key(.enter))
    let read = linesGoingDown(&long)
    var whole = interface(Size(width: size.width, height: 200))
    whole.press(Key(.enter))
    let body = whole.lines.dropFirst(2).dropLast(3)
    let expected = body.filter { !$0.isEmpty }
    #expect(read.dropFirst().filter { !$0.isEmpty } == Array(expected))
    long.type("g")
    #expect(long.cursorLine.contains("Trappistes Rochefort 10"))
  }

  @Test func thePageOfKeysHasOneColumn() {
    var interface = interface(Size(width: 200, height: 50))
    interface.type("?")
    let lines = linesGoingDown(&interface)
    #expect(lines.contains(" Moving") && lines.contains(" Program"))
  }

  @Test func withoutWordsAKeyScrollsAPageByALine() {
    var interface = HeadlessInterface(Size(width: 60, height: 10), diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    let second = interface.lines[2]
    interface.press(Key(.down))
    #expect(interface.lines[1] == second)
  }

  @Test func theArrowsMoveInTheListOfVenues() {
    var interface = interface(Size(width: 80, height: 24), MapTests.beers)
    interface.type("M")
    #expect(interface.cursorLine.hasPrefix(" Map. De Klomp: 2 beers"))
    interface.press(Key(.down))
    #expect(interface.cursorLine.hasPrefix(" Delirium: 1 beer"))
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasPrefix(" De Klomp: 2 beers"))
    for key in "+-hl" {
      interface.type(String(key))
      #expect(interface.screen.contains("49.89,10.89"), "\(key)")
      #expect(interface.cursorLine.contains("a list of all venues"), "\(key)")
    }
  }

  @Test func aMessageIsReadUntilTheNextKey() {
    var interface = interface()
    interface.state.notice = Notice(text: "Moved 1 beer to the trash.", advice: "u: undo")
    #expect(interface.cursorLine.hasPrefix(" Moved 1 beer to the trash.  u: undo"))
    interface.type("j")
    #expect(interface.cursorLine.contains("Pliny the Elder"))
  }

  @Test func aLongMessageIsReadFromItsBeginning() {
    var interface = interface(Size(width: 30, height: 12))
    interface.state.notice = Notice(text: "Changed the brewery of “Kortste Dag” to “Brasserie d'Orval”.")
    #expect(interface.cursorLine.hasPrefix(" Changed the brewery of"))
  }

  @Test func theLastMessagesAreAPage() {
    var interface = interface()
    for text in ["The first.", "The second.", "The second."] { interface.state.notice = Notice(text: text) }
    interface.type("@")
    #expect(interface.cursorLine.hasPrefix(" Messages"))
    let lines = linesGoingDown(&interface)
    #expect(Array(lines.dropFirst()) == [" The second.", " The first."])
    interface.type("q")
    #expect(interface.state.screen == .list)
  }

  @Test func theLineThatIsReadStaysIfAMessageArrives() {
    var interface = interface()
    for text in ["The first.", "The second."] { interface.state.notice = Notice(text: text) }
    interface.type("@jj")
    #expect(interface.cursorLine == " The first.")
    interface.state.notice = Notice(text: "The third.")
    interface.type("k")
    #expect(interface.cursorLine == " The second.")
  }

  @Test func fiftyMessagesAreKept() {
    var interface = interface()
    for number in 1...60 { interface.state.notice = Notice(text: "Number \(number).") }
    #expect(interface.state.messages.notices.count == 50)
    #expect(interface.state.messages.notices.last?.text == "Number 60.")
  }

  @Test func aBeerWithoutPhotosSaysSoBeforeTheNextKeyQuits() {
    var interface = interface(beers: [SampleBeers.beer(1, name: "Orval")])
    interface.type("gp")
    #expect(interface.cursorLine.hasPrefix(" This beer has no photos."))
  }

  private func interface(beers: [BeerDetail]) -> HeadlessInterface {
    interface(Size(width: 80, height: 24), beers)
  }

  @Test func aRangeSaysThatItBegins() {
    var interface = interface()
    interface.type("V")
    #expect(interface.cursorLine.hasPrefix(" A range begins here. Press Enter to mark it"))
    interface.type("j")
    #expect(interface.cursorLine.contains("Pliny the Elder"))
  }

  @Test func warningsOfAMigrationAreReadAtFirst() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var diary = FakeDiary(SampleBeers.all)
    diary.migration = MigrationReport(
      fromVersion: 1, toVersion: 3, beerCount: 6, photoCount: 1, seconds: 1, warnings: ["One is odd."])
    var interface = HeadlessInterface(diary: diary, appearance: appearance)
    let row = interface.state.draw().cursor?.row
    #expect(row.map { interface.lines[$0...].joined(separator: " ").contains("1 warning: press W") } == true)
    interface.type("j")
    #expect(interface.cursorLine.contains("Pliny the Elder"))
  }

  @Test func theTrashSaysThatItIsTheTrash() {
    var interface = interface()
    interface.type("T")
    #expect(interface.state.list.isInTrash && interface.cursorLine.hasPrefix(" This is the trash."))
  }

  @Test func aSectionOfTheStatisticsIsNamedWhenItIsEntered() {
    var interface = interface()
    interface.type("S")
    interface.press(Key(.down), until: "the styles") { $0.cursorLine.hasPrefix(" Styles: ") }
    #expect(interface.cursorLine.hasPrefix(" Styles: Imperial Stout: 95 different beers"))
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains(": ") && !interface.cursorLine.contains("Styles: "))
    #expect(!interface.cursorLine.contains("style=") && !interface.cursorLine.contains("page "))
  }

  @Test func aRatingIsANumberInWords() {
    var interface = interface()
    interface.press(.character("."), until: "the rating") { $0.cursorLine.contains("rating 4.5") }
    #expect(!interface.screen.contains("★"))
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24), (140, 40)])
  func cardsDescribePhotos(_ width: Int, _ height: Int) {
    var interface = interface(Size(width: width, height: height))
    interface.type("v")
    let body = interface.lines.dropFirst(2).dropLast(3).joined(separator: "\n")
    #expect(!body.contains("│") && body.contains(" photo"))
    #expect(interface.cursorLine.hasPrefix(" Showing cards. Press v for"))
    interface.type("jk")
    #expect(interface.cursorLine.hasPrefix(" 1 Jun 2024, ") && interface.requestedPictures.isEmpty)
    interface.press(.character("."), until: "the rating") { $0.cursorLine.contains("4.5") }
  }

  @Test func anItemOfTheStatisticsKeepsItsNameAndItsNumberOnANarrowScreen() {
    var interface = interface(Size(width: 40, height: 12))
    interface.type("S")
    for _ in 0..<80 {
      let line = interface.cursorLine
      #expect(!line.contains("beer…") && !line.contains("beers…") && !line.contains("average…"), "\(line)")
      interface.press(Key(.down))
    }
  }

  @Test func aPaletteWithoutMatchesSaysSoForEnter() {
    var interface = interface()
    interface.type(":zzz")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" No action matches “zzz”."))
  }

  @Test func aMarkIsSaid() {
    var interface = interface()
    interface.type(" ")
    #expect(interface.cursorLine.hasPrefix(" Marked “Trappistes Rochefort 10”, 1 marked."))
    interface.type("k ")
    #expect(interface.cursorLine.hasPrefix(" Unmarked “Trappistes Rochefort 10”, 0 marked."))
  }

  @Test func whatIsListedIsSaidAfterItHasChanged() {
    var interface = interface(Size(width: 80, height: 24), LabelPageTests.beers)
    interface.type("b")
    #expect(interface.cursorLine.hasPrefix(" 2 different beers, by date, newest first."))
    interface.type("b")
    #expect(interface.cursorLine.hasPrefix(" 4 beers, by date, newest first."))
    interface.sort("name")
    #expect(interface.cursorLine.hasPrefix(" 4 beers, by name, A to Z."))
    interface.type("frating>=4")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Orval") && interface.state.notice == nil)
    interface.press(Key(.escape))
    #expect(interface.cursorLine.hasPrefix(" 4 beers, by name, A to Z."))
  }

  @Test func theMatchUnderTheCursorIsOnTheLineOfTheSearch() {
    var interface = interface(Size(width: 80, height: 24), LabelPageTests.beers)
    interface.type("/orval")
    #expect(interface.cursorLine.hasSuffix("  3 beers"))
    interface.press(Key(.down))
    #expect(
      interface.cursorLine.hasPrefix(" Search /orval") && interface.cursorLine.hasSuffix("2 of 3: Orval"))
    interface.press(Key(.up))
    #expect(interface.cursorLine.hasSuffix("1 of 3: Orval"))
    interface.press(Key(.backspace))
    #expect(interface.cursorLine.hasSuffix("  3 beers"))
  }

  @Test func theLastLineOfALongQuestionSaysWhatIsAsked() {
    var interface = interface(Size(width: 20, height: 8))
    interface.type("ax")
    interface.press(Key(.escape))
    #expect(interface.cursorLine == " Discard? y/N/s")
    #expect(interface.lines.contains(" Discard your"))
  }

  @Test func theTitleAndTheFactsOfALabelAreAboveItsTimes() {
    var interface = interface(Size(width: 80, height: 40), LabelPageTests.beers)
    interface.type("b")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Orval, 3 times"))
    interface.press(Key(.down), until: "the first time") { $0.cursorLine.contains("1 May 2024") }
    var lines: [String] = []
    for _ in 0..<8 {
      interface.press(Key(.up))
      lines.append(interface.cursorLine)
    }
    #expect(lines.contains { $0.contains("Brasserie d'Orval") } && lines.last == interface.lines[0])
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("Brasserie d'Orval"))
    interface.type("G")
    #expect(interface.cursorLine.contains("3 Mar 2019"))
    for keys in ["g", "Ggj"] {
      interface.type(keys)
      #expect(interface.cursorLine.contains(keys == "g" ? "Orval" : "Brasserie"), "\(keys)")
    }
  }

  @Test func noScrollBarIsInTheLinesOfTheList() {
    let beers = (1...100).map { SampleBeers.beer(Int64($0), name: "Beer \($0)") }
    let interface = interface(beers: beers)
    let bar = Appearance().glyphs.scrollBar
    #expect(!interface.screen.contains(bar))
  }

  private func showsPanes(_ interface: HeadlessInterface) -> Bool {
    interface.state.screens[ListScreen.self].panes(ScreenContext(interface.state)).preview != nil
  }

  @Test func thePanesAreHiddenAtFirstAndStayInTheLayoutThatIsKept() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(
      Size(width: 160, height: 40), diary: FakeDiary(SampleBeers.all), appearance: appearance, preview: nil)
    #expect(!showsPanes(interface))
    interface.type("P")
    #expect(showsPanes(interface))
    interface.type("P")
    #expect(!showsPanes(interface))
    interface.type("v")
    let kept = interface.effects.compactMap { effect in
      if case .keepListLayout(let layout) = effect { layout } else { nil as ListLayout? }
    }
    #expect(!kept.isEmpty && kept.allSatisfy { $0.showsPreview && $0.showsNotes })
  }

  @Test func thePanesAreHiddenAsSoonAsTheSettingsSayWords() {
    var interface = HeadlessInterface(
      Size(width: 160, height: 40), diary: FakeDiary(SampleBeers.all), preview: nil)
    #expect(showsPanes(interface))
    var preferences = Preferences()
    preferences.pictures = .words
    interface.send(.settingsEdited(.success(EditedSettings(preferences, mistakes: []))))
    #expect(!showsPanes(interface))
    interface.send(.settingsEdited(.success(EditedSettings(Preferences(), mistakes: []))))
    #expect(showsPanes(interface))
  }

  @Test func theCaptionOfAPhotoIsOnTheLineOfTheCursor() {
    var interface = interface()
    interface.type("pj")
    #expect(interface.cursorLine.contains("The label, from close by, JPEG 1512x2016"))
  }

  @Test func thePairUnderTheCursorSaysWhatMergingKeeps() {
    var interface = interface(
      Size(width: 120, height: 24),
      LabelListTests.beers + [
        SampleBeers.beer(7, name: "Orval 2019", brewery: "Brasserie d'Orval", abv: 6.2, rating: 4)
      ])
    interface.type("L")
    #expect(interface.cursorLine.contains("Orval 2019") && interface.cursorLine.contains(", m keeps the "))
  }

  @Test func whatIsWrongWithAFilterIsAtTheEndOfItsLine() {
    var interface = interface()
    interface.type("fstlye:stout ra")
    #expect(interface.cursorLine.hasSuffix("There is no field “stlye”. Did you mean “style”?"))
  }

  @Test(arguments: [
    (":fil", " Actions: fil → filter  Filter the beers"), (":zzz", " Actions: zzz   No action matches."),
    ("?/col", " Search /col"), ("/pli", " Search /pli"),
    ("fst", " Filter st"), ("s", " Sort by → date"), ("B", " Open beer → "),
    ("C", " Columns → Date  11 wide"),
    ("Cj", " Columns → Times had  not shown"), ("4", " Rating of “"),
  ])
  func theLineOfTheCursorBeginsWithWhatAPromptAsksFor(_ keys: String, _ start: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.cursorLine.hasPrefix(start))
  }

  @Test(arguments: [
    ("/pli", "1 beer"), ("/zzz", "0 beers"), ("frating>=4", "3 beers"),
    ("frating>=4 or stlye:x ", "There is no field “stlye”."),
    ("b/pli", "1 different beer"),
  ])
  func theLineOfTheCursorEndsWithTheNumberOfMatches(_ keys: String, _ end: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.cursorLine.hasSuffix("  " + end))
    #expect(interface.state.draw().cursor.map { $0.column < 40 } == true)
  }

  @Test func theLineOfAFilterSaysWhatTabInserts() {
    var interface = interface()
    interface.type("fstyle:Imp")
    #expect(interface.cursorLine.contains("  Tab: "))
    interface.press(Key(.tab))
    #expect(!interface.cursorLine.contains("Tab: Imp"))
  }

  @Test func aFilterThatIsTypedAfterItsActionSaysHowManyBeersMatch() {
    var interface = interface()
    interface.type(":filter rating>=4")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" 3 beers, by date, newest first."))
  }

  @Test func theSettingForScreenReadersIsFound() {
    var interface = interface()
    interface.type(":screen")
    #expect(interface.screen.contains("settings"))
    interface.press(Key(.escape))
    interface.type("?/screen-reader")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Open the settings file"))
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

  @Test(arguments: ["szzz", "Bzzz", "?/zzz", "Izzz"])
  func theLineOfTheCursorSaysThatNothingMatches(_ keys: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.cursorLine.contains(" zzz") || interface.cursorLine.contains("/zzz"))
    #expect(interface.cursorLine.hasSuffix("No matches."))
  }

  @Test func whyAColumnIsNotHiddenIsOnTheLineOfTheCursor() {
    var interface = interface()
    interface.type("C")
    interface.press(.character("j"), until: "the name") { !$0.screen.contains(/Space (show|hide)/) }
    interface.type(" ")
    #expect(interface.cursorLine == " Columns → The name is always shown.")
  }

  @Test func theNamesThatCompleteAPathAreOnTheLineOfTheCursor() {
    var interface = interface()
    interface.diary.folders = ["~/": ["beers.csv", "beers-2.csv"]]
    interface.type("I~/")
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("~/beers "))
    #expect(interface.cursorLine.contains("beers.csv") && interface.cursorLine.contains("beers-2.csv"))
  }

  @Test(arguments: ["", "v", "S", "t", "Y", "L", "p", "e", "s", "?", "C"])
  func noLinesOrMarksOfADrawingAreRead(_ keys: String) {
    var interface = interface()
    interface.type(keys)
    let drawn = interface.screen.filter { "─▌▐▾▴⇅│".contains($0) }
    #expect(drawn.isEmpty, "\(interface.screen)")
  }

  @Test func theSynchronizationIsAWord() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    let interface = HeadlessInterface.synchronized(appearance: appearance)
    #expect(interface.lines[0].contains(" sync 3 min ago"))
  }

  @Test(arguments: [(20, 5), (24, 12), (30, 10)])
  func aLongStatusIsReadInParts(_ width: Int, _ height: Int) {
    var wide = interface(Size(width: 160, height: 24))
    wide.type("t")
    var interface = interface(Size(width: width, height: height))
    interface.type("t")
    let first = interface.cursorLine
    var parts = [first]
    for _ in 0..<20 {
      interface.type(".")
      if interface.cursorLine == first { break }
      parts.append(interface.cursorLine)
    }
    let texts = parts.map { $0.replacing(" …", with: "").trimmingPrefix(" ") }
    #expect(parts.count > 1 && texts.joined(separator: " ") == wide.cursorLine.trimmingPrefix(" "))
    interface.type(".k")
    #expect(!interface.cursorLine.isEmpty && interface.state.messages.part == 0)
  }

  @Test(arguments: [20, 24, 30]) func aNarrowTimelineHasTheNumbersOfTheYears(_ width: Int) {
    var interface = interface(Size(width: width, height: 12))
    interface.type("t")
    #expect(interface.lines.contains { $0.hasPrefix(" 2024  4 beers") })
  }

  @Test func anotherYearIsSaidWhateverIsSelected() {
    var interface = interface(Size(width: 80, height: 24), LabelPageTests.beers)
    interface.type("Y")
    interface.press(Key(.down), until: "the best beer") {
      $0.state.screens[YearScreen.self].current.selected == .best(0)
    }
    #expect(interface.cursorLine.contains(/^ 2024, best beer( 1 of \d)?: Orval/))
    interface.press(Key(.left))
    #expect(interface.cursorLine.contains(/^ 2023, best beer( 1 of \d)?: Orval/))
  }

  @Test func theFiguresOfAYearAreReadOneByOneWithTheirChange() {
    var interface = interface(Size(width: 80, height: 24), LabelPageTests.beers)
    interface.type("Y")
    interface.press(Key(.left))
    #expect(interface.cursorLine.hasPrefix(" 2023: 2 beers, 1 more than in 2022"))
    interface.press(Key(.down), until: "the breweries") { $0.cursorLine.contains("2023, 3 breweries") }
    interface.press(Key(.down), until: "the venues") { $0.cursorLine.contains("2023, 2 venues") }
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24)])
  func theFactsOfTheStatisticsAreReadOneByOne(_ width: Int, _ height: Int) {
    var interface = interface(Size(width: width, height: height))
    interface.type("S")
    #expect(interface.cursorLine.hasPrefix(" Statistics. Facts: ") || width == 20)
    for fact in ["breweries", "styles", "venues"] {
      interface.press(Key(.down), until: fact) { $0.cursorLine.contains(fact) }
    }
  }

  @Test(arguments: [("S", "Statistics"), ("Y", "Year in review"), ("t", "Timeline"), ("M", "Map")])
  func theNameOfAScreenIsReadWhenItOpens(_ key: String, _ name: String) {
    let beers = key == "M" ? MapTests.beers : SampleBeers.all
    var interface = interface(Size(width: 100, height: 24), beers)
    interface.type(key)
    #expect(interface.cursorLine.hasPrefix(" \(name). "))
    interface.press(Key(.down))
    #expect(!interface.cursorLine.contains(name))
  }

  @Test func whatTheFirstKeyDoesIsReadAndNotTheTelemetryNotice() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), appearance: appearance, telemetryNotice: "Counted locally.")
    interface.press(Key(.down))
    #expect(interface.screen.contains("Counted locally.") && interface.cursorLine.contains("Pliny"))
    interface.type("@")
    #expect(interface.screen.contains("Counted locally."))
  }

  @Test func aMessageEndsWithTheBeerToWhichTheCursorHasMoved() {
    var interface = interface(Size(width: 200, height: 24))
    interface.type(" ")
    #expect(interface.cursorLine.contains(", 1 marked.  Now: 30 May 2024, Pliny the Elder, Russian River"))
    interface.type("@j")
    #expect(interface.cursorLine.contains("  Now: 30 May 2024, Pliny the Elder"))
    interface.type("qG ")
    #expect(interface.cursorLine.contains("2 marked.") && !interface.cursorLine.contains("Now: "))
  }

  @Test func aMessageAboutTheTrashEndsWithTheNextBeer() {
    var interface = interface(Size(width: 200, height: 24))
    interface.diary.storesChanges = true
    interface.type("d")
    #expect(interface.cursorLine.hasPrefix(" Moved “Trappistes Rochefort 10” to the trash."))
    #expect(interface.cursorLine.contains("  Now: 30 May 2024, Pliny the Elder"))
    interface.type("u")
    #expect(interface.cursorLine.contains("  Now: 1 Jun 2024, Trappistes Rochefort 10"))
  }

  @Test func aMessageAboutARemovedPhotoEndsWithTheNextOne() {
    var interface = interface(Size(width: 200, height: 24))
    interface.diary.storesChanges = true
    interface.type("px")
    #expect(interface.cursorLine.contains("  Now: photo 1 of 2, The label, from close by"))
  }

  @Test func theLineOfABeerIsReadInParts() {
    var wide = interface(Size(width: 200, height: 24))
    #expect(wide.cursorLine.contains("Café 't Arendsnest, Amsterdam") && wide.cursorLine.contains("3 photos"))
    wide.type(".")
    #expect(wide.cursorLine.hasPrefix(" 1 Jun 2024, "))
    var interface = interface(Size(width: 40, height: 12))
    #expect(interface.cursorLine.hasPrefix(" 1 Jun 2024, Trapp") && interface.cursorLine.hasSuffix("…"))
    interface.press(.character("."), until: "the photos") { $0.cursorLine.contains("photos") }
    interface.type("j")
    #expect(interface.cursorLine.hasPrefix(" 30 May 2024, Pliny"))
  }

  @Test func aMarkIsAWordOnTheLine() {
    var interface = interface()
    interface.type(" k")
    #expect(interface.cursorLine.hasPrefix(" marked, 1 Jun 2024, "))
    interface.type("jVj")
    #expect(interface.cursorLine.hasPrefix(" marked, range of 2 beers, 28 May 2024, "))
    interface.press(Key(.escape))
    #expect(interface.cursorLine.hasPrefix(" 28 May 2024, "))
  }

  @Test(arguments: ["", "p", "?", "S"]) func aLongMessageIsReadLineByLine(_ keys: String) {
    for height in [5, 12] {
      var interface = interface(Size(width: 30, height: height))
      interface.type(keys)
      interface.state.notice = Notice(text: "Changed the brewery of “Kortste Dag” to “Brasserie d'Orval”.")
      var read = [interface.cursorLine]
      interface.type(".")
      read.append(interface.cursorLine)
      #expect(read[0].hasPrefix(" Changed the brewery of") && read[1].contains("Dag”"), "\(keys) \(height)")
      interface.press(.character("."), until: "the selection") { $0.state.notice == nil }
      #expect(interface.state.messages.part == 0)
    }
  }

  @Test func aPointThatReadsOnBeginsNoRating() {
    var interface = interface(Size(width: 40, height: 12))
    interface.type(".5")
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
  }

  @Test func whatStatisticsCountIsSaid() {
    var interface = interface()
    interface.type("Sb")
    #expect(interface.cursorLine.hasPrefix(" Counting beers."))
    interface.type("b")
    #expect(interface.cursorLine.hasPrefix(" Counting different beers."))
    interface.type("q/pli")
    interface.press(Key(.enter))
    interface.type("Sa")
    #expect(interface.cursorLine.hasPrefix(" Counting all beers."))
    interface.type("a")
    #expect(interface.cursorLine.hasPrefix(" Counting the beers of the list."))
  }

  @Test func aPhotoThatIsNotDrawnIsNotEnlarged() {
    var interface = interface()
    interface.type("p")
    interface.press(Key(.enter))
    interface.type("+")
    #expect(interface.cursorLine.hasPrefix(" In words, the photo is described and not drawn."))
    #expect(!interface.state.screens[PhotoScreen.self].viewport.isZoomed)
  }

  @Test func whereAMovedPhotoIsPlacedIsSaid() {
    var interface = interface()
    interface.type("pm")
    #expect(
      interface.cursorLine.hasPrefix(" Moving photo 1: arrows move it, Enter places it, Esc puts it back."))
    interface.press(Key(.down), Key(.escape))
    #expect(interface.cursorLine.hasPrefix(" Put back as photo 1 of 3."))
    interface.type("m")
    interface.press(Key(.down), Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Placed as photo 2 of 3."))
  }

  @Test func allMarksAreSaid() {
    var interface = interface()
    interface.type("*")
    #expect(interface.cursorLine.hasPrefix(" Marked 6 beers, 6 marked."))
    interface.type("*")
    #expect(interface.cursorLine.hasPrefix(" Unmarked 6 beers, 0 marked."))
    interface.type("gVj")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Marked 2 beers, 2 marked."))
  }

  @Test func aRatingThatIsTypedHasNoStars() {
    var interface = interface()
    interface.type("4")
    #expect(interface.cursorLine.contains("4") && !interface.cursorLine.contains("★"))
  }

  @Test func theHelpSaysHowToRateWithoutKeys() {
    let settings = SettingsFile(text: "screen-reader = true\n").preferences
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), appearance: appearance,
      actions: ActionTable.standard.applying(settings.keys).table)
    for word in ["rate", "rating"] {
      interface.type("?/\(word)")
      interface.press(Key(.enter))
      #expect(interface.lines.contains { $0.contains(" :rate ") && $0.contains("Rate the beer") })
      interface.press(Key(.escape), Key(.escape))
    }
    interface.type(":rating")
    #expect(interface.cursorLine.contains("→ rate "))
    interface.press(Key(.enter))
    interface.type("4.25")
    #expect(interface.cursorLine.hasPrefix(" Rating of “Trappistes"))
  }

  @Test func aMigrationIsReadOnlyEveryFewSeconds() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(appearance: appearance, opens: false)
    func send(_ done: Int, after seconds: Double) {
      var progress = MigrationProgress(
        phase: .readingPhotos, step: 2, stepCount: 7, done: done, total: 10, unit: .photos)
      progress.seconds = seconds
      interface.send(.migrating(progress))
    }
    send(1, after: 1)
    send(5, after: 1.5)
    #expect(interface.cursorLine.contains("1 of 10"))
    send(9, after: 4.1)
    #expect(interface.cursorLine.contains("9 of 10"))
  }

  @Test func theStatusLineNamesTheFile() {
    var interface = interface()
    interface.type("I")
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
