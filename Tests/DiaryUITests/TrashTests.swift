import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// The trash as a list.
@Suite struct TrashTests {
  private func interface() throws -> HeadlessInterface {
    var beers = SampleBeers.all
    for index in beers.indices.prefix(2) { beers[index].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z") }
    return HeadlessInterface(Size(width: 100, height: 30), diary: FakeDiary(beers))
  }

  @Test func aQuestionAboutDeletingHasTheColorOfProblems() throws {
    var interface = try interface()
    interface.type("TX")
    let row = try #require(interface.lines.firstIndex { $0.contains("Permanently delete ") })
    let theme = interface.state.configuration.appearance.theme
    #expect(interface.state.draw()[Point(column: 1, row: row)]?.style == theme.problem)
    #expect(theme.problem != theme.accent)
  }

  @Test func emptyingOutsideTheTrashSaysWhichKeysEmptyIt() throws {
    var interface = try interface()
    interface.type("X")
    #expect(
      interface.statusLine.contains("This is not the trash. Press T to open it, X to empty it there."))
    #expect(interface.state.prompt == nil)
  }

  @Test func theTrashIsShownAndLeftAgain() throws {
    var interface = try interface()
    interface.type("T")
    #expect(interface.lines[0].contains("Trash") && interface.lines[0].contains("2 beers"))
    interface.type("T")
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test func theListBeforeTheTrashIsShownAgain() throws {
    var interface = try interface()
    interface.type("frating>=3")
    interface.press(Key(.enter))
    let before = interface.lines[0]
    #expect(before.contains("rating>=3"))
    interface.type("T")
    #expect(interface.lines[0].contains("Trash") && !interface.lines[0].contains("rating"))
    interface.type("T")
    #expect(interface.lines[0] == before)
  }

  @Test func anEmptyTrashIsReported() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("T")
    #expect(interface.cursorLine.contains("The trash is empty."))
    #expect(
      interface.screen.contains("Press q to go back to the diary.") && interface.screen.contains("q diary"))
    #expect(!interface.screen.contains("/ search") && !interface.screen.contains("f filter"))
    for key in ["/", "f"] {
      interface.type(key)
      #expect(interface.state.prompt == nil && interface.statusLine.contains("The trash is empty."))
    }
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test func qLeavesTheTrashAndNotTheProgram() throws {
    var interface = try interface()
    interface.type("Tq")
    #expect(interface.lines[0].contains("Beer Diary") && !interface.effects.contains(.quit(.finished)))
    interface.type("q")
    #expect(interface.effects.contains(.quit(.finished)))
  }

  /// Keys wait for the list that the ones before have asked for.
  @Test func keysAfterTAreForTheTrash() throws {
    var interface = try interface()
    interface.holdsEffects = true
    interface.type("Tq")
    #expect(!interface.effects.contains(.quit(.finished)))
    interface.answerHeld()
    #expect(interface.lines[0].contains("Beer Diary") && !interface.effects.contains(.quit(.finished)))
    interface.type("T")
    interface.press(Key(.enter))
    interface.answerHeld()
    #expect(interface.lines[0].hasPrefix(" Trash · "))
  }

