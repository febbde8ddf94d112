import DiaryStore
import DiaryUI
import Interchange

/// Words what an import did.
struct ImportReport {
  let summary: ImportSummary
  /// The diary's file, where the import has made it.
  private let newDiary: String?

  init(_ summary: ImportSummary, newDiary: String?) {
    self.summary = summary
    self.newDiary = newDiary
  }

  /// Sentences for standard output, each on a line of its own.
  var lines: [String] {
    guard summary.counts.rows > 0 else { return ["The file has column names but no rows."] }
    if summary.wasRefused {
      return ["Nothing was imported: \(NumberText.count(summary.counts.rejected, "row")) cannot be read."]
    }
    var lines = [counts] + ImportWords.units(summary.understanding)
    if summary.counts.windows1252 > 0 { lines.append(ImportWords.windows1252(summary.counts)) }
    if let photos { lines.append(photos) }
    if let batch = summary.batch { lines.append("`beerdiary import --undo \(batch)` takes this back.") }
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
      parts.append("\(NumberText.count(count, "photo")) not found: name their folder with --photos")
    }
    if let count = photos[.otherFile] {
      let files = count == 1 ? "the file is not the one that was" : "the files are not those that were"
      parts.append("\(NumberText.count(count, "photo")) without an image: \(files) exported")
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
