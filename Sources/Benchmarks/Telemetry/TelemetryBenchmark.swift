import FixtureStores
import Foundation
import Telemetry
import TestSupport

/// The cost of recording a signal, for the recording thread and for the writing thread.
enum TelemetryBenchmark {
  private static let batch = 100

  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let batches = scale.of(80, quick: 8)
    note("telemetry: \((batches * batch).grouped) signals recorded")
    let folder = try TemporaryFolder()
    let configuration = TelemetryConfiguration(
      folder: TelemetryFolder(URL(fileURLWithPath: folder.file("state"), isDirectory: true)))
    let recorder = TelemetryRecorder(policy: .on, configuration: configuration)
    var recording: [Double] = []
    var writing: [Double] = []
    for _ in 0..<batches {
      let start = ContinuousClock.now
      for _ in 0..<batch { recorder.record(.photoMoved) }
      recording.append(microseconds(since: start))
      recorder.flush(timeout: .seconds(60))
      writing.append(microseconds(since: start))
    }
    return [
      .atMost(
        5, "recording a signal, the caller's time", value: recording.median, target: "5 µs or less",
        measured: "\(recording.median.text(2)) µs (p95 \(recording.percentile(95).text(2)) µs)"),
      .atMost(
        50, "writing a signal to the queue", value: writing.median, target: "50 µs or less",
        measured: "\(writing.median.text(1)) µs (p95 \(writing.percentile(95).text(1)) µs)"),
    ]
  }

  /// Returns the time since the start of a batch, in microseconds per signal.
  private static func microseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .microseconds(1) / Double(batch)
  }
}
