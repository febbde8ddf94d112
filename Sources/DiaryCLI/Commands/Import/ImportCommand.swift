import ArgumentParser
import DiaryProcess
import DiaryStore
import Foundation
import Interchange

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import beers from a file, or undo an import.",
    discussion: """
      Reads CSV and JSON: exports of Untappd and of this program, reviews of BeerAdvocate and RateBeer, catalogs, and \
      files with plain column names such as name, brewery, style, abv, rating, notes, place, and date. Assign other \
      columns with --map; columns without a field become custom fields. Importing a file again adds no beer twice; \
      --identity sets the columns that identify a row. A value that cannot be read is kept as a custom field, and a row \
      that cannot be read is skipped. Both are reported, and the exit status is then 65.

      On a terminal, the plan is shown first and you are asked to confirm it, and to assign columns with unknown names. \
      --save-mapping saves your answers under a name, and --mapping uses them again.

      EXAMPLES:
        beerdiary import untappd.csv
        beerdiary import --dry-run ratings.csv --map "My Score=rating"
        beerdiary import ratings.csv --map "My Score=rating" --save-mapping club
        beerdiary import ratings-2.csv --mapping club
        beerdiary import --strict --on-duplicate update beers.json
        beerdiary import --list response.checkins.items answer.json
        zcat beers.csv.gz | beerdiary import -
        beerdiary import --batches
        beerdiary import --undo 3
      """)

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp(
      "The file, or - for standard input. With --undo: the import's id.", valueName: "file"),
    completion: .importFileOrNumber)
  var file: String?

  @OptionGroup(title: "Import options") var running: ImportRunOptions

  @Flag(name: .long, help: "Show what the import will do, and change nothing.")
  var dryRun = false

  @OptionGroup(title: "File format options") var reading: ImportReadingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if running.batches {
      guard file == nil, !running.undo else {
        throw ValidationError("--batches cannot be combined with other options.")
      }
    } else if running.undo {
      guard file.map({ Int64($0) != nil }) ?? true else {
        throw ValidationError(
          "--undo requires the id of an import from --batches, or no argument to undo the last one.")
      }
    } else if file?.isEmpty ?? true {
      throw ValidationError("import requires the path of a file, or - for standard input.")
    }
    if dryRun, reading.saveMapping != nil {
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
    // A dry run opens the diary only for reading.
    let options = options.readOnly(if: dryRun)
    let history = ImportHistory(context: context, options: options, output: output)
    if running.batches { return try history.list() }
    if running.undo {
      let importID = file.flatMap { Int64($0) }
      return try dryRun ? history.planUndo(importID) : history.undo(importID, isAgreed: running.yes)
    }
    var importOptions = try importOptions()
    importOptions.mapping = try reading.mapping.map { name throws(CommandFailure) in
      try MappingStore(context.folders).mapping(named: name, errors: context.errors)
    }
    try InteractiveImport(
      file: file ?? "", options: options, importOptions: importOptions, running: running,
      isDry: dryRun, savedName: reading.saveMapping, output: output, context: context
    ).run()
  }
}

/// The options for adding, skipping and undoing rows.
struct ImportRunOptions: ParsableArguments {
  @Flag(
    name: [.long, .short],
    help: "Do not ask for confirmation, and also import wish lists, stock lists and lists of breweries."
  )
  var yes = false

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

  @OptionGroup var replacing: ReplacingOptions

  @Flag(
    name: .long, help: "Undo the last import, or the import with this id: move its beers to the trash.")
  var undo = false

  @Flag(name: .long, help: "List the imports that can be undone.")
  var batches = false

  mutating func validate() throws {
    if replacing.force, rejects == nil { throw ValidationError("--force requires --rejects.") }
    if rejects?.isEmpty == true { throw ValidationError("--rejects requires the path of a file.") }
  }
}

extension ImportPolicy.Duplicate: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
