import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation
import Interchange
import Telemetry

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import beers from a file, or undo an import.",
    usage: """
      beerdiary import <file> [<options>]
      beerdiary import list | undo
      """,
    discussion: """
      Reads CSV and JSON: \(Dialect.all.map(\.name).joined(separator: ", ")), or another table with plain column \
      names such as name, brewery, style, abv, rating, notes, place, and date. Assign other columns with --map; columns without a field become custom fields. Importing a file again adds no beer twice; \
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
    try CommandLineImport(command: self, importOptions: importOptions, context: context).run()
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

/// The options for reading a file.
struct ImportReadingOptions: ParsableArguments {
  enum AlcoholUnit: String, CaseIterable, ExpressibleByArgument {
    case percent, fraction
  }

  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "Assign a column to a field, for example \"My Score=rating\". Can be repeated. Fields: \(ColumnMapping.Role.names.joined(separator: ", ")). place is the venue, drunk_at the date, extra a custom field, extra:NAME one with another name; ignore skips the column.",
      valueName: "column=field"),
    completion: .columnAssignments)
  var map: [String] = []

  @Flag(
    name: .long,
    help: "The first line is a beer, not column names. Assign columns by position, for example --map 1=name.")
  var headerless = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use the columns saved under this name with --save-mapping.", valueName: "name"),
    completion: .mappings)
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Save the columns and --identity under this name, for example club.", valueName: "name"),
    completion: .mappings)
  var saveMapping: String?

  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "The columns that identify a row when the file is imported again, separated by commas. Default: an id or link in the file, else name, brewery, date, and venue.",
      valueName: "column,…"))
  var identity: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The list to read in a JSON file, for example checkins or response.checkins.items. Default: the list that has beer names.",
      valueName: "path"))
  var records: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Delimiter between fields: comma, semicolon, tab, pipe, or the character itself.",
      valueName: "character"),
    completion: .delimiters)
  var delimiter: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How to read dates such as 01/02/2019: day-first or month-first.", valueName: "order"))
  var dates: DateOrder?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Time zone of times that have none: local, utc, or a zone such as Europe/Oslo.", valueName: "zone"),
    completion: .timeReadings)
  var times: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Unit of ABV in the file: percent (5.2) or fraction (0.052).", valueName: "unit"))
  var abvUnit: AlcoholUnit?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Highest possible rating in the file, for example 5, 10, 20, or 100.", valueName: "number"),
    completion: .ratingScales)
  var ratingScale: Double?

  @Flag(
    name: .long, help: "Repair text that was encoded twice, such as `&amp;` for & and `BrÃ¼cke` for Brücke.")
  var repairText = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Add photos from this folder. They are matched by the file names in the export, by a row's photo link, or by its check-in id (1053001.jpg, 1053001_2.jpg). Default for exports of this program: the folder of the file.",
      valueName: "folder"),
    completion: .directory)
  var photos: String?

  mutating func validate() throws {
    if !identity.allSatisfy(SavedMapping.namesColumns) {
      throw ValidationError("--identity requires the names of columns, such as name,brewery.")
    }
    if records?.isEmpty == true { throw ValidationError("--records requires the name of a list.") }
    if photos?.isEmpty == true { throw ValidationError("--photos requires the path of a folder.") }
    if let saveMapping, !SavedMapping.isValidName(saveMapping) {
      throw ValidationError(
        "--save-mapping requires a name of one line and at most \(SavedMapping.maxNameLength) characters.")
    }
  }

  func importOptions(file: String) throws -> ImportOptions {
    var options = ImportOptions()
    options.assignments = try map.map { text in
      guard let assignment = ColumnAssignment(text) else {
        throw ValidationError(
          RequirementText.sentence(
            "--map requires a column and a field, such as `--map \"My Score=rating\"`", not: text)
            + " The fields are " + ColumnMapping.Role.names.joined(separator: ", ") + ".")
      }
      return assignment
    }
    options.identity = identity.isEmpty ? nil : identity
    options.list = records
    options.hasHeader = headerless ? false : nil
    options.delimiter = try delimiter.map(Self.delimiter)
    options.dateOrder = dates
    options.times = try times.map { text in
      guard let times = TimeReading(text) else {
        throw ValidationError(
          RequirementText.sentence(
            "--times requires local, utc, or a time zone such as Europe/Oslo", not: text))
      }
      return times
    }
    options.abvIsFraction = abvUnit.map { $0 == .fraction }
    if let ratingScale, !(1...1000 ~= ratingScale) {
      throw ValidationError(
        "--rating-scale requires a number from 1 to 1000, not \(NumberText.exact(ratingScale)).")
    }
    options.ratingScale = ratingScale
    options.repairsText = repairText
    options.findPhotos(in: photos, of: file)
    return options
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    let named: [String: Unicode.Scalar] = [
      "comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|",
    ]
    if let scalar = named[text.lowercased()] { return UInt8(ascii: scalar) }
    guard let byte = text.utf8.first, text.utf8.count == 1, CSVFormat.canSeparate(byte) else {
      throw ValidationError(
        RequirementText.sentence(
          "--delimiter requires comma, semicolon, tab, pipe, or one punctuation character", not: text))
    }
    return byte
  }
}
