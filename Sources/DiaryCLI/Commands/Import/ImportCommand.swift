import ArgumentParser
import DiaryProcess
import DiaryStore
import Foundation
import Interchange

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the beers of a file to the diary, or undo an import.",
    discussion: """
      Columns are found by their names: Untappd's exports (CSV and JSON), BeerAdvocate's and RateBeer's reviews, \
      catalogues, what this program exports, and plain names such as name, brewery, style, abv, rating, notes, place, \
      date; --map says what others are. Columns that are nothing else become custom fields. A file that was imported \
      before adds nothing; --identity says what its rows are recognised by. A value that cannot be read is kept as a custom field and reported; a row that cannot be \
      read is reported and left out. The exit status is 65 for both.

      At a terminal what was understood is shown first, and you are asked; what the columns are too, where that cannot \
      be seen from their names. --save-mapping saves the answers under a name, and --mapping uses them again.

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
      "The file, or - for standard input; with --undo the import's number.", valueName: "file"),
    completion: .importFileOrNumber)
  var file: String?

  @OptionGroup(title: "What to do") var running: ImportRunOptions

  @Flag(name: .long, help: "Say what would happen and change nothing.")
  var dryRun = false

  @OptionGroup(title: "How the file is read") var reading: ImportReadingOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if running.batches {
      guard file == nil, !running.undo else {
        throw ValidationError("--batches cannot be combined with other options.")
      }
    } else if running.undo {
      guard file.map({ Int64($0) != nil }) ?? true else {
        throw ValidationError(
          "--undo requires the number of an import, as --batches shows it; without one, the last goes.")
      }
    } else if file?.isEmpty ?? true {
      throw ValidationError("import requires the path of a file, or - for standard input.")
    }
    if dryRun, reading.saveMapping != nil {
      throw ValidationError("--save-mapping cannot be used with --dry-run.")
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
    // Whatever follows, a dry run cannot change the diary.
    let options = options.readOnly(if: dryRun)
    let history = ImportHistory(context: context, options: options, output: output)
    if running.batches { return try history.list() }
    if running.undo {
      let batch = file.flatMap { Int64($0) }
      return try dryRun ? history.planUndo(batch) : history.undo(batch, isAgreed: running.yes)
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

/// What becomes of the rows.
struct ImportRunOptions: ParsableArguments {
  @Flag(
    name: [.long, .short],
    help: "Do not ask; also import what are no beers that were drunk, such as a wish list or a list of stock."
  )
  var yes = false

  @Flag(name: .long, help: "All rows or none: write nothing where one cannot be read.")
  var strict = false

  @Option(
    name: .long,
    help:
      """
      What to do with beers that the diary has with other values: skip; update (takes what the file has changed since \
      its last import and keeps your edits); add.
      """
  )
  var onDuplicate = ImportPolicy.Duplicate.skip

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the rows that are left out to this file, or - for standard output, each with what is wrong; corrected, they can be imported.",
      valueName: "file"), completion: .file())
  var rejects: String?

  @OptionGroup var replacing: ReplacingOptions

  @Flag(
    name: .long, help: "Move what an import added to the trash: the last one, or the one with this number.")
  var undo = false

  @Flag(name: .long, help: "Show the imports that can be undone.")
  var batches = false

  mutating func validate() throws {
    if replacing.force, rejects == nil { throw ValidationError("--force goes with --rejects.") }
    if rejects?.isEmpty == true { throw ValidationError("--rejects requires the path of a file.") }
  }
}

extension ImportPolicy.Duplicate: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
