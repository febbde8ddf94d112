import ArgumentParser
import Foundation
import Telemetry

struct TelemetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "telemetry",
    abstract: "Show the local usage counts, and turn them on or off.",
    discussion: """
      Usage is counted locally and never sent: the program has no network code. A file has one usage count for each \
      thing that you did, with rounded numbers and never with text that you wrote. Set DO_NOT_TRACK=1 or use \
      --no-telemetry to count nothing.

      EXAMPLES:
        beerdiary telemetry
        beerdiary telemetry describe
        beerdiary telemetry off
      """,
    subcommands: [
      TelemetryStatusCommand.self, TelemetryShowCommand.self, TelemetryDescribeCommand.self,
      TelemetryOnCommand.self, TelemetryOffCommand.self, TelemetryPurgeCommand.self,
      TelemetryExportCommand.self,
    ], defaultSubcommand: TelemetryStatusCommand.self)
}
