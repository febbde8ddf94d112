import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import Foundation
import TestSupport
import Testing

/// Dated backups: their names, and which of them are kept.
@Suite struct BackupSeriesTests {
  private static let utc = TimeZone.gmt

  private func time(_ text: String) throws -> BackupTime {
    try #require(BackupTime(fileName: "diary-\(text).sqlite", of: "diary"))
  }

  private func kept(_ texts: [String], on today: String) throws -> [String] {
    let times = try texts.map { try time($0) }
    let day = try time(today + "T0000").day
    return Set(times).subtracting(BackupSeries.superfluous(times, today: day)).sorted().map(\.text)
  }

  // MARK: - Names

  @Test func aNameIsReadAsItIsWritten() throws {
    let time = BackupTime(Date(timeIntervalSince1970: 1_795_631_400), in: Self.utc)
    #expect(time.fileName(of: "diary") == "diary-2026-11-25T1830.sqlite" && time.text == "2026-11-25T18:30")
    #expect(BackupTime(fileName: "diary-2026-11-25T1830.sqlite", of: "diary") == time)
    let second = try self.time("2026-11-25T1830-2")
    #expect(second > time && second.number == 2)
  }

  @Test(arguments: [
    "diary.sqlite", "diary-2026-11-25.sqlite", "diary-2026-02-30T1200.sqlite", "diary-2026-11-25T2460.sqlite",
    "diary-2026-11-25T1830-1.sqlite", "diary-2026-11-25T1830-02.sqlite", "diary-2026-11-25T1830.sqlite-wal",
    "other-2026-11-25T1830.sqlite", "diary-+026-11-25T1830.sqlite", "diary-2026-11-25T183.sqlite", "diary-",
  ])
  func otherNamesAreNotThoseOfBackups(_ name: String) {
    #expect(BackupTime(fileName: name, of: "diary") == nil)
  }

  // MARK: - What is kept

