import Foundation
import Glibc
import Testing

@testable import Telemetry

/// A queue with several writers.
@Suite struct SharedQueueTests {
  @Test func nothingIsLostWhenManyThreadsWriteAtTheSameTime() async throws {
    // given
    let folder = try StateFolder()

    // when
    let recorders = (0..<8).map { _ in TelemetryRecorder(in: folder) }
    await withTaskGroup { group in
      for recorder in recorders + recorders {
        group.addTask { for _ in 0..<50 { recorder.record(.photoMoved) } }
      }
    }
    for recorder in recorders { recorder.flush(timeout: .seconds(600)) }

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.count == 800)
    #expect(skipped == 0)
    #expect(Set(signals.map(\.clientUser)).count == 1)
    #expect(Set(signals.map(\.sessionID)).count == 8)
  }

  @Test func processesThatStartAtTheSameTimeLoseNothingAndHaveOneIdentity() async throws {
    // given
    let folder = try StateFolder()
    let state = folder.telemetry.url.path()

    // when
    await inFourProcesses {
      await #expect(processExitsWith: .success) { [state = state as String] in
        try record(200, in: state, limits: .standard)
      }
    }

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.count == 800)
    #expect(skipped == 0)
    #expect(Set(signals.map(\.clientUser)).count == 1)
    #expect(Set(signals.map(\.sessionID)).count == 4)
  }

  @Test func theQueueStaysValidAndWithinItsLimitsWhenProcessesTrimIt() async throws {
    // given
    let folder = try StateFolder()
    let state = folder.telemetry.url.path()

    // when
    await inFourProcesses {
      await #expect(processExitsWith: .success) { [state = state as String] in
        try record(300, in: state, limits: QueueLimits(signals: 50, bytes: 1_000_000))
      }
    }

    // then
    let (signals, skipped) = try folder.read()
    #expect((45...50).contains(signals.count))
    #expect(skipped == 0)
  }

  @Test func aKilledProcessLosesAtMostTheSignalBeingWritten() async throws {
    // given
    let folder = try StateFolder()
    let state = folder.telemetry.url.path()

    // when
    await #expect(processExitsWith: .signal(SIGKILL)) { [state = state as String] in
      let recorder = recorder(in: state, limits: .standard)
      for _ in 0..<100 { recorder.record(.photoMoved) }
      recorder.flush(timeout: .seconds(600))
      for _ in 0..<10_000 { recorder.record(.photoMoved) }
      kill(getpid(), SIGKILL)
    }
    TelemetryRecorder(in: folder).write(.searchUsed)

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.count > 100)
    #expect(skipped <= 1)
    #expect(signals.last?.type == "Search.used")
  }

  @Test func thePartOfASignalThatFitsOnAFullDiskIsRemoved() async throws {
    // given
    let folder = try StateFolder()
    let state = folder.telemetry.url.path()

    // when
    await #expect(processExitsWith: .success) { [state = state as String] in
      signal(SIGXFSZ, SIG_IGN)
      var room = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &room) == 0)
      let recorder = recorder(in: state, limits: .standard)
      recorder.write(.photoMoved, .photoMoved, .photoMoved, .photoMoved)
    }

    // then
    let (signals, skipped) = try folder.read()
    #expect((2...3).contains(signals.count))
    #expect(skipped == 0)
  }

  private func inFourProcesses(_ run: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { await run() } }
    }
  }
}

private func recorder(in state: String, limits: QueueLimits) -> TelemetryRecorder {
  let folder = TelemetryFolder(URL(filePath: state))
  return TelemetryRecorder(
    policy: .on, configuration: TelemetryConfiguration(folder: folder, limits: limits))
}

private func record(_ count: Int, in state: String, limits: QueueLimits) throws {
  let recorder = recorder(in: state, limits: limits)
  for _ in 0..<count { recorder.record(.photoMoved) }
  try #require(recorder.flush(timeout: .seconds(600)))
}
