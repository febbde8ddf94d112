import DiaryModel
import DiaryStore
import SQLiteKit
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// Putting photos in order.
@Suite struct PhotoOrderTests {
  /// The screen of the first sample beer's photos: a JPEG of 3024x4032, one of 1512x2016, a PNG.
  private func photosScreen() -> HeadlessInterface {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("p")
    return interface
  }

  private func order(_ interface: HeadlessInterface) -> [Int64] { interface.diary.beers[0].photos.map(\.id) }

  @Test func aMoveIsShownBeforeTheStoreAnswers() {
    var interface = photosScreen()
    interface.holdsEffects = true

    interface.type("J")

    #expect(interface.statusLine.contains("3024x4032"))
    #expect(interface.cursorLine.contains("▌2"))
    #expect(order(interface) == [11, 12, 13])
    interface.answerHeld()
    #expect(order(interface) == [12, 11, 13])
  }

  @Test func shiftAndArrowsMoveAsWell() {
    var interface = photosScreen()

    interface.press(Key(.down, .shift), Key(.down, .shift), Key(.up, .shift))
    #expect(order(interface) == [12, 11, 13])

    interface.press(Key(.right, .shift), Key(.left, .shift), Key(.left, .shift))
    #expect(order(interface) == [11, 12, 13])
  }

  @Test func theCursorStaysOnTheCarriedPhoto() {
    var interface = photosScreen()

    interface.type("JJ")

    #expect(interface.cursorLine.contains("▌3"))
    #expect(interface.statusLine.contains("3024x4032"))
  }

