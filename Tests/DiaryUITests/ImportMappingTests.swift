import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// Saying what the columns of a file are, inside.
@Suite struct ImportMappingTests {
  private static let club = SavedMapping(
    name: "club", assignments: [ColumnAssignment(column: "Punkte", role: .field(.rating))])
  private static let other = SavedMapping(
    name: "other", assignments: [ColumnAssignment(column: "Sorte", role: .field(.style))])

  private func interface(
    _ size: Size = Size(width: 80, height: 24), hasName: Bool = true, hasHeader: Bool = true,
    columns: Int = 3
  ) -> HeadlessInterface {
    var counts = DisplayedImportCounts()
    (counts.rows, counts.added) = hasName ? (12, 12) : (0, 0)
    var diary = FakeDiary(SampleBeers.all)
    let names =
      [("Bier", "Orval"), ("Punkte", "9"), ("Nr", "17")]
      + (3..<max(3, columns)).map { ("Spalte \($0)", "x") }
    diary.importPreview = .success(
      ImportPreview(
        format: "a table of beers, CSV, semicolon between fields",
        columns: names.map { name, sample in
          .init(name: name, role: hasName && name == "Bier" ? .field(.name) : .extra, sample: sample)
        }, beers: hasName ? SampleBeers.all.map(\.beer.fields) : [], counts: counts))
    diary.importPreview = diary.importPreview.map { preview in
      var preview = preview
      preview.hasHeader = hasHeader
      return preview
    }
    diary.folders = ["~/": ["beers.csv"]]
    var preferences = Preferences()
    preferences.mappings = [Self.club, Self.other]
    var interface = HeadlessInterface(size, diary: diary, preferences: preferences)
    interface.type("Ib")
    interface.press(Key(.enter))
    interface.pause()
    return interface
  }

  private func lastRequest(_ interface: HeadlessInterface) -> ImportRequest? {
    interface.effects.reversed().lazy.compactMap {
      if case .previewImport(let request) = $0 { request } else { nil }
    }.first
  }

