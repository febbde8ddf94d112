import DiaryStore
import FixtureStores
import Foundation
import Testing

/// What observers of a diary learn of changes, its own and others'.
@Suite(.timeLimit(.minutes(5))) struct ObservationTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test func everyObserverLearnsOfOwnChanges() async throws {
    var observers = [diary.changes.makeAsyncIterator(), diary.changes.makeAsyncIterator()]

    let beer = try fresh.addBeer("Orval").beer.id

    for index in observers.indices {
      let change = try #require(await observers[index].next())
      #expect(change.beers == [beer])
      #expect(!change.isForeign)
    }
  }

  @Test func aThreadLearnsOfChangesUntilTheDiaryIsClosed() async throws {
    let (changes, told) = AsyncStream.makeStream(of: StoreChange.self)
    diary.followChanges { told.yield($0) }
    var iterator = changes.makeAsyncIterator()

    for name in ["Orval", "Chimay"] {
      let beer = try fresh.addBeer(name).beer.id
      #expect(await iterator.next()?.beers == [beer])
    }
  }

  @Test func changesThatCameMeanwhileAreToldInOne() async throws {
    var observer = diary.changes.makeAsyncIterator()

    let beers = try (1...5).map { try fresh.addBeer("Beer \($0)").beer.id }

    #expect(await observer.next()?.beers == Set(beers))
  }

  @Test func whatAnotherConnectionCommitsIsNoticed() async throws {
    var observer = diary.changes.makeAsyncIterator()
    let other = try Diary.open(at: diary.path)

    _ = try other.add(BeerDraft(fields: BeerFields(name: "Westmalle")))

    let change = try #require(await observer.next())
    #expect(change.isForeign)
    #expect(change.beers == nil)
  }

  @Test func anothersChangeBetweenOwnOnesIsNoticed() async throws {
    var observer = diary.changes.makeAsyncIterator()
    let other = try Diary.open(at: diary.path)

    _ = try fresh.addBeer("Orval")
    _ = try other.add(BeerDraft(fields: BeerFields(name: "Westmalle")))
    _ = try fresh.addBeer("Chimay")

    var isNoticed = false
    while !isNoticed { isNoticed = try #require(await observer.next()).isForeign }
  }

  @Test func ownChangesAreNobodyElses() async throws {
    var observer = diary.changes.makeAsyncIterator()
    let other = try Diary.open(at: diary.path)

    for number in 1...50 { _ = try fresh.addBeer("Beer \(number)") }
    var changes = [try #require(await observer.next())]
    _ = try other.add(BeerDraft(fields: BeerFields(name: "Westmalle")))
    while changes.last?.isForeign == false { changes.append(try #require(await observer.next())) }

    // The one that has a part of another's knows the beers of none.
    #expect(changes.dropLast().allSatisfy { $0.beers != nil })
    #expect(changes.last?.beers == nil)
  }

  @Test func whatNobodySeesIsNotTold() async throws {
    let beer = try fresh.addBeer("Orval", photos: ["a"]).beer.id
    var observer = diary.changes.makeAsyncIterator()

    while try diary.workInBackground() != nil {}
    _ = try diary.edit(beer, to: BeerFields(name: "Orval", rating: 5))

    #expect(await observer.next()?.beers == [beer])
  }

  @Test func theSequenceEndsWithTheDiary() async throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    var observer = diary.changes.makeAsyncIterator()

    try diary.close()

    #expect(await observer.next() == nil)
    var late = diary.changes.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func aSequenceEndsWithItsTask() async throws {
    let diary = diary
    let task = Task { for await _ in diary.changes {} }

    task.cancel()

    await task.value
  }
}
