import Foundation
import TestSupport
import Testing

/// What happens to a store when the disk, the process or the file itself lets the diary down.
///
/// The cases run in `FaultWorker`, each in a process of its own; a failure names the words that run it again.
@Suite struct FaultTests {}

extension FaultTests {
  /// The disk fails or the process ends during anything that a user does.
  @Suite(.serialized) struct InterruptedActions {
    private static let scenarios = [
      "v1", "v1-prefix", "v1-external", "v1-wal", "v1-journal", "v2", "v2-prefix", "v2-external", "v2-wal",
      "v2-journal", "create", "import", "move", "add-photo", "background", "adopt",
      "adopt-merge", "photos",
    ]
    private static let sample = [
      "v1-external", "v2-wal", "create", "import", "move", "background", "adopt", "photos",
    ]

    /// After each fault the store opens, is wholly at some version, and nothing is lost.
    @Test(arguments: FaultDepth.isFull ? scenarios : sample)
    func nothingIsLostByAFaultDuringAnAction(_ scenario: String) async throws {
      let report =
        FaultDepth.isFull
        ? try await FaultReport("faults", "scenario=\(scenario)")
        : try await FaultReport("faults", "scenario=\(scenario)", "sample=2")

      report.expectNoFailure()
      #expect(report.fired >= 12)
      #expect(!FaultDepth.isFull || report.cases > report.fired)
    }

    /// SQLite says that a store is in WAL mode before it has written so; the error comes afterwards.
    @Test(arguments: 6...12)
    func aMigrationWhoseSwitchToWALFailsDoesNotWaitForItsOwnLock(_ place: Int) async throws {
      let report = try await FaultReport(
        "faults", "scenario=v1-journal", "kind=error-once", "at=\(place)")

      report.expectNoFailure()
      #expect(report.fired == 1)
    }

    @Test func everyActionThatTheWorkerKnowsIsInterrupted() async throws {
      let names = String(decoding: try await FaultReport.output(of: ["scenarios"]), as: UTF8.self)

      #expect(Set(names.split(separator: "\n").map(String.init)) == Set(Self.scenarios))
    }
  }

  /// The program itself is killed at any time, and once more while it recovers.
  @Suite struct KilledProgram {
    @Test(arguments: ["migrate", "adopt", "merge", "photos"])
    func nothingIsLostWhenTheProgramIsKilled(_ action: String) async throws {
      let count = FaultDepth.isFull ? 1_200 : 6

      let report = try await FaultReport(
        "timed", "program=\(BuiltFolder.program)", "action=\(action)", "count=\(count)",
        "seed=\(Seeds.value(1))")

      report.expectNoFailure()
      #expect(report.cases == count)
      #expect(report.fired > (FaultDepth.isFull ? 1_000 : count / 2))
    }
  }

  /// Each system call of a command that changes files fails, or is the program's last.
  @Suite(.serialized) struct InterruptedCommands {
    private static let scenarios = [
      "add", "edit", "remove", "undo", "import", "import-rejects", "import-undo", "export", "export-photos",
      "photo-add", "photo-move", "photo-remove", "index", "rename-field", "doctor", "demo", "telemetry",
      "backup", "backup-ios", "migrate", "adopt", "adopt-merge", "restore", "restore-over-ios",
      "restore-over-damaged", "restore-new", "restore-without-swap",
    ]
    private static let sample = ["export", "backup-ios", "adopt", "restore", "restore-over-damaged"]

    /// After each fault the user's files are as they were or as they were to be.
    @Test(arguments: FaultDepth.isFull ? scenarios : sample)
    func interruptedCommandsDestroyNothing(_ scenario: String) async throws {
      let words = ["scenario=\(scenario)", "program=\(BuiltFolder.program)"]
      let report =
        FaultDepth.isFull
        ? try await FaultReport("commands", words[0], words[1])
        : try await FaultReport("commands", words[0], words[1], "sample=4")

      report.expectNoFailure()
      #expect(report.fired >= 12)
    }

    @Test func everyCommandThatTheWorkerKnowsIsInterrupted() async throws {
      let names = String(decoding: try await FaultReport.output(of: ["command-scenarios"]), as: UTF8.self)

      #expect(Set(names.split(separator: "\n").map(String.init)) == Set(Self.scenarios))
    }
  }

  /// Eight processes that write to one diary at the same time: nothing is lost, and none fails because the diary is in use.
  @Suite struct SharedDiary {
    @Test func nothingIsLostWhenEightProcessesWriteToOneDiary() async throws {
      let milliseconds = FaultDepth.contentionSeconds.map { $0 * 1000 } ?? 1500

      let report = try await FaultReport(
        "writers", "count=8", "milliseconds=\(milliseconds)", "seed=\(Seeds.value(1))")

      report.expectNoFailure()
      #expect(report.cases == 8)
      #expect(report.fired > 8)
    }
  }

  /// Files that are no good store any more, or never were.
  @Suite(.serialized) struct DamagedFiles {
    @Test func damagedFilesAreRefusedUnchangedOrShownRightly() async throws {
      let count = FaultDepth.isFull ? 4_000 : 60

      let report = try await FaultReport("damage", "seed=\(Seeds.value(1))", "count=\(count)")

      report.expectNoFailure()
      #expect(report.cases == count)
      #expect(report.fired > count / 10)
    }

    /// What these numbers break stops no step but a later one than the first.
    @Test(arguments: [298, 416, 508, 2891]) func damagedFilesAreNotMigratedHalfway(_ seed: Int) async throws {
      let report = try await FaultReport("damage", "seed=\(seed)", "count=1")

      report.expectNoFailure()
      #expect(report.fired == 1)
    }

    /// What these numbers damage has to be decoded as another type than it is.
    @Test(arguments: [2121]) func valuesOfAnotherTypeDoNotCrash(_ seed: Int) async throws {
      let report = try await FaultReport("damage", "seed=\(seed)", "count=1")

      report.expectNoFailure()
      #expect(report.cases == 1)
    }

    @Test func hostileSchemasAreRefusedUnchangedOrShownRightly() async throws {
      let report = try await FaultReport("hostile", "every=\(FaultDepth.isFull ? 1 : 20)")

      report.expectNoFailure()
      #expect(report.cases >= (FaultDepth.isFull ? 400 : 20))
      #expect(report.notes.keys.filter { $0.hasPrefix("not made") } == [])
    }
  }
}
