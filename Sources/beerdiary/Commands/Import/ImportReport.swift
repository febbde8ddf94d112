import DiaryStore
import DiaryUI
import Interchange

/// Words what an import did.
struct ImportReport {
  let summary: ImportSummary
  /// The diary's file, where the import has made it.
  private let newDiary: String?
  /// Where images were looked for.
  private let photoFolders: [String]
  private let options: StoreOptions

  init(_ summary: ImportSummary, newDiary: String?, photoFolders: [String], _ options: StoreOptions) {
    self.summary = summary
    self.newDiary = newDiary
    self.photoFolders = photoFolders
    self.options = options
  }

  /// Whether photos that the export has files of are in the diary without their images.
  var lacksImages: Bool {
    [.otherFile, .withoutFile, .notAPicture].contains { summary.photos[$0] != nil }
  }

  /// Sentences for standard output, each on a line of its own.
  var lines: [String] {
    guard summary.counts.rows > 0 else { return ["The file has column names but no rows."] }
    if summary.wasRefused {
      return ["Nothing was imported: \(NumberText.count(summary.counts.rejected, "row")) cannot be read."]
    }
    var lines = [counts] + ImportDifferencesText(summary.tally.differences).lines
    lines += ImportWords.readings(summary.understanding, summary.counts)
    lines += ImportWords.lookalikes(summary.lookalikes)
    if summary.counts.windows1252 > 0 { lines.append(ImportWords.windows1252(summary.counts)) }
    if let photos { lines.append(photos) }
    if let pairing = summary.photoPairing { lines += ImportWords.unpaired(pairing) }
    if summary.counts.keptValues > 0, summary.batch != nil {
      lines.append("To import a corrected file, undo this import first.")
    }
    if let batch = summary.batch {
      lines.append("\(options.suggestion("import", "--undo", "\(batch)")) takes this back.")
    }
    return lines
  }

  /// What to say of an import that was stopped.
  var stopped: String {
    if summary.wasRefused { return "Stopped; nothing was imported." }
    return
      "Stopped after \(NumberText.count(summary.counts.rows, "row")); import the file again to complete it."
  }

  private var counts: String {
    var sentence = NumberText.count(summary.tally.added, "beer") + " added"
    if let newDiary { sentence += " to a new diary, \(newDiary)" }
    let others = ImportWords.others(summary.tally, rejected: summary.counts.rejected)
    guard !others.isEmpty else { return sentence + "." }
    // Behind a path, another comma would look like a part of it.
    return sentence + (newDiary == nil ? ", " : "; ") + others.joined(separator: ", ") + "."
  }

  private var photos: String? {
    let photos = summary.photos
    var parts: [String] = []
    if let count = photos[.added] { parts.append("\(NumberText.count(count, "photo")) added") }
    if let count = photos[.known] { parts.append("\(NumberText.count(count, "photo")) in the diary already") }
    if let count = photos[.withoutFile] {
      let files = count == 1 ? "the file is" : "the files are"
      let folders = photoFolders.joined(separator: " or ")
      parts.append(
        "\(NumberText.count(count, "photo")) without an image: \(files) not in \(folders) (see --photos)")
    }
    if let count = photos[.notExported] {
      parts.append("\(NumberText.count(count, "photo")) left out: the export has no files of photos")
    }
    if let count = photos[.otherFile] {
      let files = count == 1 ? "the file is not the one that was" : "the files are not those that were"
      parts.append("\(NumberText.count(count, "photo")) without an image: \(files) exported")
    }
    if let count = photos[.notAPicture] {
      parts.append("\(NumberText.count(count, "file")) left out: not a picture of a known format")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ") + "."
  }
}

/// What the plan and the report of an import both say.
enum ImportWords {
  /// What becomes of the rows that add nothing.
  static func others(_ tally: ImportTally, rejected: Int) -> [String] {
    var parts: [String] = []
    if tally.updated > 0 { parts.append("\(NumberText.count(tally.updated)) changed") }
    if tally.same > 0 { parts.append("\(NumberText.count(tally.same)) in the diary already") }
    if tally.differing > 0 {
      parts.append("\(NumberText.count(tally.differing)) in the diary with other values (see --on-duplicate)")
    }
    if tally.repeated > 0 { parts.append("\(NumberText.count(tally.repeated)) repeated in the file") }
    if rejected > 0 { parts.append("\(NumberText.count(rejected, "row")) left out") }
    return parts
  }

  /// Files and rows that have no match.
  static func unpaired(_ pairing: PhotoPairingReport) -> [String] {
    var lines: [String] = []
    let (files, rows) = (pairing.filesWithoutRow, pairing.rowsWithoutFile)
    if files.count > 0 {
      let verb = files.count == 1 ? "belongs" : "belong"
      lines.append(
        "\(NumberText.count(files.count, "file")) in \(pairing.folder) \(verb) to no row: \(names(files)).")
    }
    if rows.count > 0 {
      let verb = rows.count == 1 ? "has" : "have"
      lines.append(
        "\(NumberText.count(rows.count, "row")) \(verb) a link to a photo that is not in \(pairing.folder): \(names(rows))."
      )
    }
    return lines
  }

