import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import SQLiteKit
import Testing

/// The indexes and the search during an import of many rows.
@Suite struct IndexMaintenanceTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }
  private let rowCount = 3000

  init() throws { fresh = try FreshDiary() }

  private func schema() throws -> [[String]] {
    try SQLiteFile(diary.path).rows("SELECT name, sql FROM sqlite_master ORDER BY name")
  }

  /// Imports beers 1 to `rowCount` in parts of 100, and throws after a number of them.
  ///
  /// - Parameter committed: The beers that finished transactions have added; on a slow machine there are several.
  private func importBeers(failingAfter limit: Int = .max, committed: inout Int) throws -> ImportTally {
    var policy = ImportPolicy()
    policy.expectedRows = rowCount
    let startedImport = try diary.startImport(source: "csv")
    var tally = ImportTally()
    var next = 1
    while next <= rowCount {
      tally += try diary.importTransaction(startedImport, policy) { transaction throws(StoreError) in
        var takesMore = true
        while takesMore, next <= rowCount {
          if next > limit { throw .cancelled }
          let beers = (next..<next + 100).map { number in
            let origin = Origin(source: "csv", id: "\(number)")
            return ImportedBeer(NewBeer(fields: BeerFields(name: "Beer number\(number)"), origin: origin))
          }
          next += 100
          takesMore = try transaction.write(beers)
        }
      }
      committed = tally.added
    }
    return tally
  }

  @Test(arguments: [true, false]) func everyBeerIsFoundAndTheSchemaIsAsBefore(isIndexed: Bool) throws {
    _ = try fresh.addBeer("A beer added by hand")
    if isIndexed { try diary.finishBackgroundWork() }
    let before = try schema()

    var committed = 0
    let tally = try importBeers(committed: &committed)

    #expect(tally.added == rowCount)
    #expect(try schema() == before)
    #expect(
      try diary.count(of: "number2999") == 1 && diary.count(of: "number") == rowCount
        && diary.count(of: "beer") == rowCount + 1)
    let waits = try SQLiteFile(diary.path).rows(
      "SELECT position < \(rowCount) FROM background_work WHERE name = 'search'")
    #expect(waits == [[isIndexed ? "0" : "1"]])
    try diary.finishBackgroundWork()
    #expect(try diary.examine().isEmpty)
    #expect(try diary.count(of: "number2999") == 1 && diary.count(of: "number") == rowCount)
    // New beers go into the index again by themselves.
    _ = try fresh.addBeer("Another numberless")
    #expect(try diary.count(of: "numberl") == 1)
    #expect(try diary.examine().isEmpty)
  }

  @Test func theTriggersOfASynchronizedDiaryAreAsBefore() throws {
    try diary.write { try ChangeTracker($0).start() }
    let before = try schema()

    var committed = 0
    _ = try importBeers(committed: &committed)

    #expect(try schema() == before)
  }

  @Test func aFailureLeavesNothing() throws {
    _ = try fresh.addBeer("A beer added by hand")
    try diary.finishBackgroundWork()
    let before = try schema()

    var committed = 0
    #expect(throws: (any Error).self) { try importBeers(failingAfter: 1500, committed: &committed) }

    #expect(try schema() == before)
    #expect(try diary.summary().beerCount == 1 + committed)
    if committed == 0 { #expect(try diary.doBackgroundWork() == nil) }
    try diary.finishBackgroundWork()
    #expect(try diary.examine().isEmpty)
    _ = try fresh.addBeer("Another beer")
    #expect(try diary.count(of: "beer") == 2 + committed)
  }
}
