import ArgumentParser
import DiaryProcess
import Telemetry

struct TelemetryExportCommand: Command {
  /// What the ingest service takes at once.
  private static let batchSize = 100

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the oldest signals as a JSON array, ready for an HTTP POST.",
    discussion: """
      At most 100 at a time, in the shape of TelemetryDeck's ingest v2; [] where there are none. Nothing is sent: that \
      would be for you to do. With --acknowledge they are taken out of the queue once they are printed.

      EXAMPLES:
        beerdiary telemetry export
        beerdiary telemetry export --acknowledge >batch.json
      """)

  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Take what was printed out of the queue.")
  var acknowledge = false

  func run(in context: CommandContext) throws {
    let folder = context.folders.telemetry
    let batch = try QueueReader(folder).oldest(Self.batchSize)
    context.output.write(batch.json + "\n")
    // What could not be printed ends the program here.
    context.output.flush()
    if acknowledge { try TelemetryControl(folder).acknowledge(batch) }
  }
}
