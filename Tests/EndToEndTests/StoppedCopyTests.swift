import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// Commands that copy a store and are stopped by a signal.
  @Suite struct StoppedCopyTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    enum Command: CaseIterable {
      case backup, backupOfOldStore, restore, adopt, migrateWithBackup
    }

    @Test(arguments: Command.allCases, [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNothing(_ command: Command, _ signal: Int32) async throws {
      let old = try LegacyDiary(sandbox) { store in
        store.beerCount = 400
        store.photoByteCount = 50_000
      }
      let arguments = try await arguments(command, old.path)
      let before = try FolderSnapshot(sandbox.files)

      // On a busy machine the signal may come when all is done.
      for attempt in 1...20 {
        let process = try sandbox.start(arguments.map { $0 == "%" ? sandbox.file("new-\(attempt)") : $0 })
        try await waitUntil("it copies", lookingEvery: .microseconds(200)) {
          process.hasEnded || isStaged()
        }
        process.send(signal)
        let result = try await process.result()
        #expect(!isStaged())
        if result.status == 0 { continue }
        #expect(result.status == 128 + signal)
        #expect(result.output == "" && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(result.errors.contains("Stopped. "))
        #expect(try FolderSnapshot(sandbox.files) == before || attempt > 1)
        return
      }
      Issue.record("no signal came in time")
    }

    private func arguments(_ command: Command, _ old: String) async throws -> [String] {
      if command == .backup { _ = try await sandbox.run("--migrate-only", "--store", old) }
      let store = sandbox.file("diary.sqlite")
      if command == .restore { _ = try await sandbox.run("add", "Orval", "--store", store) }
      return switch command {
      case .backup, .backupOfOldStore: ["backup", "%", "--store", old]
      case .restore: ["backup", "restore", "--yes", old, "--store", store]
      case .adopt: ["adopt", old, "--store", "%"]
      case .migrateWithBackup: ["--migrate-only", "--backup", "%", "--store", old]
      }
    }

    private func isStaged() -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: sandbox.files)) ?? []
      return names.contains { $0.hasPrefix(".beerdiary-staging-") }
    }

    /// A store that is too large to be copied for a look gets a -shm for as long as the look takes.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [["--migrate-only", "--dry-run"], ["list"]])
    func aStoppedReadLeavesNoSharedMemoryFile(_ signal: Int32, _ command: [String]) async throws {
      let old = try LegacyDiary(sandbox) { store in
        store.beerCount = 3000
        store.photoByteCount = 16_000
        store.leavesRowsInWAL = true
      }
      let before = try FolderSnapshot(sandbox.files)
      #expect(!FileManager.default.fileExists(atPath: old.path + "-shm"))
      var stopped = 0
      for _ in 1...100 where stopped == 0 {
        let process = try sandbox.start(command + ["--store", old.path])
        try await waitUntil("it looks", lookingEvery: .microseconds(100)) {
          process.hasEnded || FileManager.default.fileExists(atPath: old.path + "-shm")
        }
        process.send(signal)
        let result = try await process.result()
        guard result.status == 128 + signal else { continue }
        stopped += 1
        #expect(try FolderSnapshot(sandbox.files) == before)
        #expect(command == ["list"] || result.errors == "Stopped. Nothing was changed.\n")
      }
      #expect(stopped > 0, "no signal came in time")
    }
  }
}
