import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange

struct ImportCommand: AskingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import beers from a file, or undo an import.",
    usage: """
      beerdiary import <file> [<options>]
      beerdiary import list | undo
      """,
    discussion: """
      Reads CSV and JSON: exports of Untappd and of this program, reviews of BeerAdvocate and RateBeer, catalogs, and \
      files with plain column names such as name, brewery, style, abv, rating, notes, place, and date. Assign other \
      columns with --map; columns without a field become custom fields. Importing a file again adds no beer twice; \
      --identity sets the columns that identify a row. A value that cannot be read is kept as a custom field, and a row \
      that cannot be read is skipped. Both are reported, and the exit status is then 65.

      On a terminal, the plan is shown first and you are asked to confirm it, and to assign columns with unknown names. \
      --save-mapping saves your answers under a name, and --mapping uses them again. Wish lists, stock lists and lists \
      of breweries are imported only if you confirm it or with --yes.

      A file that is called list or undo is given as ./list or ./undo.

      EXAMPLES:
        beerdiary import untappd.csv
        beerdiary import --dry-run ratings.csv --map "My Score=rating"
        beerdiary import ratings.csv --map "My Score=rating" --save-mapping club
        beerdiary import ratings-2.csv --mapping club
        beerdiary import --strict --on-duplicate update beers.json
        beerdiary import --records response.checkins.items answer.json
        zcat beers.csv.gz | beerdiary import -
        beerdiary import list
        beerdiary import undo 3
      """,
    subcommands: [ListImportsCommand.self, UndoImportCommand.self])

  static let json: JSONType = .object("import")
  static let exitStatuses: [ExitStatus] = [.cannotCreate]

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"), completion: .importFile)
  var file: String?

  @OptionGroup(title: "Import options") var confirmation: ConfirmationOptions
  @OptionGroup(title: "Import options") var input: InputOptions
  @OptionGroup(title: "Import options") var running: ImportRunOptions
  @OptionGroup(title: "Import options") var replacing: ReplacingOptions
  @OptionGroup var dry: DryRunOptions

  @OptionGroup(title: "File format options") var reading: ImportReadingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if file?.isEmpty ?? true {
      throw ValidationError("import requires the path of a file, or - for standard input.")
    }
    if replacing.force, running.rejects == nil { throw ValidationError("--force requires --rejects.") }
    if dry.dryRun, reading.saveMapping != nil {
      throw ValidationError("--save-mapping cannot be combined with --dry-run.")
    }
    _ = try importOptions()
  }

  private func importOptions() throws -> ImportOptions {
    var options = try reading.importOptions(file: file ?? "")
    options.onDuplicate = running.onDuplicate
    options.isStrict = running.strict
    return options
  }

  func run(in context: CommandContext) throws {
    var importOptions = try importOptions()
    importOptions.mapping = try reading.mapping.map { name throws(CommandFailure) in
      try MappingStore(context.settings).mapping(named: name)
    }
    // A dry run opens the diary only for reading.
    try InteractiveImport(
      file: file ?? "", options: options.readOnly(if: dry.dryRun), importOptions: importOptions,
      isConfirmed: confirmation.yes, rejectsPath: running.rejects, replacesRejects: replacing.force,
      isDry: dry.dryRun, savedName: reading.saveMapping, output: output, context: context
    ).run()
  }
}

/// The options for adding and skipping rows.
struct ImportRunOptions: ParsableArguments {
  @Flag(name: .long, help: "Import nothing if any row or value cannot be read.")
  var strict = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      What to do with rows whose beer is in the diary with other values: skip, update (change the beer as the file \
      changed since its last import, and keep your edits), or add (another beer).
      """, valueName: "choice"))
  var onDuplicate = ImportPolicy.Duplicate.skip

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write skipped rows with their errors to this file, or to standard output if it is -. You can correct the rows and import the file.",
      valueName: "file"), completion: .file())
  var rejects: String?

  mutating func validate() throws {
    if rejects?.isEmpty == true { throw ValidationError("--rejects requires the path of a file.") }
  }
}

extension ImportPolicy.Duplicate: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
