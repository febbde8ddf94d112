import DiaryModel
import DiaryText
import Foundation
import Settings
import Terminal
import Testing

@testable import DiaryStore
@testable import DiaryUI

/// The state of the synchronization in the header, and when the diary is synchronized.
@Suite struct SyncTests {
  private typealias Samples = SampleConflicts

  private static let offline = Problem(sentence: "The folder is not there.")

  /// 1,800 beers, of which 600 are repeats.
  private static let repeated =
    SampleBeers.many(1200, photos: true)
    + (1...600).map { SampleBeers.beer(5000 + $0, name: "Beer \($0)", brewery: "Brewery \($0 % 7)") }

  // MARK: - Header

  @Test(arguments: [
    (Samples.status(), "⇅ 3 min ago"), (Samples.status(minutesAgo: 0.5), "⇅ now"),
    (Samples.status(minutesAgo: -9), "⇅ now"), (Samples.status(minutesAgo: 59.9), "⇅ 59 min ago"),
    (Samples.status(minutesAgo: 60), "⇅ 1 h ago"), (Samples.status(minutesAgo: 60 * 24), "⇅ 1 day ago"),
    (Samples.status(minutesAgo: 60 * 24 * 1000), "⇅ 1,000 days ago"),
    (Samples.status(minutesAgo: nil), "⇅ not yet"), (Samples.status(unsent: 2), "⇅ 2 to send"),
    (Samples.status(unsent: 2, conflicts: 1), "! 1 conflict · 2 to send"),
    (Samples.status(unsent: 2, conflicts: 1, failure: "No."), "! sync failed · 1 conflict · 2 to send"),
  ])
  func theHeaderSaysWhatMattersMost(_ status: SyncStatus, _ text: String) {
    let interface = HeadlessInterface.synchronized(Size(width: 140, height: 24), status)
    #expect(interface.lines[0].contains(" \(text)   by date, newest first"))
  }

  @Test(arguments: [
    (40, "! sync failed"), (100, "! sync failed · 1 conflict"),
    (120, "! sync failed · 1 conflict · 2 to send"),
  ])
  func whatComesAfterAProblemIsShownIfThereIsRoom(_ width: Int, _ text: String) throws {
    let interface = HeadlessInterface.synchronized(
      Size(width: width, height: 24), Samples.status(unsent: 2, conflicts: 1, failure: "No."))
    #expect(interface.lines[0].contains(" \(text)"))
    #expect(interface.lines[0].contains("2 to send") == (width == 120))
  }

  /// A screen reader does not read the header.
  @Test func newConflictsAreAMessageInWords() {
    var words = Appearance()
    words.pictureMethod = .words
    let size = Size(width: 80, height: 24)
    var interface = HeadlessInterface.synchronized(size, Samples.status(conflicts: 2), appearance: words)
    #expect(interface.cursorLine.hasPrefix(" Your devices have 2 conflicts.  !: choose"))
    interface.type("j")
    interface.send(.syncStarted)
    interface.send(.synced(SyncOutcome(isAsked: false), .success(Samples.status(conflicts: 2))))
    #expect(!interface.cursorLine.contains("conflict"))
    interface.send(.synced(SyncOutcome(isAsked: false), .success(Samples.status(conflicts: 3))))
    #expect(interface.cursorLine.hasPrefix(" Your devices have 3 conflicts."))
    let drawn = HeadlessInterface.synchronized(size, Samples.status(conflicts: 2))
    #expect(!drawn.screen.contains("Your devices"))
  }

  @Test func aDiaryThatIsNotSynchronizedHasNoStateInTheHeader() {
    let interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    #expect(!interface.lines[0].contains("⇅") && !interface.state.showsTime)
    #expect(interface.syncRequests.isEmpty)
  }

