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

  @Test func aStoreOfAnEarlierVersionIsMigratedFirst() throws {
    let old = try OldDiary()
    _ = try old.write()
    let diary = try Diary.open(at: old.path, for: .reading)
    #expect(diary.migration?.beerCount == 12)
  }

  @Test func changesFailWithTheReason() throws {
    let reason = StoreError.diskFull(path: path)
    let diary = try Diary.openReadOnly(at: path, because: reason)
    #expect(throws: ChangeError.store(reason)) { try diary.moveToTrash([1]) }
  }

  /// Result codes of https://www.sqlite.org/rescode.html with what is said of them.
  private static let codes: [(code: Int32, error: StoreError)] = [
    (5, .busy(path: "/no/diary")),
    (5 | 2 << 8, .busy(path: "/no/diary")),
    (6, .busy(path: "/no/diary")),
    (15, .busy(path: "/no/diary")),
    (9, .cancelled),
    (13, .diskFull(path: "/no/diary")),
    (10 | 19 << 8, .diskFull(path: "/no/diary")),
    (10, .inputOutput(path: "/no/diary", reason: "why")),
    (10 | 1 << 8, .inputOutput(path: "/no/diary", reason: "why")),
    (10 | 3 << 8, .inputOutput(path: "/no/diary", reason: "writing failed, or your quota is used up")),
    (10 | 15 << 8, .failed(path: "/no/diary", reason: "it cannot be locked")),
    (7, .failed(path: "/no/diary", reason: "why")),
    (8 | 3 << 8, .permissionDenied(path: "/no/diary")),
    (14, .notFound(path: "/no/diary")),
    (11, .damaged(path: "/no/diary", detail: "why")),
  ]

  @Test(arguments: codes)
  func everyResultCodeHasItsSentence(_ code: Int32, _ error: StoreError) {
    #expect(StoreError(sqliteCode: code, message: "why", path: "/no/diary") == error)
  }
}
