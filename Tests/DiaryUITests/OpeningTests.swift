import CoreDataMigration
import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// From the start of the program to the list.
@Suite struct OpeningTests {
  private let progress = MigrationProgress(
    phase: .readingBeers, step: 1, stepCount: 3, done: 10, total: 100, unit: .beers)

  @Test func aDiaryThatOpensImmediatelyShowsNothingBefore() {
    let interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    #expect(interface.screen.allSatisfy { $0 == "\n" })
  }

  @Test func aSlowOpeningSaysWhatIsGoingOn() {
    var interface = HeadlessInterface(opens: false)
    #expect(interface.state.needsTick)
    interface.send(.tick)
    #expect(interface.screen.contains("Opening your diary"))
  }

  @Test func aSlowOpeningSaysHowToStopItAndThatItStops() {
    var interface = HeadlessInterface(opens: false)
    interface.send(.tick)
    #expect(interface.screen.contains("Press q or Esc to stop."))
    interface.type("q")
    #expect(interface.screen.contains("Stopping…") && !interface.screen.contains("Press q"))
  }

  /// Its beers are counted, and those in the trash, after the list was read.
  @Test func theKeysOfAnEmptyDiaryWorkAsSoonAsTheyAreShown() {
    var interface = HeadlessInterface(diary: FakeDiary([]), opens: false)
    interface.send(.opened(.success(nil)))
    for effect in interface.held.filter({ if case .loadListItems = $0 { true } else { false } }) {
      if let message = interface.diary.answer(effect) { interface.send(message) }
    }
    #expect(!interface.screen.contains("Import check-ins"))

    interface.answerHeld()
    #expect(interface.screen.contains("I   Import check-ins"))
    interface.type("d")
    #expect(interface.effects.last == .runCommand(.showSample))
  }

