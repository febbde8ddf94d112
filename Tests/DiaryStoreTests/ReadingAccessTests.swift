import DiaryFixtures
import DiaryModel
import SQLiteKit
import TestSupport
@testable import DiaryStore
import FixtureStores
import Foundation
import Testing

/// A diary that is opened to be read, when the world is against it.
@Suite struct ReadingAccessTests {
  private let fresh: FreshDiary
  private let path: String

  init() throws {
    fresh = try FreshDiary()
    path = fresh.diary.path
    _ = try fresh.addBeer("Orval", photos: ["a"])
    try fresh.diary.close()
  }

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
  func readingDoesNotWaitForAWriter(_ sql: String) throws {
    let writer = try SQLiteFile(path)
    try writer.execute(sql)

    let diary = try Diary.open(at: path, for: .reading)
    #expect(try diary.beer(1)?.beer.fields.name == "Orval")
    try diary.close()

    try writer.execute("ROLLBACK")
  }

  @Test func readingLeavesNoFiles() throws {
    let before = try FileState.all(in: fresh.folder.path).filter { $0.key != "" }

    let diary = try Diary.open(at: path, for: .reading)
    #expect(diary.isReadOnly && diary.readOnlyReason == nil)
    #expect(try diary.summary().beerCount == 1)
    try diary.close()

    #expect(try FileState.all(in: fresh.folder.path).filter { $0.key != "" } == before)
  }

  @Test func aWALWithoutSharedMemoryIsReadAndNothingIsCreated() throws {
    let writer = try Diary.open(at: path)
    _ = try writer.add(NewBeer(fields: BeerFields(name: "Westmalle")))
    let copy = try TemporaryFolder()
    for end in ["", StoreSidecar.wal.rawValue] {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy.file("copy.sqlite" + end))
    }
    let before = try FileState.all(in: copy.path).filter { $0.key != "" }

    let diary = try Diary.open(at: copy.file("copy.sqlite"), for: .reading)
    #expect(try diary.summary().beerCount == 2)
    try diary.close()

    #expect(try FileState.all(in: copy.path).filter { $0.key != "" } == before)
  }

  @Test(
    .enabled(if: geteuid() != 0, "the superuser may write everywhere"),
    arguments: [DiaryOpenMode.reading, .writingIfPossible], [mode_t(0o400), 0o600])
  func aWALThatNeedsAFolderToWriteToIsNamed(_ mode: DiaryOpenMode, _ permissions: mode_t) throws {
    let writer = try Diary.open(at: path)
    _ = try writer.add(NewBeer(fields: BeerFields(name: "Westmalle")))
    let copy = try TemporaryFolder()
    let store = copy.file("copy.sqlite")
    for end in ["", StoreSidecar.wal.rawValue] {
      try FileManager.default.copyItem(atPath: path + end, toPath: store + end)
      #expect(chmod(store + end, permissions) == 0)
    }
    #expect(chmod(copy.path, 0o500) == 0)
    defer { chmod(copy.path, 0o700) }

    #expect(throws: OpeningError.store(.unreadableWAL(path: store))) { try Diary.open(at: store, for: mode) }
  }

  @Test func aStoreOfAnEarlierVersionIsMigratedFirst() throws {
    let old = try OldDiary()
    _ = try old.write()
    let diary = try Diary.open(at: old.path, for: .reading)
    #expect(diary.migration?.beerCount == 12)
  }

  @Test func changesFailWithTheReason() throws {
    let reason = StoreError.diskFull(path: path)
    let diary = try Diary.openReadOnly(at: path, because: reason)
    #expect(throws: reason) { try diary.moveToTrash([1]) }
  }
}
