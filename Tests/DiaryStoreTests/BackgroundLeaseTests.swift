import CoreDataMigration
import DiaryFixtures
import DiaryUpkeep
@testable import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

/// Two programs with the same diary: only one at a time does the background work, and neither reports damage.
@Suite struct BackgroundLeaseTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test func onlyOneOfTwoDiariesWorksInTheBackground() throws {
    _ = try old.write { $0.externalCount = 3 }
    let first = try old.open()
    let second = try old.open()
    let progress = try #require(try first.doBackgroundWork())
    let before = try SQLiteFile(old.path).rows("SELECT * FROM photo ORDER BY id")

    let watched = try #require(try second.doBackgroundWork())

    #expect(progress.work == .readingPhotoMetadata && watched.work != .readingPhotoMetadata)
    #expect(try SQLiteFile(old.path).rows("SELECT * FROM photo ORDER BY id") == before)
    try first.finishBackgroundWork()
    #expect(try second.doBackgroundWork() == nil)
  }

  @Test func theOtherContinuesWhenTheFirstCloses() throws {
    let beers = try old.write { $0.externalCount = 3 }
    let first = try old.open()
    let second = try old.open()
    _ = try first.doBackgroundWork()
    let lease = "SELECT name FROM background_work WHERE name GLOB 'claim:*'"
    #expect(try !SQLiteFile(old.path).rows(lease).isEmpty)
    try first.close()

    #expect(try SQLiteFile(old.path).rows(lease).isEmpty)
    try second.finishBackgroundWork()
    #expect(try expectedBeers(from: second) == beers)
  }

  /// As if the holder was killed, or the clock was set back after the lease was taken.
  @Test(arguments: [-1.0, 3600.0]) func anInvalidLeaseIsIgnored(_ seconds: Double) throws {
    _ = try old.write()
    let diary = try old.open()
    let end = Int64((Date().timeIntervalSince1970 + seconds) * 1000)
    try SQLiteFile(old.path).execute("INSERT INTO background_work VALUES ('claim:other', \(end))")

    #expect(try diary.doBackgroundWork()?.work == .readingPhotoMetadata)
    try diary.finishBackgroundWork()

    #expect(try SQLiteFile(old.path).rows("SELECT name FROM background_work") == [["search"]])
  }

  /// Every slice checks under the write lock; here the lease is removed again and again.
  @Test(arguments: Seeds.range(1..<4)) func workContinuesAfterALostRace(_ seed: UInt64) async throws {
    let beers = try old.write { store in
      store.externalCount = 40
      store.beerCount = 120
      store.photoByteCount = 1500
      store.seed = seed
    }
    let path = old.path
    let diaries = try (0..<3).map { _ in try old.open() }
    let isOver = Collected<Bool>()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for diary in diaries {
        group.addTask {
          defer { isOver.append(true) }
          try diary.finishBackgroundWork()
        }
      }
      group.addTask {
        let file = try SQLiteFile(path)
        try file.execute("PRAGMA busy_timeout = 10000")
        while isOver.values.isEmpty {
          try file.execute("DELETE FROM background_work WHERE name GLOB 'claim:*'")
        }
      }
      try await group.waitForAll()
    }
    for diary in diaries { try diary.close() }

    let diary = try old.open()
    #expect(try diary.doBackgroundWork() == nil)
    #expect(try expectedBeers(from: diary) == beers)
    #expect(try diary.examine(isDeep: true) == [])
  }

  @Test func completedWorkIsNotRepeated() throws {
    let beers = try old.write { $0.externalCount = 1 }
    let diary = try old.open()
    try diary.finishBackgroundWork()

    let (deleted, folder) = try diary.write { db in
      try PhotoWriter(db).copyExternalImage(ofPhoto: 1, from: diary.externalFolder)
      return (try DiscardedRows(db).deleteRows(until: .now), diary.externalFolder)
    }

    #expect(deleted == 0)
    try FileManager.default.removeItem(atPath: folder)
    #expect(try expectedBeers(from: diary) == beers)
  }
}