  @Test(arguments: [20, 32, 40, 60, 80, 100, 140]) func nothingInTheHeaderMovesWithTheState(_ width: Int) {
    let states = [
      Samples.status(), Samples.status(unsent: 1200), Samples.status(conflicts: 12),
      Samples.status(failure: "No."),
    ]
    let headers = states.map { status in
      let interface = HeadlessInterface.synchronized(
        Size(width: width, height: 12), status, beers: Self.repeated)
      let line = SyncStateText.line(interface.state.sync, Appearance(), room: SyncStateText.maxColumns)
      let state = line?.spans.map(\.text).joined() ?? "?"
      return interface.lines[0].replacing(state, with: String(repeating: " ", count: state.columns))
        .replacing(#/\s+$/#, with: "")
    }
    #expect(Set(headers).count == 1, "\(headers)")
  }

  @Test func theStateIsNextToTheOrderAt80Columns() {
    let interface = HeadlessInterface.synchronized(beers: SampleBeers.many(1200, photos: true))
    #expect(interface.lines[0].hasSuffix("⇅ 3 min ago   by date, newest first"))
    #expect(interface.lines[0].columns == 79)
  }

  @Test func theStateIsInPlaceOfTheOrderNextToALongTitle() {
    let interface = HeadlessInterface.synchronized(beers: Self.repeated)
    #expect(interface.lines[0].contains("Beer Diary   1,800 beers, 1,200 different "))
    #expect(interface.lines[0].hasSuffix("  ⇅ 3 min ago") && !interface.lines[0].contains("by date"))
  }

  @Test func theStateIsInPlaceOfTheOrderAt40Columns() {
    let interface = HeadlessInterface.synchronized(Size(width: 40, height: 12))
    #expect(interface.lines[0].hasSuffix(" ⇅ 3 min ago") && !interface.lines[0].contains("by date"))
  }

  @Test func theSmallestScreenKeepsItsKeys() {
    let interface = HeadlessInterface.synchronized(Size(width: 20, height: 5))
    #expect(interface.lines[0].hasSuffix("? q") && !interface.lines[0].contains("⇅"))
  }

  @Test func theStateIsReadableInASCII() {
    let interface = HeadlessInterface.synchronized(
      Size(width: 100, height: 24), Samples.status(unsent: 2), appearance: Appearance(glyphs: .ascii))
    #expect(interface.lines[0].contains("<> 2 to send"))
  }

  @Test func conflictsHaveTheColorOfProblems() throws {
    let interface = HeadlessInterface.synchronized(
      Size(width: 100, height: 24), Samples.status(conflicts: 1))
    let line = try #require(SyncStateText.line(interface.state.sync, Appearance(), room: 15))
    #expect(line.spans.map(\.style) == [Theme().problem])
    let calmState = HeadlessInterface.synchronized().state.sync
    let calm = try #require(SyncStateText.line(calmState, Appearance(), room: 15))
    #expect(calm.spans.map(\.style) == [Theme().secondary])
  }

  @Test func theAgeIsThatOfTheLastEventAndNeedsNoTicks() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24))
    #expect(interface.state.showsTime && !interface.state.needsTick)
    interface.send(.time(Samples.now.addingTimeInterval(120)))
    #expect(interface.lines[0].contains("⇅ 5 min ago"))
  }

  // MARK: - Synchronizing

  @Test func aSynchronizedDiaryIsSynchronizedFromTheStart() {
    #expect(HeadlessInterface.synchronized().syncRequests == [.regularly])
  }

  @Test func theSettingTurnsThatOff() {
    var preferences = Preferences()
    preferences.synchronizesAutomatically = false
    var interface = HeadlessInterface.synchronized(preferences: preferences)
    interface.diary.storesChanges = true
    interface.type("d")
    #expect(interface.changeRequests.count == 1 && interface.syncRequests.isEmpty)
    interface.type("U")
    #expect(interface.syncRequests == [.asked])
  }

  @Test func aReadOnlyDiaryIsNotSynchronized() {
    var interface = HeadlessInterface.synchronized(isReadOnly: true)
    interface.type("U")
    #expect(interface.syncRequests.isEmpty && interface.statusLine.contains("read-only"))
  }

  @Test func changesAreSentAfterwards() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24))
    interface.diary.storesChanges = true
    interface.diary.syncStatus?.unsentCount = 1
    interface.type("d")
    #expect(interface.syncRequests == [.regularly, .afterChange])
    #expect(interface.lines[0].contains("⇅ 1 to send"))
    interface.type("u")
    #expect(interface.syncRequests.count == 3)
  }

  @Test func adoptedBeersAreSentAfterwards() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24))
    interface.diary.syncStatus?.unsentCount = 2
    let adoption = LoggedChange.adoption([.adopted([1, 2])])
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: 0, change: .success(nil)))
    #expect(interface.syncRequests == [.regularly])
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: 0, change: .success(adoption)))
    #expect(interface.syncRequests == [.regularly, .afterChange])
    #expect(interface.lines[0].contains("⇅ 2 to send"))
  }

  @Test func changesOfAnotherProcessAreSentAfterwards() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24))
    interface.diary.syncStatus?.unsentCount = 1
    interface.send(.storeChanged)
    #expect(interface.syncRequests == [.regularly, .afterChange])
    #expect(interface.lines[0].contains("⇅ 1 to send"))

    // A synchronization, also one that fails, and one of another screen.
    interface.send(.syncStarted)
    interface.send(.storeChanged)
    interface.send(
      .synced(SyncOutcome(isAsked: false, problem: Self.offline), .success(Samples.status(unsent: 1))))
    interface.send(.storeChanged)
    interface.diary.syncStatus?.unsentCount = 0
    interface.send(.storeChanged)
    #expect(interface.syncRequests == [.regularly, .afterChange])

    interface.diary.syncStatus?.unsentCount = 1
    interface.send(.storeChanged)
    #expect(interface.syncRequests.count == 3)
  }

  @Test func changesOfAnotherProcessDuringASyncAreSentAfterwards() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24), Samples.status(unsent: 2))
    // Each sends as many changes as are made during it.
    for count in 2...4 {
      interface.send(.syncStarted)
      interface.send(.storeChanged)
      interface.send(
        .synced(SyncOutcome(isAsked: false, unsendableCount: 0), .success(Samples.status(unsent: 2))))
      #expect(interface.syncRequests.count == count)
    }
    interface.send(.syncStarted)
    interface.send(.synced(SyncOutcome(isAsked: false, unsendableCount: 0), .success(Samples.status())))
    #expect(
      interface.syncRequests == [.regularly, .afterChange, .afterChange, .afterChange])
  }

  @Test func changesThatAreTooLargeDoNotLeadToFurtherSynchronizations() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24), Samples.status(unsent: 3))
    for _ in 0..<3 {
      interface.send(.syncStarted)
      interface.send(.storeChanged)
      interface.send(
        .synced(SyncOutcome(isAsked: false, unsendableCount: 1), .success(Samples.status(unsent: 1))))
    }
    #expect(interface.syncRequests == [.regularly])
    #expect(interface.lines[0].contains("⇅ 1 to send"))
  }

  @Test func changesOfAnotherProcessWaitIfTheSettingSaysSo() {
    var preferences = Preferences()
    preferences.synchronizesAutomatically = false
    var interface = HeadlessInterface.synchronized(preferences: preferences)
    interface.diary.syncStatus?.unsentCount = 1
    interface.send(.storeChanged)
    #expect(interface.syncRequests.isEmpty)
  }

  @Test(arguments: [Message.storeChanged, .key(Key(.function(5)))])
  func aDiaryThatIsSynchronizedLaterBeginsWithTheNextReload(_ message: Message) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.send(.time(Samples.now))
    interface.diary.syncStatus = Samples.status()
    interface.send(message)
    #expect(interface.syncRequests == [.regularly] && interface.lines[0].contains("⇅"))
  }

  @Test func aDiaryThatIsNoLongerSynchronizedStops() {
    var interface = HeadlessInterface.synchronized()
    interface.diary.syncStatus = nil
    interface.send(.storeChanged)
    #expect(interface.syncRequests == [.regularly, .stop])
    #expect(!interface.lines[0].contains("⇅"))
  }

  @Test func theStateIsReadOnceWhenASynchronizationEnds() {
    var interface = HeadlessInterface.synchronized(Size(width: 100, height: 24))
    interface.send(.syncStarted)
    #expect(interface.lines[0].contains("⇅ …"))
    let before = interface.effects.count
    interface.send(.storeChanged)
    #expect(!interface.effects[before...].contains { if case .loadSyncStatus = $0 { true } else { false } })
    interface.send(.synced(SyncOutcome(isAsked: false), .success(Samples.status(minutesAgo: 0))))
    #expect(interface.lines[0].contains("⇅ now"))
  }

  @Test func changesOfASynchronizationMoveNothing() {
    var interface = HeadlessInterface.synchronized(beers: SampleBeers.many(500))
    interface.type(String(repeating: "j", count: 30) + " ")
    let before = interface.cursorLine
    interface.send(.syncStarted)
    interface.diary.beers.insert(SampleBeers.beer(9000, name: "From the phone"), at: 0)
    interface.send(.storeChanged)
    interface.send(.synced(SyncOutcome(isAsked: false), .success(Samples.status())))
    #expect(interface.cursorLine == before)
    #expect(interface.screen.contains("33 of 501") && interface.lines[0].contains("1 marked"))
  }

  // MARK: - Messages

  @Test func theResultIsShownToThoseWhoAsked() {
    var interface = HeadlessInterface.synchronized()
    interface.type("U")
    #expect(interface.statusLine.contains("Synchronizing…"))
    interface.send(
      .synced(SyncOutcome(isAsked: true, summary: "Sent 2, received 3."), .success(Samples.status())))
    #expect(interface.statusLine.contains("Sent 2, received 3."))
  }

  @Test func theResultNamesTheKeyForConflicts() {
    var interface = HeadlessInterface.synchronized()
    interface.send(.synced(SyncOutcome(isAsked: true), .success(Samples.status(conflicts: 2))))
    #expect(interface.statusLine.contains("Synchronized.  !: 2 conflicts"))
  }

  @Test func aFailureIsShownOnce() {
    var interface = HeadlessInterface.synchronized()
    let failed = Message.synced(
      SyncOutcome(isAsked: false, problem: Self.offline),
      .success(Samples.status(failure: Self.offline.sentence)))
    interface.send(failed)
    #expect(interface.statusLine.contains(Self.offline.sentence))
    interface.type("j")
    #expect(!interface.screen.contains(Self.offline.sentence))
    interface.send(failed)
    #expect(!interface.screen.contains(Self.offline.sentence) && interface.lines[0].contains("! sync failed"))

    interface.send(.synced(SyncOutcome(isAsked: false), .success(Samples.status())))
    interface.send(failed)
    #expect(interface.statusLine.contains(Self.offline.sentence))
  }

  @Test func aFailureIsAlwaysShownToThoseWhoAsked() {
    var interface = HeadlessInterface.synchronized()
    for _ in 0..<2 {
      interface.type("U")
      interface.send(.synced(SyncOutcome(isAsked: true, problem: Self.offline), .success(Samples.status())))
      #expect(interface.statusLine.contains(Self.offline.sentence))
    }
  }

  @Test func aFailureDoesNotReplaceAnotherMessage() {
    var interface = HeadlessInterface.synchronized()
    interface.diary.storesChanges = true
    interface.type("d")
    let failed = Message.synced(
      SyncOutcome(isAsked: false, problem: Self.offline), .success(Samples.status()))
    interface.send(failed)
    #expect(interface.statusLine.contains("u: undo"))
    interface.type("j")
    interface.send(failed)
    #expect(interface.statusLine.contains(Self.offline.sentence))
  }

  @Test func aChangeThatEndsAConflictSaysWhatItDiscards() {
    var interface = HeadlessInterface.synchronized(Size(width: 200, height: 24))
    var outcome = ChangeOutcome([.captioned(photo: 11, beer: 1, from: "A", to: "B", updatedAt: "")])
    outcome.subject = "Orval"
    outcome.discarded = [
      Samples.conflict(
        1, "caption", "Caption of photo 1", of: "Orval", [("Glass", "phone"), (nil, "tablet")])
    ]

    interface.send(.changed(.caption(photo: 11, "B"), .success(outcome)))

    #expect(
      interface.statusLine.contains(
        "Changed the caption of a photo of “Orval”.  This ended 1 conflict, discarding the caption of photo 1 "
          + "“Glass” (phone), none (tablet).  u: undo until sent"))
  }

  @Test func aChangeOfSeveralBeersSaysOfWhichItDiscardsAValue() {
    var interface = HeadlessInterface.synchronized(Size(width: 200, height: 24))
    var outcome = ChangeOutcome([
      .fieldSet(
        .init(
          field: .number(.rating),
          groups: [.init(beers: [1, 3], before: .number(5), after: .number(3), updatedAt: "")]))
    ])
    outcome.discarded = [Samples.conflict(1, "rating", "Rating", of: "Orval", [("4", "phone")])]

    let request = ChangeRequest.set(.number(.rating), of: [1, 3], to: .number(3))
    interface.send(.changed(request, .success(outcome)))

    #expect(
      interface.statusLine.contains(
        "  This ended 1 conflict, discarding the rating of “Orval” “4” (phone).  u: undo until sent"))
  }

  @Test func aRedoThatEndsAConflictSaysWhatItDiscards() {
    var interface = HeadlessInterface.synchronized(Size(width: 200, height: 24))
    var outcome = ChangeOutcome([.captioned(photo: 11, beer: 1, from: "A", to: "B", updatedAt: "")])
    outcome.subject = "Orval"
    outcome.discarded = [
      Samples.conflict(1, "caption", "Caption of photo 1", of: "Orval", [("Glass", "phone")])
    ]

    let undone = DiaryChange.captioned(photo: 11, beer: 1, from: "B", to: "A", updatedAt: "")
    interface.send(.changed(.redo([undone]), .success(outcome)))

    #expect(interface.statusLine.contains("Redone: changed the caption of a photo of “Orval”."))
    #expect(
      interface.statusLine.contains(
        "This ended 1 conflict, discarding the caption of photo 1 “Glass” (phone).  u: undo until sent"))
  }

  @Test func anUndoThatEndsAConflictSaysWhatItDiscards() {
    var interface = HeadlessInterface.synchronized(Size(width: 200, height: 24))
    let made = DiaryChange.captioned(photo: 11, beer: 1, from: "A", to: "B", updatedAt: "")
    var outcome = ChangeOutcome([.captioned(photo: 11, beer: 1, from: "B", to: "A", updatedAt: "")])
    outcome.discarded = [
      Samples.conflict(1, "caption", "Caption of photo 1", of: "Orval", [("Glass", "phone")])
    ]

    interface.send(.changed(.undo([made]), .success(outcome)))

    #expect(
      interface.statusLine.contains(
        "  This ended 1 conflict, discarding the caption of photo 1 “Glass” (phone)."))
  }

  @Test func aChangeThatIsTooLargeForTheLogCanBeUndoneOnlyUntilTheEnd() {
    var interface = HeadlessInterface(Size(width: 140, height: 24), diary: FakeDiary(SampleBeers.all))
    var outcome = ChangeOutcome([.trashed([3])])
    outcome.fitsLog = false
    interface.send(.changed(.trash([3]), .success(outcome)))
    #expect(
      interface.statusLine.contains(
        "  This change is too large for the log, so it can be undone only until you quit.  u: undo"))
  }

  @Test func aSentenceHasTheDiscardedValuesOfAFewConflicts() {
    let ratings = ["Orval", "Gueuze", "Kriek", "Saison"].enumerated().map { index, name in
      Samples.conflict(Int64(index), "rating", "Rating", of: name, [("4", "phone")])
    }
    #expect(ChangeText.discarded([]) == nil)
    #expect(
      ChangeText.discarded(Array(ratings.prefix(2)))
        == "This ended 2 conflicts, discarding the rating of “Orval” “4” (phone); the rating of “Gueuze” "
        + "“4” (phone)."
    )
    #expect(ChangeText.discarded(ratings) == "This ended 4 conflicts, discarding their other values.")
  }

  @Test func theQuestionAboutAllConflictsFitsTheirNumber() {
    #expect(
      ChangeText.question(resolving: 1, with: .thisDevice)
        == "Resolve 1 conflict with the value of this device?")
    #expect(
      ChangeText.question(resolving: 2, with: .thisDevice)
        == "Resolve 2 conflicts with the values of this device?")
    #expect(ChangeText.question(resolving: 1, with: .newest) == "Resolve 1 conflict with the newest value?")
  }

  @Test(arguments: [("Label ABV", "label ABV"), ("IBU", "IBU"), ("Caption of photo 2", "caption of photo 2")])
  func aFieldInASentenceKeepsItsAbbreviation(_ field: String, _ inSentence: String) {
    let conflict = Samples.conflict(1, "abv", field, of: "Orval", [("6.2", "phone")])
    #expect(
      ChangeText.discarded([conflict])
        == "This ended 1 conflict, discarding the \(inSentence) “6.2” (phone).")
  }

  @Test func theActionSaysHowToBegin() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("U")
    #expect(interface.screen.contains("This diary is not synchronized."))
    interface.type("!")
    #expect(interface.screen.contains("This diary is not synchronized.") && interface.state.path == [.list])
  }

  @Test func thePaletteHasTheActions() {
    var interface = HeadlessInterface.synchronized()
    interface.type(":synchronize")
    interface.press(Key(.enter))
    #expect(interface.syncRequests == [.regularly, .asked])
    interface.type(":conflicts")
    interface.press(Key(.enter))
    #expect(interface.state.path.last == .conflicts)
  }
}
