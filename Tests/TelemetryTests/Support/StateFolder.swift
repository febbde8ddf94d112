import Foundation
import TestSupport

@testable import Telemetry

/// A state folder of a test's own, not yet made, that is gone with the test.
final class StateFolder: Sendable {
  private let parent: TemporaryFolder
  let telemetry: TelemetryFolder

  init() throws {
    parent = try TemporaryFolder()
    telemetry = TelemetryFolder(parent.url.appending(path: "state/beerdiary"))
  }

  func make() throws {
    try FileManager.default.createDirectory(at: telemetry.url, withIntermediateDirectories: true)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// The queue as it stands on the disk.
  func queueText() throws -> String {
    try String(contentsOf: URL(filePath: telemetry.queue), encoding: .utf8)
  }

  func writeQueue(_ text: String) throws {
    try make()
    try Data(text.utf8).write(to: URL(filePath: telemetry.queue))
  }

  /// What a reader finds in the queue.
  func read() throws -> (signals: [QueuedSignal], skipped: Int) {
    var signals: [QueuedSignal] = []
    let summary = try QueueReader(telemetry).forEachSignal { signals.append($0) }
    return (signals, summary.skipped)
  }
}

extension TelemetryRecorder {
  /// A recorder as a process of its own would have it.
  convenience init(in folder: StateFolder, limits: QueueLimits = .standard) {
    self.init(policy: .on, configuration: TelemetryConfiguration(folder: folder.telemetry, limits: limits))
  }

  /// Records `signals` and waits for them.
  func write(_ signals: Signal...) {
    signals.forEach(record)
    flush(timeout: .seconds(600))
  }
}
