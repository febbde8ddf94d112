import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// Commands that copy a store and are stopped by a signal.
  @Suite struct StoppedCopyTests {
    enum Command: CaseIterable {
      case backup, backupOfOldStore, restore, adopt, migrateWithBackup
    }

    private static let stops = Command.allCases.flatMap { command in
      [SIGINT, SIGTERM, SIGHUP].map { (command, $0) }
    }

    @Test(arguments: BuiltProgram.sample(of: stops, oneIn: 3))
    func aSignalDuringACopyLeavesNothing(_ command: Command, _ signal: Int32) async throws {
      try await untilSignalIsInTime { try await isStopped(command, signal, in: $0) }
    }

    /// Stops a command while it copies; returns `false` if it was done before.
    private func isStopped(_ command: Command, _ signal: Int32, in sandbox: Sandbox) async throws -> Bool {
      let old = try LegacyDiary(sandbox) { store in
        store.beerCount = 400
        store.photoByteCount = 50_000
      }
      let arguments = try await arguments(command, old.path, in: sandbox)
      let before = try FolderSnapshot(sandbox.files)

      let result = try await sandbox.run(arguments, signaling: signal) {
        isStaged(in: sandbox)
      }

      #expect(!isStaged(in: sandbox))
      if result.status == 0 { return false }
      #expect(result.status == 128 + signal)
      #expect(result.output == "" && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains("Stopped. "))
      #expect(try FolderSnapshot(sandbox.files) == before)
      return true
    }

    private func arguments(_ command: Command, _ old: String, in sandbox: Sandbox) async throws
      -> [String]
    {
      if command == .backup { _ = try await sandbox.run("--migrate-only", "--store", old) }
      let store = sandbox.file("diary.sqlite")
      let new = sandbox.file("new")
      if command == .restore { _ = try await sandbox.run("add", "Orval", "--store", store) }
      return switch command {
      case .backup, .backupOfOldStore: ["backup", new, "--store", old]
      case .restore: ["backup", "restore", "--yes", old, "--store", store]
      case .adopt: ["adopt", old, "--store", new]
      case .migrateWithBackup: ["--migrate-only", "--backup", new, "--store", old]
      }
    }

    private func isStaged(in sandbox: Sandbox) -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: sandbox.files)) ?? []
      return names.contains { $0.hasPrefix(".beerdiary-staging-") }
    }

    /// A store that is too large to be copied for a look gets a -shm for as long as the look takes.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [["--migrate-only", "--dry-run"], ["list"]])
    func aStoppedReadLeavesNoSharedMemoryFile(_ signal: Int32, _ command: [String]) async throws {
      let sandbox = try Sandbox()
      let old = try LegacyDiary(sandbox) { store in
        store.beerCount = 3000
        store.photoByteCount = 16_000
        store.leavesRowsInWAL = true
      }
      let before = try FolderSnapshot(sandbox.files)
      #expect(!FileManager.default.fileExists(atPath: old.path + "-shm"))
      var stopped = 0
      for _ in 1...100 where stopped < 3 {
        let result = try await sandbox.run(
          command + ["--store", old.path], signaling: signal
        ) { FileManager.default.fileExists(atPath: old.path + "-shm") }
        #expect(try FolderSnapshot(sandbox.files) == before)
        guard result.status == 128 + signal else { continue }
        stopped += 1
        #expect(command == ["list"] || result.errors == "Stopped. Nothing was changed.\n")
      }
      #expect(stopped > 0, "no signal came in time")
    }
  }
}
