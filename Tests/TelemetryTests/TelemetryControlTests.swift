import Foundation
import Testing

@testable import Telemetry

/// The user's decisions about telemetry.
@Suite struct TelemetryControlTests {
  @Test func turningTelemetryOffDeletesTheIDAndStopsARecorder() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    recorder.write(.photoMoved)
    let first = try folder.read().signals[0].clientUser

    // when
    try TelemetryControl(folder.telemetry).turnOff()
    recorder.write(.photoMoved)

    // then
    #expect(!folder.exists(folder.telemetry.identity))
    #expect(try folder.read().signals.count == 1)

    // when
    try TelemetryControl(folder.telemetry).turnOn()
    recorder.write(.photoMoved)

    // then
    let users = try folder.read().signals.map(\.clientUser)
    #expect(users.count == 2 && users[1] != first)
  }

  @Test func purgingRemovesEverythingAndARunningRecorderStartsAgain() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    recorder.write(.photoMoved, .searchUsed)
    let first = try folder.read().signals[0].clientUser

    // when
    try TelemetryControl(folder.telemetry).purge()

    // then
    #expect(!folder.exists(folder.telemetry.queue) && !folder.exists(folder.telemetry.identity))
    recorder.write(.photoMoved)
    let users = try folder.read().signals.map(\.clientUser)
    #expect(users.count == 1 && users[0] != first)
  }

  @Test func aRunningRecorderUsesTheIDThatAnotherOneHasCreated() throws {
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    recorder.write(.photoMoved)

    try TelemetryControl(folder.telemetry).turnOff()
    try TelemetryControl(folder.telemetry).turnOn()
    TelemetryRecorder(in: folder).write(.searchUsed)
    recorder.write(.photoMoved)

    let users = try folder.read().signals.map(\.clientUser)
    #expect(users.count == 3 && users[1] != users[0] && users[2] == users[1])
  }

  @Test func everythingWorksWithoutAQueueAndCreatesNone() throws {
    let folder = try StateFolder()
    let control = TelemetryControl(folder.telemetry)
    try control.purge()
    try control.acknowledge(QueueReader(folder.telemetry).oldest(100))
    #expect(!folder.exists(folder.telemetry.url.path()))
    try control.turnOff()
    try control.turnOn()
    #expect(!folder.exists(folder.telemetry.queue))
    #expect(control.needsNotice)
    try control.noteNotice()
    #expect(!control.needsNotice)
  }

  @Test func anAcknowledgedBatchIsRemovedAndLaterSignalsStay() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    for _ in 0..<5 { recorder.write(.photoMoved) }
    let batch = try QueueReader(folder.telemetry).oldest(3)

    // when
    recorder.write(.searchUsed)
    try TelemetryControl(folder.telemetry).acknowledge(batch)
    recorder.write(.statisticsOpened)

    // then
    #expect(batch.signals.count == 3)
    let types = try folder.read().signals.map(\.type)
    #expect(types == ["Photo.moved", "Photo.moved", "Search.used", "Statistics.opened"])
  }

  @Test func onlyAcknowledgedSignalsAreRemovedFromAQueueTrimmedSince() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue("1\n2\n3\n4\n")
    let batch = QueueBatch(signals: [], bytes: Array("1\n2\n3\n".utf8))

    // when, then
    try folder.writeQueue("2\n3\n4\n5\n")
    try TelemetryControl(folder.telemetry).acknowledge(batch)
    #expect(try folder.queueText() == "4\n5\n")
    try folder.writeQueue("6\n7\n")
    try TelemetryControl(folder.telemetry).acknowledge(batch)
    #expect(try folder.queueText() == "6\n7\n")
  }

  @Test func anIncompleteLastLineIsNeitherReturnedNorRemoved() throws {
    // given
    let folder = try StateFolder()
    TelemetryRecorder(in: folder).write(.photoMoved)
    try folder.writeQueue(folder.queueText() + "torn\n" + #"{"appID":"#)

    // when
    let batch = try QueueReader(folder.telemetry).oldest(100)
    try TelemetryControl(folder.telemetry).acknowledge(batch)

    // then
    #expect(batch.signals.count == 1)
    #expect(try folder.queueText() == #"{"appID":"#)
    #expect(try JSONSerialization.jsonObject(with: Data(batch.json.utf8)) is [[String: Any]])
  }
}
