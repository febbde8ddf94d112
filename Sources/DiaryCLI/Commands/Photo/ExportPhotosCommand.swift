import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation
import Interchange
import Telemetry

struct ExportPhotosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write photos into a folder, byte for byte as they were added.",
    discussion: """
      Files are named after the beer, the day and the photo's place: Orval 2024-06-01 1.jpg. No file is ever written \
      over; one that is there already with the same content is left as it is, so exporting again adds what is new.

      EXAMPLES:
        beerdiary photo export 12 ~/Desktop
        beerdiary photo export --all ~/Pictures/beers
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Export the photos of all beers; then only the folder is named.")
  var all = false

  @Argument(
    help: ArgumentHelp("The beer, unless --all, and the folder, which is made.", valueName: "beer> <folder"),
    completion: .beerOrFolder)
  var words: [String]

  private var folder: String { words.last.map(CommandLineWords.withoutProtection) ?? "" }

  func validate() throws {
    guard words.count == (all ? 1 : 2), !folder.isEmpty else {
      throw ValidationError(
        all
          ? "photo export --all requires one folder."
          : "photo export requires a beer, or --all, and a folder.")
    }
    if !all, BeerReference(argument: words[0]) == nil {
      throw ValidationError("photo export requires a beer.")
    }
  }

  func run() throws {
    let folder = try OutputPath(folder, options).folder()
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    var run = ExportRun(try beers(in: opened.diary))
    let result = Result {
      try InterruptNotice.handlingTermination {
        try run.export(from: opened.diary, to: folder, isCancelled: $0)
      }
    }
    if output.json || !run.wasStopped { tell(run) }
    do { try result.get() } catch let error as ExportError { throw CommandFailure(error, writing: folder) }
    if run.wasStopped, let ended = InterruptNotice.ending {
      Console.standardError.line("Stopped; \(run.place(folder: folder)). Export again to complete it.")
      throw ended
    }
    if run.hasLosses { throw ExitStatus.badData }
  }

  private func beers(in diary: Diary) throws -> [Int64] {
    if !all, let reference = BeerReference(argument: words[0]) {
      return [try reference.resolve(in: diary).beer.id]
    }
    var ids: [Int64] = []
    try diary.forEachRow { if $0.photoCount > 0 { ids.append($0.id) } }
    return ids
  }

  private func tell(_ run: ExportRun) {
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of(run.json(folder: folder)))
    } else {
      console.line(run.sentence(folder: folder))
    }
    console.flush()
    if !output.json { for warning in run.warnings { Console.standardError.line(warning) } }
  }
}

extension CommandFailure {
  /// - Parameter file: The file or folder as the user named it; the error may name a part of its path.
  init(_ error: ExportError, writing file: String? = nil) {
    var error = error
    if let file { error.path = file }
    let status: ExitStatus =
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG, EIO: .inputOutput
      default: .cannotCreate
      }
    self.init(sentence: error.sentence, status: status)
  }
}
