import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

/// What observers of a diary learn of changes, its own and others'.
@Suite(.timeLimit(.minutes(60))) struct ObservationTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test func everyObserverReceivesChangesOfTheSameDiary() async throws {
    var observers = [ObservedChanges(of: diary), ObservedChanges(of: diary)]

    let beer = try fresh.addBeer("Orval").beer.id

    for index in observers.indices {
      let change = try #require(await observers[index].next())
      #expect(change.beers == [beer])
      #expect(!change.isExternal)
    }
  }

  @Test func changesThatComeWhileAnObserverIsBusyAreMerged() async throws {
    let (changes, report) = AsyncStream.makeStream(of: StoreChange.self)
    let mayReturn = DispatchSemaphore(value: 0)
    diary.followChanges {
      report.yield($0)
      mayReturn.wait()
    }
    var observer = changes.makeAsyncIterator()
    let first = try fresh.addBeer("Orval").beer.id
    #expect(await observer.next()?.beers == [first])

    let beers = try (1...5).map { try fresh.addBeer("Beer \($0)").beer.id }
    mayReturn.signal()

    #expect(await observer.next()?.beers == Set(beers))
    mayReturn.signal()
  }

  @Test func commitsOfOtherConnectionsAreNoticed() async throws {
    var observer = ObservedChanges(of: diary)
    let other = try Diary.open(at: diary.path)

    _ = try other.add(NewBeer(fields: BeerFields(name: "Westmalle")))

    let change = try #require(await observer.next())
    #expect(change.isExternal)
    #expect(change.beers == nil)
  }

  @Test func externalChangesBetweenOwnChangesAreNoticed() async throws {
    var observer = ObservedChanges(of: diary)
    let other = try Diary.open(at: diary.path)

    _ = try fresh.addBeer("Orval")
    _ = try other.add(NewBeer(fields: BeerFields(name: "Westmalle")))
    _ = try fresh.addBeer("Chimay")

    var isNoticed = false
    while !isNoticed { isNoticed = try #require(await observer.next()).isExternal }
  }

  @Test func ownChangesAreNotReportedAsExternal() async throws {
    var observer = ObservedChanges(of: diary)
    let other = try Diary.open(at: diary.path)

    for number in 1...50 { _ = try fresh.addBeer("Beer \(number)") }
    var changes = [try #require(await observer.next())]
    _ = try other.add(NewBeer(fields: BeerFields(name: "Westmalle")))
    while changes.last?.isExternal == false { changes.append(try #require(await observer.next())) }

    // The one that has a part of another's knows the beers of none.
    #expect(changes.dropLast().allSatisfy { $0.beers != nil })
    #expect(changes.last?.beers == nil)
  }

  @Test func backgroundWorkIsNotReported() async throws {
    let beer = try fresh.addBeer("Orval", photos: ["a"]).beer.id
    var observer = ObservedChanges(of: diary)

    try diary.finishBackgroundWork()
    _ = try diary.edit(beer, to: BeerFields(name: "Orval", rating: 5))

    #expect(await observer.next()?.beers == [beer])
  }

  @Test func observingEndsWithTheDiary() async throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    var observer = ObservedChanges(of: diary)

    try diary.close()

    #expect(await observer.next() == nil)
    var late = ObservedChanges(of: diary)
    #expect(await late.next() == nil)
  }
}

/// The changes that a diary reports, one after the other, until its thread has ended.
struct ObservedChanges {
  private final class Report: Sendable {
    let continuation: AsyncStream<StoreChange>.Continuation

    init(_ continuation: AsyncStream<StoreChange>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
  }

  private var changes: AsyncStream<StoreChange>.Iterator

  init(of diary: Diary) {
    let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
    let report = Report(continuation)
    diary.followChanges { report.continuation.yield($0) }
    self.changes = changes.makeAsyncIterator()
  }

  mutating func next() async -> StoreChange? { await changes.next() }
}
