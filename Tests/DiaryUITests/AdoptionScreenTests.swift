import CoreDataMigration
import DiaryStore
import DiaryText
import DiaryUpkeep
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// What adding the beers of another diary would do, which is shown before it is done.
@Suite struct AdoptionScreenTests {
  private static let adoption = Effect.runCommand(.adopt("~/Old.sqlite"))

  /// What a diary would add to one that has some of its beers.
  private static let report: MergeReport = {
    var report = MergeReport(fromVersion: 2)
    report.addedBeers = 1150
    report.addedBeersInTrash = 2
    report.addedPhotos = 30
    report.restoredPhotos = 1
    report.knownBeers = 32
    report.knownBeersInTrash = 32
    report.warnings = [
      "Unknown tables stay in the file: ZSHOP (1 row).",
      "Removed photos (4) are not added and are only in /home/ada/Old.sqlite. Keep that file.",
    ]
    return report
  }()

  private func interface(
    _ size: Size = Size(width: 80, height: 24), result: Result<MergeReport, Problem> = .success(Self.report),
    appearance: Appearance = Appearance(), actions: ActionTable = .standard
  ) -> HeadlessInterface {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["~/": ["Old.sqlite"]]
    diary.adoptionPreview = result
    return HeadlessInterface(size, diary: diary, appearance: appearance, actions: actions)
  }

  private func choose(_ interface: inout HeadlessInterface) {
    interface.type("iold")
    interface.press(Key(.enter))
  }

