import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation

/// What the user says about times of imports.
struct ImportedTimesOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "With --repair: the times of this import are local times, although they were read as UTC.",
      valueName: "import"))
  var localTimes: [Int64] = []

  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "With --repair: the times of this import are right and are not reported again.", valueName: "import"))
  var keepTimes: [Int64] = []

  var isEmpty: Bool { localTimes.isEmpty && keepTimes.isEmpty }

  mutating func validate() throws {
    if let both = localTimes.first(where: keepTimes.contains) {
      throw ValidationError("The times of import \(both) cannot be both local and right.")
    }
  }
}

/// Makes times local that an earlier version may have read as UTC, if the user says so for their import.
struct ImportedTimesRepair {
  private static let shownExamples = 5

  let diary: Diary
  let options: ImportedTimesOptions
  /// Whether the user is asked about imports that the options do not name.
  let asks: Bool
  let backupAdvice: String
  let context: CommandContext
  /// Where the imports are described.
  let console: Console

  /// Returns whether something was decided.
  func run() throws -> Bool {
    let imports = try diary.importedTimes(exampleCount: Self.shownExamples)
    let known = imports.map(\.batch)
    if let other = (options.localTimes + options.keepTimes).first(where: { !known.contains($0) }) {
      throw CommandFailure(
        sentence: "Import \(other) has no times that may be local but were read as UTC.", status: .usage)
    }
    var isDecided = false
    for preview in imports where try decide(preview) { isDecided = true }
    return isDecided
  }

  private func decide(_ preview: ImportedTimesPreview) throws -> Bool {
    let batch = preview.batch
    if options.localTimes.contains(batch) {
      try makeLocal(batch)
    } else if options.keepTimes.contains(batch) {
      try confirm(batch)
    } else {
      show(preview)
      guard asks else {
        console.line(
          "They are left as they are: add --local-times \(batch) if they are local, or --keep-times \(batch) if "
            + "they are right.")
        return false
      }
      switch context.answer(to: "\(backupAdvice) k keeps the times for good. Make them local?", other: "k") {
      case .yes: try makeLocal(batch)
      case .no: return false
      case .other: try confirm(batch)
      }
    }
    return true
  }

  private func makeLocal(_ batch: Int64) throws {
    try diary.makeTimesLocal(ofImport: batch)
    report("The times of import \(batch) are local times now.")
  }

  private func confirm(_ batch: Int64) throws {
    try diary.confirmTimes(ofImport: batch)
    report("The times of import \(batch) are kept, and will not be reported again.")
  }

  /// Prints what was stored, at once: what follows may fail or be stopped.
  private func report(_ sentence: String) {
    console.line(sentence)
    console.flushUnlessPaged()
  }

  /// Shows what making the times local would change.
  private func show(_ preview: ImportedTimesPreview) {
    let dates = DateText(timeZone: .autoupdatingCurrent)
    let file = preview.file.map { " (\($0))" } ?? ""
    console.sentence(
      "Import \(preview.batch)\(file): if its file had no time zones, as Untappd's exports have none, the times are "
        + "local. \(NumberText.count(preview.movedCount)) of \(NumberText.count(preview.beerCount, "beer")) would "
        + "move to another day.")
    for example in preview.examples {
      console.line(
        "  \(example.name): \(dates.shortWithTime(example.before)) would become "
          + dates.shortWithTime(example.after))
    }
    if preview.beerCount > preview.examples.count { console.line("  …") }
  }
}
