import Foundation
import Testing

@testable import Telemetry

@Suite struct QueueReaderTests {
  @Test func writtenSignalsAreRead() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)

    // when
    Signal.samples.forEach(recorder.record)
    recorder.flush(timeout: .seconds(600))

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.map(\.type) == SignalType.allCases.map(\.rawValue))
    #expect(signals.map { $0.line + "\n" }.joined() == (try folder.queueText()))
    #expect(skipped == 0)
    #expect(signals[2].floatValue == 1.2)
    #expect(
      signals[2].payload == [
        "Migration.fromVersion": .number(1), "Migration.toVersion": .number(3),
        "Migration.succeeded": .flag(true), "Store.beers": .name("100-999"),
        "Store.photos": .name("1000-9999"),
      ])
  }

  @Test func thereAreNoSignalsWithoutAQueue() throws {
    let (signals, skipped) = try StateFolder().read()
    #expect(signals.isEmpty && skipped == 0)
  }

  @Test(
    arguments: [
      "{\"appID\":\"6F1C", "", "nonsense", "[]", "{}", "null", "\u{1B}[2J",
      validLine.replacing("Search.used", with: "Search\u{1B}[2J"),
      validLine.replacing("Search.used", with: "Search\\u001b[2J"),
      validLine.replacing("Search.used", with: "Br\u{E4}u"),
      validLine.replacing("\"payload\":{}", with: "\"payload\":{\"a\":{\"b\":1}}"),
    ])
  func damagedLinesAreSkippedAndCounted(line: String) throws {
    // given
    let folder = try StateFolder()

    // when
    try folder.writeQueue(validLine + "\n" + line + "\n" + validLine + "\n")

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.map(\.line) == [validLine, validLine])
    #expect(skipped == 1)
  }

  @Test func aLastLineWithoutAnEndIsSkippedEvenIfItLooksComplete() throws {
    // given
    let folder = try StateFolder()

    // when
    try folder.writeQueue(validLine + "\n" + validLine)

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.count == 1)
    #expect(skipped == 1)
  }

  @Test func signalsOfOtherVersionsOfTheProgramAreRead() throws {
    // given
    let folder = try StateFolder()
    let line = validLine.replacing("Search.used", with: "Future.signal")
      .replacing("\"payload\":{}", with: "\"payload\":{\"Future.key\":7},\"future\":null")

    // when
    try folder.writeQueue(line + "\n")

    // then
    let signal = try #require(try folder.read().signals.first)
    #expect(signal.type == "Future.signal")
    #expect(signal.payload == ["Future.key": .number(7)])
  }

  @Test(arguments: [65_535, 65_536, 200_000])
  func aLineThatIsTooLongIsSkipped(length: Int) throws {
    // given
    let folder = try StateFolder()
    let long = String(repeating: "x", count: length)

    // when
    try folder.writeQueue(validLine + "\n" + long + "\n" + validLine + "\n" + long)

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.count == 2)
    #expect(skipped == 2)
  }

  @Test func linesAcrossTheBordersOfBuffersAreRead() throws {
    // given
    let folder = try StateFolder()

    // when
    try folder.writeQueue(String(repeating: validLine + "\n", count: 1_000))

    // then
    let (signals, skipped) = try folder.read()
    #expect(signals.count == 1_000)
    #expect(skipped == 0)
  }

  @Test func writersDoNotWaitWhileTheCallerOfTheReaderIsBusy() throws {
    // given
    let folder = try StateFolder()
    let recorder = TelemetryRecorder(in: folder)
    recorder.write(.searchUsed)

    // when
    var wereWritten: [Bool] = []
    let summary = try QueueReader(folder.telemetry).forEachSignal { _ in
      recorder.record(.photoMoved)
      wereWritten.append(recorder.flush(timeout: .seconds(600)))
    }

    // then
    #expect(wereWritten == [true])
    #expect(summary == QueueReader.Summary(signals: 1, skipped: 0))
    #expect(try folder.read().signals.count == 2)
  }

  @Test func theReasonForAnUnreadableQueueIsReported() throws {
    // given
    let folder = try StateFolder()
    try FileManager.default.createDirectory(
      atPath: folder.telemetry.queue, withIntermediateDirectories: true)

    // then
    let error = #expect(throws: TelemetryError.self) { try folder.read() }
    #expect(
      error?.description
        == "\(folder.telemetry.queue) is a folder, not a file of this program. Move it to another folder.")
  }
}

private let validLine =
  #"{"appID":"A","clientUser":"B","isTestMode":false,"payload":{},"#
  + #""receivedAt":"2019-06-01T18:00:00Z","sessionID":"C","type":"Search.used"}"#
