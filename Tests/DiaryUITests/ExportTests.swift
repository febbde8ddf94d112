import DiaryModel
import DiaryStore
import DiaryText
import Interchange
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// Exporting the beers of the list.
@Suite struct ExportTests {
  private func interface(_ diary: FakeDiary = FakeDiary(SampleBeers.all)) -> HeadlessInterface {
    HeadlessInterface(diary: diary)
  }

  private func requests(_ interface: HeadlessInterface) -> [ExportRequest] {
    interface.effects.compactMap { if case .runExport(let request) = $0 { request } else { nil } }
  }

  private func export(to path: String, _ interface: inout HeadlessInterface) {
    interface.type("E" + path)
    interface.press(Key(.enter))
  }

  @Test func withoutAnExportTheKeyThatStopsOneNamesTheHelp() {
    var interface = interface(FakeDiary())
    interface.type("x")
    #expect(interface.statusLine.contains("No export is running. Press ? to see the keys."))
  }

  @Test func theBeersOfTheListAreExportedInTheFormatOfTheName() throws {
    var interface = interface()
    interface.type("/r")
    interface.press(Key(.enter))
    interface.type("E")
    #expect(interface.cursorLine.contains("Export 3 beers to ~/"))
    #expect(interface.screen.contains(".csv, .json, .jsonl, .md or .geojson"))
    interface.type("beers.JSON")
    interface.press(Key(.enter))

    #expect(
      requests(interface) == [ExportRequest(.beers(BeerQuery(search: "r"), .json), to: "~/beers.JSON")])
    #expect(interface.statusLine.contains("Exported 3 beers to ~/beers.JSON."))
    interface.type("E")
    #expect(interface.cursorLine.contains("to ~/"))
  }

  @Test func aListOfLabelsExportsEachOfTheirBeers() {
    var interface = interface(FakeDiary(LabelListTests.beers))
    interface.type("b")
    export(to: "beers.csv", &interface)
    #expect(interface.statusLine.contains("Exported 6 beers to ~/beers.csv."))
    #expect(requests(interface).map(\.content) == [.beers(BeerQuery(), .csv)])
  }

  @Test func aNameWithoutAKnownExtensionIsRefused() {
    var interface = interface()
    export(to: "beers.xls", &interface)
    #expect(
      interface.screen.contains("The name has none of these endings.\n")
        && interface.screen.contains("format: .csv"))
    #expect(requests(interface).isEmpty && interface.cursorLine.contains("~/beers.xls"))
  }

  @Test func anExistingFileIsReplacedOnlyAfterAQuestion() {
    var diary = FakeDiary(SampleBeers.all)
    diary.existingFiles = ["~/beers.csv"]
    var interface = interface(diary)
    export(to: "beers.csv", &interface)
    #expect(interface.screen.contains("~/beers.csv already exists. Replace it? y/N"))
    interface.type("n")
    #expect(requests(interface).map(\.replaces) == [false])
    #expect(interface.cursorLine.contains("to ~/beers.csv"))

    interface.press(Key(.enter))
    interface.type("y")
    #expect(requests(interface).map(\.replaces) == [false, false, true])
    #expect(interface.statusLine.contains("Exported"))
  }

  @Test func theNameOfAnExistingFileCanBeChanged() {
    var diary = FakeDiary(SampleBeers.all)
    diary.existingFiles = ["~/beers.csv"]
    var interface = interface(diary)
    export(to: "beers.csv", &interface)
    interface.press(Key(.escape))
    for _ in 0..<4 { interface.press(Key(.backspace)) }
    interface.type("2.csv")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Exported 6 beers to ~/beers2.csv."))
    #expect(interface.state.prompt == nil)
  }

  @Test func aNewFileIsNamedInAFolderOfTheList() {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["~/": ["Wine/"], "~/Wine/": ["old-lisbon.csv", "list.xls"]]
    var interface = interface(diary)
    interface.type("E")
    interface.press(Key(.enter), Key(.enter))
    interface.type("lisbon")
    #expect(interface.screen.contains("old-lisbon.csv") && !interface.screen.contains("new file"))
    interface.type(".csv")
    #expect(interface.screen.contains("lisbon.csv  new file"))
    interface.press(Key(.enter))
    #expect(requests(interface).map(\.path) == ["~/Wine/lisbon.csv"])
    #expect(interface.statusLine.contains("Exported 6 beers to ~/Wine/lisbon.csv."))
  }

  @Test func anImpossibleNameInTheListIsRefusedByThePrompt() {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["~/": ["Wine/"]]
    var interface = interface(diary)
    interface.type("E")
    interface.press(Key(.enter))
    interface.type("lisbon")
    interface.press(Key(.enter))
    #expect(requests(interface).isEmpty && interface.cursorLine.contains("to ~/lisbon"))
    #expect(interface.screen.contains("The name has none of these endings."))
  }

  @Test func theFolderThatWasOpenedStaysInThePrompt() {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["~/": ["Wine/"], "~/Wine/": []]
    var interface = interface(diary)
    interface.type("E")
    interface.press(Key(.enter), Key(.enter), Key(.escape))
    #expect(interface.cursorLine.contains("to ~/Wine/"))
    interface.type("beers.csv")
    interface.press(Key(.enter))
    #expect(requests(interface).map(\.path) == ["~/Wine/beers.csv"])
  }

  @Test func aFailureIsShownAndAnotherPathCanBeTyped() {
    var diary = FakeDiary(SampleBeers.all)
    diary.exportProblem = Problem(sentence: "~/no/beers.csv cannot be written.", kind: .cannotCreate)
    var interface = interface(diary)
    export(to: "no/beers.csv", &interface)
    #expect(interface.screen.contains("~/no/beers.csv cannot be written."))
    #expect(interface.cursorLine.contains("to ~/no/beers.csv"))

    interface.press(Key(.escape))
    interface.diary.exportProblem = Problem(sentence: "The disk is full.", kind: .diskFull)
    export(to: "beers.csv", &interface)
    #expect(interface.statusLine.contains("The disk is full.") && interface.state.prompt == nil)
  }

  @Test func aLongExportShowsItsProgressAndCanBeStopped() throws {
    var interface = interface()
    interface.holdsEffects = true
    export(to: "beers.csv", &interface)
    let request = try #require(requests(interface).first)
    interface.send(.exportProgress(request, beerCount: 1200))
    #expect(interface.statusLine.contains("exporting: 1,200 beers"))
    #expect(interface.screen.contains("x stop"))
    interface.type("E")
    #expect(interface.statusLine.contains("An export is running. Press x to stop it."))
    interface.type("x")
    #expect(interface.effects.contains(.stopExport))
    interface.send(.exported(request, .success(.stopped)))
    #expect(interface.statusLine.contains("The export was stopped. ~/beers.csv was not written."))
  }

  @Test func anExportGoesOnAndEndsOnAnotherScreen() throws {
    var interface = interface()
    interface.holdsEffects = true
    export(to: "beers.csv", &interface)
    let request = try #require(requests(interface).first)
    interface.type("S")
    interface.send(.exportProgress(request, beerCount: 1200))
    #expect(interface.statusLine.contains("exporting: 1,200 beers"))
    interface.send(.exported(request, .success(.fileExists)))
    #expect(interface.statusLine.contains("~/beers.csv already exists. Nothing was exported."))
    #expect(interface.state.prompt == nil)
  }

  @Test func aSignalDuringAnExportAndATypedRatingReportsBoth() throws {
    var interface = interface()
    interface.holdsEffects = true
    export(to: "beers.csv", &interface)
    let path = try #require(requests(interface).first).path
    interface.type("4.")
    interface.send(.signal(.terminate))
    let lines = interface.effects.compactMap { if case .printAtExit(let line) = $0 { line } else { nil } }
    #expect(lines.count == 2 && lines.first?.hasPrefix("The rating 4. of ") == true)
    #expect(lines.last == "The export was stopped. \(path) was not written.")
    #expect(interface.ending == .signal(.terminate))
  }

  @Test func quittingDuringAnExportAsksFirst() throws {
    var interface = interface()
    interface.holdsEffects = true
    export(to: "beers.csv", &interface)
    interface.type("q")
    #expect(interface.screen.contains("An export is running.") && interface.ending == nil)
    interface.type("y")
    #expect(interface.effects.contains(.stopExport) && interface.ending == .finished)
  }
}
