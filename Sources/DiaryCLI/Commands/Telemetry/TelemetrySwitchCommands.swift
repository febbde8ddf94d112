import ArgumentParser
import DiaryProcess
import Telemetry

struct TelemetryOnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Note signals again, under a new installation id.",
    discussion: """
      EXAMPLE:
        beerdiary telemetry on
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    try TelemetryControl(.ofUser).turnOn()
    try TelemetryStatus(.ofUser).tell(asJSON: output.json)
  }
}

struct TelemetryOffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Note nothing at all from now on, and delete the installation id.",
    discussion: """
      What was noted before stays until it is purged. Programs that run already obey as well.

      EXAMPLE:
        beerdiary telemetry off && beerdiary telemetry purge
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    try TelemetryControl(.ofUser).turnOff()
    try TelemetryStatus(.ofUser).tell(asJSON: output.json)
  }
}

struct TelemetryPurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Delete all that was noted, and the installation id.",
    discussion: """
      EXAMPLE:
        beerdiary telemetry purge
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    let before = try TelemetryStatus(.ofUser).amount
    try TelemetryControl(.ofUser).purge()
    if output.json { return try TelemetryStatus(.ofUser).tell(asJSON: true) }
    let console = Console.standardOutput
    console.line("Deleted \(before).")
    console.flush()
  }
}
