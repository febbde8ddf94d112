import DiaryStore
import FixtureStores
import Foundation
import Pictures
import Testing

/// Backups of an open diary, and bringing them back.
@Suite struct RestorationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func diary(_ name: String, beers: Int) throws -> Diary {
    let diary = try Diary.open(at: folder.file(name))
    for number in 0..<beers {
      let beer = try diary.add(BeerDraft(fields: BeerFields(name: "Beer \(number)")))
      _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(Data("photo \(number)".utf8)))
    }
    return diary
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func aBackupOfADiaryInUseIsWholeAndComesBack() throws {
    let diary = try diary("diary.sqlite", beers: 3)
    let backup = folder.file("backup.sqlite")
    try diary.backUp(to: backup)
    _ = try diary.add(BeerDraft(fields: BeerFields(name: "Later")))
    try diary.close()
    #expect(try names() == ["backup.sqlite", "diary.sqlite"])

    let report = try Diary.restore(backup, over: diary.path)

    #expect(report.beers == 3 && report.photos == 3)
    let kept = try #require(report.keptAt)
    #expect(kept.contains("before-restore"))
    #expect(try Diary.open(at: diary.path).summary().beerCount == 3)
    #expect(try Diary.open(at: kept).summary().beerCount == 4)
    #expect(try Diary.open(at: backup).summary().beerCount == 3)
  }

  @Test func nothingIsOverwrittenAndNothingLeftBehind() throws {
    let diary = try diary("diary.sqlite", beers: 1)
    let target = folder.file("there.sqlite")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
    #expect(throws: DiaryError.self) { try diary.backUp(to: target) }
    #expect(throws: DiaryError.cancelled) {
      try diary.backUp(to: folder.file("stopped.sqlite"), isCancelled: { true })
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("mine".utf8))
    try diary.close()
    #expect(try names() == ["diary.sqlite", "there.sqlite"])
  }

  @Test func aDiaryInUseIsNotExchanged() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let diary = try diary("diary.sqlite", beers: 1)
    #expect(throws: DiaryError.busy(path: diary.path)) { try Diary.restore(backup.path, over: diary.path) }
    #expect(try diary.summary().beerCount == 1)
    try diary.close()
    #expect(try names() == ["backup.sqlite", "diary.sqlite"])
  }

  @Test func aDiaryThatWasLostOrDamagedComesBack() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let path = folder.file("diary.sqlite")
    #expect(try Diary.restore(backup.path, over: path).keptAt == nil)
    #expect(try Diary.open(at: path).summary().beerCount == 2)

    let damaged = folder.file("damaged.sqlite")
    try Data("SQLite format 3\0 and then nothing".utf8).write(to: URL(fileURLWithPath: damaged))
    let kept = try #require(try Diary.restore(backup.path, over: damaged).keptAt)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: kept)) == Data("SQLite format 3\0 and then nothing".utf8))
    #expect(try Diary.open(at: damaged).summary().beerCount == 2)
  }

  @Test func aLogThatWasNotTakenInStaysWithTheKeptDiary() throws {
    let backup = try diary("backup.sqlite", beers: 2)
    try backup.close()
    let source = try diary("source.sqlite", beers: 5)
    let path = folder.file("diary.sqlite")
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: source.path + end, toPath: path + end)
    }

    let kept = try #require(try Diary.restore(backup.path, over: path).keptAt)

    #expect(try Diary.open(at: path).summary().beerCount == 2)
    #expect(try Diary.open(at: kept).summary().beerCount == 5)
  }

  @Test func whatIsNoStoreIsRefused() throws {
    let diary = try diary("diary.sqlite", beers: 1)
    try diary.close()
    let text = folder.file("text.txt")
    try Data("no store".utf8).write(to: URL(fileURLWithPath: text))
    #expect(throws: DiaryError.self) { try Diary.restore(text, over: diary.path) }
    #expect(throws: DiaryError.notFound(path: folder.file("none"))) {
      try Diary.restore(folder.file("none"), over: diary.path)
    }
    #expect(throws: DiaryError.self) { try Diary.restore(diary.path, over: diary.path) }
    #expect(try Diary.open(at: diary.path).summary().beerCount == 1)
  }
}
