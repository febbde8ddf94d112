import ArgumentParser
import Foundation
import Telemetry

struct TelemetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "telemetry",
    abstract: "See what is noted of the program's use, on this machine alone, and turn it off.",
    discussion: """
      Signals count how the program is used, with numbers in buckets and without any text of yours. They are written to \
      a file and go nowhere: the program has no network code. DO_NOT_TRACK=1 and --no-telemetry write nothing.

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
