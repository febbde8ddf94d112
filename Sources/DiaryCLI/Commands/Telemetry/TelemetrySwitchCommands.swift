import ArgumentParser
import DiaryProcess
import Telemetry

struct TelemetryOnCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Turn usage counts on, with a new installation id.",
    discussion: """
      EXAMPLE:
        beerdiary telemetry on
      """)

  static let json: JSONType = .object("telemetry")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try TelemetryControl(context.folders.telemetry).turnOn()
    if output.json || !output.quiet { try context.reportTelemetry(output) }
  }
}

struct TelemetryOffCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Turn usage counts off, and delete the installation id.",
    discussion: """
      Usage counts that were recorded stay until you run `beerdiary telemetry purge`. Programs that are already running \
      stop counting, too.

      EXAMPLE:
        beerdiary telemetry off && beerdiary telemetry purge
      """)

  static let json: JSONType = .object("telemetry")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try TelemetryControl(context.folders.telemetry).turnOff()
    if output.json || !output.quiet { try context.reportTelemetry(output) }
  }
}

struct TelemetryPurgeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Delete all usage counts and the installation id.",
    discussion: """
      EXAMPLE:
        beerdiary telemetry purge
      """)

  static let json: JSONType = .object("telemetry")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let before = try TelemetryStatus(context).amount
    try TelemetryControl(context.folders.telemetry).purge()
    try context.reportDone(output, json: JSONText.of(TelemetryStatus(context).json)) {
      $0.line("Deleted \(before).")
    }
  }
}
