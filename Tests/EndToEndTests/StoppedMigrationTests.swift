import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `--migrate-only` that is stopped, or has to wait.
  @Suite struct StoppedMigrationTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: zip([SIGINT, SIGTERM, SIGHUP], [false, true, false]))
    func aSignalLeavesEveryFileUnchanged(_ signal: Int32, hasRollbackJournal: Bool) async throws {
      try await untilSignalIsInTime { try await isStopped(signal, hasRollbackJournal, in: $0) }
    }

    /// Stops a migration that is at work.
    ///
    /// - Returns: `false` if the migration was complete before the signal stopped it.
    private func isStopped(_ signal: Int32, _ hasRollbackJournal: Bool, in sandbox: Sandbox) async throws
      -> Bool
    {
      // Enough for the signal to come while it is at work.
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 5_000
        store.photoByteCount = 100
        store.hasRollbackJournal = hasRollbackJournal
      }
      let before = try FolderSnapshot(sandbox.files)
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.files)

      let process = try sandbox.start(["--migrate-only", "--store", diary.path])
      try await process.pause {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.files).count > names.count
      }
      process.send(signal)
      process.send(SIGCONT)
      // Nor does a second one, of somebody impatient, end it at a bad moment.
      process.send(signal)
      let result = try await process.result()

      if try await wasComplete(result, signal, diary, in: sandbox) { return false }
      #expect(result.status == 128 + signal)
      #expect(result.output == "")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.contains("Nothing was changed."))
      #expect(try FolderSnapshot(sandbox.files) == before)
      return true
    }

    @Test func aSignalDuringTheInspectionLeavesNoCopy() async throws {
      try await untilSignalIsInTime(isStoppedDuringTheLook)
    }

    /// Stops a migration while it copies a store with a -wal to look at it.
    ///
    /// - Returns: `false` if the migration was complete before the signal stopped it.
    private func isStoppedDuringTheLook(in sandbox: Sandbox) async throws -> Bool {
      let diary = try LegacyDiary(sandbox) { store in
        store.photoByteCount = 500_000
        store.leavesEverythingInWAL = true
      }
      let before = try FolderSnapshot(sandbox.files)

      let temporary = sandbox.temporary
      let result = try await sandbox.run(
        ["--migrate-only", "--no-telemetry", "--store", diary.path], signaling: SIGTERM
      ) {
        try FileManager.default.contentsOfDirectory(atPath: temporary).contains {
          $0.hasPrefix("beerdiary-copy")
        }
      }

      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
      if try await wasComplete(result, SIGTERM, diary, in: sandbox) { return false }
      #expect(result.status == 128 + SIGTERM)
      #expect(result.output == "")
      #expect(
        result.errors.split(separator: "\n").count == 1 && result.errors.contains("Nothing was changed."))
      #expect(try FolderSnapshot(sandbox.files) == before)
      return true
    }

    /// `true` if the migration ended before the signal came, or could no longer be undone when it came.
    private func wasComplete(
      _ result: ProcessResult, _ signal: Int32, _ diary: LegacyDiary, in sandbox: Sandbox
    ) async throws -> Bool {
      let wasTooLate = result.errors.contains("The signal came after the migration was complete.")
      guard result.status == 0 || wasTooLate else { return false }
      if wasTooLate { #expect(result.status == 128 + signal) }
      // It says so only of a diary that needs no migration any more.
      let again = try await sandbox.run("--migrate-only", "--store", diary.path)
      #expect(again.status == 0)
      #expect(again.output == "\(diary.path) is up to date.\n")
      return true
    }

    @Test func theProcessThatHoldsTheLockIsNamed() async throws {
      let diary = try LegacyDiary(sandbox)
      let other = try SQLiteFile(diary.path)
      try other.execute("BEGIN IMMEDIATE")

      let process = try sandbox.start(["--migrate-only", "--store", diary.path])
      try await process.wait(until: "it says that it waits") {
        try process.errorsSoFar().contains("Waiting for ")
      }
      try other.execute("ROLLBACK")
      other.close()
      let result = try await process.result()

      #expect(result.status == 0)
      #expect(result.errors.contains("Waiting for "))
      #expect(result.errors.contains("(process \(getpid())), which has the diary locked"))
    }
  }
}