  @Test func quickMovesEndInTheOrderThatIsSeen() {
    var interface = photosScreen()
    interface.holdsEffects = true

    interface.type("JJjkKkJt")
    // Below the photos, undo is offered as soon as there is something to undo.
    let seen = interface.lines.dropLast(2)
    interface.answerHeld()

    #expect(interface.lines.dropLast(2) == seen)
    #expect(interface.diary.moves.count == 5)
    interface.resize(140, 40)
    interface.press(Key(.escape), Key(.enter))
    let sizes = interface.lines.compactMap { line in
      ["3024x4032", "1512x2016", "800x600"].first { line.contains($0) }
    }
    #expect(
      sizes == interface.diary.beers[0].photos.map { "\($0.metadata.width ?? 0)x\($0.metadata.height ?? 0)" })
  }

  @Test func theFirstPhotoIsTheThumbnailOfTheListImmediately() {
    var interface = photosScreen()
    interface.holdsEffects = true

    interface.type("Jq")
    interface.resize(180, 24)

    #expect(interface.state.screens[ListScreen.self].itemUnderCursor?.thumbnail?.width == 1512)
  }

  @Test func makingAPhotoTheThumbnailBringsItToTheFront() {
    var interface = photosScreen()

    interface.type("llt")

    #expect(order(interface) == [13, 11, 12])
    #expect(interface.cursorLine.contains("▌1"))
  }

  @Test func aMoveThatFailsIsPutBackWithASentence() {
    var interface = photosScreen()
    interface.diary.failure = .store(.diskFull(path: "/diary.sqlite"))
    interface.holdsEffects = true
    interface.type("JJ")
    let moves = interface.held

    for case .change(let move) in moves {
      interface.send(.changed(move, .failure(.store(.diskFull(path: "/diary.sqlite")))))
    }

    #expect(interface.screen.contains("The photo was not moved: the disk is full."))
    #expect(interface.cursorLine.contains("▌1"))
    #expect(interface.lines[18...20].contains { $0.contains("3024x4032") })
  }

  @Test func aMoveThatFailsLeavesALaterOneAsItIs() throws {
    var interface = photosScreen()
    let failure = ChangeFailure.store(.diskFull(path: "/diary.sqlite"))
    func shown() -> [Int64]? { interface.state.currentBeer?.detail?.photos.map(\.id) }
    interface.holdsEffects = true
    interface.type("JGt")
    #expect(shown() == [13, 12, 11])
    let moves = interface.changeRequests
    try #require(moves.count == 2)

    interface.send(.changed(moves[0], .failure(failure)))
    #expect(shown() == [13, 11, 12])
    interface.send(.changed(moves[1], .failure(failure)))
    #expect(shown() == [11, 12, 13])
  }

  @Test func unsavedMovesAreAppliedInTheOrderOfTheirRequests() throws {
    let first = PhotoMove(beerID: 1, photoID: 11, index: 2)
    let second = PhotoMove(beerID: 1, photoID: 13, index: 0)
    var beer = try readBeer()
    func shown() -> [Int64]? { beer.detail?.photos.map(\.id) }
    beer.show(first)
    beer.show(second)
    #expect(shown() == [13, 12, 11])

    beer.end(first, isSaved: false)
    #expect(shown() == [13, 11, 12])
    beer.end(first, isSaved: false)
    #expect(shown() == [13, 11, 12])
    // The second move is not saved yet.
    #expect(beer.request { 2 } == nil)
  }

  @Test func aMoveOfARemovedPhotoLeavesTheOthersAsTheyAre() throws {
    var beer = try readBeer()
    let before = beer.detail
    beer.show(PhotoMove(beerID: 1, photoID: 99, index: 0))
    #expect(beer.detail == before)
  }

  @Test func photosDoNotMoveBeyondTheEdges() {
    var interface = photosScreen()

    interface.type("K")
    #expect(interface.screen.contains("This is already the first photo."))
    interface.type("GJ")
    #expect(interface.screen.contains("This is already the last photo."))

    #expect(interface.diary.moves.isEmpty)
  }

  /// Returns the first sample beer as the current one, after it was read.
  private func readBeer() throws -> CurrentBeer {
    var beer = CurrentBeer(position: 0, id: 1)
    let request = try #require(beer.request { 1 })
    beer.apply(request, .success(SampleBeers.all[0]))
    return beer
  }

  /// The photo of the first sample beer in the list.
  private func thumbnail(_ interface: HeadlessInterface) -> Int64? {
    interface.state.screens[ListScreen.self].itemUnderCursor?.thumbnailID
  }

  private func reads(in effects: some Sequence<Effect>) -> [BeerRequest] {
    effects.compactMap { if case .loadBeer(let request) = $0 { request } else { nil } }
  }

  @Test func aBeerReadDuringAMoveDoesNotBringTheOldOrderBack() throws {
    var interface = photosScreen()
    let before = interface.diary.beers[0]
    interface.holdsEffects = true
    interface.press(Key(.function(5)))
    let request = try #require(reads(in: interface.held).first)
    interface.type("J")

    interface.send(.beer(request, .success(before)))

    #expect(interface.cursorLine.contains("▌2"))
    interface.answerHeld()
    #expect(interface.cursorLine.contains("▌2"))
    #expect(interface.statusLine.contains("3024x4032"))
  }

  @Test func aMoveThatIsSavedNeedsNoReading() {
    var interface = photosScreen()
    let count = interface.effects.count

    interface.type("JJ")

    #expect(order(interface) == [12, 13, 11])
    #expect(reads(in: interface.effects[count...]).isEmpty)
    interface.press(Key(.home))
    #expect(interface.statusLine.contains("1512x2016"))
  }

  @Test func anotherProgramsOrderIsReadOnceAfterTheLastMove() {
    var interface = photosScreen()
    interface.holdsEffects = true
    interface.type("JJ")
    interface.diary.beers[0].photos.swapAt(1, 2)
    interface.send(.storeChanged)
    let count = interface.effects.count
    #expect(reads(in: interface.held).isEmpty)

    interface.answerHeld()

    #expect(order(interface) == [13, 12, 11])
    #expect(reads(in: interface.effects[count...]).count == 1)
    #expect(interface.cursorLine.contains("▌3"))
    interface.press(Key(.home))
    #expect(interface.statusLine.contains("800x600"))
  }

  @Test(arguments: ["", "lJ"]) func aBeerOpenedDuringAMoveIsReadAgainAfterIt(_ keys: String) throws {
    var interface = photosScreen()
    let before = interface.diary.beers[0]
    interface.holdsEffects = true
    interface.type("Jqp")
    let request = try #require(reads(in: interface.held).first)
    interface.send(.beer(request, .success(before)))
    interface.type(keys)
    let count = interface.effects.count

    interface.answerHeld()

    #expect(reads(in: interface.effects[count...]).count == 1)
    interface.press(Key(.end))
    let last = try #require(interface.diary.beers[0].photos.last?.metadata.width)
    #expect(order(interface) == (keys.isEmpty ? [12, 11, 13] : [11, 13, 12]))
    #expect(interface.statusLine.contains("\(last)x"))
  }

  @Test func theListShowsTheOldThumbnailAgainAfterAMoveThatFails() {
    var interface = photosScreen()
    interface.holdsEffects = true
    interface.type("J")
    #expect(thumbnail(interface) == 12)

    for case .change(let move) in interface.held {
      interface.send(.changed(move, .failure(.store(.diskFull(path: "/diary.sqlite")))))
    }

    #expect(thumbnail(interface) == 11)
  }

  /// The photos after `J`, which has no answer, and items of the list that were read before it.
  private func moveWhileTheListIsRead() throws -> (interface: HeadlessInterface, items: Message) {
    var interface = photosScreen()
    interface.holdsEffects = true
    let progress = BackgroundProgress(work: .readingPhotoMetadata, remaining: 10)
    interface.send(.workedInBackground(.success(progress)))
    // The list is read again after the last details.
    interface.send(.workedInBackground(.success(nil)))
    let items = try #require(
      interface.held.first { if case .loadListItems = $0 { true } else { false } })
    let answer = interface.diary.answer(items)
    let older = try #require(answer)
    interface.type("J")
    return (interface, older)
  }

  @Test func itemsThatWereReadBeforeAMoveAreReadAgain() throws {
    var (interface, older) = try moveWhileTheListIsRead()

    for case .change(let move) in interface.held { interface.send(.changed(move, .success(ChangeOutcome()))) }
    interface.send(older)

    #expect(thumbnail(interface) == 12)
  }

  @Test func itemsReadDuringAMoveDoNotBringTheOldThumbnailBack() throws {
    var (interface, older) = try moveWhileTheListIsRead()

    interface.send(older)
    #expect(thumbnail(interface) == 12)
    for case .change(let move) in interface.held { interface.send(.changed(move, .success(ChangeOutcome()))) }
    #expect(thumbnail(interface) == 12)
  }

  @Test func theListKeepsTheNewThumbnailUntilTheMoveIsSaved() throws {
    var (interface, older) = try moveWhileTheListIsRead()
    interface.type("q")

    interface.send(older)
    #expect(thumbnail(interface) == 12)
    for case .change(let move) in interface.held { interface.send(.changed(move, .success(ChangeOutcome()))) }
    #expect(thumbnail(interface) == 12)
  }

  @Test func aMoveAfterARemovalWaitsForItsResult() {
    var interface = photosScreen()
    interface.holdsEffects = true

    interface.type("xJ")
    #expect(interface.changeRequests == [.removePhoto(11)])

    interface.answerHeld()
    #expect(interface.changeRequests.count == 2)
  }

  @Test func everyMoveIsRecordedOnceItIsSaved() {
    var interface = photosScreen()

    interface.type("JJ")

    #expect(interface.effects.filter { $0 == .record(.photoMoved) }.count == 2)
  }

  /// A move that the store has not answered for so many ticks.
  private func unansweredMove(ticks: Int) -> HeadlessInterface {
    var interface = photosScreen()
    interface.holdsEffects = true
    interface.type("J")
    interface.tick(ticks)
    return interface
  }

  @Test func aSlowMoveIsShownAfterAWhile() {
    var interface = unansweredMove(ticks: 2)
    #expect(interface.state.needsTick)
    #expect(!interface.screen.contains("Waiting for another program"))

    interface.tick(8)
    #expect(interface.screen.contains("Waiting for another program"))

    interface.answerHeld()
    #expect(!interface.screen.contains("Waiting for another program"))
    #expect(!interface.state.needsTick)
  }

  @Test func aMoveAfterASlowChangeWaitsForThatAndNotForAnotherProgram() throws {
    var interface = photosScreen()
    interface.holdsEffects = true
    interface.type("x")
    interface.tick(8)
    interface.type("J")
    try #require(interface.changeRequests.count == 2)

    interface.tick(8)
    #expect(interface.screen.contains("saving…") && !interface.screen.contains("Waiting for another program"))

    interface.send(.changed(.removePhoto(11), .success(ChangeOutcome())))
    // Clears the sentence about the first change.
    interface.type("l")
    interface.tick(8)
    #expect(interface.screen.contains("Waiting for another program"))
  }

  @Test func quittingDuringAMoveIsReportedAndEndsWithTheAnswer() {
    var interface = unansweredMove(ticks: 10)

    interface.type("qq")
    #expect(interface.ending == nil)
    #expect(interface.screen.contains("Waiting for another program, then quitting"))

    interface.answerHeld()
    #expect(interface.ending == .finished)
    #expect(order(interface) == [12, 11, 13])
  }

  @Test func quittingWhileAChangeIsSavedWaitsForIt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.type("dqq")
    #expect(interface.ending == nil)
    #expect(interface.screen.contains("Saving, then quitting"))
    for case .change(let request) in interface.held {
      interface.send(.changed(request, .success(ChangeOutcome([.trashed([1])], beer: 1))))
    }
    #expect(interface.ending == .finished)
  }

  @Test func aMoveThatFailsWhileQuittingIsTheReasonOfTheEnding() {
    var interface = unansweredMove(ticks: 10)
    interface.diary.failure = .store(.busy(path: "/diary.sqlite"))

    interface.type("qq")
    interface.answerHeld()

    #expect(interface.ending == .changeFailed(.store(.busy(path: "/diary.sqlite"))))
  }

  @Test func quittingTwiceWaitsNoLonger() {
    var interface = unansweredMove(ticks: 10)
    interface.type("qqq")
    #expect(interface.ending == .finished)
  }
}
