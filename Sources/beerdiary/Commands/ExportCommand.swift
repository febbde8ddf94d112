import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Interchange
import Telemetry
import Terminal

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the beers as CSV, JSON or Markdown.",
    discussion: """
      CSV, JSON and JSON Lines hold everything, what is in the trash too: imported into an empty diary they give an \
      equal one, with the photos where --photos wrote them. A filter, as `beerdiary list` takes it, exports what it \
      shows. Markdown is for reading.

      EXAMPLES:
        beerdiary export -o beers.csv
        beerdiary export --format jsonl --photos photos -o beers.jsonl
        beerdiary export 'style:stout year:2019' --format markdown
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: ArgumentHelp("Which beers; all where it is left out.", valueName: "filter"))
  var filter: [String] = []

  @Option(
    name: .long,
    help:
      "csv, json, jsonl (an object on each line) or markdown; otherwise what the file's name says, or csv.")
  var format: DiaryFileFormat?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file, which is replaced once all is written.", valueName: "file"))
  var file: String?

  @Option(
    name: .long, help: ArgumentHelp("Write the photos to this folder, byte for byte.", valueName: "folder"))
  var photos: String?

  @Flag(
    name: .long,
    help: "In CSV, guard text that a spreadsheet would take for a formula; importing takes that off.")
  var spreadsheetSafe = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("--output wants the path of a file.") }
    if photos?.isEmpty == true { throw ValidationError("--photos wants the path of a folder.") }
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
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    var export = DiaryExport(chosenFormat)
    export.isSpreadsheetSafe = spreadsheetSafe
    if !text.isEmpty { export.filter = try FilterArgument(text).filter(of: opened.diary) }
    if let photos { try writePhotos(of: opened.diary, to: photos, &export) }
    let start = ContinuousClock.now
    do {
      let count = try write(export, from: opened.diary)
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
  private func write(_ export: DiaryExport, from diary: Diary) throws -> Int {
    guard let file else {
      return try export.run(from: diary, write: Self.standardOutput)
    }
    let progress = ProgressLine()
    defer { progress.end() }
    let target = try OutputFile(file)
    let count = try export.run(
      from: diary, onProgress: { progress.show("Exporting: \(NumberText.count($0, "beer"))") },
      write: target.write)
    try target.finish()
    progress.end()
    Console.standardError.line("\(NumberText.count(count, "beer")) written to \(file).")
    return count
  }

  /// Data as it is, but for a terminal, which would obey what is in it.
  private static var standardOutput: ([UInt8]) -> Void {
    let console = Console.standardOutput
    let isTerminal = console.isTerminal
    return { bytes in
      if isTerminal {
        let text = String(decoding: bytes, as: UTF8.self)
        console.write(
          text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).safeForTerminal }
            .joined(separator: "\n"))
      } else {
        console.write(raw: bytes)
      }
      console.flush()
    }
  }
}

extension DiaryFileFormat: ExpressibleByArgument {}