  @Test func theNewestOfEachDayWeekAndMonthIsKept() throws {
    // 25 November 2026 is a Wednesday.
    let kept = try kept(
      [
        "2026-11-25T1800", "2026-11-19T0700", "2026-11-19T0800", "2026-11-18T0800", "2026-11-16T0800",
        "2026-10-07T0800", "2026-10-05T0800", "2026-10-02T0800", "2026-09-30T0800", "2026-09-02T0800",
        "2019-03-01T0800", "2019-03-31T0800",
      ], on: "2026-11-25")
    #expect(
      kept == [
        "2019-03-31T08:00", "2026-09-30T08:00", "2026-10-07T08:00", "2026-11-19T08:00", "2026-11-25T18:00",
      ])
  }

  @Test func allBackupsOfTodayAndYesterdayAreKept() throws {
    let kept = try kept(
      [
        "2026-11-23T0900", "2026-11-23T1100", "2026-11-24T0900", "2026-11-24T1100", "2026-11-25T0900",
        "2026-11-25T1100",
      ],
      on: "2026-11-25")
    #expect(
      kept == [
        "2026-11-23T11:00", "2026-11-24T09:00", "2026-11-24T11:00", "2026-11-25T09:00", "2026-11-25T11:00",
      ])
  }

  @Test(arguments: Seeds.range(0..<50)) func pruningKeepsBackupsOfRecentDaysAndOfEachMonth(_ seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let today = Int.random(in: 15_000...25_000, using: &random)
    let span = [3, 20, 90, 800].randomElement(using: &random) ?? 3
    let times = Set(
      (0..<Int.random(in: 0...150, using: &random)).map { _ in
        BackupTime(
          day: today - Int.random(in: 0...span, using: &random),
          minute: Int.random(in: 0..<1440, using: &random))
      })

    let superfluous = BackupSeries.superfluous(times, today: today)
    let kept = times.subtracting(superfluous)

    #expect(superfluous.isSubset(of: times))
    #expect(times.max().map(kept.contains) ?? true)
    let months = Set(times.map { CivilDay.date($0.day).year * 12 + CivilDay.date($0.day).month })
    let recent = times.filter { today - $0.day < BackupSeries.wholeDays }
    #expect(recent.isSubset(of: kept))
    #expect(kept.count <= recent.count + BackupSeries.days + BackupSeries.weeks + months.count)
    #expect(Set(kept.map { CivilDay.date($0.day).year * 12 + CivilDay.date($0.day).month }) == months)
    for day in today - 6...today {
      #expect(times.filter { $0.day == day }.max().map(kept.contains) ?? true)
    }
    #expect(BackupSeries.superfluous(kept, today: today) == [])
    #expect(BackupSeries.superfluous(times.shuffled(using: &random), today: today) == superfluous)

    // With pruning on each day, the same remains as with pruning once.
    var series: Set<BackupTime> = []
    for day in (today - span)...today {
      series.formUnion(times.filter { $0.day == day })
      series.subtract(BackupSeries.superfluous(series, today: day))
    }
    #expect(series == kept)
  }

  // MARK: - Files

  @Test func onlyBackupsOfThisProgramAreRemoved() throws {
    let fresh = try FreshDiary()
    _ = try fresh.addBeer("Orval")
    let folder = BackupFolder(ofStore: fresh.diary.path)
    try folder.create()
    let now = Date(timeIntervalSince1970: 1_795_631_400)
    let new = folder.newBackup(at: now, in: Self.utc)
    #expect(new.path == fresh.folder.file("backups/diary-2026-11-25T1830.sqlite"))
    try fresh.diary.backUp(to: new.path)
    #expect(folder.newBackup(at: now, in: Self.utc).time.number == 2)
    let old = ["2020-01-01T1200", "2020-01-02T1200", "2020-01-03T1200"].map {
      folder.path + "/diary-\($0).sqlite"
    }
    for path in old { try FileManager.default.copyItem(atPath: new.path, toPath: path) }
    // Not a diary, a link, and a diary that is in use.
    try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.path + "/diary-2020-01-04T1200.sqlite"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/diary-2020-01-05T1200.sqlite", withDestinationPath: new.path)
    let used = try Diary.open(at: old[1])

    #expect(folder.superfluousBackups(at: now, in: Self.utc) == [old[0]])
    #expect(folder.superfluousBackups(adding: new.time, at: now, in: Self.utc) == [old[0]])
    try used.close()

    let listed = folder.backups()
    #expect(listed.first?.path == new.path && listed.first?.beers == 1)
    #expect(listed.map { $0.version == nil } == [false, true, false, false, false])
    for path in folder.superfluousBackups(at: now, in: Self.utc) { try folder.remove(path) }
    #expect(!FileManager.default.fileExists(atPath: old[0]))
  }

  @Test func diariesWithDifferentExtensionsDoNotShareTheirBackups() throws {
    let fresh = try FreshDiary()
    let now = Date(timeIntervalSince1970: 1_795_631_400)
    let folder = BackupFolder(ofStore: fresh.diary.path)
    try folder.create()
    for day in ["01", "02"] { try fresh.diary.backUp(to: "\(folder.path)/diary-2020-01-\(day)T1200.sqlite") }

    let other = BackupFolder(ofStore: fresh.folder.file("diary.db"))

    #expect(other.path == folder.path && other.backups() == [])
    #expect(other.superfluousBackups(at: now) == [] && folder.superfluousBackups(at: now).count == 1)
    #expect(other.newBackup(at: now, in: Self.utc).path == folder.path + "/diary.db-2026-11-25T1830.sqlite")
  }

  /// Nothing says whether a backup is of `diary` or of `diary.sqlite`.
  @Test func noneIsRemovedWhileTheBackupsOfTwoDiariesHaveTheSameNames() throws {
    let fresh = try FreshDiary()
    let now = Date(timeIntervalSince1970: 1_795_631_400)
    let folder = BackupFolder(ofStore: fresh.diary.path)
    let other = BackupFolder(ofStore: fresh.folder.file("diary"))
    try folder.create()
    for day in ["01", "02"] { try fresh.diary.backUp(to: "\(folder.path)/diary-2020-01-\(day)T1200.sqlite") }
    #expect(folder.superfluousBackups(at: now).count == 1)

    try FileManager.default.createSymbolicLink(atPath: other.store, withDestinationPath: fresh.diary.path)
    #expect(folder.superfluousBackups(at: now).count == 1)
    try FileManager.default.removeItem(atPath: other.store)
    try fresh.diary.backUp(to: other.store)

    #expect(folder.superfluousBackups(at: now) == [] && other.superfluousBackups(at: now) == [])
    #expect(other.backups().count == 2)
  }

  @Test func aNewBackupComesAfterTheOthersOfItsMinute() throws {
    let fresh = try FreshDiary()
    let folder = BackupFolder(ofStore: fresh.diary.path)
    try folder.create()
    let now = Date(timeIntervalSince1970: 1_795_631_400)
    let second = folder.path + "/diary-2026-11-25T1830-2.sqlite"
    try fresh.diary.backUp(to: second)

    let new = folder.newBackup(at: now, in: Self.utc)

    #expect(new.path == folder.path + "/diary-2026-11-25T1830-3.sqlite")
    #expect(folder.superfluousBackups(adding: new.time, at: now, in: Self.utc) == [])
    let later = now.addingTimeInterval(2 * 24 * 60 * 60)
    #expect(folder.superfluousBackups(adding: new.time, at: later, in: Self.utc) == [second])
  }

  @Test func aNewBackupIsKeptIfTheClockWasSetBack() throws {
    let fresh = try FreshDiary()
    let folder = BackupFolder(ofStore: fresh.diary.path)
    try folder.create()
    let now = Date(timeIntervalSince1970: 1_795_631_400)
    try fresh.diary.backUp(to: folder.path + "/diary-2026-11-25T1915.sqlite")
    let new = folder.newBackup(at: now, in: Self.utc)
    try fresh.diary.backUp(to: new.path)

    #expect(folder.superfluousBackups(adding: new.time, at: now, in: Self.utc) == [])
    // The clock was set right while the backup was made.
    let later = now.addingTimeInterval(2 * 24 * 60 * 60)
    #expect(folder.superfluousBackups(at: later, in: Self.utc) == [new.path])
    #expect(folder.superfluousBackups(adding: new.time, at: later, in: Self.utc) == [])
  }

  @Test func anOldStoreIsCopiedBeforeItsMigration() throws {
    let old = try OldDiary()
    _ = try old.write()
    let folder = BackupFolder(ofStore: old.path)

    let copy = try #require(try folder.backUpBeforeMigration(isCancelled: { false }))
    _ = try Diary.open(at: old.path)

    #expect(try Diary.isLegacy(at: copy) && !Diary.isLegacy(at: old.path))
    #expect(try folder.backUpBeforeMigration(isCancelled: { false }) == nil)
    #expect(folder.backups().map(\.path) == [copy])
    #expect(folder.superfluousBackups(at: Date()) == [])
  }
}
