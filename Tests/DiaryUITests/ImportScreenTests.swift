import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// Importing a file from inside.
@Suite struct ImportScreenTests {
  static let preview: ImportPreview = {
    var counts = DisplayedImportCounts()
    counts.rows = 1182
    counts.added = 1150
    counts.known = 30
    counts.rejected = 2
    counts.rejections = [
      "line 12, column 4 \"abv\": \"strong\" is not a number",
      "line 90: the row has 9 fields, but there are 8",
    ]
    return ImportPreview(
      format: "Untappd's export, comma between fields, UTF-8",
      columns: [
        .init(name: "beer_name", role: .field(.name), sample: "Pliny the Elder"),
        .init(name: "brewery_name", role: .field(.brewery), sample: "Russian River Brewing Company"),
        .init(name: "a_very_long_name_of_a_column_indeed", role: .extra, sample: "麒麟麦酒"),
      ],
      beers: SampleBeers.all.map(\.beer.fields), counts: counts)
  }()

  private func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var diary = FakeDiary(SampleBeers.all)
    diary.importPreview = .success(Self.preview)
    var counts = Self.preview.counts
    counts.rejections = []
    diary.importOutcome = .success(
      ImportOutcome(counts: counts, wasStopped: false, change: .trashed([1, 2])))
    diary.folders = ["~/": ["beers.csv", "beers-2.csv", "other/"]]
    return HeadlessInterface(size, diary: diary)
  }

  private func choose(_ interface: inout HeadlessInterface) {
    interface.type("Ibeers.csv")
    interface.press(Key(.enter))
    interface.pause()
  }

  @Test func aMissingFileIsAskedForAgain() {
    var diary = FakeDiary(SampleBeers.all)
    diary.importPreview = .failure(
      Problem(sentence: "~/nope.csv is not there; check the path.", kind: .noInput))
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    interface.type("I~/nope.csv")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("Beer Diary") && interface.screen.contains("file ~/nope.csv"))
    #expect(interface.screen.contains("is not there; check the path."))
  }

  @Test(arguments: [("/tmp/x", "/tmp/x"), ("~/x", "~/x"), ("x/y", "~/x/y")])
  func anAbsolutePathReplacesTheFolder(_ typed: String, _ path: String) {
    var interface = interface()
    interface.type("I" + typed)
    #expect(interface.screen.contains("CSV or JSON file \(path)\n"))
  }

  @Test func aFolderThatWasTouchedStays() {
    var interface = interface()
    interface.type("lpa")
    interface.press(Key(.end))
    interface.type("/x")
    #expect(interface.screen.contains("Photo file ~//x\n"))
  }

  @Test func beersThatWereNotDrunkAreOnlyAddedAfterAQuestion() {
    var diary = FakeDiary(SampleBeers.all)
    var preview = Self.preview
    preview.question = "These beers do not seem to have been drunk yet."
    diary.importPreview = .success(preview)
    diary.folders = ["~/": ["beers.csv", "beers-2.csv", "other/"]]
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    choose(&interface)
    let importing = Effect.runImport(ImportRequest(path: "~/beers.csv"))

    interface.type("y")
    #expect(interface.screen.contains("Import 1,150 beers anyway? y/N"))
    #expect(interface.screen.contains("These beers do not seem to have been drunk yet."))
    interface.press(Key(.enter))
    #expect(!interface.effects.contains(importing))
    #expect(interface.statusLine.contains("Nothing was imported."))
    interface.type("y")
    interface.type("y")
    #expect(interface.effects.contains(importing))
  }

  @Test func valuesThatCannotBeReadAreListedBeforeAndAfterTheImport() {
    var interface = interface(Size(width: 80, height: 40))
    var preview = Self.preview
    preview.counts.keptValues = 3
    preview.counts.firstKeptValues = ["line 7, column 4 \"abv\": \"much\" is not a number"]
    interface.diary.importPreview = .success(preview)
    interface.diary.importOutcome = .success(
      ImportOutcome(counts: preview.counts, wasStopped: false, change: .trashed([1])))
    choose(&interface)
    #expect(interface.screen.contains("line 7, column 4 \"abv\": \"much\" is not a number"))
    #expect(interface.screen.contains("and 2 more values"))
    interface.type("y")
    #expect(interface.screen.contains("line 7, column 4 \"abv\": \"much\" is not a number"))
    #expect(interface.screen.contains("and 2 more values"))
  }

  @Test func photosOfBeersThatAreThereAreAdded() throws {
    var diary = FakeDiary(SampleBeers.all)
    var counts = DisplayedImportCounts()
    counts.rows = 3
    counts.known = 3
    counts.photos = 3
    var preview = Self.preview
    preview.counts = counts
    diary.importPreview = .success(preview)
    diary.importOutcome = .success(
      ImportOutcome(counts: counts, wasStopped: false, change: .trashed([1])))
    diary.folders = ["~/": ["beers.csv", "beers-2.csv", "other/"]]
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    choose(&interface)
    #expect(interface.screen.contains("y imports 3 photos."))
    interface.type("y")
    #expect(interface.effects.contains(.runImport(ImportRequest(path: "~/beers.csv"))))
    #expect(interface.screen.contains("Added 3 photos, 3 already in the diary."))
    #expect(interface.screen.contains("Press u to undo the import."))
  }

  @Test func beersWithOtherValuesAreCountedWithTheCommandThatTakesThem() {
    var diary = FakeDiary(SampleBeers.all)
    var counts = DisplayedImportCounts()
    counts.rows = 3
    counts.known = 2
    counts.differing = 1
    counts.added = 1
    var preview = Self.preview
    preview.counts = counts
    diary.importPreview = .success(preview)
    diary.importOutcome = .success(ImportOutcome(counts: counts, wasStopped: false, change: .trashed([1])))
    diary.folders = ["~/": ["beers.csv", "beers-2.csv", "other/"]]
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    let advice = "To take these values, use `beerdiary import FILE --on-duplicate update`.\n"
    choose(&interface)
    #expect(
      interface.screen.contains("3 rows: 1 new, 2 already in the diary, 1 of these with other values\n"))
    #expect(interface.screen.contains(advice))
    interface.type("y")
    #expect(
      interface.screen.contains("Added 1 beer, 2 already in the diary, 1 of these with other values.\n"))
    #expect(interface.screen.contains(advice))
  }

  @Test func undoInThePreviewDoesNotUndoAnEarlierChange() {
    var diary = FakeDiary(SampleBeers.all)
    diary.storesChanges = true
    diary.importPreview = .success(Self.preview)
    diary.folders = ["~/": ["beers.csv", "beers-2.csv", "other/"]]
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    interface.type("d")
    choose(&interface)
    #expect(interface.lines[0].contains("Import") && !interface.screen.contains("u undo"))
    interface.type("u")
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.statusLine.contains("Nothing to undo here"))
  }

  @Test func whatWasAddedBeforeAnErrorCanBeUndone() throws {
    var diary = FakeDiary(SampleBeers.all)
    var counts = DisplayedImportCounts()
    counts.rows = 3
    counts.added = 2
    diary.importPreview = .success(Self.preview)
    var outcome = ImportOutcome(counts: counts, wasStopped: false, change: .trashed([1]))
    outcome.problem = Problem(sentence: "The import stopped after these beers. The disk is full.")
    diary.importOutcome = .success(outcome)
    diary.folders = ["~/": ["beers.csv", "beers-2.csv", "other/"]]
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary)
    choose(&interface)
    interface.type("y")
    #expect(interface.screen.contains("Added 2 beers."))
    #expect(interface.screen.contains("The import stopped after these beers. The disk is full."))
    #expect(interface.screen.contains("Press u to undo the import."))
  }

  @Test func anImportSaysWhichValuesOfConflictsItDiscards() {
    var outcome = ImportOutcome(counts: DisplayedImportCounts(), wasStopped: false, change: .trashed([1]))
    let time = Date(timeIntervalSince1970: 0)
    outcome.discarded = [
      SyncConflict(
        id: .init(entity: "beer", uuid: UUID(), field: "rating"), beer: nil, title: "Orval", field: "Rating",
        choices: [.init(text: "4", device: "tower", time: time)])
    ]
    let discarded = "This ended 1 conflict, discarding the rating of “Orval” “4” (tower)."
    #expect(ImportText.exitMessage(outcome) == "Added 0 beers. \(discarded)")
    var interface = interface()
    interface.diary.importOutcome = .success(outcome)
    choose(&interface)
    interface.type("y")
    #expect(interface.screen.contains(discarded))
  }

  @Test func aFileIsChosenLookedAtAndImported() {
    var interface = interface()
    choose(&interface)
    #expect(interface.screen.contains("1,182 rows: 1,150 new, 30 already in the diary, 2 skipped"))
    #expect(interface.screen.contains("line 12") && interface.screen.contains("beer_name"))
    #expect(!interface.effects.contains(.runImport(ImportRequest(path: "~/beers.csv"))))

    interface.type("y")
    #expect(interface.effects.contains(.runImport(ImportRequest(path: "~/beers.csv"))))
    #expect(interface.lines.count { $0.contains("Added 1,150 beers") } == 1)
    #expect(interface.cursorLine.hasPrefix(" Added 1,150 beers"))
    #expect(interface.screen.contains("Press u to undo the import."))
    #expect(interface.screen.contains("Enter back"))
    interface.type("u")
    #expect(
      interface.effects.last { if case .change = $0 { true } else { false } }
        == .change(.undo([.trashed([1, 2])])))
    interface.send(.changed(.undo([.trashed([1, 2])]), .success(ChangeOutcome([.restored([])]))))
    #expect(interface.cursorLine.hasPrefix(" Undone: added 1,150 beers"))
    #expect(interface.screen.contains("Press Ctrl-R to redo the import."))
    interface.send(.changed(.redo([.restored([])]), .success(ChangeOutcome([.trashed([1, 2])]))))
    #expect(interface.screen.contains("Press u to undo the import."))
  }

  @Test func theKeyThatChoosesTheFileDoesNotImportIt() {
    var interface = interface()
    interface.type("Ibeers.csv")
    interface.press(Key(.enter), .character("y"))
    let importing = Effect.runImport(ImportRequest(path: "~/beers.csv"))
    #expect(!interface.effects.contains(importing))
    #expect(interface.statusLine.contains("Press y again to import 1,150 beers."))

    // A key that is held down is repeated.
    for _ in 0..<20 {
      interface.send(.tick)
      interface.type("y")
    }
    #expect(!interface.effects.contains(importing) && interface.state.needsTick)

    interface.pause()
    #expect(!interface.state.needsTick)
    interface.type("y")
    #expect(interface.effects.contains(importing))
  }

  @Test func theStatusLineSaysWhatEnterDoesOnceItDoes() {
    var interface = interface()
    interface.type("Ibeers.csv")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Nothing is imported yet."))
    interface.pause()
    #expect(interface.statusLine.contains("y imports 1,150 beers."))
  }

  @Test func theActionInThePaletteImportsImmediately() {
    var interface = interface()
    interface.type("Ibeers.csv")
    interface.press(Key(.enter))
    interface.type(":start-import")
    interface.press(Key(.enter))
    #expect(interface.effects.contains(.runImport(ImportRequest(path: "~/beers.csv"))))
  }

  @Test func anImportContinuesInTheBackgroundAndIsStoppedFromItsScreen() {
    var interface = interface(Size(width: 100, height: 24))
    choose(&interface)
    interface.holdsEffects = true
    interface.type("y")
    interface.send(.importProgress("~/beers.csv", FileProgress(rows: 500, done: 43, total: 100)))
    #expect(interface.screen.contains("Importing beers") && interface.screen.contains("500 rows"))
    interface.type("q")
    #expect(interface.lines[0].contains("Beer Diary") && interface.statusLine.contains("importing 43%"))
    interface.type("Ix")
    #expect(interface.effects.contains(.stopImport) && interface.screen.contains("Stopping"))
    interface.answerHeld()
    #expect(interface.screen.contains("Added 1,150 beers"))
  }

  @Test func theCursorOfAnImportIsOnItsProgress() {
    var interface = interface()
    choose(&interface)
    interface.holdsEffects = true
    interface.type("y")
    interface.send(.importProgress("~/beers.csv", FileProgress(rows: 0, done: 100, total: 100)))
    #expect(interface.cursorLine.contains("Importing beers") && !interface.screen.contains("0 rows"))
    interface.send(.importProgress("~/beers.csv", FileProgress(rows: 500, done: 43, total: 100)))
    #expect(interface.cursorLine.contains("500 rows"))
  }

  @Test func inWordsTheProgressChangesOnlyEveryFewSeconds() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var diary = FakeDiary(SampleBeers.all)
    diary.importPreview = .success(Self.checkIns)
    diary.folders = ["~/": ["beers.csv", "beers-2.csv"]]
    var interface = HeadlessInterface(diary: diary, appearance: appearance)
    choose(&interface)
    interface.holdsEffects = true
    interface.type("y")
    for rows in 1...50 {
      interface.send(.importProgress("~/beers.csv", FileProgress(rows: rows, done: 43, total: 100)))
    }
    #expect(interface.cursorLine.contains(" 1 row ") && interface.cursorLine.hasSuffix("43%"))
    interface.tick(30)
    interface.send(.importProgress("~/beers.csv", FileProgress(rows: 51, done: 44, total: 100)))
    #expect(interface.cursorLine.contains(" 51 rows ") && interface.cursorLine.hasSuffix("44%"))
  }

  @Test func inWordsTheWholePreviewIsReadFromItsSummaryOn() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var diary = FakeDiary(SampleBeers.all)
    diary.importPreview = .success(Self.checkIns)
    diary.folders = ["~/": ["beers.csv", "beers-2.csv"]]
    var interface = HeadlessInterface(Size(width: 80, height: 20), diary: diary, appearance: appearance)
    choose(&interface)
    #expect(interface.cursorLine.contains("1,182 rows: ") && interface.cursorLine.contains(". y imports "))
    interface.type("=")
    #expect(!interface.screen.contains("Field for ") && interface.cursorLine.contains("beer_name"))
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("brewery_name"))
    interface.press(Key(.down), until: "the first beers") { $0.cursorLine.contains("First beers") }
    func isOnColumns(_ interface: HeadlessInterface) -> Bool {
      interface.state.screens[ImportScreen.self].file?.isScrolledPastColumns == false
    }
    #expect(!isOnColumns(interface))
    interface.press(Key(.up), until: "the columns") { isOnColumns($0) }
    interface.type("g")
    #expect(interface.cursorLine.hasPrefix(" Import"))
  }

  @Test func nothingIsAskedOfAnImportThatHasEnded() {
    var interface = interface()
    choose(&interface)
    interface.holdsEffects = true
    interface.type("y")
    interface.type("qq")
    #expect(interface.screen.contains("An import is running"))
    interface.answerHeld()
    #expect(!interface.screen.contains("An import is running"))
    #expect(interface.statusLine.contains("Added 1,150 beers"))
    #expect(!interface.effects.contains(.quit(.finished)))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func leavingDuringAnImportAsks(_ size: Size) throws {
    var interface = interface(size)
    choose(&interface)
    interface.holdsEffects = true
    interface.type("y")
    interface.type("qq")
    try expectSnapshot(interface.screen, named: "import-leaving-\(size.width)x\(size.height)")
    interface.type("n")
    #expect(interface.ending == nil && !interface.effects.contains(.stopImport))
    interface.type("qy")
    #expect(interface.effects.suffix(2) == [.stopImport, .quit(.finished)])
  }

  @Test func aFinishedImportIsNotAskedAbout() {
    var interface = interface()
    choose(&interface)
    interface.type("y")
    interface.type("qq")
    #expect(interface.ending == .finished)
  }

  @Test func theCommandThatUndoesTheImportIsPrintedAtTheEnd() {
    var counts = DisplayedImportCounts()
    counts.added = 1
    let some = ImportOutcome(counts: counts, wasStopped: true, change: nil, importID: 3)
    #expect(
      ImportText.exitMessage(some)
        == "Stopped. Added 1 beer. To undo this import, use `beerdiary import undo 3`.")
    let none = ImportOutcome(counts: DisplayedImportCounts(), wasStopped: true, change: nil)
    #expect(ImportText.exitMessage(none) == "Stopped. Added 0 beers.")
  }

  @Test func aFileThatCannotBeReadSaysWhy() {
    var interface = interface()
    interface.diary.importPreview = .failure(Problem(sentence: "There is no file ~/beers.csv."))
    choose(&interface)
    #expect(interface.screen.contains("There is no file ~/beers.csv."))
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test func leavingTheScreenCancelsReading() {
    var interface = interface()
    interface.holdsEffects = true
    choose(&interface)
    interface.answerHeld()
    interface.press(Key(.escape))
    interface.type("I")
    interface.holdsEffects = true
    interface.type("beers.csv")
    interface.press(Key(.enter), Key(.escape))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  /// An export with many columns of which most are custom fields.
  private static let checkIns: ImportPreview = {
    let fields: [(String, BeerField, String)] = [
      ("comment", .notes, "Dry, with a long finish"), ("beer_name", .name, "Orval"),
      ("brewery_name", .brewery, "Brasserie d'Orval"), ("beer_type", .style, "Trappist"),
    ]
    let custom = [
      "flavor_profiles", "purchase_venue", "tagged_friends", "total_toasts", "total_comments",
      "brewery_country",
    ]
    let references = ["checkin_id", "bid", "checkin_url", "photo_url"]
    var counts = DisplayedImportCounts()
    counts.rows = 1182
    counts.added = 1182
    return ImportPreview(
      format: "Untappd's check-ins, CSV, comma between fields",
      columns: fields.map { .init(name: $0, role: .field($1), sample: $2) }
        + references.map { .init(name: $0, role: .extra, sample: "17", isReference: true) }
        + custom.map { .init(name: $0, role: .extra, sample: "x") },
      beers: SampleBeers.all.map(\.beer.fields), counts: counts)
  }()

  private func checkIns(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var interface = interface(size)
    interface.diary.importPreview = .success(Self.checkIns)
    choose(&interface)
    return interface
  }

  @Test func fieldsComeFirstAndTheOthersShareALine() throws {
    let lines = checkIns().lines
    let names = [
      "beer_name", "brewery_name", "beer_type", "comment", "6 columns become", "4 columns with ids",
    ]
    let rows = try names.map { name in try #require(lines.firstIndex { $0.contains(name) }, "\(name)") }
    #expect(rows == Array(rows[0]..<rows[0] + 6))
  }

  @Test func columnsThatShareALineAreShownOneByOne() {
    var interface = checkIns()
    interface.type("jjjjj")
    #expect(interface.statusLine.contains("y imports 1,182 beers. Press Enter to list these columns."))
    interface.type("=")
    #expect(interface.screen.contains("flavor_profiles") && interface.screen.contains("checkin_id"))
    #expect(!interface.screen.contains("Field for checkin_id"))
    interface.type("=")
    #expect(interface.screen.contains("Field for checkin_id"))
    interface.type("place")
    interface.press(Key(.enter))
    #expect(interface.lines.contains { $0.hasPrefix("▌checkin_id") && $0.contains("  Venue  ") })
  }

  @Test func anExportOfThisProgramNeedsNoLineForEachColumn() {
    var preview = Self.checkIns
    preview.canMap = false
    var interface = interface()
    interface.diary.importPreview = .success(preview)
    choose(&interface)
    #expect(interface.screen.contains("14 columns are fields of the diary: comment, beer_name"))
    interface.type("j=")
    #expect(!interface.screen.contains("Field for "))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func manyColumnsMatchTheirSnapshot(_ size: Size) throws {
    let interface = checkIns(size)
    try expectSnapshot(interface.screen, named: "import-columns-\(size.width)x\(size.height)")
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theScreenMatchesItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    choose(&interface)
    try expectSnapshot(interface.screen, named: "import-\(size.width)x\(size.height)")
    interface.holdsEffects = true
    interface.type("y")
    interface.send(.importProgress("~/beers.csv", FileProgress(rows: 500, done: 43, total: 100)))
    try expectSnapshot(interface.screen, named: "importing-\(size.width)x\(size.height)")
  }

  @Test func enterGoesBackAfterAnImport() {
    var interface = interface()
    choose(&interface)
    interface.type("y")
    #expect(interface.screen.contains("Added 1,150 beers"))
    interface.press(Key(.enter))
    #expect(interface.lines[0].hasPrefix(" Beer Diary"))
  }
}
