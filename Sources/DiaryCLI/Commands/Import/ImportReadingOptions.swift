import ArgumentParser
import DiaryStore
import DiaryUpkeep
import Foundation
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

  @Flag(
    name: .customLong("no-header"),
    help: "The first line is a beer and not column names; --map 1=name says what the columns are.")
  var noHeader = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the columns are, as saved under this name with --save-mapping.", valueName: "name"),
    completion: .mappings)
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Save what the columns are, and --identity, under this name.", valueName: "name"),
    completion: .mappings)
  var saveMapping: String?

  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "The columns that rows are recognised by when the file is imported again, separated by commas; otherwise an id or link in the file, or the name, brewery, date and venue.",
      valueName: "column,…"))
  var identity: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The list of a JSON file that is read, such as checkins or response.checkins.items; otherwise the one with names of beers.",
      valueName: "path"))
  var list: String?

  @Option(
    name: .long, help: "What separates the fields: comma, semicolon, tab, pipe or the character itself.",
    completion: .delimiters)
  var delimiter: String?

  @Option(name: .long, help: "How dates such as 01/02/2019 are meant: day-first or month-first.")
  var dates: DateOrder?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What times without a time zone mean: local, utc or a zone such as Europe/Oslo.", valueName: "zone"),
    completion: .timeReadings)
  var times: String?

  @Option(name: .long, help: "How alcohol is written: percent (5.2) or fraction (0.052).")
  var abv: AlcoholUnit?

  @Option(
    name: .long,
    help: ArgumentHelp("The best rating that the file can have: 5, 10, 20, 100.", valueName: "number"),
    completion: .ratingScales)
  var ratingScale: Double?

  @Flag(name: .long, help: "Repair text such as &amp; and BrÃ¼cke.")
  var repairText = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Add the photos in this folder: those that an export names, otherwise looked for next to it, and of other files those named like a row's photo link, its check-in (1053001.jpg, 1053001_2.jpg) or a file name in it.",
      valueName: "folder"),
    completion: .directory)
  var photos: String?

  mutating func validate() throws {
    if !identity.allSatisfy(SavedMapping.namesColumns) {
      throw ValidationError("--identity requires the name of a column.")
    }
    if list?.isEmpty == true { throw ValidationError("--list requires the path of a list.") }
    if photos?.isEmpty == true { throw ValidationError("--photos requires the path of a folder.") }
    if let saveMapping, !SavedMapping.canBeNamed(saveMapping) {
      throw ValidationError(
        "--save-mapping requires a name of one line, with at most \(SavedMapping.maxNameLength) characters.")
    }
  }

  func importOptions(file: String) throws -> ImportOptions {
    var options = ImportOptions()
    options.assignments = try map.map { text in
      guard let assignment = ColumnAssignment(text) else {
        throw ValidationError(
          "--map requires a column and a field, such as \"My Score=rating\", not \"\(text)\"; the fields are "
            + ColumnMapping.Role.names.joined(separator: ", ") + ".")
      }
      return assignment
    }
    options.identity = identity.isEmpty ? nil : identity
    options.list = list
    options.hasHeader = noHeader ? false : nil
    options.delimiter = try delimiter.map(Self.delimiter)
    options.dateOrder = dates
    options.times = try times.map { text in
      guard let times = TimeReading(text) else {
        throw ValidationError("--times takes local, utc or a time zone such as Europe/Oslo, not \"\(text)\".")
      }
      return times
    }
    options.abvIsFraction = abv.map { $0 == .fraction }
    if let ratingScale, !(1...1000 ~= ratingScale) {
      throw ValidationError("--rating-scale requires a number from 1 to 1000.")
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
      throw ValidationError("--delimiter requires comma, semicolon, tab, pipe or one punctuation character.")
    }
    return byte
  }
}
