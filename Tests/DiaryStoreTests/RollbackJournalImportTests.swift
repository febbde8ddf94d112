import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import Testing

/// Large imports into an empty diary, which use a rollback journal if no other program has the diary open.
@Suite struct RollbackJournalImportTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private var hasJournal: Bool {
    FileManager.default.fileExists(atPath: StoreSidecar.journal.path(of: diary.path))
  }
  private var hasWAL: Bool { FileManager.default.fileExists(atPath: StoreSidecar.wal.path(of: diary.path)) }
  private var journalMode: [[String]] {
    get throws { try SQLiteFile(diary.path).rows("PRAGMA journal_mode") }
  }

  /// Imports 2,500 rows, announced as a million, and calls `duringImport` after the first one.
  private func importBeers(_ duringImport: () throws -> Void) throws -> ImportTally {
    var policy = ImportPolicy()
    policy.mayLockDiary = true
    policy.expectedRows = 1_000_000
    let beers = (1...2500).map { number in
      ImportedBeer(
        NewBeer(fields: BeerFields(name: "Beer \(number)"), origin: Origin(source: "csv", id: "\(number)")))
    }
    return try diary.importTransaction(diary.startImport(source: "csv"), policy) {
      try $0.add([beers[0]])
      try duringImport()
      try $0.add(Array(beers.dropFirst()))
    }
  }

  @Test func thePagesAreWrittenOnce() throws {
    let before = try SQLiteFile(diary.path).rows("SELECT name, sql FROM sqlite_master ORDER BY name")

    let tally = try importBeers { #expect(hasJournal && !hasWAL) }

    #expect(tally.added == 2500)
    #expect(!hasJournal)
    #expect(try journalMode == [["wal"]])
    #expect(try diary.summary().beerCount == 2500)
    #expect(try SQLiteFile(diary.path).rows("SELECT name, sql FROM sqlite_master ORDER BY name") == before)
    _ = try fresh.addBeer("Another")
    #expect(hasWAL)
    while try diary.doBackgroundWork() != nil {}
    #expect(try diary.summary(BeerQuery(search: "another")).beerCount == 1)
    #expect(try diary.examine().isEmpty)
  }

  @Test func otherConnectionsCanReadDuringTheImport() throws {
    let other = try Diary.open(at: diary.path)
    #expect(try other.summary().beerCount == 0)

    let tally = try importBeers {
      let seen = try other.summary().beerCount
      #expect(!hasJournal && hasWAL && seen == 0)
    }

    #expect(tally.added == 2500)
    #expect(try other.summary().beerCount == 2500)
    try other.close()
  }

  @Test func aDiaryWithBeersIsWrittenAsAlways() throws {
    _ = try fresh.addBeer("An own beer")

    _ = try importBeers { #expect(!hasJournal && hasWAL) }

    #expect(try diary.summary().beerCount == 2501)
  }

  @Test func aFailureLeavesNothing() throws {
    #expect(throws: (any Error).self) { try importBeers { throw Stopped() } }

    #expect(!hasJournal)
    #expect(try journalMode == [["wal"]])
    #expect(try diary.summary().beerCount == 0)
    #expect(try diary.examine().isEmpty)
    _ = try importBeers {}
    #expect(try diary.summary().beerCount == 2500)
  }
}