  @Test func columnsAreLeftOutWithOneKeyEach() throws {
    var interface = interface()
    interface.type("j=--")
    #expect(
      try #require(lastRequest(interface)).assignments == [
        ColumnAssignment(column: "Bier", role: .field(.name)),
        ColumnAssignment(column: "Punkte", role: .ignored), ColumnAssignment(column: "Nr", role: .ignored),
      ])
    interface.type("-")
    #expect(
      try #require(lastRequest(interface)).assignments.last
        == ColumnAssignment(column: "Nr", role: .extra), "the last line stays under the cursor")
  }

  @Test func allColumnsOfALineAreLeftOutTogether() throws {
    var interface = interface(columns: 20)
    interface.type("j-")
    let request = try #require(lastRequest(interface))
    #expect(request.assignments.count { $0.role == .ignored } == 19)
    interface.type("-")
    #expect(try #require(lastRequest(interface)).assignments.allSatisfy { $0.role != .ignored })
  }

  @Test func aColumnThatIsTakenInAgainHasItsFieldBack() throws {
    var interface = interface()
    interface.type("-")
    #expect(try #require(lastRequest(interface)).assignments.allSatisfy { $0.role != .field(.name) })
    interface.type("k-")
    #expect(
      try #require(lastRequest(interface)).assignments.first
        == ColumnAssignment(column: "Bier", role: .field(.name)))
  }

  @Test func aColumnThatIsTakenInAgainLeavesItsFieldToTheColumnThatHasItNow() throws {
    var interface = interface()
    interface.type("-=name")
    #expect(interface.screen.contains("Field for Punkte"))
    interface.press(Key(.enter))
    interface.type("k-")
    #expect(
      try #require(lastRequest(interface)).assignments == [
        ColumnAssignment(column: "Bier", role: .extra),
        ColumnAssignment(column: "Punkte", role: .field(.name)), ColumnAssignment(column: "Nr", role: .extra),
      ])
  }

  @Test func aColumnGetsAnotherField() throws {
    var interface = interface()
    interface.type("j==ratin")
    #expect(interface.screen.contains("Field for Punkte"))
    #expect(interface.screen.contains("Field for Punkte ratin → Rating"))
    interface.press(Key(.enter))

    let request = try #require(lastRequest(interface))
    #expect(
      request.assignments == [
        ColumnAssignment(column: "Bier", role: .field(.name)),
        ColumnAssignment(column: "Punkte", role: .field(.rating)),
        ColumnAssignment(column: "Nr", role: .extra),
      ])
    #expect(interface.lines.contains { $0.contains("Punkte") && $0.contains("Rating") })
    #expect(interface.statusLine.contains("y imports 12 beers."))
    interface.type("y")
    #expect(interface.effects.contains(.runImport(request)))
  }

  @Test func rowsStayWhileColumnAfterColumnIsChosen() {
    var interface = interface(hasName: false)
    func rows() -> [String] {
      ["Bier", "Punkte", "Nr"].sorted { name, other in
        let index = { (name: String) in interface.lines.firstIndex { $0.dropFirst().hasPrefix(name) } ?? 0 }
        return index(name) < index(other)
      }
    }
    for field in ["style", "name", "rating"] {
      interface.press(Key(.enter))
      interface.type(field)
      interface.press(Key(.enter))
      #expect(rows() == ["Bier", "Punkte", "Nr"])
      interface.press(Key(.down))
    }
    #expect(
      lastRequest(interface)?.assignments.map(\.role) == [.field(.style), .field(.name), .field(.rating)])
    #expect(interface.cursorLine.contains("Nr") && interface.state.prompt == nil)
    #expect(!interface.effects.contains { if case .runImport = $0 { true } else { false } })
  }

  @Test func aFieldThatIsTakenAwayLeavesItsRowInPlace() {
    var interface = interface()
    interface.press(Key(.enter))
    interface.type("style")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Bier") && interface.cursorLine.contains("Style"))
    #expect(interface.statusLine.contains("Press Enter to choose the field for this column."))
    interface.type("y")
    #expect(interface.statusLine.contains("Choose the column with the beer's name."))
  }

  @Test func aFieldGoesFromOneColumnToAnother() throws {
    var interface = interface()
    interface.type("j=j=name")
    interface.press(Key(.enter))
    #expect(lastRequest(interface)?.assignments.map(\.role) == [.extra, .extra, .field(.name)])
  }

  @Test func theFieldsAreListedWithTheColumnsThatTheyHave() {
    var interface = interface(Size(width: 80, height: 60))
    interface.type("j==")
    #expect(interface.lines.contains { $0.contains("  Name ") && $0.contains("now Bier: Orval") })
    #expect(interface.lines.contains { $0.contains("  Style ") && $0.contains("not in the file") })
    #expect(!interface.screen.contains("drunk_at") && !interface.screen.contains("created at"))
    #expect(interface.lines.contains { $0.hasPrefix("▌• Custom field “Punkte”") && $0.contains("example 9") })
    interface.type("leave")
    interface.press(Key(.enter))
    #expect(lastRequest(interface)?.assignments.map(\.role) == [.field(.name), .ignored, .extra])
  }

  @Test func aFieldIsFoundByItsNameInTheDiary() {
    var interface = interface()
    interface.type("j==drunk_at")
    interface.press(Key(.enter))
    #expect(lastRequest(interface)?.assignments.map(\.role) == [.field(.name), .field(.drunkAt), .extra])
  }

  @Test func aTypedNameIsThatOfANewCustomField() {
    var interface = interface()
    interface.type("j==zzz")
    #expect(interface.lines.contains { $0.hasPrefix("▌Custom field “zzz”") && $0.contains("a new custom") })
    interface.press(Key(.enter))
    #expect(lastRequest(interface)?.assignments.map(\.role) == [.field(.name), .custom("zzz"), .extra])
    interface.type("=")
    #expect(interface.lines.contains { $0.hasPrefix("▌• Custom field “zzz”") })
  }

  @Test func theNameOfABuiltInFieldOrOfAnotherColumnIsNotANewCustomField() {
    for name in ["serving", "Nr"] {
      var interface = interface()
      interface.type("j==" + name)
      #expect(!interface.screen.contains("Custom field “\(name)”  a new"))
    }
  }

  @Test func thePresentFieldIsNotReadAgain() {
    var interface = interface()
    interface.type("=")
    interface.press(Key(.enter))
    #expect(interface.effects.count { if case .previewImport = $0 { true } else { false } } == 1)
  }

  @Test func aMissingNameColumnCanBeAssigned() {
    var interface = interface(hasName: false)
    #expect(interface.screen.contains("Choose the column with the beer's name"))
    #expect(!interface.screen.contains("y import"))
    // Enter does what comes next.
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Field for Bier"))
    interface.type("name")
    interface.press(Key(.enter))
    #expect(!interface.screen.contains("Choose the column with the beer's name"))
  }

  @Test(arguments: ["i", "p"]) func withoutANameColumnOtherKeysAskForIt(_ key: String) {
    var interface = interface(hasName: false)
    interface.type(key)
    #expect(interface.state.prompt == nil)
    #expect(interface.statusLine.hasPrefix(" Choose the column with the beer's name."))
  }

  @Test func columnsAreReadAsTheyWereKept() {
    var interface = interface()
    interface.type("m")
    #expect(interface.screen.contains("club") && interface.screen.contains("other"))
    interface.type("other")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Missing columns: Sorte."))
    interface.press(Key(.escape))
    interface.type("mcl")
    #expect(interface.screen.contains("fits"))
    interface.press(Key(.enter))
    #expect(lastRequest(interface)?.mapping == Self.club)
    #expect(interface.lines.contains { $0.contains("Punkte") && $0.contains("Rating") })
  }

  @Test func columnsAreKeptUnderAName() {
    var interface = interface()
    interface.type("wmine")
    interface.press(Key(.enter))
    let kept = SavedMapping(
      name: "mine",
      assignments: [
        ColumnAssignment(column: "Bier", role: .field(.name)),
        ColumnAssignment(column: "Punkte", role: .extra), ColumnAssignment(column: "Nr", role: .extra),
      ])
    #expect(interface.effects.contains(.saveMapping(kept)))
    #expect(interface.statusLine.contains("mine"))
    interface.type("m")
    #expect(interface.screen.contains("mine"))
    interface.press(Key(.escape))
    interface.diary.mappingProblem = "The disk is full."
    interface.type("wyours")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("The disk is full."))
  }

  @Test func aMappingThatWasSavedElsewhereIsReplacedOnlyAfterAQuestion() {
    var interface = interface()
    let other = SavedMapping(
      name: "mine", assignments: [ColumnAssignment(column: "Sorte", role: .field(.style))])
    interface.diary.foreignMapping = other
    interface.type("wmine")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("A mapping “mine” was saved elsewhere. Replace it?"))
    interface.type("n")
    #expect(interface.state.prompt?.input.text == "mine")
    interface.press(Key(.escape))
    interface.diary.foreignMapping = nil
    interface.type("wtheirs")
    interface.diary.foreignMapping = SavedMapping(name: "theirs", assignments: other.assignments)
    interface.press(Key(.enter))
    interface.pause()
    interface.type("y")
    #expect(interface.statusLine.contains("Saved the mapping “theirs”."))
  }

  @Test func choicesAreDiscardedOnlyAfterAQuestion() {
    var interface = interface()
    interface.type("j==rating")
    interface.press(Key(.enter))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Discard what you chose for the columns?"))
    interface.press(Key(.escape))
    #expect(interface.state.screen == .importing)
    interface.press(Key(.escape), .character("y"))
    #expect(interface.state.screen != .importing)
  }

  @Test func anotherFileIsChosenOnlyAfterTheSameQuestion() {
    var interface = interface()
    interface.type("j==rating")
    interface.press(Key(.enter))
    interface.type("I")
    #expect(interface.screen.contains("Discard what you chose for the columns?"))
    interface.type("n")
    #expect(interface.state.screen == .importing)
    interface.type("Iy")
    #expect(interface.state.screen == .files)
  }

  @Test func thePaletteDoesNotLeaveAFileWithChoices() {
    var interface = interface()
    interface.type("j==rating")
    interface.press(Key(.enter))
    interface.type(":statistics")
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.state.screen == .importing)
  }

  @Test func savedChoicesAreLeftWithoutAQuestion() {
    var interface = interface()
    interface.type("j==rating")
    interface.press(Key(.enter))
    interface.type("wmine")
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.state.screen != .importing)
  }

  @Test func theImportWaitsUntilTheFileWasReadAgain() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("j==rating")
    interface.press(Key(.enter), .character("y"))
    #expect(!interface.effects.contains { if case .runImport = $0 { true } else { false } })
    interface.answerHeld()
    interface.type("y")
    #expect(interface.effects.contains { if case .runImport = $0 { true } else { false } })
  }

  @Test(arguments: [3, 40]) func theCursorStaysVisible(_ columns: Int) {
    for size in ScreenSnapshotTests.sizes {
      var interface = interface(size, columns: columns)
      for key in "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjkkkkkkkkGgGkkkkkkjjj" {
        interface.type(String(key))
        #expect(interface.state.draw().cursor.map { (0..<size.height).contains($0.row) } == true)
      }
      interface.press(Key(.pageDown), Key(.pageUp), .control("d"))
      interface.type("gj==")
      #expect(interface.screen.contains("Field for Punkte"))
    }
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 40, height: 12), Size(width: 80, height: 24)])
  func theSelectedColumnIsOnTheScreenOrNoneIs(_ size: Size) {
    var interface = interface(size, columns: 40)
    func selected() -> String? { interface.lines.first { $0.hasPrefix("▌") } }
    #expect(selected()?.contains("Bier") == true)
    interface.type("j==")
    interface.press(Key(.escape))
    #expect(selected()?.contains("Punkte") == true)
    for other in [Size(width: 30, height: 6), Size(width: 20, height: 5), size] {
      interface.resize(other.width, other.height)
      #expect(selected()?.contains("Punkte") == true)
    }
    interface.type("G")
    #expect(selected() == nil || selected()?.contains("Spalte") == true)
    guard selected() == nil else { return }
    interface.type("=")
    #expect(selected()?.contains("Spalte") == true && interface.state.prompt == nil)
    #expect(interface.state.screens[ImportScreen.self].file?.rowUnderCursor == .column(39))
    interface.type("=")
    #expect(interface.state.prompt != nil)
  }

  @Test func formatsOfValuesCanBeEntered() throws {
    var interface = interface()
    interface.type("rday")
    interface.press(Key(.enter))
    interface.type("rscale=20")
    interface.press(Key(.enter))

    let formats = try #require(lastRequest(interface)).formats
    #expect(formats.dateOrder == .dayFirst && formats.ratingScale == 20 && formats.abvIsFraction == nil)
    interface.type("r")
    #expect(interface.lines.contains { $0.hasPrefix("▌• Dates: day first") })
    interface.type("ratings")
    #expect(interface.lines.contains { $0.contains("• Ratings: up to 20") })
    interface.press(.control("u"))
    interface.type("dates=found")
    interface.press(Key(.enter))
    #expect(try #require(lastRequest(interface)).formats.dateOrder == nil)
  }

  @Test(arguments: ["", "scale=10", "scale=7"])
  func theHighlightBeginsOnACurrentFormatSoThatEnterChangesNothing(_ chosen: String) throws {
    var interface = interface(Size(width: 80, height: 60))
    func readings() -> Int {
      interface.effects.count { if case .previewImport = $0 { true } else { false } }
    }
    if !chosen.isEmpty {
      interface.type("r" + chosen)
      interface.press(Key(.enter))
    }
    let before = readings()
    interface.type("r")
    // One for each kind of value.
    #expect(interface.lines.count { $0.contains("• ") } == 6)
    interface.press(Key(.enter))
    #expect(readings() == before && lastRequest(interface)?.formats.text == chosen)
  }

  @Test func theFormatsSayWhatTheFirstValuesBecome() {
    let examples = ValueFormatExamples(
      date: "03/04/2019 18:00", abv: "0,052", rating: "9", dates: DateText(timeZone: .gmt))
    #expect(examples.date(.dayFirst) == "03/04/2019 → 3 Apr 2019")
    #expect(examples.date(.monthFirst) == "03/04/2019 → 4 Mar 2019")
    #expect(examples.abv(isFraction: true) == "0,052 → 5.2%")
    #expect(examples.rating(10) == "9 → 4.5" && examples.rating(5) == "9 is too high")
    let none = ValueFormatExamples(
      date: "2019-04-03", abv: "", rating: "good", dates: DateText(timeZone: .gmt))
    #expect(none.date(.dayFirst).isEmpty && none.abv(isFraction: true).isEmpty && none.rating(5).isEmpty)
    let late = ValueFormatExamples(date: "31.1.19", abv: "", rating: "", dates: DateText(timeZone: .gmt))
    #expect(late.date(.dayFirst) == "31.1.19 → 31 Jan 2019")
    #expect(late.date(.monthFirst) == "31.1.19 cannot be read")
  }

  @Test func aFirstLineThatIsABeerStaysOne() throws {
    var interface = interface(hasHeader: false)
    interface.type("j==rating")
    interface.press(Key(.enter))
    let request = try #require(lastRequest(interface))
    #expect(request.formats.hasHeader == false && !request.assignments.isEmpty)
    interface.type("rheader=yes")
    interface.press(Key(.enter))
    let again = try #require(lastRequest(interface))
    #expect(again.formats.hasHeader == true && again.assignments.isEmpty)
  }

  @Test(arguments: [
    ("dates=late", "“dates=” must be one of day-first, month-first, found."),
    ("scale=0", "“scale=” must be a number from 1 to 1000, or found."),
    ("abv=fraction day-first", "“day-first” is not an option."),
  ])
  func anUnknownValueFormatIsReported(_ text: String, _ sentence: String) throws {
    var interface = interface(Size(width: 140, height: 24))
    interface.type("r" + text)
    interface.press(Key(.enter))
    #expect(interface.screen.contains(sentence) && interface.screen.contains("Read values as"))
    #expect(lastRequest(interface)?.formats == ValueFormats())
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theScreenMatchesItsSnapshot(_ size: Size) throws {
    var interface = interface(size)
    interface.type("j==")
    try expectSnapshot(interface.screen, named: "import-mapping-\(size.width)x\(size.height)")
  }
}