  @Test(arguments: ScreenSnapshotTests.sizes + [Size(width: 20, height: 5)])
  func theReportIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    choose(&interface)
    interface.pause()
    try expectSnapshot(interface.screen, named: "adoption-\(size.width)x\(size.height)")
  }

  @Test func theReportSaysWhatIsAddedWhatIsThereAndWhatIsNotTakenOver() {
    var interface = interface()
    choose(&interface)
    #expect(interface.effects.contains(.previewAdoption("~/Old.sqlite")))
    #expect(interface.state.screen == .adopting && interface.lines[0].contains("Adoption   Old.sqlite"))
    #expect(interface.screen.contains(/To add +1,150 beers \(2 in the trash\) and 30 photos\n/))
    #expect(interface.screen.contains(/To restore +1 missing photo\n/))
    #expect(interface.screen.contains(/No change +32 beers already in the diary \(all in the trash\)\n/))
    #expect(interface.screen.contains("Unknown tables stay in the file: ZSHOP (1 row)."))
    #expect(interface.screen.contains("Removed photos (4) are not added"))
    #expect(interface.statusLine.contains("Add them? y/N"))
    #expect(!interface.effects.contains(Self.adoption))
  }

  @Test(arguments: ["n", "N"]) func theKeysOfOtherQuestionsAddNothing(_ key: String) {
    var interface = interface()
    choose(&interface)
    interface.pause()
    interface.type(key)
    #expect(interface.state.path == [.list] && !interface.effects.contains(Self.adoption))
  }

  @Test func theBeersAreAddedOnlyByAKeyAfterTheReportWasSeen() {
    var interface = interface()
    choose(&interface)
    interface.type("y")
    #expect(interface.statusLine.contains("Press y again to add them."))
    interface.press(Key(.enter))
    #expect(!interface.effects.contains(Self.adoption))
    interface.pause()
    interface.type("y")
    #expect(interface.effects.contains(Self.adoption) && interface.state.screen == .list)
  }

  @Test(arguments: [Key(.escape), .character("n"), .character("q")]) func nothingIsAddedByAnotherAnswer(
    _ key: Key
  ) {
    var interface = interface()
    choose(&interface)
    interface.pause()
    interface.press(key)
    #expect(interface.state.screen == .list && interface.statusLine.contains("Nothing was added."))
    #expect(interface.changeRequests.isEmpty && !interface.effects.contains(Self.adoption))
    interface.type("y")
    #expect(!interface.effects.contains(Self.adoption))
  }

  @Test func readingTheOtherDiaryShowsItsProgressAndIsStopped() {
    var interface = interface(Size(width: 60, height: 12))
    interface.type("iold")
    interface.holdsEffects = true
    interface.press(Key(.enter))
    #expect(interface.state.needsTick && interface.screen.contains("Reading the other diary"))
    interface.type("y")
    interface.send(.adoptionProgress("~/Old.sqlite", .copying(done: 50, total: 100)))
    #expect(interface.screen.contains("Copying and checking the other diary"))
    #expect(interface.screen.contains(String(repeating: "█", count: 20) + "░"))
    interface.send(.adoptionProgress("~/Other.sqlite", .merging(done: 1, total: 2)))
    #expect(!interface.screen.contains("Comparing beers"))
    let progress = MigrationProgress(
      phase: .readingPhotos, step: 2, stepCount: 7, done: 5, total: 10, unit: .photos)
    interface.send(.adoptionProgress("~/Old.sqlite", .migrating(progress)))
    #expect(interface.screen.contains("Reading the copy") && interface.screen.contains("q stop"))
    interface.press(Key(.escape))
    #expect(interface.effects.contains(.stopAdoptionPreview) && interface.state.screen == .list)
    #expect(interface.statusLine.contains("Nothing was added."))
    // One that had ended just before.
    interface.send(.adoptionPreviewed("~/Old.sqlite", .success(Self.report)))
    #expect(interface.state.screen == .list && !interface.effects.contains(Self.adoption))
  }

  @Test func aDiaryWithNothingNewIsNotAdded() {
    var report = MergeReport(fromVersion: 2)
    report.knownBeers = 3
    var interface = interface(result: .success(report))
    choose(&interface)
    interface.pause()
    #expect(interface.screen.contains(/To add +nothing new\n/))
    #expect(interface.screen.contains(/No change +3 beers already in the diary\n/))
    #expect(interface.statusLine.contains("Nothing to add.") && !interface.screen.contains("y add"))
    interface.type("yn")
    #expect(interface.state.screen == .adopting && !interface.effects.contains(Self.adoption))
  }

  @Test func aFileThatIsNotThereIsAskedForAgain() {
    let problem = Problem(sentence: "There is no such file.", kind: .noInput)
    var interface = interface(result: .failure(problem))
    choose(&interface)
    #expect(interface.state.screen == .list && interface.state.prompt?.input.text == "~/Old.sqlite")
    #expect(interface.screen.contains("There is no such file."))
  }

  @Test func aFileThatIsNotADiaryIsReported() {
    let problem = Problem(sentence: "/home/ada/Old.sqlite is not a diary.", kind: .foreignStore)
    var interface = interface(result: .failure(problem))
    choose(&interface)
    #expect(interface.state.screen == .adopting && interface.screen.contains("Old.sqlite is not a diary."))
    #expect(interface.cursorLine.contains("is not a diary."))
    interface.type("y")
    #expect(!interface.effects.contains(Self.adoption))
    interface.press(Key(.escape))
    #expect(interface.state.screen == .list)
  }

  @Test func theBeersAreNotAddedWhileAChangeIsBeingSaved() {
    var interface = interface()
    choose(&interface)
    interface.pause()
    interface.state.changes.noteRequest(.trash([1]))
    // A change that takes longer is not waited for.
    interface.tick(10)
    interface.type("y")
    #expect(interface.statusLine.contains("The last change is still being saved."))
    #expect(interface.state.screen == .adopting && !interface.effects.contains(Self.adoption))
    interface.state.changes.noteAnswer(to: .trash([1]))
    interface.type("y")
    #expect(interface.effects.contains(Self.adoption))
  }

  @Test func theReportIsReadLineByLineInWords() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = interface(Size(width: 60, height: 12), appearance: appearance)
    interface.type("iold")
    interface.holdsEffects = true
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Reading the other diary"))
    interface.send(.adoptionProgress("~/Old.sqlite", .merging(done: 10, total: 100)))
    interface.send(.adoptionProgress("~/Old.sqlite", .merging(done: 20, total: 100)))
    #expect(interface.cursorLine.contains("Comparing beers   10%"))
    interface.answerHeld()
    #expect(interface.cursorLine.contains("1,150 beers (2 in the trash) and 30 photos"))
    interface.resize(100, 12)
    #expect(interface.cursorLine.hasSuffix("30 photos. Press y to add them, n to cancel."))
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("1 missing photo"))
    interface.press(Key(.end))
    #expect(interface.cursorLine.contains("Keep that file.") && !interface.screen.contains("•"))
  }

  @Test func aLongReportIsScrolledOnTheSmallestScreen() {
    var interface = interface(Size(width: 20, height: 5))
    choose(&interface)
    #expect(interface.screen.contains("To add"))
    interface.press(Key(.end))
    #expect(interface.screen.contains("file."))
    interface.pause()
    interface.type("y")
    #expect(interface.effects.contains(Self.adoption))
  }

  @Test func theQuestionNamesTheKeysOfTheUser() {
    let actions = ActionTable.standard.actions.map { action in
      var rebound = action
      if action == .startAdoption {
        rebound.bindings = [Action.Binding(keys: [Key(.function(6))], screens: [.adopting])]
      }
      if action == .cancelAdoption { rebound.bindings = [] }
      return rebound
    }
    var interface = interface(actions: ActionTable(actions))
    choose(&interface)
    #expect(interface.statusLine.contains("Add them? F6"))
  }
}
