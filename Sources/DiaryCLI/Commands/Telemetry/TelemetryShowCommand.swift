import ArgumentParser
import DiaryProcess
import DiaryText
import Foundation
import Telemetry

struct TelemetryShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the usage counts, the oldest first.",
    discussion: """
      Prints one JSON object per line, as in the file and as with --jsonl. With --json, prints an array.

      EXAMPLES:
        beerdiary telemetry show | tail -5
        beerdiary telemetry show --json | jq 'map(.type) | unique'
      """)

  static let json: JSONType = .array(.object("usage_count"))

  @OptionGroup var output: ListOutputOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    let console = context.output(pager)
    var separator = "[\n"
    let summary = try QueueReader(context.folders.telemetry).forEachSignal { signal in
      guard output.jsonArray else { return console.line(signal.line) }
      console.write(separator + signal.line)
      separator = ",\n"
    }
    if output.jsonArray { console.write(summary.signals == 0 ? "[]\n" : "\n]\n") }
    if summary.signals == 0, !output.json { context.reportEmpty("There are no usage counts.") }
    try console.finish()
    if summary.skipped > 0 {
      let lines = NumberText.count(
        summary.skipped, "line that is not a usage count", "lines that are not usage counts")
      context.errors.line("Skipped \(lines).")
    }
  }
}
