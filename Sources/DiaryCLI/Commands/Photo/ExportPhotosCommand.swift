import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation
import Interchange

struct ExportPhotosCommand: Command {
  static let valueName = "beers> <folder"

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export photos to a folder, byte for byte.",
    discussion: """
      Files are named by beer, date, and photo number, for example "Orval 2024-06-01 1.jpg". An existing file is never \
      replaced. A photo that was already exported is not written again, so exporting again adds only what is new.

      EXAMPLES:
        beerdiary photo export 12 ~/Desktop
        beerdiary photo export 'year:2024 rating>=4' ~/Pictures/best
        beerdiary photo export --all ~/Pictures/beers
      """)

  static let json: JSONType = .object("exported_photos")
  static let exitStatuses: [ExitStatus] = [.cannotCreate]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Export the photos of all beers. Name only the folder then.")
  var all = false

  @Argument(
    help: ArgumentHelp(
      "A beer or a filter (not with --all), and the folder, which is created.", valueName: valueName),
    completion: .beerOrFolder)
  var words: [String]

  private var folder: String { words.last.map(CommandLineWords.withoutProtection) ?? "" }

  func validate() throws {
    guard all ? words.count == 1 : words.count > 1, !folder.isEmpty else {
      throw ValidationError(
        all
          ? "photo export --all requires a folder and no beer."
          : "photo export requires a beer (or --all) and a folder.")
    }
  }

  func run(in context: CommandContext) throws {
    let folder = try OutputPath(folder, options, in: context).folder()
    try context.withDiary(options, .reading) { diary in
      var run = ExportRun(try beers(in: diary, context))
      let result = Result { try run.export(from: diary, to: folder, in: context) }
      if output.json || !run.wasCancelled {
        context.reportDone(output, json: JSONText.of(run.json(folder: folder))) {
          $0.line(run.sentence(folder: folder))
        }
        if !output.json {
          for warning in run.warnings(options, in: context) { context.errors.error(warning) }
        }
      }
      do { try result.get() } catch let error as ExportError { throw CommandFailure(error, writing: folder) }
      if run.wasCancelled {
        throw context.cancelled(
          "Stopped. \(run.cancelledText(folder: folder)). Run the command again to finish.")
      }
      if run.hasLosses { throw ExitStatus.badData }
    }
  }

  private func beers(in diary: Diary, _ context: CommandContext) throws -> [Int64] {
    if !all {
      return try BeerSelection(Array(words.dropLast()), in: diary, dates: context.dates).ids
    }
    var ids: [Int64] = []
    // In most diaries of very many beers, few have photos, so the others are not read.
    let query = BeerQuery(filter: BeerFilter([[BeerFilter.Term(.has(.photo))]]))
    try diary.forEachListItem(query) { ids.append($0.id) }
    return ids
  }
}