  @Test func aNoticeAboutTheDiaryDoesNotLookLikeAProblem() throws {
    let interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), startupNotice: "This is the sample diary.")
    let row = try #require(interface.lines.firstIndex { $0.contains("This is the sample diary.") })
    let style = try #require(interface.state.draw()[Point(column: 2, row: row)]?.style)
    let theme = interface.state.configuration.appearance.theme
    #expect(style.foreground == theme.accent.foreground && style.foreground != theme.problem.foreground)
  }

  @Test(arguments: [(20, 5, 1), (40, 7, 1), (20, 12, 4)])
  func theFirstMessageHidesNoMoreThanOneRowOfALowScreen(_ width: Int, _ height: Int, _ rows: Int) {
    let size = Size(width: width, height: height)
    let notice = "This is the sample diary. What you change is gone when you quit."
    let plain = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all)).lines
    let told = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all), startupNotice: notice)
    #expect(
      told.lines.dropLast(rows + (height >= 12 ? 1 : 0)) == plain.dropLast(rows + (height >= 12 ? 1 : 0)))
    #expect(told.screen.contains("This is the"))
    #expect(told.state.messages.current?.text == notice)
  }

  @Test func theSpinnerTurnsWithEveryTick() {
    var interface = HeadlessInterface(opens: false)
    interface.send(.migrating(progress))
    let before = interface.screen
    interface.send(.tick)
    #expect(interface.screen != before)
  }

  /// A report some seconds after the beginning.
  private func report(
    _ phase: MigrationProgress.Phase, done: Int, of total: Int, after seconds: Double
  ) -> MigrationProgress {
    var report = MigrationProgress(
      phase: phase, step: 1, stepCount: 5, done: done, total: total, unit: .photos)
    report.seconds = seconds
    return report
  }

  @Test func aMigrationShowsWhatIsDoneHowLongItTookAndWhatRemains() throws {
    var interface = HeadlessInterface(opens: false)
    interface.send(.migrating(report(.readingBeers, done: 0, of: 1000, after: 0.25)))
    interface.send(.migrating(report(.orderingPhotos, done: 600, of: 1180, after: 1.5)))
    let lines = interface.lines
    let reading = try #require(lines.first { $0.contains("Reading 1,000 beers") })
    #expect(reading.contains("✓") && reading.hasSuffix("1.25 s"))
    let ordering = try #require(lines.first { $0.contains("Keeping the order of your photos") })
    #expect(!ordering.contains("✓") && ordering.hasSuffix("  600 of 1,180"))
    for rest in ["Checking the new diary", "Finishing the new diary", "Saving"] {
      let line = try #require(lines.first { $0.contains(rest) })
      #expect(!line.contains("✓") && !line.contains(" s"))
    }
    #expect(lines.contains { $0.hasSuffix("Nothing changes until the last step.") })
    #expect(lines.contains { $0.hasSuffix("Press q or Esc to stop: the diary is left exactly as it was.") })
  }

  @Test func howManyBeersThereAreIsSaidOnce() throws {
    var interface = HeadlessInterface(opens: false)
    interface.send(.migrating(report(.readingBeers, done: 59_968, of: 60_000, after: 1)))
    let reading = try #require(interface.lines.first { $0.contains("Reading your beers") })
    #expect(reading.hasSuffix("59,968 of 60,000"))
    #expect(interface.screen.ranges(of: "60,000").count == 1)
  }

  @Test func checksAreCountedInRows() {
    var interface = HeadlessInterface(opens: false)
    var report = report(.verifying, done: 2048, of: 9000, after: 1)
    report.unit = .rows
    interface.send(.migrating(report))
    #expect(interface.screen.contains("2,048 of 9,000 rows"))
  }

  @Test func aMigrationHasTheColorsOfTheTheme() throws {
    var interface = HeadlessInterface(Size(width: 120, height: 24), opens: false)
    interface.send(.migrating(report(.readingBeers, done: 0, of: 1000, after: 0.25)))
    interface.send(.migrating(report(.orderingPhotos, done: 600, of: 1180, after: 1.5)))
    let theme = interface.state.configuration.appearance.theme
    #expect(theme.name != theme.secondary)
    func style(_ text: String) throws -> Style? {
      let canvas = interface.state.draw()
      let row = try #require(interface.lines.firstIndex { $0.contains(text) })
      let line = interface.lines[row]
      let start = try #require(line.firstRange(of: text)).lowerBound
      return canvas[Point(column: line.distance(from: line.startIndex, to: start), row: row)]?.style
    }
    #expect(try style("Migrating your diary") == theme.title)
    #expect(try style("✓") == theme.accent)
    #expect(try style("Keeping the order") == theme.name)
    #expect(try style("Saving") == theme.secondary)
    #expect(try style("q or Esc") == theme.key)
  }

  @Test func theBarIsNotFullBeforeTheDiaryIsSaved() {
    var interface = HeadlessInterface(opens: false)
    interface.send(.migrating(report(.readingBeers, done: 500, of: 1000, after: 1)))
    #expect(interface.screen.contains(" 12%"))
    interface.send(.migrating(report(.verifying, done: 15, of: 15, after: 2)))
    #expect(interface.screen.contains(" 72%"))
    interface.send(.migrating(report(.saving, done: 0, of: 0, after: 3)))
    #expect(interface.screen.contains(" 85%") && interface.screen.contains("░"))
    #expect(interface.screen.contains("This can no longer be stopped."))
    #expect(!interface.screen.contains("Nothing changes until the last step"))
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func theLinesStayInTheirPlaceWhenItIsTooLateToStop(_ width: Int, _ height: Int) throws {
    var interface = HeadlessInterface(Size(width: width, height: height), opens: false)
    func place(of text: String) throws -> [Int] {
      let row = try #require(interface.lines.firstIndex { $0.contains(text) })
      let line = interface.lines[row]
      let start = try #require(line.firstRange(of: text)).lowerBound
      return [row, line.distance(from: line.startIndex, to: start)]
    }
    interface.send(.migrating(report(.finishing, done: 0, of: 10, after: 3)))
    #expect(interface.screen.contains("q or Esc"))
    let heading = try place(of: "Migrating")
    interface.send(.migrating(report(.saving, done: 0, of: 0, after: 4)))
    #expect(interface.screen.contains("no longer be stopped"))
    #expect(try place(of: "Migrating") == heading)
  }

  @Test func aLowScreenShowsOnlyTheCurrentStep() {
    var interface = HeadlessInterface(Size(width: 40, height: 10), opens: false)
    interface.send(.migrating(report(.orderingPhotos, done: 600, of: 1180, after: 1)))
    #expect(interface.screen.contains("Keeping the order of your photos"))
    #expect(interface.screen.contains("600 of 1,180") && !interface.screen.contains("Saving"))
  }

  @Test func theProcessThatIsWaitedForIsNamed() {
    var interface = HeadlessInterface(opens: false)
    var waiting = progress
    waiting.waitingFor = LockHolder(process: 4711)
    interface.send(.migrating(waiting))
    #expect(interface.screen.contains("Waiting for process 4711"))
    #expect(!interface.screen.contains("step 1"))
    interface.send(.migrating(progress))
    #expect(!interface.screen.contains("Waiting"))
  }

  @Test func theListFollowsAMigrationWithoutARestart() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.send(.migrating(progress))
    interface.answerHeld()
    #expect(interface.cursorLine.contains("Trappistes"))
    #expect(!interface.state.needsTick)
  }

  @Test func theMigrationStaysOnTheScreenUntilThereAreBeersToShow() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.send(.migrating(progress))
    interface.send(.opened(.success(nil)))
    #expect(interface.screen.contains("Reading your beers"))

    for case .loadListItems(let request) in interface.held {
      interface.send(.listItems(request, .success(SampleBeers.all.map(BeerListItem.init))))
    }
    #expect(interface.cursorLine.contains("Trappistes"))
  }

  @Test func theResultOfAMigrationIsShownOnce() {
    var diary = FakeDiary(SampleBeers.all)
    diary.migration = MigrationReport(
      fromVersion: 1, toVersion: 3, beerCount: 6, photoCount: 1, seconds: 1, warnings: [])
    var interface = HeadlessInterface(diary: diary)
    #expect(interface.screen.contains("Migrated 6 beers and 1 photo."))
    interface.type("j")
    #expect(!interface.screen.contains("Migrated"))
  }

  @Test(arguments: [Key.character("q"), Key(.escape), Key.control("c")])
  func stoppingAMigrationWaitsForItsRollback(_ key: Key) {
    var interface = HeadlessInterface(opens: false)
    interface.send(.migrating(progress))

    interface.press(key, key)
    #expect(interface.effects.filter { $0 == .cancelOpening }.count == 1)
    #expect(interface.screen.contains("Rolling back"))
    #expect(interface.ending == nil)

    interface.send(.opened(.failure(.store(.cancelled))))
    #expect(interface.ending == .openingFailed(.store(.cancelled)))
  }

  @Test func aDiaryThatCannotBeOpenedEndsTheInterfaceWithTheReason() {
    var diary = FakeDiary()
    diary.failure = .newer(path: "/diary.sqlite", version: 9)
    let interface = HeadlessInterface(diary: diary)
    #expect(interface.ending == .openingFailed(.newer(path: "/diary.sqlite", version: 9)))
  }

  @Test func photosAreDescribedInSlicesUntilNoneRemain() {
    var diary = FakeDiary(SampleBeers.all)
    diary.undescribedSlices = 5
    var interface = HeadlessInterface(diary: diary, opens: false)
    interface.answerHeld()
    #expect(interface.effects.filter { $0 == .doBackgroundWork }.count == 6)
    #expect(interface.diary.requestedRanges.count == 2)
    #expect(!interface.state.needsTick)
  }

  @Test func listsAreReadAgainWhenBeersHaveBeenGrouped() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.send(
      .workedInBackground(.success(BackgroundProgress(work: .labelingBeers, remaining: 100))))
    #expect(!interface.held.contains(.invalidateListCache))
    interface.send(.workedInBackground(.success(nil)))
    #expect(interface.held.contains(.invalidateListCache))
  }

  @Test func theStatusLineShowsThatPhotosAreBeingDescribed() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.holdsEffects = true
    interface.send(
      .workedInBackground(.success(BackgroundProgress(work: .readingPhotoMetadata, remaining: 100))))
    interface.send(
      .workedInBackground(.success(BackgroundProgress(work: .readingPhotoMetadata, remaining: 57))))
    #expect(interface.screen.contains("reading photo details 43%"))
    #expect(interface.state.needsTick)
    interface.send(.workedInBackground(.success(BackgroundProgress(work: .indexingSearch, remaining: 9))))
    #expect(interface.screen.contains("indexing for search 0%"))
    interface.send(.workedInBackground(.success(nil)))
    #expect(!interface.state.needsTick)
    #expect(!interface.screen.contains("indexing for search"))
    #expect(!interface.screen.contains("photo details"))
  }

  /// A list that is longer than the screen, with its first rows read and not counted yet.
  private func uncounted() -> HeadlessInterface {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(500)), opens: false)
    interface.answerHeldOnce()
    interface.answerHeldOnce()
    return interface
  }

  @Test func theListIsShownWithItsFirstRows() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(500)), opens: false)
    interface.answerHeldOnce()
    #expect(interface.screen.allSatisfy { $0 == "\n" })
    interface.answerHeldOnce()
    #expect(interface.cursorLine.contains("Beer") && interface.lines[23].contains("q quit"))
  }

  @Test func keysForRowsThatAreShownWaitForTheCount() {
    var interface = uncounted()
    interface.type("jd")
    #expect(!interface.effects.contains { if case .change = $0 { true } else { false } })
    interface.answerHeld()
    #expect(interface.effects.contains { if case .change = $0 { true } else { false } })
  }

  /// After other keys, leaving is meant for the screen that those lead to.
  @Test func leavingIsAKeyLikeOthersOnceRowsAreShown() {
    var interface = uncounted()
    interface.press(.character("j"), Key(.enter), .character("q"))
    #expect(!interface.effects.contains(.cancelOpening))
    interface.answerHeld()
    #expect(interface.ending == nil && interface.lines[0].contains("Beer Diary"))
  }

  @Test func anInterruptWaitsForNothing() {
    var interface = HeadlessInterface(opens: false)
    interface.press(.character("j"), .control("c"))
    #expect(interface.effects.contains(.cancelOpening))
    interface.send(.opened(.success(nil)))
    #expect(interface.ending == .finished)
  }

  @Test func anUnreadableListIsReported() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.send(.opened(.success(nil)))
    for case .loadListItems(let request) in interface.held {
      interface.send(.listItems(request, .failure(.diskFull(path: "/x"))))
    }
    #expect(interface.screen.contains("The list cannot be read"))
  }

  @Test func keysPressedBeforeThereIsAListAreUsedOnIt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.type("jj")
    interface.send(.tick)
    interface.type("k")

    interface.answerHeld()

    #expect(interface.cursorLine.contains("Pliny"))
    interface.type("j")
    #expect(interface.cursorLine.contains("一番搾り"))
  }

  @Test func aKeyPressedEarlyMayOpenABeer() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.press(.character("j"), Key(.enter))
    interface.answerHeld()
    #expect(interface.lines[0].contains("Pliny"))
    #expect(interface.screen.contains("Imperial IPA"))
  }

  @Test func leavingWhileTheDiaryOpensIsNotForgotten() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.type("jq")
    interface.answerHeld()
    #expect(interface.ending == .finished)
  }

  @Test(arguments: ["W", "l", "p"]) func warningsAreAnnouncedUntilTheListWasLeft(_ key: String) {
    var diary = FakeDiary(SampleBeers.all)
    diary.migration = MigrationReport(
      fromVersion: 1, toVersion: 3, beerCount: 6, photoCount: 1, seconds: 1, warnings: ["One is odd."])
    var interface = HeadlessInterface(diary: diary)

    interface.type("jjkk")
    #expect(interface.screen.contains("1 warning: press W"))

    interface.type(key + "q")
    #expect(!interface.screen.contains("1 warning: press W"))
  }
}