  /// The keys of vim, also if the change takes longer than the second key.
  @Test(arguments: [false, true]) func aDoubledLetterMovesOneBeerToTheTrash(_ isSlow: Bool) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.holdsEffects = isSlow
    interface.type("dd")
    interface.answerHeld()
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.statusLine.contains("Moved “Trappistes Rochefort 10” to the trash."))
    interface.pause()
    interface.type("dd")
    #expect(interface.changeRequests == [.trash([1]), .trash([2])])
  }

  @Test func aLetterAfterAPauseOrAnotherKeyIsNotIgnored() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.type("d")
    #expect(interface.state.needsTick)
    interface.pause()
    #expect(!interface.state.needsTick)
    interface.type("djd")
    #expect(interface.changeRequests.count == 3)
  }

  @Test func pairsOfTheLetterMoveABeerEach() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    for _ in 0..<3 {
      interface.type("d")
      interface.tick(1)
      interface.type("d")
      interface.tick(2)
    }
    #expect(interface.changeRequests == [.trash([1]), .trash([2]), .trash([3])])
  }

  @Test func aKeyWhoseRepetitionsComeTogetherMovesOneBeerToTheTrash() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.type("dddddd")
    #expect(interface.changeRequests == [.trash([1])])
  }

  /// Terminals repeat a key that is held down after 250 to 660 ms, and then 10 to 40 times a second.
  @Test(arguments: [Key(.delete), .character("d")], [2, 5, 7])
  func aKeyThatIsHeldDownMovesOneBeerToTheTrash(_ key: Key, _ delay: Int) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.press(key)
    interface.tick(delay)
    for repeatsPerTick in [1, 3] {
      for _ in 0..<10 {
        for _ in 0..<repeatsPerTick { interface.press(key) }
        interface.tick(1)
      }
    }
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.statusLine.contains("\(key.label) was ignored. Wait a moment, then press it again."))
    interface.pause()
    interface.press(key)
    #expect(interface.changeRequests == [.trash([1]), .trash([2])])
  }

  @Test func deletePressedAgainWithoutHasteIsNotIgnored() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    for _ in 0..<3 {
      interface.press(Key(.delete))
      interface.pause()
    }
    #expect(interface.changeRequests == [.trash([1]), .trash([2]), .trash([3])])
  }

  @Test func aDoubledLetterOnThePageOfABeerDoesNothingToTheList() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.type("ldd")
    #expect(interface.changeRequests == [.trash([1])] && interface.state.path == [.list])
  }

  /// What depends on a change waits until it is saved.
  @Test func everyKeyThatDeletesTakesABeerOfItsOwn() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    // Another key between them tells two presses from a key that is held down.
    interface.press(Key(.delete), .character("k"), Key(.delete), .character("j"))
    #expect(interface.changeRequests.count == 1)
    interface.diary.beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    interface.send(.changed(interface.changeRequests[0], .success(ChangeOutcome([]))))
    interface.answerHeldOneByOne()
    #expect(Set(interface.changeRequests).count == 2)
  }

  /// Reading the list after the change takes longer than usual.
  @Test func deleteThatWaitsIsNotIgnoredIfItWasPressedWithoutHaste() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.holdsEffects = true
    interface.press(Key(.delete))
    interface.tick(4)
    interface.answerHeldOnce()
    interface.tick(5)
    interface.press(Key(.delete))
    #expect(interface.changeRequests == [.trash([1])])
    interface.answerHeldOneByOne()
    #expect(interface.changeRequests == [.trash([1]), .trash([2])])
  }

  @Test func aDoubledLetterThatWaitsMovesOneBeerToTheTrash() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.holdsEffects = true
    interface.press(Key(.delete))
    interface.tick(3)
    interface.type("dd")
    interface.answerHeldOneByOne()
    #expect(interface.changeRequests == [.trash([1]), .trash([2])])
  }

  @Test func textTypedAfterEIsForTheForm() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type("eXY")
    interface.answerHeld()
    #expect(interface.screen.contains("XY"))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Discard your changes? y/N"))
  }

  @Test func escapeLeadsBackToTheCursorsBeerAsWell() throws {
    var interface = try interface()
    interface.type("jj")
    let before = interface.cursorLine
    interface.type("T")
    interface.press(Key(.escape))
    #expect(interface.cursorLine == before)
  }

  @Test func theTrashIsLeftForWhatWasShownBeforeHoweverItWasEntered() throws {
    var interface = try interface()
    interface.type("frating>=3")
    interface.press(Key(.enter))
    interface.type("Tq")
    interface.press(Key(.escape))
    interface.type("fin:trash")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("Trash"))
    interface.type("q")
    #expect(interface.lines[0].contains("Beer Diary") && !interface.lines[0].contains("rating"))
  }

  @Test func theCursorIsBackOnItsBeerAfterTheTrash() throws {
    var beers = SampleBeers.many(60)
    beers[3].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(beers))
    interface.press(Key(.pageDown), Key(.down), Key(.down))
    let before = interface.screen
    interface.type("T")
    #expect(interface.lines[0].contains("Trash"))
    interface.type("q")
    #expect(interface.screen == before)
  }

  @Test func aBeerTrashedByAnotherProgramIsLabeled() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("d trash"))
    interface.diary.beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    interface.send(.storeChanged)
    #expect(interface.lines[0].hasPrefix(" Trash · ") && interface.screen.contains("R restore"))
    #expect(!interface.screen.contains("d trash"))
    interface.type("d")
    #expect(
      interface.screen.contains("This beer is in the trash. Press R to restore it.")
        && interface.changeRequests.isEmpty)
  }

  @Test func aTrashedBeerIsLabeledAndRestoredFromItsScreen() throws {
    var interface = try interface()
    interface.type("T")
    interface.press(Key(.enter))
    #expect(interface.lines[0].hasPrefix(" Trash · ") && interface.screen.contains("R restore"))
    interface.type("R")
    guard case .restore(let restored)? = interface.changeRequests.first else {
      Issue.record("nothing was restored")
      return
    }
    #expect(restored.count == 1)
  }

  @Test func theTrashIsLeftFromABeersPage() throws {
    var interface = try interface()
    interface.type("T")
    interface.press(Key(.enter))
    interface.type("T")
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test func anEmptyDiaryMentionsItsTrash() throws {
    var beers = SampleBeers.all
    for index in beers.indices { beers[index].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z") }
    let interface = HeadlessInterface(diary: FakeDiary(beers))
    #expect(
      interface.screen.contains("Your diary is empty.")
        && interface.screen.contains("T to see the beers in the trash"))
    let row = try #require(interface.lines.firstIndex { $0.contains("see the beers in the trash") })
    #expect(interface.lines[row + 1].allSatisfy { $0 == " " })
    #expect(interface.lines[row + 2].contains("Write down your first beer"))
    #expect(!HeadlessInterface(diary: FakeDiary([])).screen.contains("T to see the beers in the trash"))
  }

  @Test func thePageOfABeerWhoseAdditionIsUndoneIsClosed() throws {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.press(Key(.enter))
    let shown = try #require(
      SampleBeers.all.map(\.beer).first { interface.lines[0].contains($0.fields.name ?? "?") })
    interface.send(
      .changed(.undo([.added(shown)]), .success(ChangeOutcome([.undoneAddition(shown)]))))
    #expect(interface.lines[0].contains("Beer Diary"))
  }

  @Test func aBeerInTheTrashIsRestored() throws {
    var interface = try interface()
    let beers = interface.diary.beers
    interface.type("TR")
    let ids = Set(beers.prefix(2).map(\.beer.id))
    guard case .restore(let restored)? = interface.changeRequests.first else {
      Issue.record("nothing was restored")
      return
    }
    #expect(restored.count == 1 && ids.isSuperset(of: restored.ascending))
  }

  @Test func theQuestionNamesRemovedPhotosAsWell() throws {
    var interface = try interface()
    interface.diary.storesChanges = true
    let beer = try #require(SampleBeers.all.first { !$0.photos.isEmpty })
    interface.diary.removedPhotos = [beer.photos[0]]
    interface.type("TX")
    #expect(interface.lines[0].contains("2 beers · 1 removed photo"))
    #expect(interface.screen.contains("Permanently delete 2 beers and 1 removed photo? y/N"))
    interface.type("y")
    #expect(interface.statusLine.contains("Permanently deleted 2 beers and 1 removed photo."))
  }

  @Test func theQuestionCountsTheConflictsThatWouldBeDeleted() throws {
    var interface = try interface()
    interface.diary.conflicts = SampleConflicts.all
    interface.type("TX")
    #expect(interface.screen.contains("? 1 conflict would be deleted as well. y/N"))
  }

  @Test func removedPhotosAloneAreDeletedOrRestored() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    let photos = interface.diary.beers[0].photos
    interface.type("pxxqT")
    #expect(interface.cursorLine.contains("The trash has 2 removed photos."))
    interface.type("X")
    #expect(interface.screen.contains("Permanently delete 2 removed photos? y/N"))
    interface.type("nrtrap")
    #expect(
      interface.screen.contains("Trappistes Rochefort 10") && interface.screen.contains("2 removed photos"))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Restored 2 photos of “Trappistes Rochefort 10”."))
    #expect(interface.changeRequests.last == .restoreAllPhotos(ofBeer: interface.diary.beers[0].beer.id))
    #expect(interface.diary.beers[0].photos.map(\.id) == photos.map(\.id))
    interface.type("u")
    #expect(interface.diary.beers[0].photos.count == photos.count - 2, "both are one step")
  }

  @Test func emptyingAsksFirst() throws {
    var interface = try interface()
    interface.type("TX")
    #expect(interface.screen.contains("Permanently delete "))
    interface.type("nX")
    interface.press(Key(.enter))
    interface.type("X")
    interface.press(Key(.escape))
    #expect(interface.changeRequests.isEmpty && !interface.screen.contains("Permanently delete "))
    interface.type("Xy")
    #expect(interface.changeRequests == [.emptyTrash(interface.diary.trash)])
  }

  @Test func whatIsMovedToTheTrashWhileTheQuestionWaitsStays() throws {
    var interface = try interface()
    interface.diary.storesChanges = true
    interface.type("T")
    let shown = interface.diary.trash
    interface.type("X")
    #expect(interface.screen.contains("Permanently delete 2 beers?"))
    let later = interface.diary.beers[2].beer.id
    interface.diary.beers[2].beer.deletedAt = DiaryDate("2024-01-01T12:00:00Z")

    interface.type("y")

    #expect(interface.changeRequests == [.emptyTrash(shown)])
    #expect(interface.statusLine.contains("Permanently deleted 2 beers."))
    #expect(interface.diary.trash.beers == [later])
  }

  @Test(arguments: [.character("x"), .character(" "), .control("y"), Key(.tab)])
  func aQuestionWaitsForAKeyThatAnswersItAndSaysSo(_ key: Key) throws {
    var interface = try interface()
    interface.type("TX")
    let asked = interface.lines
    interface.press(key)
    let refused = interface.lines
    #expect(interface.cursorLine.hasSuffix("y/N  Press y or n.") && interface.changeRequests.isEmpty)
    #expect(zip(asked, refused).allSatisfy { $1.hasPrefix($0) } && asked.count == refused.count)
    interface.press(Key(.escape))
    #expect(!interface.screen.contains("Permanently delete ") && interface.changeRequests.isEmpty)
  }

  /// A word that was typed at the wrong moment may contain a y.
  @Test func anAnswerRightAfterAWrongKeyHasToBeGivenTwice() throws {
    var interface = try interface()
    interface.type("TXxy")
    #expect(interface.cursorLine.hasSuffix("y/N  Press y again.") && interface.changeRequests.isEmpty)
    interface.type("n")
    #expect(interface.cursorLine.hasSuffix("y/N  Press n again."))
    interface.type("eyesy")
    #expect(interface.cursorLine.hasSuffix("y/N  Press y again.") && interface.changeRequests.isEmpty)
    interface.type("y")
    #expect(interface.changeRequests == [.emptyTrash(interface.diary.trash)])
  }

  @Test func aRepeatedEnterSaysWhatItDoes() throws {
    var interface = try interface()
    interface.type("TXx")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasSuffix("y/N  Press Enter again to cancel."))
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
  }

  @Test func anAnswerSomeTimeAfterAWrongKeyIsGivenOnce() throws {
    var interface = try interface()
    interface.type("TXx")
    interface.tick(6)
    interface.type("y")
    #expect(interface.changeRequests == [.emptyTrash(interface.diary.trash)])
  }

  @Test func theKeysThatAnswerAQuestionStandOutWithoutRoomForASentence() throws {
    var interface = try interface()
    interface.resize(40, 12)
    interface.type("TX")
    let asked = interface.screen
    let row = try #require(interface.lines.firstIndex { $0.hasPrefix(" y ") })
    func style() -> Style? { interface.state.draw()[Point(column: 1, row: row)]?.style }
    #expect(style()?.attributes.contains(.reverse) == false)
    interface.type("x")
    #expect(style()?.attributes.contains(.reverse) == true)
    #expect(interface.screen == asked)
    interface.press(Key(.escape))
    interface.type("X")
    #expect(style()?.attributes.contains(.reverse) == false)
  }

  @Test func nothingIsAddedInTheTrash() throws {
    var interface = try interface()
    interface.type("Ta")
    #expect(interface.lines[0].contains("Trash"))
    #expect(interface.screen.contains("T to go back."))
    interface.type("d")
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func emptyingRemovesOnlyChangesOfDeletedBeersFromTheHistory() throws {
    var interface = try interface()
    interface.type("d")
    interface.send(.changed(.trash([3]), .success(ChangeOutcome([.trashed([3])]))))
    interface.send(.changed(.trash([4]), .success(ChangeOutcome([.trashed([4])]))))
    interface.send(
      .changed(
        .emptyTrash(EmptiedTrash(beers: [4])), .success(ChangeOutcome(emptied: EmptiedTrash(beers: [4])))))
    #expect(interface.screen.contains("Permanently deleted 1 beer."))
    interface.type("u")
    #expect(interface.changeRequests.last == .undo([.trashed([3])]))
  }

  @Test(arguments: [true, false])
  func undoGoesOnToTheNextStepIfAnotherDeviceHasDeletedTheBeer(isRedo: Bool) throws {
    var interface = try interface()
    let steps: [[DiaryChange]] = [[.trashed([3])], [.trashed([4])]]
    if isRedo {
      for step in steps { interface.send(.changed(.undo(step), .success(ChangeOutcome(step)))) }
    } else {
      for step in steps {
        interface.send(.changed(.trash(IDSet(step[0].beers)), .success(ChangeOutcome(step))))
      }
    }
    interface.holdsEffects = true
    interface.press(isRedo ? .control("r") : .character("u"))
    let requests: [ChangeRequest] = steps.map { isRedo ? .redo($0) : .undo($0) }
    #expect(interface.changeRequests.last == requests[1])
    interface.send(.changed(requests[1], .failure(ChangeFailure(UndoError.noSuchBeer("4")))))
    #expect(interface.changeRequests.last == requests[0])
  }

  /// The others were not undone, which the user has to read.
  @Test func undoOfSeveralBeersDoesNotGoOnIfOneOfThemWasDeleted() throws {
    var interface = try interface()
    for step: [DiaryChange] in [[.trashed([3])], [.trashed([4, 5])]] {
      interface.send(.changed(.trash(IDSet(step[0].beers)), .success(ChangeOutcome(step))))
    }
    interface.holdsEffects = true
    interface.press(.character("u"))
    let request = ChangeRequest.undo([.trashed([4, 5])])
    interface.send(.changed(request, .failure(ChangeFailure(UndoError.noSuchBeer("4")))))
    #expect(interface.changeRequests.last == request)
    #expect(interface.state.notice?.text.hasPrefix("The change was not undone") == true)
    #expect(interface.state.changes.last == [.trashed([3])])
  }

  @Test func theUndoneChangeIsNamed() throws {
    var interface = try interface()
    var outcome = ChangeOutcome([.restored([])])
    outcome.subject = "Orval"
    interface.send(.changed(.undo([.trashed([3])]), .success(outcome)))
    #expect(interface.statusLine.contains("Undone: moved “Orval” to the trash."))
  }

  @Test func nothingIsRestoredOutsideTheTrash() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("RX")
    #expect(interface.changeRequests.isEmpty && !interface.screen.contains("ermanently delete"))
  }
}
