import DiaryProcess
import DiaryStore
import DiaryText
import Interchange

/// Describes what an import did.
struct ImportReport {
  let summary: ImportSummary
  /// The diary's file if the import created it.
  private let newDiary: String?
  /// The folders that were searched for images.
  private let photoFolders: [String]
  private let options: StoreOptions

  init(_ summary: ImportSummary, newDiary: String?, photoFolders: [String], _ options: StoreOptions) {
    self.summary = summary
    self.newDiary = newDiary
    self.photoFolders = photoFolders
    self.options = options
  }

  /// Whether photos were added without the images that the export names.
  var lacksImages: Bool {
    [.otherFile, .withoutFile, .notAPicture].contains { summary.photos[$0] != nil }
  }

  /// The sentences for standard output.
  var lines: [String] {
    guard summary.counts.rows > 0 else {
      return ["Nothing was imported: the file has column names but no rows."]
    }
    if summary.wasRefused {
      let rejected = summary.counts.rejected
      return [
        "Nothing was imported: \(NumberText.count(rejected, "row")) cannot be fully read. "
          + "Correct \(rejected == 1 ? "it" : "them"), or omit --strict."
      ]
    }
    var lines = [counts] + ImportDifferencesText(summary.tally.differences, isPlan: false).lines
    lines += ImportMessages.decisions(summary.tally.decisions)
    lines += ImportMessages.warnings(summary.analysis, summary.counts) {
      "Then undo this import, and use --map \"\($0)=drunk_at\"."
    }
    lines += ImportMessages.readings(summary.analysis, summary.counts)
    lines += ImportMessages.possibleDuplicates(summary.possibleDuplicates)
    if summary.counts.windows1252 > 0 { lines.append(ImportMessages.windows1252(summary.counts)) }
    lines += ImportMessages.photos(of: summary, folders: photoFolders)
    lines += ImportMessages.photoLinks(summary.counts)
    if summary.counts.keptValues > 0, summary.importID != nil {
      lines.append(
        """
        To correct values that could not be fully read, undo this import, correct the file and import it again.\
        \(summary.counts.rejected > 0 ? " Skipped rows can be imported from the rejects file (`--rejects FILE`)." : "")
        """)
    }
    if let importID = summary.importID {
      lines.append("To undo this import, use \(options.suggestion("import", "undo", "\(importID)")).")
    }
    return lines
  }

  /// The sentence for an import that was canceled.
  var cancelled: String {
    if summary.wasRefused { return "Stopped. Nothing was imported." }
    return
      "Stopped after \(NumberText.count(summary.counts.rows, "row")). Import the file again to finish."
  }

  private var counts: String {
    var sentence = "Added " + NumberText.count(summary.tally.added, "beer")
    if let newDiary { sentence += " to a new diary, \(newDiary)" }
    let others = ImportMessages.others(
      summary.tally, onDuplicate: summary.onDuplicate, rejected: summary.counts.rejected, isPlan: false)
    guard !others.isEmpty else { return sentence + "." }
    // After a path, a comma would look like part of it.
    return sentence + (newDiary == nil ? ", " : "; ") + others.joined(separator: ", ") + "."
  }
}

/// Prints the first rejected rows, and how many more there are.
struct RejectionReport {
  private static let shownRows = 20

  private let console: Console
  private var rowCount = 0

  init(on console: Console) { self.console = console }

  mutating func show(_ row: RejectedRow) {
    rowCount += 1
    guard rowCount <= Self.shownRows else { return }
    for message in row.messages { console.error(message) }
  }

  func end() {
    guard rowCount > Self.shownRows else { return }
    console.error("… and \(NumberText.count(rowCount - Self.shownRows, "more row"))")
  }
}

/// Describes an import's progress, speed and remaining time.
struct ImportProgressText {
  private static let barWidth = 20
  /// Seconds until the speed and the remaining time are shown, because the first values vary too much.
  private static let settling = 1.0

  let verb: String
  private let start = ContinuousClock.now

  init(_ verb: String) { self.verb = verb }

  func text(_ progress: ImportProgress) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    var parts: [String] = []
    if let total = progress.totalBytes {
      let percent = NumberText.percent(Int(progress.bytesRead), of: Int(total))
      parts.append("\(bar(percent)) \(percent)%")
    }
    if progress.rowCount > 0 { parts.append(NumberText.count(progress.rowCount, "row")) }
    if seconds > Self.settling {
      if progress.rowCount > 0 {
        parts.append("\(NumberText.count(Int(Double(progress.rowCount) / seconds))) per second")
      }
      if let left = timeLeft(progress, after: seconds) { parts.append("\(left) left") }
    }
    return "\(verb) " + parts.joined(separator: ", ")
  }

  private func bar(_ percent: Int) -> String {
    let done = percent * Self.barWidth / 100
    return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: Self.barWidth - done)
      + "]"
  }

  private func timeLeft(_ progress: ImportProgress, after seconds: Double) -> String? {
    guard let total = progress.totalBytes, progress.bytesRead > 0 else { return nil }
    let left = Int((Double(total - progress.bytesRead) / Double(progress.bytesRead) * seconds).rounded(.up))
    return left < 60 ? "\(left) s" : "\(left / 60) min \(left % 60) s"
  }
}
