import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Pictures
import Telemetry

struct TelemetryStatusCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether usage is counted, and how many counts there are.",
    discussion: """
      EXAMPLE:
        beerdiary telemetry status --json
      """)

  static let json: JSONType = .object("telemetry")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws { try context.reportTelemetry(output) }
}

extension CommandContext {
  /// Prints whether telemetry is on, and how much is recorded.
  func reportTelemetry(_ options: OutputOptions) throws {
    let status = try TelemetryStatus(self)
    report(options, json: JSONText.of(status.json)) {
      for sentence in status.sentences { $0.sentence(sentence) }
    }
  }
}

/// Whether telemetry is on, and how much is recorded.
struct TelemetryStatus {
  private let folder: TelemetryFolder
  private let policy: TelemetryPolicy
  private let signals: Int
  private let bytes: Int

  init(_ context: CommandContext) throws {
    folder = context.folders.telemetry
    policy = TelemetryPolicy(
      doNotTrack: context.environment[.doNotTrack], noTelemetry: false, folder: folder)
    let reader = QueueReader(folder)
    signals = try reader.forEachSignal { _ in }.signals
    bytes = try reader.byteCount
  }

  var sentences: [String] { [state, queue] }

  var json: JSONMembers {
    [
      ("on", .boolean(policy == .on)), ("reason", .init(reason)), ("path", .text(folder.queue)),
      ("signals", .integer(Int64(signals))), ("bytes", .integer(Int64(bytes))),
      ("installation_id", .boolean(TelemetryControl(folder).hasIdentity)),
    ]
  }

  /// Why telemetry is off; `nil` if it is on.
  private var reason: String? {
    switch policy {
    case .on: nil
    case .off(.doNotTrack): "DO_NOT_TRACK"
    case .off(.flag): "--no-telemetry"
    case .off(.turnedOff): "off"
    }
  }

  private var state: String {
    switch policy {
    case .on:
      "Usage counts are on: they stay on this computer and are never sent. See `beerdiary telemetry describe`. "
        + "Turn them off with `beerdiary telemetry off`."
    case .off(.turnedOff): "Usage counts are off. Turn them on with `beerdiary telemetry on`."
    case .off: "Usage counts are off because of \(reason ?? "your settings")."
    }
  }

  /// `25 usage counts (3 KB) and the installation id`.
  var amount: String {
    let noted =
      NumberText.count(signals, "usage count") + (bytes > 0 ? " (\(ByteCountText.text(bytes)))" : "")
    return TelemetryControl(folder).hasIdentity ? noted + " and the installation id" : noted
  }

  private var queue: String {
    signals == 0
      ? "No usage counts in \(folder.queue)."
      : "\(NumberText.count(signals, "usage count")), \(ByteCountText.text(bytes)), in \(folder.queue)."
  }
}
