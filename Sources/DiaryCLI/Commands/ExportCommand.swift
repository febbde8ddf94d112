import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import SQLiteKit
import Telemetry

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export beers as CSV, JSON, Markdown or GeoJSON.",
    discussion: """
      CSV, JSON and JSON Lines contain everything, including the trash. Importing such an export into an empty diary \
      gives you the same diary again, with photos if you exported them with --photos. Removed photos are not exported. \
      Markdown is for reading, without custom fields that are ids or links. GeoJSON is for maps: it has the beers with a \
      position, and shows where you were. A filter exports only the beers that match it (see `beerdiary list --help`). \
      An existing file is replaced only after you confirm or with --force, and only when the export is complete. With \
      --json, the beers are written as JSON, with --output to that file; what was written is reported on standard error.

      EXAMPLES:
        beerdiary export -o beers.csv
        beerdiary export --format jsonl --photos photos -o beers.jsonl
        beerdiary export 'style:stout year:2019' --format markdown
        beerdiary export -has:photo -o without-photos.csv
        beerdiary export style:lambic -o lambic.geojson
      """)

  static let json: JSONType = .array(.object("beer"))

  @OptionGroup var options: StoreOptions

  @OptionGroup var filter: FilterWords

  @Option(
    name: .long,
    help:
      "Format: csv, json (as with --json), jsonl (as with --jsonl), markdown or geojson. Default: by the ending of the file's name, or csv if it has none."
  )
  var format: DiaryFileFormat?

  @OptionGroup var target: OutputFileOptions
  @OptionGroup var replacing: ReplacingOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Also write the photos to this folder, byte for byte.", valueName: "folder"),
    completion: .directory)
  var photos: String?

  @Flag(
    name: .long,
    help: "In CSV, escape text that a spreadsheet could run as a formula. An import removes the escapes.")
  var spreadsheetSafe = false

  @OptionGroup var output: ListOutputOptions

  private var file: String? { target.file }

  func validate() throws {
    if photos?.isEmpty == true { throw ValidationError("--photos requires the path of a folder.") }
    if let jsonFormat, let format, format != jsonFormat {
      throw ValidationError(
        "--\(jsonFormat.rawValue) cannot be combined with --format \(format.rawValue). Use one of them.")
    }
    if replacing.force, file == nil { throw ValidationError("--force requires --output.") }
    if spreadsheetSafe, chosenFormat != .csv {
      throw ValidationError("--spreadsheet-safe requires the CSV format.")
    }
  }

  /// The format of `--json` or `--jsonl`; `nil` without them.
  private var jsonFormat: DiaryFileFormat? { output.jsonl ? .jsonl : output.json ? .json : nil }

  private var chosenFormat: DiaryFileFormat {
    format ?? jsonFormat ?? file.flatMap(DiaryFileFormat.init(fileName:)) ?? .csv
  }

  func run(in context: CommandContext) throws {
    try filter.check(in: context)
    let destination = try OutputPath(file ?? "-", options, in: context)
      .destination(replaces: replacing.force)
    try requireKnownEnding(of: destination)
    let folder = try photos.map { try OutputPath($0, options, in: context).folder() }
    if let folder, let file, Self.standardized(folder) == Self.standardized(file) {
      throw CommandFailure(
        sentence: "--photos and -o name the same path. Name two different paths.", status: .usage)
    }
    try context.withDiary(options, .reading) { diary in
      var export = DiaryExport(chosenFormat)
      export.isSpreadsheetSafe = spreadsheetSafe
      if !filter.text.isEmpty { export.query = BeerQuery(filter: try filter.filter(of: diary, in: context)) }
      let lacksImages = try folder.map { try writePhotos(of: diary, to: $0, &export, context) } ?? false
      export.photoFolder = folder.map { reference(to: $0, in: destination) }
      let start = ContinuousClock.now
      do {
        let counts = try write(export, from: diary, to: destination, context)
        context.recorder(options).record(
          Signal(counts, chosenFormat, duration: ContinuousClock.now - start))
      } catch let error as ExportError {
        throw CommandFailure(error, writing: file)
      }
      if lacksImages { throw ExitStatus.badData }
    }
  }

  /// Throws if the ending of a file's name is not that of a format, and no option says the format.
  ///
  /// Pipes and devices may be called anything.
  private func requireKnownEnding(of destination: OutputDestination) throws {
    switch destination {
    case .standardOutput, .descriptor, .stream: return
    case .newFile, .existingFile: break
    }
    guard format == nil, jsonFormat == nil, let file, DiaryFileFormat(fileName: file) == nil else { return }
    let ending = URL(fileURLWithPath: file, isDirectory: false).pathExtension
    if ending.isEmpty { return }
    throw CommandFailure(
      sentence:
        "“.\(ending)” is not the ending of a format. End the name with \(DiaryFileFormat.endings), or use --format.",
      status: .usage)
  }

  /// The only word of the filter if it is more likely the name of a file; `nil` for other filters.
  private var likelyFile: String? {
    guard file == nil, filter.words.count == 1, let word = filter.words.first, word.contains("."),
      DiaryFileFormat(fileName: word) != nil
    else { return nil }
    return word
  }

  private static func standardized(_ path: String) -> String {
    URL(fileURLWithPath: path, isDirectory: false).standardizedFileURL.path
  }

  /// Returns whether images are missing or have changed since they were added.
  private func writePhotos(
    of diary: Diary, to folder: String, _ export: inout DiaryExport, _ context: CommandContext
  ) throws -> Bool {
    var run = ExportRun(try diary.beersWithPhotos(selectedBy: export.query))
    do {
      try run.export(from: diary, to: folder, in: context)
    } catch let error as ExportError {
      throw CommandFailure(error, writing: folder)
    }
    if run.wasCancelled {
      let rest = file.map { "\($0) was not written" } ?? "No beers were written"
      throw context.cancelled("Stopped. \(run.cancelledText(folder: folder)). \(rest).")
    }
    export.files = run.files
    for warning in run.warnings(options, in: context) { context.errors.error(warning) }
    context.errors.line(run.sentence(folder: folder))
    return run.hasLosses
  }

  /// Returns the path of the photos' folder for links in the output: relative to the file, if there is one.
  private func reference(to folder: String, in destination: OutputDestination) -> String {
    switch destination {
    case .standardOutput, .descriptor, .stream: folder
    case .newFile, .existingFile: file.map { FilePath($0).reference(to: folder) } ?? folder
    }
  }

  /// Returns how many beers were written, after reporting it.
  private func write(
    _ export: DiaryExport, from diary: Diary, to destination: OutputDestination, _ context: CommandContext
  ) throws -> DiaryExport.Counts {
    let output = try destination.open(in: context)
    let counts =
      switch destination {
      // Writing to a pipe may wait for its reader; a signal then ends the program as usual.
      case .standardOutput, .descriptor, .stream: try export.run(from: diary, to: output)
      case .newFile, .existingFile: try writeCancellably(export, from: diary, to: output, context)
      }
    if destination != .standardOutput, let file {
      context.errors.line(counts.writtenSentence(file: file))
    }
    if let sentence = counts.leftOutSentence { context.errors.line(sentence) }
    if counts == DiaryExport.Counts(), let likelyFile {
      let sentence = EmptyListText.sentence(about: export.query ?? BeerQuery())
      context.errors.sentence("\(sentence) To write to a file: -o \(likelyFile)")
    }
    return counts
  }

  private func writeCancellably(
    _ export: DiaryExport, from diary: Diary, to output: any OutputSink, _ context: CommandContext
  ) throws -> DiaryExport.Counts {
    do {
      return try context.cancellable("Stopped. \(file ?? "The file") was not written.") { isCancelled in
        try export.run(
          from: diary, to: output,
          onProgress: { context.progress.show("Exporting: \(NumberText.count($0, "beer"))") },
          isCancelled: isCancelled)
      }
    } catch let ended as EndedBySignal {
      output.discard()
      throw ended
    }
  }
}

extension DiaryFileFormat: ExpressibleByArgument {}
