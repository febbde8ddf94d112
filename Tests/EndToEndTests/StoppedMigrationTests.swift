import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `--migrate-only` that is stopped, or has to wait.
  @Suite struct StoppedMigrationTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: zip([SIGINT, SIGTERM, SIGHUP], [false, true, false]))
    func aSignalLeavesEveryFileAsItWas(_ signal: Int32, hasRollbackJournal: Bool) async throws {
      // Enough for the signal to come while it is at work.
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 5_000
        store.photoByteCount = 100
        store.hasRollbackJournal = hasRollbackJournal
      }
      let before = try FolderSnapshot(sandbox.files)

      let process = try sandbox.start(["--migrate-only", "--store", diary.path])
      try await waitUntil("it is at work", lookingEvery: .microseconds(200)) {
        process.hasEnded || FileManager.default.fileExists(atPath: diary.path + "-shm")
      }
      process.send(signal)
      // Nor does a second one, of somebody impatient, end it at a bad moment.
      process.send(signal)
      let result = try await process.result()

      #expect(result.status == 128 + signal)
      #expect(result.output == "")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.contains("the diary is as it was"))
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func itSaysForWhomItWaits() async throws {
      let diary = try LegacyDiary(sandbox)
      let other = try SQLiteFile(diary.path)
      try other.execute("BEGIN IMMEDIATE")

      let process = try sandbox.start(["--migrate-only", "--store", diary.path])
      try await Task.sleep(for: .seconds(2))
      try other.execute("ROLLBACK")
      other.close()
      let result = try await process.result()

      #expect(result.status == 0)
      #expect(result.errors.contains("Waiting for "))
      #expect(result.errors.contains("(process \(getpid())), which has the diary locked"))
    }
  }
}
