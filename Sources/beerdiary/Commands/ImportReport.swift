import DiaryUI
import Interchange

/// Words what an import did.
struct ImportReport {
  private let summary: ImportSummary
  /// The diary's file, where the import has made it.
  private let newDiary: String?

  init(_ summary: ImportSummary, newDiary: String?) {
    self.summary = summary
    self.newDiary = newDiary
  }

  /// Sentences for standard output, each on a line of its own.
  var lines: [String] {
    guard summary.rowCount > 0 else { return ["The file has column names but no rows."] }
    return [counts] + (summary.windows1252Count > 0 ? [windows1252] : [])
  }

  /// What to say of an import that was stopped.
  var stopped: String {
    "Stopped after \(NumberText.count(summary.rowCount, "row")); import the file again to complete it."
  }

  private var counts: String {
    var sentence = NumberText.count(summary.addedCount, "beer") + " added"
    if let newDiary { sentence += " to a new diary, \(newDiary)" }
    guard !others.isEmpty else { return sentence + "." }
    // Behind a path, another comma would look like a part of it.
    return sentence + (newDiary == nil ? ", " : "; ") + others.joined(separator: ", ") + "."
  }

  /// What became of the rows that added nothing.
  private var others: [String] {
    var parts: [String] = []
    if summary.knownCount > 0 { parts.append("\(NumberText.count(summary.knownCount)) in the diary already") }
    if summary.repeatedCount > 0 {
      parts.append("\(NumberText.count(summary.repeatedCount)) repeated in the file")
    }
    if summary.rejectedCount > 0 {
      parts.append("\(NumberText.count(summary.rejectedCount, "row")) left out")
    }
    return parts
  }

  private var windows1252: String {
    let verb = summary.windows1252Count == 1 ? "was" : "were"
    let rows = NumberText.count(summary.windows1252Count, "row")
    return "\(rows) \(verb) not UTF-8 and \(verb) read as Windows-1252."
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
