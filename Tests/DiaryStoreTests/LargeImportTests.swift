import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import GRDB
import SQLiteKit
import Testing

/// Imports of very many rows into an empty diary, which are one transaction.
@Suite struct LargeImportTests {
  /// Reads from the writing connection.
  private struct Writer: DiaryComponent {
    let database: DiaryDatabase
  }

  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private var schema: [[String]] {
    get throws { try SQLiteFile(diary.path).rows("SELECT name, sql FROM sqlite_master ORDER BY name") }
  }

  /// Imports 2,500 rows, announced as a million, and calls `duringImport` after the first ones.
  private func importBeers(_ duringImport: () throws -> Void) throws -> ImportTally {
    var policy = ImportPolicy()
    policy.expectedRows = 1_000_000
    let beers = (1...2500).map { number in
      ImportedBeer(
        NewBeer(fields: BeerFields(name: "Beer \(number)"), origin: Origin(source: "csv", id: "\(number)")))
    }
    return try diary.importTransaction(diary.startImport(source: "csv"), policy) {
      transaction throws(StoreError) in
      _ = try transaction.write(Array(beers.prefix(2400)))
      try StoreError.mapErrors(at: diary.path, duringImport)
      _ = try transaction.write(Array(beers.dropFirst(2400)))
    }
  }

  @Test func theIndexesAndTheSearchAreCompleteAfterAnImport() throws {
    let before = try schema

    let tally = try importBeers {}

    #expect(tally.added == 2500)
    #expect(try diary.summary().beerCount == 2500)
    #expect(try schema == before)
    _ = try fresh.addBeer("Another")
    try diary.finishBackgroundWork()
    #expect(try diary.summary(BeerQuery(search: "another")).beerCount == 1)
    #expect(try diary.examine().isEmpty)
  }

  @Test func otherProgramsCanOpenAndReadTheDiaryDuringAnImport() throws {
    var programs = [try Diary.open(at: diary.path)]
    var seen: [Int] = []

    let tally = try importBeers {
      programs.append(try Diary.open(at: diary.path))
      seen = try programs.map { try $0.summary().beerCount }
    }

    #expect(seen == [0, 0])
    #expect(tally.added == 2500)
    #expect(try programs.map { try $0.summary().beerCount } == [2500, 2500])
    // Not during the import, for whose end the checkpoint waits.
    for program in programs { try program.close() }
  }

  @Test func aFailureLeavesNothing() throws {
    let before = try schema

    #expect(throws: (any Error).self) { try importBeers { throw Stopped() } }

    #expect(try schema == before)
    #expect(try diary.summary().beerCount == 0)
    #expect(try diary.examine().isEmpty)
    _ = try importBeers {}
    #expect(try diary.summary().beerCount == 2500)
  }

  @Test(arguments: [true, false]) func thePageCacheHasItsUsualSizeAfterAnImport(fails: Bool) throws {
    let before = try pageCacheSize

    if fails {
      #expect(throws: (any Error).self) { try importBeers { throw Stopped() } }
    } else {
      _ = try importBeers {}
    }

    #expect(try pageCacheSize == before)
  }

  private var pageCacheSize: Int? {
    get throws {
      try Writer(database: diary.database).write { try Int.fetchOne($0, sql: "PRAGMA cache_size") }
    }
  }
}
