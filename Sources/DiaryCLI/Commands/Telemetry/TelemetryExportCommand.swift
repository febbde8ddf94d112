import ArgumentParser
import DiaryProcess
import Telemetry

struct TelemetryExportCommand: Command {
  /// The largest batch that the ingest service accepts.
  private static let batchSize = 100

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the oldest usage counts as a JSON array.",
    discussion: """
      Prints at most 100 usage counts in the format of TelemetryDeck's ingest v2, or [] if there are none. Nothing is \
      sent; you can send the output yourself. --acknowledge removes the usage counts from the file after they are \
      printed.

      EXAMPLES:
        beerdiary telemetry export
        beerdiary telemetry export --acknowledge >counts.json
      """)

  static let json: JSONType = .array(.object("usage_count"))

  @OptionGroup var output: ListOutputOptions

  @Flag(name: .long, help: "Remove the printed usage counts from the file.")
  var acknowledge = false

  func run(in context: CommandContext) throws {
    let folder = context.folders.telemetry
    let batch = try QueueReader(folder).oldest(Self.batchSize)
    context.output.write(
      output.jsonl ? batch.signals.map { $0.line + "\n" }.joined() : batch.json + "\n")
    // If printing fails, this ends the program before the signals are removed.
    context.output.flush()
    if acknowledge { try TelemetryControl(folder).acknowledge(batch) }
  }
}
