import CoreDataMigration
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import Testing

/// Stores that something else uses at the same time.
@Suite struct SharedStoreTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test func aReaderDoesNotKeepTheDiaryFromMigrating() throws {
    let expected = try old.write()
    let reader = try SQLiteFile(old.path)
    try reader.execute("BEGIN")
    #expect(try reader.rows("SELECT count(*) FROM ZBEER") == [["12"]])

    let diary = try old.open()

    #expect(diary.migration?.beerCount == 12)
    #expect(try expectedBeers(from: diary) == expected)
    #expect(try reader.rows("SELECT count(*) FROM ZBEER") == [["12"]])
  }

  @Test func waitingForAnothersWriteCanBeStopped() throws {
    _ = try old.write()
    let writer = try SQLiteFile(old.path)
    try writer.execute("BEGIN IMMEDIATE")
    let asked = Collected<Void>()

    #expect(throws: OpeningError.store(.cancelled)) {
      try Diary.open(
        at: old.path,
        isCancelled: {
          asked.append(())
          return asked.values.count > 3
        })
    }
  }

  @Test func theOneThatWaitsKnowsForWhomAndHasNothingToReport() async throws {
    let expected = try old.write()
    let path = old.path
    let waiting = Collected<Int32>()
    let second = Collected<Result<Diary, any Error>>()
    let isStarted = Collected<Void>()

    let first = try Diary.open(
      at: path,
      progress: { _ in
        if isStarted.values.isEmpty {
          isStarted.append(())
          Thread.detachNewThread {
            second.append(
              Result {
                try Diary.open(
                  at: path, progress: { if let other = $0.waitingFor?.process { waiting.append(other) } })
              })
          }
        }
        waitUntil { !waiting.values.isEmpty }
      })
    waitUntil { !second.values.isEmpty }

    let other = try #require(second.values.first).get()
    #expect(waiting.values.first == getpid())
    #expect(first.migration?.beerCount == expected.count)
    #expect(other.migration == nil)
    #expect(try expectedBeers(from: other) == expected)
    let names = Set(try old.contents().keys)
    #expect(names.isSubset(of: ["old.sqlite", "old.sqlite-wal", "old.sqlite-shm"]))
  }
}

/// Gives up after a time that only a fault can take.
private func waitUntil(_ isReached: () -> Bool) {
  let deadline = ContinuousClock.now + .seconds(60)
  while !isReached(), ContinuousClock.now < deadline { usleep(1000) }
}
