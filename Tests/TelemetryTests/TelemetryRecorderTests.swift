import Foundation
import Glibc
import Testing

@testable import Telemetry

@Suite struct TelemetryRecorderTests {
  @Test func recordedSignalsAreWrittenInOrderAndOnlyTheUserCanReadThem() throws {
    // given
    let folder = try StateFolder()

    // when
    TelemetryRecorder(in: folder).write(.searchUsed, .photoMoved, .statisticsOpened)

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.map(\.type) == ["Search.used", "Photo.moved", "Statistics.opened"])
    #expect(skipped == 0)
    #expect(try folder.permissions(of: folder.telemetry.url.path()) == 0o700)
    #expect(try folder.permissions(of: folder.telemetry.queue) == 0o600)
    #expect(try folder.permissions(of: folder.telemetry.identity) == 0o600)
  }

  @Test func signalsAreKeptInMemoryDuringAPause() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)

    // when
    recorder.pause()
    recorder.pause()
    recorder.record(.searchUsed)

    // then
    #expect(!folder.exists(folder.telemetry.url.path()))

    // when
    recorder.resume()
    recorder.resume()
    recorder.write(.photoMoved)

    // then
    #expect(try folder.read().0.map(\.type) == ["Search.used", "Photo.moved"])
  }

  @Test func flushingEndsAPauseAndSoDoesTheEndOfTheRecorder() throws {
    // given
    let folder = try StateFolder()
    do {
      let recorder = TelemetryRecorder(in: folder)
      recorder.pause()

      // when
      recorder.record(.searchUsed)

      // then
      #expect(recorder.flush(timeout: .seconds(600)))
      recorder.pause()
    }
    #expect(try folder.read().0.map(\.type) == ["Search.used"])
  }

  @Test func nothingIsCreatedBeforeTheFirstSignal() throws {
    // given
    let folder = try StateFolder()

    // when
    TelemetryRecorder(in: folder).write()

    // then
    #expect(!folder.exists(folder.telemetry.url.path()))
  }

  @Test(arguments: [.doNotTrack, .flag, .turnedOff] as [TelemetryPolicy.Reason])
  func noFileAndNoFolderAreCreatedIfTelemetryIsOff(reason: TelemetryPolicy.Reason) throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(
      policy: .off(reason), configuration: TelemetryConfiguration(folder: folder.telemetry))

    // when
    recorder.write(.searchUsed)

    // then
    #expect(!folder.exists(folder.telemetry.url.path()))
  }

  @Test func recordingStopsWhileOffAndResumesUnderANewIdentity() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    recorder.write(.searchUsed)

    // when
    try Data().write(to: URL(filePath: folder.telemetry.offMarker))
    try FileManager.default.removeItem(atPath: folder.telemetry.identity)
    recorder.write(.photoMoved)
    let madeIdentity = folder.exists(folder.telemetry.identity)
    try FileManager.default.removeItem(atPath: folder.telemetry.offMarker)
    recorder.write(.statisticsOpened)

    // then
    let signals = try folder.read().signals
    #expect(!madeIdentity)
    #expect(signals.map(\.type) == ["Search.used", "Statistics.opened"])
    #expect(Set(signals.map(\.clientUser)).count == 2)
  }

  @Test func aSignalHasItsTimeTheSessionAndTheTestMode() throws {
    // given
    let folder = try StateFolder()
    let configuration = TelemetryConfiguration(
      folder: folder.telemetry, isTestMode: true, now: { Date(timeIntervalSince1970: 7_200) },
      random: { Array(repeating: 0xAB, count: $0) })

    // when
    TelemetryRecorder(policy: .on, configuration: configuration).write(.searchUsed)

    // then
    let signal = try #require(try folder.read().signals.first)
    #expect(signal.receivedAt == "1970-01-01T02:00:00Z")
    #expect(signal.sessionID == "ABABABAB-ABAB-4BAB-ABAB-ABABABABABAB")
    #expect(signal.isTestMode)
  }

  @Test(arguments: ["file", "/proc/missing"])
  func recordingDoesNotAffectItsCallerIfNoFileCanBeCreated(path: String) throws {
    // given
    let folder = try StateFolder()
    try folder.make()
    let file = folder.telemetry.url.appending(path: "file")
    try Data().write(to: file)
    let target = path.hasPrefix("/") ? URL(filePath: path) : file
    let recorder = TelemetryRecorder(
      policy: .on, configuration: TelemetryConfiguration(folder: TelemetryFolder(target)))

    // when
    recorder.write(.searchUsed, .photoMoved)

    // then
    #expect(try Data(contentsOf: file).isEmpty)
  }

  @Test func signalsAreDroppedWhileTheDiskIsFullAndWrittenAgainAfterwards() throws {
    // given
    let folder = try StateFolder()
    try folder.make()
    let queue = folder.telemetry.queue
    try FileManager.default.createSymbolicLink(atPath: queue, withDestinationPath: "/dev/full")
    let recorder = TelemetryRecorder(in: folder)

    // when
    recorder.write(.searchUsed)
    try FileManager.default.removeItem(atPath: queue)
    recorder.write(.photoMoved)

    // then
    #expect(try folder.read().signals.map(\.type) == ["Photo.moved"])
  }

  @Test func aNewQueueIsStartedWhenTheOldOneWasRemoved() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    recorder.write(.searchUsed)

    // when
    try FileManager.default.removeItem(at: folder.telemetry.url)
    recorder.write(.photoMoved)

    // then
    #expect(try folder.read().signals.map(\.type) == ["Photo.moved"])
  }

  @Test func theRecorderStopsWaitingForAQueueThatAnotherProcessHolds() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue("")
    let other = try OpenFile(folder.telemetry.queue, flags: O_RDWR)
    try other.lock(.exclusive)
    let recorder = TelemetryRecorder(in: folder)
    recorder.record(.searchUsed)

    // when
    let isWritten = recorder.flush(timeout: .milliseconds(20))
    other.unlock()
    let isWrittenLater = recorder.flush(timeout: .seconds(600))

    // then
    #expect(!isWritten)
    #expect(isWrittenLater)
    #expect(try folder.read().signals.count == 1)
  }
}
