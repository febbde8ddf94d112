import DiaryModel
import DiaryText
import Foundation
import SQLiteKit
import Terminal
import Testing

@testable import DiaryStore
@testable import DiaryUI

/// The screen on which values that differ between devices are chosen, and the marks on the beer's page.
@Suite struct ConflictsTests {
  private typealias Samples = SampleConflicts

  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ conflicts: [SyncConflict] = Samples.all,
    appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    var interface = HeadlessInterface.synchronized(size, conflicts: conflicts, appearance: appearance)
    interface.diary.storesChanges = true
    interface.type("!")
    return interface
  }

  private var screen: (HeadlessInterface) -> ConflictsScreen { { $0.state.screens[ConflictsScreen.self] } }

  @Test func theValuesAreSideBySideWithDeviceAndTime() {
    let interface = interface()
    #expect(interface.lines[0].contains("Conflicts   3"))
    #expect(interface.lines.contains { $0.contains("Schlenkerla Märzen") && $0.contains("3 values") })
    #expect(interface.lines.contains { $0.contains("4.5") && $0.contains("3.75") })
    #expect(interface.lines.contains { $0.contains("laptop · shown") && $0.contains("phone") })
    #expect(interface.lines.contains { $0.contains("15 Jun 2024 11:00") && $0.contains("15 Jun 2024 10:00") })
    #expect(interface.statusLine.hasSuffix("1 of 3"))
  }

  @Test func theHeaderHasTheSyncStateAndTheNumberOfConflicts() {
    #expect(
      interface().lines[0].hasPrefix(" Conflicts   3 ") && interface().lines[0].hasSuffix(" ⇅ 3 min ago"))
    var list = interface()
    list.type("q")
    #expect(list.lines[0].contains("! 3 conflicts"))
  }

  @Test func theValuesAreBelowEachOtherOnANarrowScreen() throws {
    let interface = interface(Size(width: 40, height: 12))
    let shown = try #require(interface.lines.firstIndex { $0.contains("4.5") && !$0.contains("from") })
    let other = try #require(interface.lines.firstIndex { $0.contains("3.75") })
    #expect(shown < other && !interface.lines[shown].contains("3.75"))
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (140, 40), (200, 50)])
  func theSelectedValueIsAlwaysVisible(_ width: Int, _ height: Int) {
    var interface = interface(Size(width: width, height: height))
    interface.type("j")
    for value in ["Smok", "none", "Smoky."] {
      #expect(
        interface.lines.dropLast(height < 8 ? 1 : 2).contains { $0.contains(value.prefix(6)) }, "\(value)")
      interface.type("l")
    }
  }

  @Test func theLineOfTheCursorSaysWhatIsSelected() {
    var interface = interface()
    #expect(interface.cursorLine.contains("4.5 from laptop, shown: Rating of Trappistes Rochefort 10"))
    interface.type("l")
    #expect(interface.cursorLine.contains("3.75 from phone: Rating of Trappistes Rochefort 10"))
    interface.type("j")
    #expect(interface.cursorLine.contains("from phone, shown: Notes of Schlenkerla Märzen"))
  }

  @Test func tabGoesThroughTheValues() {
    var interface = interface()
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("3.75 from phone"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("4.5 from laptop"))
    #expect(interface.lines.last?.contains("Tab next value") == true)
    interface.type("j")
    for value in ["Smoky.", "none", "Smoke and bacon", "Smoky."] {
      interface.press(Key(.backTab))
      #expect(interface.cursorLine.hasPrefix(" " + value))
    }
  }

  @Test func theNextConflictIsNotDecidedBeforeItIsSeen() {
    var interface = interface()
    interface.press(Key(.enter), Key(.enter), Key(.enter))
    #expect(interface.changeRequests == [.resolve(Samples.rating, choosing: 0)])
    #expect(interface.statusLine.contains("Enter was ignored. Wait a moment, then press it again."))
    // A key that is held down is repeated after two thirds of a second.
    interface.tick(7)
    interface.press(Key(.enter))
    #expect(interface.changeRequests.count == 1)
    interface.holdsEffects = true
    interface.press(Key(.tab), Key(.enter), Key(.tab), Key(.enter))
    #expect(interface.changeRequests.count == 2)
    #expect(interface.statusLine.contains("The last change is still being saved."))
    interface.answerHeld()
    #expect(interface.changeRequests.count == 2)
  }

  @Test(arguments: [(20.0, true), (90.0, false)])
  func timesInTheSameMinuteHaveSeconds(_ seconds: Double, _ showsSeconds: Bool) {
    let choices = [("A", 0), ("B", seconds)].map { text, later in
      SyncConflict.Choice(text: text, device: "laptop", time: Samples.now.addingTimeInterval(later))
    }
    let conflict = SyncConflict(
      id: SyncConflict.ID(entity: "beer", uuid: SampleBeers.uuid(1), field: "name"),
      beer: SampleBeers.uuid(1),
      title: "Duvel", field: "Name", choices: choices)
    let screen = interface(Size(width: 80, height: 24), [conflict]).screen
    #expect((screen.firstMatch(of: /\d\d:\d\d:\d\d/) != nil) == showsSeconds)
  }

  @Test func aFactSaysToWhatItBelongs() {
    var interface = interface(
      Size(width: 80, height: 24),
      [
        Samples.conflict(
          1, "caption", "Caption of photo 2", of: "Duvel", [("Foam", "laptop"), (nil, "phone")])
      ]
    )
    #expect(interface.lines.contains { $0.contains("Duvel ") && $0.contains(" Caption of photo 2 ") })
    #expect(interface.cursorLine.contains("Foam from laptop, shown: Caption of photo 2 of Duvel"))
    interface.type("l")
    #expect(interface.cursorLine.contains("none from phone: Caption of photo 2 of Duvel"))
  }

  @Test func theSelectedValueIsRecognizableWithoutColor() {
    var interface = interface(appearance: Appearance(glyphs: .ascii))
    #expect(interface.lines.contains { $0.contains(">4.5") })
    interface.type("l")
    #expect(interface.lines.contains { $0.contains(" 4.5") && $0.contains(">3.75") })
    #expect(!interface.screen.contains { !$0.isASCII && $0 != "ä" })
  }

  @Test func enterChoosesTheSelectedValueAndUndoRevertsIt() {
    var interface = interface()
    interface.type("l")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.resolve(Samples.rating, choosing: 1)])
    #expect(interface.diary.beers[0].beer.fields.rating == 3.75)
    #expect(interface.lines[0].contains("Conflicts   2") && interface.screen.contains("u: undo until sent"))
    #expect(screen(interface).conflictUnderCursor == Samples.notes && screen(interface).choice == 0)

    interface.diary.conflicts = Samples.all
    interface.diary.syncStatus?.conflictCount = 3
    interface.type("u")
    #expect(interface.diary.beers[0].beer.fields.rating == 4.5)
    #expect(interface.lines[0].contains("Conflicts   3"))
    #expect(screen(interface).conflictUnderCursor == Samples.rating, "Enter would decide another one")
  }

  @Test func thisDevicesValuesAreUsedForAllConflictsOnceConfirmed() {
    let own = [1, 2].map { (beer: Int64) in
      let sample = Samples.conflict(
        beer, "rating", "Rating", of: "Orval", [("4.5", "phone"), ("3.5", "laptop")])
      let choice = SyncConflict.Choice(
        text: "3.5", device: "laptop", isFromThisDevice: true, time: sample.choices[1].time)
      return SyncConflict(
        id: sample.id, beer: sample.beer, title: sample.title, field: sample.field,
        choices: [sample.choices[0], choice])
    }
    var interface = interface(Size(width: 80, height: 24), own + [Samples.notes])
    let ratings = interface.diary.beers.prefix(2).map(\.beer.fields.rating)
    interface.type("A")
    #expect(interface.screen.contains("Resolve 2 conflicts with the values of this device?"))
    #expect(interface.changeRequests == [])

    interface.type("y")

    #expect(interface.changeRequests == [.resolveAll(own, choosing: .thisDevice)])
    #expect(interface.diary.beers.prefix(2).map(\.beer.fields.rating) == [3.5, 3.5])
    #expect(interface.lines[0].contains("Conflicts   1"))
    #expect(screen(interface).conflictUnderCursor == Samples.notes)

    interface.type("u")
    #expect(interface.diary.beers.prefix(2).map(\.beer.fields.rating) == ratings, "only one was undone")
  }

  @Test func theValuesOfThisDeviceAreNotUsedIfItHasWrittenNone() {
    var interface = interface()
    interface.type("A")
    #expect(interface.screen.contains("This device wrote none of the values."))
    #expect(interface.state.prompt == nil)
  }

  @Test func conflictsThatArriveWhileTheQuestionWaitsAreKept() {
    var interface = interface(Size(width: 80, height: 24), [Samples.rating])
    interface.type("N")
    interface.diary.conflicts = Samples.all
    interface.diary.syncStatus?.conflictCount = 3
    interface.send(.storeChanged)

    interface.type("y")

    #expect(interface.changeRequests == [.resolveAll([Samples.rating], choosing: .newest)])
    #expect(interface.lines[0].contains("Conflicts   2"))
  }

  @Test func theNewestValuesAreNotUsedForAllConflictsIfThatIsNotConfirmed() {
    var interface = interface()
    interface.type("N")
    #expect(interface.screen.contains("Resolve 3 conflicts with the newest values?"))
    interface.press(Key(.escape))
    #expect(interface.changeRequests == [])
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5)])
  func longValuesAreShownFromWhereTheyDiffer(_ width: Int, _ height: Int) {
    let same = String(repeating: "Leather and horse blanket. ", count: 40)
    let interface = interface(
      Size(width: width, height: height),
      [
        Samples.conflict(
          1, "notes", "Notes", of: "Orval", [(same + "Sweet.", "laptop"), (same + "Dry.", "phone")])
      ])
    #expect(interface.screen.contains("…Sweet."))
    #expect(height < 8 || interface.screen.contains("…Dry."))
  }

  private static let tower = String(repeating: "The hammock in the garden. ", count: 3)

  private static var endings: SyncConflict {
    Samples.conflict(
      1, "notes", "Notes", of: "The hammock",
      [(tower + "Tower ending: never again.", "tower"), (tower + "Garden ending: again.", "laptop")])
  }

  @Test(arguments: [(80, 24), (140, 40)])
  func theLineOfTheCursorTellsLongValuesApart(_ width: Int, _ height: Int) {
    var interface = interface(Size(width: width, height: height), [Self.endings])
    #expect(
      interface.cursorLine.contains("Tower ending: never again. from tower, shown: Notes of The hammock"))
    interface.type("l")
    #expect(interface.cursorLine.contains("Garden ending: again. from laptop: Notes of The hammock"))
  }

  @Test func theLineOfTheCursorKeepsTheDeviceOnANarrowScreen() {
    var interface = interface(Size(width: 40, height: 12), [Self.endings])
    #expect(interface.cursorLine.hasPrefix(" …Tower") && interface.cursorLine.contains("… from tower, shown"))
    interface.type("l")
    #expect(interface.cursorLine.hasPrefix(" …Garden") && interface.cursorLine.contains(" from laptop"))
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (140, 40)])
  func longValuesScrollTogether(_ width: Int, _ height: Int) {
    let count = max(60, height * 12)
    let words = (1...count).map { "word\($0)" }.joined(separator: " ")
    var interface = interface(
      Size(width: width, height: height),
      [
        Samples.conflict(
          1, "notes", "Notes", of: "Orval", [(words + " A.", "laptop"), ("B " + words, "phone")])
      ])
    #expect(interface.screen.contains("word1") && !interface.screen.contains("word\(count)"))
    #expect(width < 80 || interface.lines.last?.contains("Ctrl-D/Ctrl-U scroll") == true)
    interface.press(.control("d"))
    #expect(!interface.lines.dropLast(height < 8 ? 1 : 3).contains { $0.contains("word1 ") })
    for _ in 0..<70 { interface.press(.control("d")) }
    #expect(interface.screen.contains("A."))
    interface.press(Key(.tab))
    #expect(interface.screen.contains("word\(count)"))
    for _ in 0..<70 { interface.press(.control("u")) }
    #expect(screen(interface).valuesTop == 0)
  }

  private var words: Appearance {
    var words = Appearance()
    words.pictureMethod = .words
    return words
  }

  @Test func inWordsTheValuesAreOneBelowTheOther() {
    let interface = interface(appearance: words)
    #expect(!interface.lines.contains { $0.contains("laptop") && $0.contains("phone") })
    #expect(interface.screen.contains("3.75"))
    #expect(interface.cursorLine.hasPrefix(" Conflicts. Trappistes Rochefort 10, Rating: 4.5 from laptop"))
    #expect(interface.cursorLine.contains(", shown"))
  }

  @Test func inWordsTheMessageAboutAChoiceEndsWithTheNextConflict() {
    var interface = interface(Size(width: 200, height: 24), appearance: words)
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("  Now: Schlenkerla Märzen, Notes: Smoke and bacon"))
  }

  @Test func inWordsALongValueIsReadInParts() {
    let notes = String(repeating: "Leather and horse blanket. ", count: 8) + "The end."
    let long = Samples.conflict(4, "notes", "Notes", of: "Orval", [(notes, "laptop"), ("B", "phone")])
    var interface = interface(Size(width: 40, height: 12), [long], appearance: words)
    #expect(interface.cursorLine.hasPrefix(" Conflicts. Orval, Notes: Leather"))
    interface.press(.character("."), until: "the end") { $0.cursorLine.contains("The end.") }
    interface.press(Key(.tab))
    #expect(interface.cursorLine.hasPrefix(" Orval, Notes: B from phone"))
  }

  @Test func inWordsAScrolledValueIsReadFromItsFirstVisibleLine() {
    let notes = (1...200).map { "word\($0)" }.joined(separator: " ")
    let long = Samples.conflict(4, "notes", "Notes", of: "Orval", [(notes, "laptop"), ("B", "phone")])
    var interface = interface(Size(width: 40, height: 12), [long], appearance: words)
    let before = interface.cursorLine
    interface.press(.control("d"))
    #expect(interface.cursorLine != before && interface.cursorLine.hasPrefix(" …word"))
  }

  @Test func shortValuesDoNotScroll() {
    var interface = interface()
    #expect(interface.lines.last?.contains("scroll") == false)
    interface.press(.control("d"))
    #expect(screen(interface).valuesTop == 0)
    #expect(interface.statusLine.contains("No value is cut off."))
  }

  @Test func anotherConflictBeginsAtTheTop() {
    let words = String(repeating: "Leather and horse blanket. ", count: 80)
    let long = Samples.conflict(4, "notes", "Notes", of: "Orval", [(words + "A", "laptop"), ("B", "phone")])
    var interface = interface(Size(width: 80, height: 24), [long, Samples.rating])
    interface.press(.control("d"))
    #expect(screen(interface).valuesTop > 0)
    interface.type("j")
    #expect(screen(interface).valuesTop == 0)
  }

  @Test(arguments: [
    ("rating", "4.5", "Chose “4.5” for the rating of “Orval”."),
    ("label style", nil, "Chose none for the label style of “Orval”."),
    ("caption of photo 2", "Foam", "Chose “Foam” for the caption of photo 2 of “Orval”."),
    ("photo 2", "removed", "Chose that photo 2 of “Orval” is removed."),
    ("photo", "not removed", "Chose that the photo of “Orval” is not removed."),
    (
      "removed photo 2", "not removed", "Chose that removed photo 2 of “Orval” is not removed."
    ),
    ("trash", "in the trash", "Chose that “Orval” is in the trash."),
  ])
  func aChoiceIsDescribedInASentence(_ field: String, _ value: String?, _ sentence: String) {
    let choice = DiaryChange.Resolution(
      .beer, SampleBeers.uuid(1), "register", field: field, title: "Orval", value: value, beer: 1, change: nil
    )
    #expect(ChangeText.done(.resolved(choice)) == sentence)
  }

  @Test func aLabelWithoutANameIsCalledALabel() {
    let choice = DiaryChange.Resolution(
      .label, SampleBeers.uuid(1), "style", field: "label style", title: nil, value: "Ale", beer: nil,
      change: nil)
    #expect(ChangeText.done(.resolved(choice)) == "Chose “Ale” for the label style of the label.")
  }

  @Test func undoingAChoiceThatWasSentSaysThatNothingChanged() {
    let choice = DiaryChange.Resolution(
      .beer, SampleBeers.uuid(1), "rating", field: "rating", title: "Orval", value: "4.5", beer: 1,
      change: nil)
    var undone = choice.reversed
    undone.changedNothing = true
    var interface = interface()

    interface.send(.changed(.undo([.resolved(choice)]), .success(ChangeOutcome([.resolved(undone)]))))

    #expect(
      interface.screen.contains("The choice had already been sent or undone, so nothing changed."))
    #expect(!interface.state.changes.canRedo)
  }

  @Test(arguments: [
    (3, "The choices had already been sent or undone, so nothing changed."),
    (
      2,
      "Undone: resolved 3 conflicts. 2 choices had already been sent or undone, so nothing changed for them."
    ),
    (1, "Undone: resolved 3 conflicts. 1 choice had already been sent or undone, so nothing changed for it."),
    (0, "Undone: resolved 3 conflicts."),
  ])
  func undoingSeveralChoicesSaysForHowManyNothingChanged(_ sent: Int, _ sentence: String) {
    let choices = (1...3).map { id in
      DiaryChange.Resolution(
        .beer, SampleBeers.uuid(id), "rating", field: "rating", title: "Orval", value: "4.5", beer: id,
        change: nil)
    }
    let undone = choices.enumerated().map { index, choice in
      var reversed = choice.reversed
      reversed.changedNothing = index < sent
      return DiaryChange.resolved(reversed)
    }
    var interface = interface()

    interface.send(
      .changed(.undo(choices.map { .resolved($0) }), .success(ChangeOutcome(undone))))

    #expect(interface.state.notice?.text == sentence)
    #expect(interface.state.changes.canRedo == (sent < 3))
  }

  @Test func theCursorStaysOnItsConflictAndItsValue() {
    var interface = interface()
    interface.type("jll")
    interface.diary.conflicts.removeFirst()
    interface.diary.syncStatus?.conflictCount = 2
    interface.send(.storeChanged)
    #expect(screen(interface).conflictUnderCursor == Samples.notes && screen(interface).choice == 2)
    #expect(interface.statusLine.hasSuffix("1 of 2"))
  }

  @Test(arguments: [false, true])
  func theConflictAfterOneThatEndedElsewhereIsNotDecidedUnseen(_ moves: Bool) {
    var interface = interface()
    interface.diary.conflicts.removeFirst()
    interface.diary.syncStatus?.conflictCount = 2
    interface.send(.storeChanged)
    #expect(interface.statusLine.contains("The conflict under the cursor has ended elsewhere."))
    if moves {
      interface.type("lh")
    } else {
      interface.press(Key(.enter))
      #expect(interface.changeRequests.isEmpty)
      #expect(interface.screen.contains("Press Enter again to use this value."))
      interface.tick(20)
    }
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.resolve(Samples.notes, choosing: 0)])
    #expect(!interface.screen.contains("ended elsewhere"))
  }

  @Test func redoingAnotherChangeDoesNotHideThatAConflictHasEndedElsewhere() {
    var interface = interface()
    interface.send(.changed(.redo([.restored([])]), .success(ChangeOutcome([.trashed([3])]))))
    interface.diary.conflicts.removeFirst()
    interface.diary.syncStatus?.conflictCount = 2
    interface.send(.storeChanged)
    interface.press(Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.screen.contains("Press Enter again to use this value."))
  }

  @Test func aConflictThatTheUserEndsByWritingItsFieldHasNotEndedElsewhere() {
    var interface = interface()
    interface.diary.conflicts.removeFirst()
    interface.diary.syncStatus?.conflictCount = 2
    var outcome = ChangeOutcome([.captioned(photo: 11, beer: 1, from: "A", to: "B", updatedAt: "")])
    outcome.endedConflicts = [Samples.rating.id]
    interface.send(.changed(.caption(photo: 11, "B"), .success(outcome)))
    #expect(screen(interface).conflictUnderCursor == Samples.notes)
    #expect(!interface.screen.contains("ended elsewhere"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.resolve(Samples.notes, choosing: 0)])
  }

  /// As by a choice for a merged label, which is written for the label that shows it as well.
  @Test func aConflictEndedByAChoiceForAnotherIsNotSaidToHaveEndedElsewhere() {
    var interface = interface(Size(width: 200, height: 24))
    interface.diary.conflicts = [Samples.label]
    interface.diary.syncStatus?.conflictCount = 1
    var outcome = ChangeOutcome([.captioned(photo: 11, beer: 1, from: "A", to: "B", updatedAt: "")])
    outcome.endedConflicts = [Samples.rating.id, Samples.notes.id]
    outcome.discarded = [
      Samples.conflict(4, "notes", "Notes", of: "Schlenkerla Märzen", [("Smoky.", "tablet")])
    ]
    interface.send(.changed(.resolve(Samples.rating, choosing: 0), .success(outcome)))
    #expect(screen(interface).conflictUnderCursor == Samples.label)
    #expect(interface.screen.contains("This ended 1 conflict, discarding the notes"))
    #expect(!interface.screen.contains("ended elsewhere"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.resolve(Samples.label, choosing: 0)])
  }

  @Test func aValueCanBeClicked() throws {
    var interface = interface()
    let row = try #require(interface.lines.firstIndex { $0.contains("3.75") })
    let line = interface.lines[row]
    let column = line.distance(
      from: line.startIndex, to: try #require(line.range(of: "3.75")?.lowerBound))
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: column, row: row))))
    #expect(screen(interface).choice == 1)
  }

  @Test func theBeerCanBeOpened() {
    var interface = interface()
    interface.type("jo")
    #expect(interface.state.path == [.list, .conflicts, .beer])
    #expect(interface.lines[0].contains("Schlenkerla Märzen"))
    interface.type("q")
    #expect(interface.state.path == [.list, .conflicts])
    #expect(screen(interface).conflictUnderCursor == Samples.notes)
  }

  @Test func savingAFieldInConflictAsksFirst() {
    var interface = interface()
    interface.type("joe")
    interface.press(.control("s"))
    #expect(interface.state.path == [.list, .conflicts, .beer], "nothing was changed")
    interface.type("e")
    for _ in 0..<30 where interface.state.screens[FormScreen.self].form?.field.label != "Notes" {
      interface.press(Key(.down))
    }
    interface.type("X")
    interface.press(.control("s"))
    let question = "Notes differs between your devices. Save and discard the other value?"
    #expect(interface.screen.replacingOccurrences(of: "\n ", with: " ").contains(question))
    #expect(interface.changeRequests.isEmpty)
    interface.type("y")
    #expect(interface.changeRequests.count == 1)
  }

  @Test func aLabelHasNoBeerToOpen() {
    var interface = interface()
    interface.type("Go")
    #expect(interface.statusLine.contains("This value belongs to a label."))
  }

  @Test func withoutConflictsTheScreenSaysWhyTheLastSyncFailed() {
    var interface = HeadlessInterface.synchronized(
      Size(width: 80, height: 24), Samples.status(failure: "The folder is not there."))
    interface.type("!")
    #expect(
      interface.screen.contains("No conflicts.") && interface.screen.contains("The folder is not there."))
    #expect(!interface.effects.contains { if case .loadConflicts = $0 { true } else { false } })
  }

  @Test func theFailureIsAboveTheList() {
    var interface = HeadlessInterface.synchronized(
      Size(width: 80, height: 24), Samples.status(failure: "The folder is not there."),
      conflicts: Samples.all)
    interface.type("!")
    #expect(interface.lines[2].contains("The folder is not there."))
    #expect(interface.lines[3].contains("Trappistes Rochefort 10"))
  }

  @Test func aFailedReadingIsReported() {
    var interface = HeadlessInterface.synchronized(conflicts: Samples.all)
    interface.diary.failure = .store(.busy(path: "diary.sqlite"))
    interface.type("!")
    #expect(interface.screen.contains("The diary cannot be read"))
  }

  // MARK: - The beer's page

  @Test func theBeersPageMarksTheFieldsAndLeadsToTheConflict() {
    var interface = HeadlessInterface.synchronized(conflicts: [
      Samples.label, Samples.notes, Samples.rating,
      Samples.conflict(1, "style", "Style", of: "Rochefort", [("Quadrupel", "laptop"), ("Dubbel", "phone")]),
    ])
    interface.press(Key(.enter))
    #expect(interface.screen.contains("4.5 !"))
    #expect(interface.lines.contains { $0.contains("Style") && $0.contains(" !  Quadrupel") })
    #expect(interface.screen.contains("Your devices differ: Rating, Style · !: choose"))
    interface.type("!")
    #expect(screen(interface).conflictUnderCursor == Samples.rating)
    interface.type("q")
    #expect(interface.state.path == [.list, .beer])
  }

  @Test func otherBeersHaveNoMarks() {
    var interface = HeadlessInterface.synchronized(conflicts: [Samples.notes])
    interface.press(Key(.enter))
    #expect(!interface.lines.dropLast().contains { $0.contains("Your devices differ") || $0.contains(" !") })
    interface.type("nnn")
    #expect(interface.screen.contains("Your devices differ: Notes"))
  }

  @Test func openingAnotherBeerFromTheConflictsReplacesThePage() {
    var interface = HeadlessInterface.synchronized(conflicts: [Samples.rating, Samples.notes])
    interface.press(Key(.enter))
    interface.type("!jo")
    #expect(interface.state.path == [.list, .beer] && interface.lines[0].contains("Schlenkerla Märzen"))
  }
}
