import CoreDataMigration
import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
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

  @Test func waitingForAnotherWriterCanBeCanceled() throws {
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

  @Test func waitingForAMigrationNamesTheOtherProcessAndHasNoReport() async throws {
    let expected = try old.write()
    let path = old.path
    let waiting = Collected<Int32>()
    let second = Collected<Result<Diary, any Error>>()
    let isWaiting = Gate()
    let isOpen = Gate()
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
                  at: path,
                  progress: { progress in
                    guard let other = progress.waitingFor?.process else { return }
                    waiting.append(other)
                    isWaiting.open()
                  })
              })
            isOpen.open()
          }
          #expect(isWaiting.pass())
        }
      })
    #expect(isOpen.pass())

    let other = try #require(second.values.first).get()
    #expect(waiting.values.first == getpid())
    #expect(first.migration?.beerCount == expected.count)
    #expect(other.migration == nil)
    #expect(try expectedBeers(from: other) == expected)
    let names = Set(try old.folder.contents().keys)
    #expect(names.isSubset(of: ["old.sqlite", "old.sqlite-wal", "old.sqlite-shm"]))
  }

  @Test func nothingIsChangedAfterANewerVersionHasMigratedTheDiary() throws {
    let fresh = try FreshDiary()
    _ = try fresh.addBeer("Orval")
    let version = StoreVersion.current + 1
    try SQLiteFile(fresh.diary.path).execute("PRAGMA user_version = \(version)")

    #expect(throws: StoreError.migrated(path: fresh.diary.path)) { try fresh.diary.moveToTrash([1]) }

    #expect(try fresh.diary.beersInTrash() == [])
    #expect(try fresh.diary.beer(1)?.beer.fields.name == "Orval")
  }
}
