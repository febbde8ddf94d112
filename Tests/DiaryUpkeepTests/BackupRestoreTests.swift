import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import TestSupport
import Testing

/// Backups of an open diary, and bringing them back.
@Suite struct BackupRestoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func diary(_ name: String, beers: Int) throws -> Diary {
    let diary = try Diary.open(at: folder.file(name))
    for number in 0..<beers {
      let beer = try diary.add(NewBeer(fields: BeerFields(name: "Beer \(number)")))
      _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(Data("photo \(number)".utf8)))
    }
    return diary
  }

  @Test func aBackupOfADiaryInUseIsCompleteAndRestored() throws {
    let diary = try diary("diary.sqlite", beers: 3)
    let backup = folder.file("backup.sqlite")
    try diary.backUp(to: backup)
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Later")))
    try diary.close()
    #expect(try folder.names() == ["backup.sqlite", "diary.sqlite"])

    let report = try Diary.restore(backup, over: diary.path)

    #expect(report.beers == 3 && report.photos == 3)
    let kept = try #require(report.previousDiaryPath)
    #expect(kept.contains("before-restore"))
    #expect(try Diary.open(at: diary.path).summary().beerCount == 3)
    #expect(try Diary.open(at: kept).summary().beerCount == 4)
    #expect(try Diary.open(at: backup).summary().beerCount == 3)
  }

  @Test func nothingIsOverwrittenAndNothingIsLeft() throws {
    let diary = try diary("diary.sqlite", beers: 1)
    let target = folder.file("there.sqlite")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
    #expect(throws: BackupError.self) { try diary.backUp(to: target) }
    #expect(throws: BackupError.store(.cancelled)) {
      try diary.backUp(to: folder.file("stopped.sqlite"), isCancelled: { true })
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("mine".utf8))
    try diary.close()
    #expect(try folder.names() == ["diary.sqlite", "there.sqlite"])
  }

  /// As `stat -c` prints it: the permissions, the owner and the group.
  private func rights(_ path: String) -> [UInt32] {
    var status = stat()
    #expect(stat(path, &status) == 0)
    return [status.st_mode & 0o777, status.st_uid, status.st_gid]
  }

  @Test func permissionsOfTheDiaryAreKept() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let diary = try diary("diary.sqlite", beers: 1)
    try diary.close()
    #expect(chmod(diary.path, 0o640) == 0)
    // Only root may give files away.
    if geteuid() == 0 { #expect(chown(diary.path, 65_534, 65_534) == 0) }
    let before = rights(diary.path)

    let report = try Diary.restore(backup.path, over: diary.path)

    #expect(rights(diary.path) == before && report.warnings.isEmpty)
    #expect(rights(try #require(report.previousDiaryPath)) == before)
  }

  @Test func aDiaryInUseIsNotReplaced() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let diary = try diary("diary.sqlite", beers: 1)
    #expect(throws: TransferError.store(.busy(path: diary.path))) {
      try Diary.restore(backup.path, over: diary.path)
    }
    #expect(try diary.summary().beerCount == 1)
    try diary.close()
    #expect(try folder.names() == ["backup.sqlite", "diary.sqlite"])
  }

  /// The clock is read first for the new name of the diary, and again after the backup was copied.
  @Test func aNameThatAnotherRestoreTakesIsReported() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let diary = try diary("diary.sqlite", beers: 1)
    try diary.close()
    let name = "diary-before-restore-20241130T080000.sqlite"
    let taken = folder.file(name)
    let times = Collected<Date>()

    #expect(
      throws: TransferError.store(.failed(path: diary.path, reason: "there is another \(name) now"))
    ) {
      try Diary.restore(
        backup.path, over: diary.path,
        clock: {
          let time = Date(timeIntervalSince1970: 1_732_953_600)
          if !times.values.isEmpty { _ = FileManager.default.createFile(atPath: taken, contents: Data()) }
          times.append(time)
          return time
        })
    }

    #expect(try Diary.open(at: diary.path).summary().beerCount == 1)
  }

  @Test func aLostOrDamagedDiaryIsRestored() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let path = folder.file("diary.sqlite")
    #expect(try Diary.restore(backup.path, over: path).previousDiaryPath == nil)
    #expect(try Diary.open(at: path).summary().beerCount == 2)

    let damaged = folder.file("damaged.sqlite")
    try Data("SQLite format 3\0 and then nothing".utf8).write(to: URL(fileURLWithPath: damaged))
    let kept = try #require(try Diary.restore(backup.path, over: damaged).previousDiaryPath)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: kept)) == Data("SQLite format 3\0 and then nothing".utf8))
    #expect(try Diary.open(at: damaged).summary().beerCount == 2)
  }

  @Test func aWALThatWasNotCheckpointedIsKeptWithTheDiary() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let source = try diary("source.sqlite", beers: 5)
    let path = folder.file("diary.sqlite")
    for end in ["", StoreSidecar.wal.rawValue] {
      try FileManager.default.copyItem(atPath: source.path + end, toPath: path + end)
    }

    let kept = try #require(try Diary.restore(backup.path, over: path).previousDiaryPath)

    #expect(try Diary.open(at: path).summary().beerCount == 2)
    #expect(try Diary.open(at: kept).summary().beerCount == 5)
  }

  /// A kill while the old diary is moved must not leave one of its files with two names.
  @Test func noFileOfAKeptDiaryHasTwoNames() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let path = folder.file("diary.sqlite")
    for end in ["", StoreSidecar.wal.rawValue] {
      try Data("not a database".utf8).write(to: URL(fileURLWithPath: path + end))
    }
    // As a killed restoration left it.
    try FileManager.default.linkItem(atPath: StoreSidecar.wal.path(of: path), toPath: folder.file("left-wal"))

    let kept = try #require(try Diary.restore(backup.path, over: path).previousDiaryPath)

    for end in ["", StoreSidecar.wal.rawValue] {
      #expect(try Data(contentsOf: URL(fileURLWithPath: kept + end)) == Data("not a database".utf8))
      let links = try FileManager.default.attributesOfItem(atPath: kept + end)[.referenceCount] as? Int
      #expect(links == 1)
    }
    #expect(try Diary.open(at: path).summary().beerCount == 2)
  }

  @Test func aProgramWithTheOldFileCannotChangeTheRestoredDiary() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let old = try diary("diary.sqlite", beers: 4)
    try old.close()
    let late = try SQLiteFile(old.path)

    let kept = try #require(try Diary.restore(backup.path, over: old.path).previousDiaryPath)

    #expect(throws: SQLiteFile.Failure.self) { try late.execute("CREATE TABLE late (value)") }
    late.close()
    let restored = try Diary.open(at: old.path)
    #expect(try restored.summary().beerCount == 2)
    #expect(try restored.examine(isDeep: true).isEmpty)
    // It gets a -wal again.
    let keptDiary = try Diary.open(at: kept)
    _ = try keptDiary.add(NewBeer(fields: BeerFields(name: "Another")))
    #expect(fileSize(StoreSidecar.wal.path(of: kept)) ?? 0 > 0)
    try keptDiary.close()
    #expect(try Diary.open(at: kept).summary().beerCount == 5)
  }

  @Test func aProgramThatWaitedForTheOldFileOpensTheRestoredDiary() async throws {
    // On a busy machine the program may not wait for long enough.
    for attempt in 1...10 where try await isRestoredDiaryOpened(attempt) { return }
    Issue.record("the program never waited for long enough")
  }

  /// Swaps a diary while a program waits for it; `false` if that program gave up before.
  private func isRestoredDiaryOpened(_ attempt: Int) async throws -> Bool {
    let name = "diary-\(attempt).sqlite"
    let restoredName = "restored-\(attempt).sqlite"
    try diary(restoredName, beers: 2).close()
    let path = folder.file(name)
    try diary(name, beers: 4).close()
    let lock = try SQLiteFile(path)
    try lock.execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    let inspected = Collected<Bool>()
    let before = descriptorCount(of: path)
    let waiting = Task.detached {
      try Diary.open(
        at: path,
        clock: {
          inspected.append(true)
          return Date()
        })
    }
    try await waitUntil("the program waits for the diary", lookingEvery: .milliseconds(1)) {
      !inspected.values.isEmpty && descriptorCount(of: path) != before
    }
    #expect(rename(path, folder.file("kept-\(attempt).sqlite")) == 0)
    #expect(rename(folder.file(restoredName), path) == 0)
    // Its -wal is there already.
    let restored = try Diary.open(at: path)
    _ = try restored.add(NewBeer(fields: BeerFields(name: "Another")))
    try lock.execute("ROLLBACK")
    lock.close()

    let late: Diary
    do { late = try await waiting.value } catch OpeningError.store(.busy) { return false }

    _ = try late.add(NewBeer(fields: BeerFields(name: "Late")))
    #expect(try late.summary().beerCount == 4)
    #expect(try restored.summary().beerCount == 4)
    #expect(try restored.examine(isDeep: true).isEmpty)
    return true
  }

  /// How often this process has a file open.
  private func descriptorCount(of path: String) -> Int {
    var named = stat()
    var opened = stat()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    guard stat(path, &named) == 0 else { return 0 }
    return names.compactMap { Int32($0) }.count {
      fstat($0, &opened) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
  }

  @Test func theImageFolderOfAnotherDiaryIsNotMoved() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    var store = LegacyStore()
    store.externalCount = 3
    let other = folder.file("diary.bak")
    let expected = try store.write(to: other)
    try diary("diary.sqlite", beers: 1).close()

    _ = try Diary.restore(backup.path, over: folder.file("diary.sqlite"))

    #expect(try folder.names().filter { $0.hasSuffix("_SUPPORT") } == [".diary_SUPPORT"])
    #expect(try expectedBeers(from: Diary.open(at: other)) == expected)
  }

  @Test func aKeptStoreFindsItsImages() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    var store = LegacyStore()
    store.externalCount = 3
    let path = folder.file("diary.sqlite")
    let expected = try store.write(to: path)

    let kept = try #require(try Diary.restore(backup.path, over: path).previousDiaryPath)

    let copy = folder.file("copy.sqlite")
    try Diary.backUp(kept, to: copy)
    #expect(try expectedBeers(from: Diary.open(at: copy)) == expected)
    #expect(try expectedBeers(from: Diary.open(at: kept)) == expected)
    #expect(try Diary.open(at: path).summary().beerCount == 2)
  }

  @Test func aFileThatIsNotAStoreIsRefused() throws {
    let diary = try diary("diary.sqlite", beers: 1)
    try diary.close()
    let text = folder.file("text.txt")
    try Data("no store".utf8).write(to: URL(fileURLWithPath: text))
    #expect(throws: TransferError.self) { try Diary.restore(text, over: diary.path) }
    #expect(throws: TransferError.store(.notFound(path: folder.file("none")))) {
      try Diary.restore(folder.file("none"), over: diary.path)
    }
    #expect(throws: TransferError.self) { try Diary.restore(diary.path, over: diary.path) }
    #expect(try Diary.open(at: diary.path).summary().beerCount == 1)
  }
}
