import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Interchange
import Telemetry

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the beers as CSV, JSON or Markdown.",
    discussion: """
      CSV, JSON and JSON Lines hold everything, what is in the trash too: imported into an empty diary they give an \
      equal one, with the photos where --photos wrote them. A filter, as `beerdiary list` takes it, exports what it \
      shows. Markdown is for reading. An existing file is replaced only if you agree or with --force, in one step \
      when everything is written.

      EXAMPLES:
        beerdiary export -o beers.csv
        beerdiary export --format jsonl --photos photos -o beers.jsonl
        beerdiary export 'style:stout year:2019' --format markdown
      """)

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp("Which beers; all where it is left out.", valueName: "filter"), completion: .filter)
  var filter: [String] = []

  @Option(
    name: .long,
    help:
      "csv, json, jsonl (an object on each line) or markdown; otherwise what the file's name says, or csv.")
  var format: DiaryFileFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file; - is standard output.", valueName: "file"), completion: .file())
  var file: String?

  @OptionGroup var replacing: ReplacingOptions

  @Option(
    name: .long, help: ArgumentHelp("Write the photos to this folder, byte for byte.", valueName: "folder"),
    completion: .directory)
  var photos: String?

  @Flag(
    name: .long,
    help: "In CSV, guard text that a spreadsheet would take for a formula; importing takes that off.")
  var spreadsheetSafe = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("--output wants the path of a file.") }
    if photos?.isEmpty == true { throw ValidationError("--photos wants the path of a folder.") }
    if replacing.force, file == nil { throw ValidationError("--force goes with --output.") }
    if spreadsheetSafe, chosenFormat != .csv {
      throw ValidationError("--spreadsheet-safe goes with CSV.")
    }
  }

  private var chosenFormat: DiaryFileFormat {
    format ?? (output.json ? .json : nil) ?? file.flatMap(DiaryFileFormat.init(fileName:)) ?? .csv
  }

  func run() throws {
    let text = filter.joined(separator: " ")
    _ = try FilterArgument(text).filter()
    let destination = try OutputPath(file ?? "-", options).destination(replaces: replacing.force)
    let folder = try photos.map { try OutputPath($0, options).folder() }
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    var export = DiaryExport(chosenFormat)
    export.isSpreadsheetSafe = spreadsheetSafe
    if !text.isEmpty { export.filter = try FilterArgument(text).filter(of: opened.diary) }
    if let folder { try writePhotos(of: opened.diary, to: folder, &export) }
    let start = ContinuousClock.now
    do {
      let count = try write(export, from: opened.diary, to: destination)
      let format: ExportFormat = chosenFormat == .csv || chosenFormat == .markdown ? .csv : .json
      opened.recorder.record(
        .exported(format: format, beers: CountBucket(count), duration: ContinuousClock.now - start))
    } catch let error as ExportError {
      throw CommandFailure(error)
    }
  }

  private func writePhotos(of diary: Diary, to folder: String, _ export: inout DiaryExport) throws {
    var run = ExportRun(try diary.beersWithPhotos(export.filter))
    do {
      try InterruptNotice.during { try run.export(from: diary, to: folder) }
    } catch let error as ExportError {
      throw CommandFailure(error)
    }
    if run.wasStopped { throw EndedBySignal(signal: .interrupt) }
    export.files = run.fileNames
    export.photoFolder = folder
    let console = Console.standardError
    for warning in run.warnings { console.line(warning) }
    console.line(run.sentence(folder: folder))
    console.flush()
  }

  /// Returns how many beers were written.
  private func write(_ export: DiaryExport, from diary: Diary, to destination: OutputDestination) throws
    -> Int
  {
    let output = try destination.open()
    guard destination != .standardOutput, let file else {
      let count = try export.run(from: diary, write: output.write)
      try output.finish()
      return count
    }
    let progress = ProgressLine()
    defer { progress.end() }
    let count = try export.run(
      from: diary, onProgress: { progress.show("Exporting: \(NumberText.count($0, "beer"))") },
      write: output.write)
    try output.finish()
    progress.end()
    Console.standardError.line("\(NumberText.count(count, "beer")) written to \(file).")
    return count
  }
}

extension DiaryFileFormat: ExpressibleByArgument {}
