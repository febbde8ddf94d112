import ArgumentParser
import Foundation
import Telemetry

struct TelemetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "telemetry",
    abstract: "See what was recorded about the program's use, on this machine alone.",
    subcommands: [ShowTelemetryCommand.self], defaultSubcommand: ShowTelemetryCommand.self)
}

struct ShowTelemetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the local queue, one signal a line, as JSON.",
    discussion: """
      Nothing is ever sent: the program has no network code. DO_NOT_TRACK=1 or --no-telemetry record nothing.

      EXAMPLE:
        beerdiary telemetry show | tail -5
      """)

  func run() throws {
    let folder = TelemetryFolder(URL(fileURLWithPath: UserFolders().state, isDirectory: true))
    let console = Console.standardOutput
    let summary = try QueueReader(folder).forEachSignal { console.line($0.line) }
    console.flush()
    if summary.skipped > 0 {
      Console.standardError.line("\(summary.skipped) lines that are no signals were skipped.")
    }
  }
}
