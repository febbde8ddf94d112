import ArgumentParser
import DiaryStore
import Interchange

/// What the user says about a file.
struct ImportReadingOptions: ParsableArguments {
  enum AlcoholUnit: String, CaseIterable, ExpressibleByArgument {
    case percent, fraction
  }

  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "What a column is, as often as needed: \(ColumnMapping.Role.names.joined(separator: ", ")).",
      valueName: "column=field"),
    completion: .columnAssignments)
  var map: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("What the columns are, as --save-mapping kept it under this name.", valueName: "name"),
    completion: .mappings)
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Keep what the columns are under this name in the settings.", valueName: "name"),
    completion: .mappings)
  var saveMapping: String?

  @Option(
    name: .long, help: "What separates the fields: comma, semicolon, tab, pipe or the character itself.",
    completion: .delimiters)
  var delimiter: String?

  @Option(name: .long, help: "How dates such as 01/02/2019 are meant: day-first or month-first.")
  var dates: DateOrder?

  @Option(name: .long, help: "How alcohol is written: percent (5.2) or fraction (0.052).")
  var abv: AlcoholUnit?

  @Option(
    name: .long,
    help: ArgumentHelp("The best rating that the file can have: 5, 10, 20, 100.", valueName: "number"),
    completion: .ratingScales)
  var ratingScale: Double?

  @Flag(name: .long, help: "Mend text such as &amp; and BrÃ¼cke.")
  var repairText = false

  @Option(
    name: .long,
    help: ArgumentHelp("Where the photos of an export are; otherwise beside the file.", valueName: "folder"),
    completion: .directory)
  var photos: String?

  mutating func validate() throws {
    if let saveMapping, !SavedMapping.canBeNamed(saveMapping) {
      throw ValidationError(
        "--save-mapping wants a name of one line, with at most \(SavedMapping.longestName) characters.")
    }
  }

  func importOptions(file: String) throws -> ImportOptions {
    var options = ImportOptions()
    options.assignments = try map.map { text in
      guard let assignment = ColumnAssignment(text) else {
        throw ValidationError(
          "--map wants a column and a field, such as \"My Score=rating\", not \"\(text)\"; the fields are "
            + ColumnMapping.Role.names.joined(separator: ", ") + ".")
      }
      return assignment
    }
    options.delimiter = try delimiter.map(Self.delimiter)
    options.dateOrder = dates
    options.abvIsFraction = abv.map { $0 == .fraction }
    if let ratingScale, !(1...1000 ~= ratingScale) {
      throw ValidationError("--rating-scale wants a number from 1 to 1000.")
    }
    options.ratingScale = ratingScale
    options.repairsText = repairText
    let beside = FilePath(file).folder
    options.photoFolders = photos.map { [$0] } ?? [beside, beside + "/photos"]
    return options
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    let named: [String: Unicode.Scalar] = [
      "comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "pipe": "|",
    ]
    if let scalar = named[text.lowercased()] { return UInt8(ascii: scalar) }
    guard let byte = text.utf8.first, text.utf8.count == 1, CSVFormat.canSeparate(byte) else {
      throw ValidationError("--delimiter wants comma, semicolon, tab, pipe or one punctuation character.")
    }
    return byte
  }
}
