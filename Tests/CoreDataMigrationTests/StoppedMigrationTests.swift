import CoreDataMigration
import DiaryFixtures
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// A migration that is not completed leaves every file as it was, byte for byte.
@Suite struct StoppedMigrationTests {
  /// How the app that wrote a store left its journal.
  enum Journal: CaseIterable {
    case rollback, emptiedRollback, emptyLog, log, everythingInLog, logWithOlderFrames

    var hasRollbackJournal: Bool { self == .rollback || self == .emptiedRollback }
    var hasLog: Bool { self == .log || self == .everythingInLog || self == .logWithOlderFrames }
  }

  private let old: OldDiary

  init() throws { old = try OldDiary() }

  /// - Parameter noteBytes: Of each beer; several megabytes in all do not fit into memory before the commit.
  private func write(_ journal: Journal, noteBytes: Int = 0) throws -> [ExpectedBeer] {
    let notes = "UPDATE ZBEER SET ZNOTES = hex(zeroblob(\(noteBytes / 2)))"
    let beers = try old.write(noteBytes > 0 ? notes : "") { store in
      store.beerCount = 300
      store.hasRollbackJournal = journal.hasRollbackJournal
      store.leavesRowsInWAL = journal == .log || journal == .logWithOlderFrames
      store.leavesEverythingInWAL = journal == .everythingInLog
    }
    if journal == .emptiedRollback {
      try Data().write(to: URL(fileURLWithPath: StoreSidecar.journal.path(of: old.path)))
    }
    if journal == .logWithOlderFrames {
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: StoreSidecar.wal.path(of: old.path)))
      try log.seekToEnd()
      try log.write(contentsOf: Data(repeating: 0xA5, count: 24 + 4096 + 1000))
      try log.close()
      try Data(repeating: 0x5A, count: 32768).write(
        to: URL(fileURLWithPath: StoreSidecar.sharedMemory.path(of: old.path)))
    }
    return beers
  }

  @Test(arguments: Journal.allCases, [0, 2, 10, 50, 90])
  func stoppingAMigrationLeavesEveryByteAsItWas(_ journal: Journal, afterPercent percent: Int) throws {
    _ = try write(journal)
    let before = try old.folder.contents()
    let limit = max(1, try questionsOfAWholeMigration() * percent / 100)
    let asked = Collected<Void>()

    #expect(throws: OpeningError.store(.cancelled)) {
      try Diary.open(
        at: old.path,
        isCancelled: {
          asked.append(())
          return asked.values.count >= limit
        })
    }

    #expect(try old.folder.contents() == before)
  }

  /// How often a migration of the same store asks whether it is to stop.
  private func questionsOfAWholeMigration() throws -> Int {
    let copy = try TemporaryFolder()
    let folder = copy.file("store")
    try FileManager.default.copyItem(atPath: old.folder.path, toPath: folder)
    let asked = Collected<Void>()
    let name = (old.path as NSString).lastPathComponent
    let diary = try Diary.open(
      at: "\(folder)/\(name)",
      isCancelled: {
        asked.append(())
        return false
      })
    try diary.close()
    return asked.values.count
  }

  /// More is written than is kept in memory, so that much of it is in the -wal by then.
  @Test(arguments: Journal.allCases) func cancelingAMigrationAtItsEndRestoresEveryByte(_ journal: Journal)
    throws
  {
    let expected = try write(journal, noteBytes: 60_000)
    let before = try old.folder.contents()
    let path = old.path
    let logSizes = Collected<Int>()

    #expect(throws: OpeningError.store(.cancelled)) {
      try Diary.open(
        at: path,
        progress: {
          if $0.phase == .verifying { logSizes.append(fileSize(StoreSidecar.wal.path(of: path)) ?? 0) }
        },
        isCancelled: { !logSizes.values.isEmpty })
    }

    #expect(logSizes.values.allSatisfy { $0 > 4_000_000 })
    #expect(try old.folder.contents() == before)
    #expect(try old.open().migration?.beerCount == expected.count)
  }

  @Test(arguments: Journal.allCases) func aFailedMigrationRestoresEveryByte(_ journal: Journal) throws {
    _ = try write(journal)
    let before = try old.folder.contents()

    #expect(throws: OpeningError.self) { try Diary.open(at: path, freeSpace: FreeSpace { _ in 1 }) }

    #expect(try old.folder.contents() == before)
  }

  private var path: String { old.path }

  @Test func aMigrationPastThePointOfNoReturnIsFinished() throws {
    let expected = try write(.log)
    let commits = Collected<Void>()

    let diary = try Diary.open(
      at: old.path, progress: { if $0.isCommitting { commits.append(()) } },
      isCancelled: { !commits.values.isEmpty })

    #expect(commits.values.count == 1)
    #expect(diary.migration?.beerCount == expected.count)
  }

  @Test func changesOfAnotherProgramDuringTheMigrationStay() throws {
    _ = try write(.rollback)
    let writer = try SQLiteFile(old.path)
    try writer.execute("BEGIN IMMEDIATE; UPDATE ZBEER SET ZNAME = 'Changed' WHERE Z_PK = 7")
    let asked = Collected<Void>()
    let opened = Collected<Result<Diary, any Error>>()
    let path = old.path

    // It is waited for, writes, and only then the migration is stopped.
    Thread.detachNewThread {
      opened.append(
        Result {
          try Diary.open(
            at: path,
            isCancelled: {
              asked.append(())
              return asked.values.count > 30
            })
        })
    }
    try blockUntil("the migration has waited for the writer", progress: { "\(asked.values.count)" }) {
      asked.values.count >= 10 || !opened.values.isEmpty
    }
    try writer.execute("COMMIT")
    writer.close()
    try blockUntil("the migration is stopped") { !opened.values.isEmpty }
    #expect(throws: OpeningError.store(.cancelled)) { try opened.values[0].get() }

    let store = try SQLiteFile(old.path)
    #expect(try store.rows("SELECT ZNAME FROM ZBEER WHERE Z_PK = 7") == [["Changed"]])
    #expect(try store.rows("PRAGMA integrity_check") == [["ok"]])
  }

  @Test func waitingForALockedStoreEnds() throws {
    _ = try write(.emptyLog)
    let writer = try SQLiteFile(old.path)
    try writer.execute("BEGIN IMMEDIATE")
    let waiting = Collected<LockHolder>()

    // Reports begin after half a second. On a busy machine, a short time may be over before the first one.
    for milliseconds in [700, 1_400, 5_600, 22_400] where waiting.values.isEmpty {
      #expect(throws: OpeningError.store(.busy(path: old.path))) {
        try Diary.open(
          at: old.path,
          progress: {
            guard let holder = $0.waitingFor else { return }
            waiting.append(holder)
            usleep(100_000)
          }, timeout: .milliseconds(milliseconds))
      }
      // The time that reports take is part of the wait.
      #expect(waiting.values.count <= (milliseconds - 500) / 100 + 1)
    }

    #expect(waiting.values.first?.process == getpid())
    try writer.execute("ROLLBACK")
  }
}
