import CoreDataMigration
import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Keys that are typed before what they are meant for is on the screen.
@Suite struct TypeAheadTests {
  private let progress = MigrationProgress(
    phase: .readingBeers, step: 1, stepCount: 3, done: 10, total: 100, unit: .beers)

  private func opening(_ migration: MigrationReport? = nil) -> HeadlessInterface {
    var diary = FakeDiary(SampleBeers.all)
    diary.migration = migration
    return HeadlessInterface(diary: diary, opens: false)
  }

  private let report = MigrationReport(
    fromVersion: 1, toVersion: 3, beerCount: 6, photoCount: 1, seconds: 1, warnings: [])

  @Test(arguments: [1000, 1001]) func keysThatAreTooManyAreSaidToBeIgnored(_ count: Int) {
    var interface = opening()
    for _ in 0..<count { interface.type("j") }
    interface.answerHeld()
    let remark = "Only 1,000 keys can wait. The rest were ignored."
    #expect(interface.screen.contains(remark) == (count > 1000))
  }

  // MARK: - A migration

  @Test func keysTypedDuringAMigrationAreNotMeantForTheDiary() {
    var interface = opening(report)
    interface.type("d")
    interface.send(.migrating(progress))
    interface.type("jd*X")
    interface.press(Key(.enter))
    interface.answerHeldOnce()
    interface.type("jq")
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.ending == nil)
    #expect(interface.lines[0].contains("Beer Diary") && interface.cursorLine.contains("Trappistes"))
    interface.type("j")
    #expect(interface.cursorLine.contains("Pliny"))
  }

  @Test(arguments: [Key.character("q"), Key(.escape)])
  func aMigrationCanBeCanceledAtAnyTimeAfterOtherKeys(_ key: Key) {
    var interface = opening()
    interface.type("ddd")
    interface.send(.migrating(progress))
    interface.type("jjj")
    #expect(interface.screen.contains("Press q or Esc to stop"))
    interface.press(key)
    #expect(interface.effects.contains(.cancelOpening))
  }

  @Test func anOperationThatCanNoLongerBeStoppedIsReported() {
    var interface = opening()
    var committing = progress
    committing.phase = .saving
    interface.send(.migrating(committing))
    #expect(interface.screen.contains("can no longer be stopped") && !interface.screen.contains("q or Esc"))
    interface.type("q")
    #expect(!interface.effects.contains(.cancelOpening))
  }

  @Test func theScreenAfterAMigrationDoesNotOfferToStopIt() {
    var interface = opening(report)
    interface.send(.migrating(progress))
    interface.answerHeldOnce()
    #expect(
      interface.screen.contains("Reading your beers")
        && !interface.screen.contains("Nothing changes until the last step"))
  }

  @Test func stoppingAMigrationTooLateIsReported() {
    var interface = opening(report)
    interface.send(.migrating(progress))
    interface.type("q")
    interface.answerHeld()
    #expect(
      interface.ending == nil && interface.screen.contains("Too late to stop. Migrated 6 beers and 1 photo."))
  }

  // MARK: - The first screen

  @Test(arguments: ["d", "jd", "=", "TR", "*d", "px", "TXy"])
  func keysThatChangeBeersAreIgnoredBeforeTheFirstScreen(_ keys: String) {
    var interface = opening()
    interface.type(keys)
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.screen.contains("The beers were not on the screen yet"))
  }

  @Test func keysAfterADroppedKeyAreDroppedAsWell() {
    var interface = opening()
    interface.type("jdq")
    interface.answerHeld()
    #expect(interface.ending == nil && interface.cursorLine.contains("Pliny"))
    #expect(interface.screen.contains("Ignored d and the keys after it"))
  }

  @Test func aBeerIsAddedAheadOfTheFirstScreen() {
    var interface = opening()
    interface.type("aOrval")
    interface.answerHeld()
    #expect(interface.lines[0].contains("New beer") && interface.screen.contains("Orval"))
    interface.press(.control("s"))
    #expect(interface.changeRequests.count == 1)
  }

  @Test func anEditTypedAheadWaitsToBeSaved() {
    var interface = opening()
    interface.type("e")
    interface.type("X")
    interface.press(.control("s"))
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.screen.contains("Ignored Ctrl-S"))
    interface.pause()
    interface.press(.control("s"))
    #expect(interface.changeRequests.count == 1)
  }

  @Test func aPointBeforeTheFirstScreenBelongsToTheDigitAfterIt() {
    var interface = opening()
    interface.type(".")
    interface.answerHeld()
    interface.type("5")
    interface.tick(20)
    #expect(interface.changeRequests.isEmpty && interface.statusLine.contains(".5 is not a rating."))
  }

  // MARK: - Other lists

  @Test func aRatingWithoutADigitBeforeThePointThatWaitsRatesNothing() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.holdsEffects = true
    interface.type("du.5")
    interface.answerHeld()
    interface.tick(20)
    #expect(interface.changeRequests == [.trash([1]), .undo([.trashed([1])])])
    #expect(interface.state.prompt == nil)
  }

  @Test(arguments: ["d", "=", "*d"]) func nothingIsChangedInASearchThatIsNotShownYet(_ keys: String) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type("/pliny")
    interface.press(Key(.enter))
    interface.type(keys)
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.screen.contains("The beers were not on the screen yet"))
    interface.pause()
    interface.type("d")
    #expect(interface.changeRequests.count == 1)
  }

  @Test func theTrashIsNotEmptiedBeforeItIsShown() {
    var beers = SampleBeers.all
    beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    var interface = HeadlessInterface(diary: FakeDiary(beers))
    interface.holdsEffects = true
    interface.type("TXy")
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    interface.pause()
    interface.type("Xy")
    #expect(
      interface.screen.contains("Permanently delete 1 beer?")
        || interface.changeRequests == [.emptyTrash(interface.diary.trash)])
  }

  @Test func keysTypedWhileAFormIsSavedDeleteNothing() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("aOrval")
    interface.holdsEffects = true
    interface.press(.control("s"))
    interface.type("jd")
    let save = interface.changeRequests
    interface.send(.changed(save[0], .success(ChangeOutcome())))
    interface.answerHeld()
    #expect(Set(interface.changeRequests) == Set(save) && interface.screen.contains("Ignored d"))
  }

  @Test func nothingIsDeletedBeforeTheCursorHasArrived() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(5000)))
    interface.holdsEffects = true
    interface.type("Gd")
    #expect(interface.changeRequests.isEmpty && interface.screen.contains("The list was still loading"))
    interface.answerHeld()
    interface.pause()
    interface.type("d")
    #expect(interface.changeRequests.count == 1)
  }

  @Test func aRatingBeforeTheCursorHasArrivedIsSaidToBeIgnored() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(5000)))
    interface.holdsEffects = true
    interface.type("G4")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Nothing was changed. The list was still loading."))
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func nothingIsDeletedWhileAMatchIsLookedFor() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("/pliny")
    interface.press(Key(.enter), Key(.escape))
    interface.holdsEffects = true
    interface.type("nd")
    #expect(interface.screen.contains("The list was still loading"))
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func keysThatComeSoonAfterADroppedKeyAreDroppedAsWell() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    interface.type("d")
    interface.pause()
    interface.holdsEffects = true
    interface.type("/pliny")
    interface.press(Key(.enter))
    interface.type("d")
    interface.answerHeld()
    #expect(interface.screen.contains("Ignored d and the keys after it") && interface.state.needsTick)
    interface.type("d")
    interface.tick(1)
    interface.type("u")
    interface.tick(1)
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.screen.contains("Ignored d and the keys after it"))
    interface.tick(1)
    interface.type("u")
    #expect(interface.changeRequests == [.trash([1]), .undo([.trashed([1])])])
  }

  @Test func keysAfterOneWhoseBeerIsStillLoadingAreDropped() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(5000)))
    interface.type("d")
    interface.pause()
    interface.holdsEffects = true
    interface.type("Gddu")
    #expect(interface.screen.contains("Ignored d and the keys after it. The list was still loading."))
    interface.answerHeld()
    #expect(interface.changeRequests == [.trash([1])])
  }

  @Test(arguments: ["jj3.75", "3.", "4d"]) func aRatingOfUnseenBeersIsIgnoredAsAWhole(_ keys: String) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type("frating>=3")
    interface.press(Key(.enter))
    interface.type(keys)
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.screen.contains("and the keys after it. The beers were not on the screen yet."))
  }

  @Test func aDigitForUnseenBeersThatCountsNothingIsRefused() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type("frating>=3")
    interface.press(Key(.enter))
    interface.type("3")
    interface.press(Key(.enter))
    interface.answerHeld()
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.screen.contains("Nothing was changed. The beers were not on the screen yet."))
  }

  // MARK: - A beer

  /// Types keys in a list whose first beer has three photos.
  private func typing(_ keys: [Key], holding: Bool) -> HeadlessInterface {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = holding
    for key in keys { interface.press(key) }
    interface.answerHeld()
    return interface
  }

  @Test(arguments: ["E", "M", "G", "S", "a", "pl"]) func keysWaitUntilTheBeerHasBeenRead(_ keys: String) {
    let keys = [Key(.enter)] + keys.map { Key.character($0) }
    let ahead = typing(keys, holding: true)
    let usual = typing(keys, holding: false)
    #expect(ahead.screen == usual.screen && ahead.state.prompt == usual.state.prompt)
    #expect(
      ahead.effects.contains { if case .editNotes = $0 { true } else { false } }
        == usual.effects.contains { if case .editNotes = $0 { true } else { false } })
  }

  @Test func keysAfterTheOneThatOpensTheEditorWaitForItsNotes() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.diary.storesChanges = true
    let beer = interface.diary.beers[0].beer
    let notes = beer.fields.notes ?? ""
    interface.holdsEffects = true
    interface.press(Key(.enter))
    interface.type("Eq")
    while !interface.effects.contains(.editNotes(notes, beer: beer.id)), !interface.held.isEmpty {
      interface.answerHeldOnce()
    }
    // The event loop handles nothing else before the editor has ended.
    interface.send(.notesEdited("From the editor", from: notes, beer: beer.id, problem: nil))
    interface.answerHeld()
    #expect(interface.diary.beers[0].beer.fields.notes == "From the editor")
    #expect(interface.state.screen == .list)
  }

  @Test(arguments: ["J", "x", "c", "lm"]) func keysWaitUntilThePhotosHaveBeenRead(_ keys: String) {
    let keys = "p".map { Key.character($0) } + keys.map { Key.character($0) }
    let ahead = typing(keys, holding: true)
    let usual = typing(keys, holding: false)
    #expect(ahead.screen == usual.screen && ahead.changeRequests == usual.changeRequests)
    #expect(!ahead.screen.contains("already"))
  }

  @Test func beersThatAreSteppedThroughAreNotWaitedFor() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.press(Key(.enter))
    interface.type("nnN")
    #expect(interface.lines[0].contains("2 of 6"))
    interface.type("q")
    #expect(interface.state.screen == .list)
  }

  // MARK: - Screens that count the diary

  @Test(arguments: ["S", "t", "M", "Y"]) func keysWaitUntilTheDiaryIsCounted(_ screen: String) {
    var beer = SampleBeers.beer(1, name: "A", place: "De Klomp", drunkAt: "2023-05-12")
    var other = SampleBeers.beer(2, name: "B", place: "Delirium", drunkAt: "2024-05-12")
    beer.beer.fields.latitude = 52.09
    beer.beer.fields.longitude = 5.12
    other.beer.fields.latitude = 50.85
    other.beer.fields.longitude = 4.35
    func typing(holding: Bool) -> HeadlessInterface {
      var interface = HeadlessInterface(diary: FakeDiary([beer, other]))
      interface.holdsEffects = holding
      interface.type(screen + "kj")
      interface.press(Key(.enter))
      interface.answerHeld()
      return interface
    }
    let ahead = typing(holding: true)
    #expect(ahead.state.screen == .list)
    #expect(ahead.screen == typing(holding: false).screen)
  }

  @Test(arguments: ["S", "t", "M", "Y"]) func countingTheDiaryCanBeLeftImmediately(_ screen: String) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type(screen + "q")
    #expect(interface.state.screen == .list)
  }

  @Test func yearsThatAreSteppedThroughQuicklyAreNotSkipped() {
    let beers = (2021...2024).map { SampleBeers.beer(Int64($0), name: "\($0)", drunkAt: "\($0)-05-12") }
    var interface = HeadlessInterface(diary: FakeDiary(beers))
    interface.type("Y")
    interface.holdsEffects = true
    interface.press(Key(.left), Key(.left))
    interface.answerHeld()
    #expect(interface.lines[0].contains("2022"))
  }
}
