import DiaryFixtures
import DiaryModel
import FixtureStores
import Foundation
import TestSupport
import Testing

@testable import DiaryStore

/// Lists that are kept current while the diary changes.
@Suite struct LiveListTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  /// The ids of a query's beers; without an generation as the store has them now.
  private func ids(_ query: BeerQuery, _ generation: Int?) throws -> [Int64] {
    var query = query
    query.generation = generation
    // All of the list is wanted, not its beginning alone.
    if generation != nil { _ = try diary.summary(query) }
    return try diary.listItems(query, in: 0..<10_000).map(\.id)
  }

  private static let filters = ["", "rating>=3", "in:trash", "beer", "-style:stout"]

  private func queries() throws -> [BeerQuery] {
    try Self.filters.flatMap { filter in
      let filter = try BeerFilter(filter)
      let others: [BeerQuery.Order] = [
        .times, .property("price"), .property("photos"), .property("best_rating"), .custom("hop"),
      ]
      return (BeerQuery.Order.indexed + others).flatMap { order in
        [false, true].map { BeerQuery(order: order, isReversed: $0, filter: filter) }
      }
    }
  }

  @Test(arguments: Seeds.range(1..<3))
  func anUpdatedListEqualsTheListReadAgain(_ seed: UInt64) throws {
    var changer = RandomChanges(diary, seed: seed)
    for _ in 0..<60 { try changer.step() }
    diary.followChanges { _ in }

    for (number, query) in try queries().enumerated() {
      let first = number * 100
      _ = try ids(query, first)
      let wholes = diary.database.listCache.statistics.fullReads
      for generation in first + 1..<first + 5 {
        for _ in 0..<4 { try changer.step() }
        #expect(try ids(query, generation) == ids(query, nil), "\(query)")
      }
      // Other orders are made as a whole.
      if BeerQuery.Order.indexed.contains(query.order) {
        #expect(diary.database.listCache.statistics.fullReads == wholes)
      }
    }
  }

  /// Numbers that no diary of this program's own has.
  @Test(arguments: [[3, 1 << 31, 7], [1 << 33, 2, 1 << 32], [-5, 1, 9]])
  func beersMayHaveAnyID(_ numbers: [Int64]) throws {
    let file = try SQLiteFile(diary.path)
    for (index, number) in numbers.enumerated() {
      try file.execute(
        """
        INSERT INTO beer (id, uuid, name, created_at, updated_at)
        VALUES (\(number), randomblob(16), 'Beer \(index)', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z')
        """)
    }
    file.close()
    let query = BeerQuery(order: .name)

    #expect(try ids(query, 1) == numbers)
    #expect(try ids(query, nil) == numbers)
    #expect(try diary.summary(BeerQuery(order: .name, search: "beer 1", generation: 2)).beerCount == 1)
    #expect(try diary.summary(BeerQuery(isDistinct: true, generation: 2)).beerCount == 3)
  }

  @Test func anOrderOutlastsTheSearchesInIt() throws {
    for number in 1...30 { _ = try fresh.addBeer("Beer \(number)") }
    diary.followChanges { _ in }
    _ = try diary.summary(BeerQuery(generation: 1))

    for number in 1...20 { _ = try diary.summary(BeerQuery(search: "\(number)", generation: 1)) }

    #expect(diary.database.listCache.statistics == CacheStatistics(fullReads: 1))
  }

  @Test func severalScreensShareOneReadingOfAList() throws {
    for number in 1...30 { _ = try fresh.addBeer("Beer \(number)") }
    diary.followChanges { _ in }
    let query = BeerQuery(order: .name, generation: 1)

    for _ in 0..<5 {
      _ = try diary.summary(query)
      _ = try diary.listItems(query, in: 0..<10)
      _ = try diary.position(of: 7, in: query)
    }

    #expect(diary.database.listCache.statistics == CacheStatistics(fullReads: 1))
  }

  @Test func changesOfAnotherProgramAreReadAfterTheCacheIsInvalidated() throws {
    diary.followChanges { _ in }
    _ = try fresh.addBeer("Orval")
    _ = try ids(BeerQuery(), 1)
    let other = try Diary.open(at: diary.path)
    _ = try other.add(NewBeer(fields: BeerFields(name: "Westmalle")))

    diary.invalidateListCache()

    #expect(try ids(BeerQuery(), 2).count == 2)
  }

  /// An import adds photos without changing their beers.
  @Test func aListByPhotosHasThoseThatAnImportHasAdded() throws {
    for name in ["Orval", "Westmalle"] { _ = try fresh.addBeer(name) }
    diary.followChanges { _ in }
    for query in [BeerQuery(order: .property("photos")), BeerQuery(filter: try BeerFilter("no:photo"))] {
      #expect(try ids(query, 1) == [2, 1])
    }

    try diary.write { db in
      _ = try PhotoWriter(db).add(
        FixtureBytes("photo"), to: 1, caption: nil, allowsDuplicate: false, at: Date())
    }

    #expect(try ids(BeerQuery(order: .property("photos")), 2) == [1, 2])
    #expect(try ids(BeerQuery(filter: try BeerFilter("no:photo")), 2) == [2])
  }

  @Test func anUnwatchedListIsNotReused() throws {
    _ = try fresh.addBeer("Orval")
    _ = try ids(BeerQuery(), 1)
    let other = try Diary.open(at: diary.path)
    _ = try other.add(NewBeer(fields: BeerFields(name: "Westmalle")))

    #expect(try ids(BeerQuery(), 2).count == 2)
  }
}

/// Adds, edits, trashes and restores beers at random; values repeat and are missing.
private struct RandomChanges {
  private let diary: Diary
  private var random: SeededGenerator

  init(_ diary: Diary, seed: UInt64) {
    self.diary = diary
    random = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    let last = Int64(try diary.summary().beerCount + diary.beersInTrash().count)
    let id = Int64.random(in: 1...max(1, last), using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: _ = try diary.moveToTrash([id])
    case 1: _ = try diary.restore([id])
    case 2...3 where last > 0: _ = try diary.edit(id, to: fields())
    default: _ = try diary.add(NewBeer(fields: fields()))
    }
  }

  private mutating func fields() -> BeerFields {
    BeerFields(
      name: pick("beer", "Beer", "Orval", nil), brewery: pick("A", "a", "b", nil),
      style: pick("Stout", "Gose", nil), abv: pick(0, 5, nil), rating: pick(1, 3, 4.5, nil),
      price: pick("€4", "12,50 €", "free", nil),
      drunkAt: pick("2019", "2019-06", "2020-01-01", nil).flatMap { DiaryDate($0) })
  }

  private mutating func pick<Value>(_ values: Value?...) -> Value? {
    values.randomElement(using: &random) ?? nil
  }
}