  /// The first names, of links their last part.
  private static func names(_ sample: PhotoPairingReport.Sample) -> String {
    let shown = sample.first.prefix(5).map { FilePath($0).name }
    let more = sample.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(NumberText.count(more)) more" : "")
  }

  static func keptValues(_ counts: ImportCounts) -> [String] {
    if counts.keptValues == 0 { return [] }
    let verb = counts.keptValues == 1 ? "is a custom field" : "are custom fields"
    return ["\(NumberText.count(counts.keptValues, "value")) could not be read and \(verb) of their beers."]
  }

  static func windows1252(_ counts: ImportCounts) -> String {
    let verb = counts.windows1252 == 1 ? "was" : "were"
    let rows = NumberText.count(counts.windows1252, "row")
    return "\(rows) \(verb) not UTF-8 and \(verb) read as Windows-1252."
  }

  /// How values are written, where that is not the usual way.
  static func units(_ understanding: FileUnderstanding) -> [String] {
    let (reading, mapping) = (understanding.reading, understanding.mapping)
    var lines: [String] = []
    if reading.abvIsFraction { lines.append("Alcohol was read as a part of one: 0.052 as 5.2 %.") }
    for (field, name) in [(BeerField.abv, "Alcohol"), (.ibu, "Bitterness")]
    where reading.unknownZeros.contains(field) {
      lines.append("\(name) of 0 was read as not known, because most of the column is 0.")
    }
    if reading.ratingScale != 5, mapping.column(of: .rating) != nil {
      lines.append(
        "Ratings were read as out of \(NumberText.exact(reading.ratingScale)), and are kept as they are too.")
    }
    for (column, order) in reading.dateOrders.sorted(by: { $0.key < $1.key }) {
      let name = mapping.header.names[column]
      lines.append("Dates of \"\(name)\" were read with the \(order == .dayFirst ? "day" : "month") first.")
    }
    return lines
  }

  /// How the file was read.
  ///
  /// - Parameter repairAdvice: How to have text repaired.
  static func readings(
    _ understanding: FileUnderstanding, _ counts: ImportCounts, repairAdvice: String = "--repair-text"
  ) -> [String] {
    var lines = understanding.contents.warning.map { [$0] } ?? []
    lines += units(understanding) + times(understanding, counts) + keptValues(counts)
    lines += repairs(counts, advice: repairAdvice)
    return lines + [identity(understanding)]
  }

  /// A hint that names are wrongly decoded.
  private static func repairs(_ counts: ImportCounts, advice: String) -> [String] {
    guard let example = counts.repairExample else { return [] }
    let verb = counts.repairableNames == 1 ? "seems" : "seem"
    return [
      "\(NumberText.count(counts.repairableNames, "name")) \(verb) wrongly decoded, "
        + "such as \(example.text) for \(example.repaired); \(advice) repairs that."
    ]
  }

  /// What rows are recognised by.
  static func identity(_ understanding: FileUnderstanding) -> String {
    let names = understanding.identity.columns.map { "\"\(understanding.mapping.header.names[$0])\"" }
    let last = names.last ?? ""
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + last : last
    return "Rows are recognised by \(list) when the file is imported again."
  }

  /// A warning that a file was probably imported before.
  static func lookalikes(_ lookalikes: Lookalikes) -> [String] {
    if !lookalikes.areMost { return [] }
    let rows =
      "\(NumberText.count(lookalikes.count)) of the first \(NumberText.count(lookalikes.rows, "row"))"
    return [
      "\(rows) are not recognised, but have the name, brewery and date of beers from an earlier import; see --identity."
    ]
  }

  /// What was understood of times; nothing if the file has none.
  static func times(_ understanding: FileUnderstanding, _ counts: ImportCounts) -> [String] {
    if understanding.dialect == .own { return [] }
    var lines: [String] = []
    if counts.localTimes > 0 {
      lines.append("\(NumberText.count(counts.localTimes, "time")) without a time zone: read as local time.")
    }
    if counts.instants > 0 {
      let zone =
        understanding.reading.times == .local ? "" : " Those without one are \(zoneName(understanding))."
      lines.append("\(NumberText.count(counts.instants, "time")) with a time zone: shown in yours.\(zone)")
    }
    return lines
  }

  private static func zoneName(_ understanding: FileUnderstanding) -> String {
    let times = understanding.reading.times
    return times == .utc ? "UTC" : "of \(times.name)"
  }

  /// `CSV with semicolons`, `JSON`.
  static func format(_ columns: FileColumns) -> String {
    let encoding = columns.isUTF16 ? ", UTF-16" : ""
    return switch columns.format {
    case .csv(let format): "CSV, \(format.delimiterName) between fields\(encoding)"
    case .json: "JSON\(encoding)"
    }
  }
}

/// Prints the first rows that are left out, and how many more there are.
struct RejectionReport {
  private static let shownRows = 20

  private let console = Console.standardError
  private var rowCount = 0

  mutating func show(_ row: RejectedRow) {
    rowCount += 1
    guard rowCount <= Self.shownRows else { return }
    for message in row.messages { console.line(message) }
    console.flush()
  }

  func end() {
    guard rowCount > Self.shownRows else { return }
    console.line("… and \(NumberText.count(rowCount - Self.shownRows, "more row")) like these")
    console.flush()
  }
}
