import Foundation
import Testing

@testable import Telemetry

@Suite struct QueueFileTests {
  @Test func theOldestSignalsAboveTheLimitAreDropped() throws {
    // given
    let folder = try StateFolder()
    let queue = QueueFile(in: folder.telemetry, limits: QueueLimits(signals: 20, bytes: 4_000))

    for number in 1...100 {
      // when
      try queue.append { line(number) }

      // then
      let kept = try numbers(in: folder)
      #expect(kept.count <= 20)
      #expect(kept.count >= min(number, 18))
      #expect(kept == Array((number - kept.count + 1)...number))
    }
    #expect(try folder.permissions(of: folder.telemetry.queue) == 0o600)
  }

  @Test func theOldestSignalsAboveTheLimitOfBytesAreDropped() throws {
    // given
    let folder = try StateFolder()
    let queue = QueueFile(in: folder.telemetry, limits: QueueLimits(signals: 1_000, bytes: 1_024))

    for number in 1...200 {
      // when
      try queue.append { line(number, padding: 50) }

      // then
      let kept = try numbers(in: folder)
      #expect(try folder.queueText().utf8.count <= 1_024)
      #expect(kept == Array((number - kept.count + 1)...number))
      #expect(kept.count >= min(number, 15))
    }
  }

  @Test func linesThatWereInTheFileBeforeAreCounted() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue((1...50).map { "\($0)\n" }.joined())
    let queue = QueueFile(in: folder.telemetry, limits: QueueLimits(signals: 10, bytes: 4_000))

    // when
    try queue.append { line(51) }

    // then
    #expect(try numbers(in: folder) == Array(43...51))
  }

  @Test func onlyLeftoversOfAKilledProcessAreRemoved() throws {
    // given
    let folder = try StateFolder()
    let queue = folder.telemetry.queue
    try folder.writeQueue((1...50).map { "\($0)\n" }.joined())
    let left = queue + ".0123456789abcdef"
    let others = [
      queue + ".bad", queue + ".0123456789abcdef0", queue + ".0123456789ABCDEF", queue + "x.0123456789abcdef",
    ]
    for file in [left] + others { #expect(FileManager.default.createFile(atPath: file, contents: Data())) }

    // when
    try QueueFile(in: folder.telemetry, limits: QueueLimits(signals: 10, bytes: 4_000)).append { line(51) }

    // then
    #expect(!FileManager.default.fileExists(atPath: left))
    for file in others { #expect(FileManager.default.fileExists(atPath: file), "\(file)") }
  }

  @Test func aFileThatIsFarTooLargeIsTrimmed() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue((1...1_000).map { "\($0)\n" }.joined())
    let queue = QueueFile(in: folder.telemetry, limits: QueueLimits(signals: 5_000, bytes: 1_024))

    // when
    try queue.append { line(1_001) }

    // then
    let kept = try numbers(in: folder)
    #expect(kept == Array((1_001 - kept.count + 1)...1_001))
    #expect((180...240).contains(kept.count))
  }

  @Test func aNewLineIsWrittenAfterATornOne() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue("1\n2\n{\"appID")
    let queue = QueueFile(in: folder.telemetry, limits: .standard)

    // when
    try queue.append { line(3) }
    try queue.append { line(4) }

    // then
    #expect(try folder.queueText() == "1\n2\n{\"appID\n3\n4\n")
  }

  @Test func trimmingDropsATornLine() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue("1\n2\n3\ntorn")
    let queue = QueueFile(in: folder.telemetry, limits: QueueLimits(signals: 3, bytes: 4_000))

    // when
    try queue.append { line(4) }

    // then
    #expect(try folder.queueText() == "2\n3\n4\n")
  }

  @Test func theQueueStaysWithinItsLimitsWhenSeveralWritersTrimIt() throws {
    // given
    let folder = try StateFolder()
    let limits = QueueLimits(signals: 10, bytes: 4_000)
    let queues = (0..<3).map { _ in QueueFile(in: folder.telemetry, limits: limits) }

    for number in 1...100 {
      // when
      try queues[number * number % 3].append { line(number) }

      // then
      let kept = try numbers(in: folder)
      #expect(kept.count <= 10)
      #expect(kept == Array((number - kept.count + 1)...number))
    }
  }

  @Test func theQueueIsNotChangedIfThereIsNothingToWrite() throws {
    // given
    let folder = try StateFolder()
    try folder.writeQueue("1\n")

    // when
    try QueueFile(in: folder.telemetry, limits: .standard).append { nil }

    // then
    #expect(try folder.queueText() == "1\n")
  }

  @Test(
    arguments: [
      ("", 9, 99, ""), ("torn", 9, 99, ""), ("a\nb\nc\n", 1, 99, "c\n"), ("a\nb\nc\n", 2, 99, "b\nc\n"),
      ("a\nb\nc\n", 0, 99, ""), ("a\nb\nc\n", 9, 99, "b\nc\n"), ("a\nb\nc\ntorn", 1, 99, "c\n"),
      ("a\nbb\nccc\n", 9, 6, "ccc\n"), ("a\nbb\nccc\n", 9, 7, "bb\nccc\n"), ("a\nbb\n", 9, 2, ""),
      ("\n\n\n", 1, 99, "\n"),
    ])
  func trimmingKeepsTheNewestWholeLines(text: String, lines: Int, bytes: Int, kept: String) {
    let newest = newestLines(of: Array(text.utf8), atMost: lines, bytes: bytes)
    #expect(String(decoding: newest, as: UTF8.self) == kept)
  }

  private func line(_ number: Int, padding: Int = 0) -> [UInt8] {
    Array((String(number) + String(repeating: " ", count: padding) + "\n").utf8)
  }

  private func numbers(in folder: StateFolder) throws -> [Int] {
    try folder.queueText().split(separator: "\n").compactMap { Int($0.split(separator: " ")[0]) }
  }
}
