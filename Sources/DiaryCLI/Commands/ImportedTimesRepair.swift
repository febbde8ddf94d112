import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation

/// The options for the times of imports.
struct ImportedTimesOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "With --repair: treat the times of the import with this id as local times instead of UTC.",
      valueName: "import"), completion: .imports)
  var localTimes: [Int64] = []

  @Option(
    name: .long, parsing: .singleValue,
    help: ArgumentHelp(
      "With --repair: keep the times of the import with this id, and do not report them again.",
      valueName: "import"), completion: .imports)
  var keepTimes: [Int64] = []

  var isEmpty: Bool { localTimes.isEmpty && keepTimes.isEmpty }

  mutating func validate() throws {
    if let both = localTimes.first(where: keepTimes.contains) {
      throw ValidationError("Import \(both) cannot have both --local-times and --keep-times.")
    }
  }
}

/// Makes times local that an earlier version may have read as UTC, for each import that the user confirms.
struct ImportedTimesRepair {
  private static let shownExamples = 5

  let diary: Diary
  let options: ImportedTimesOptions
  /// With `--yes`, imports that the options do not name stay as they are; without, the user is asked about each.
  let confirmation: ConfirmationOptions
  let backupAdvice: String
  let context: CommandContext
  /// The console for the descriptions of imports.
  let console: Console

  /// Returns whether the user decided about any import.
  func run() throws -> Bool {
    let imports = try diary.importedTimes(exampleCount: Self.shownExamples)
    let known = imports.map(\.importID)
    if let other = (options.localTimes + options.keepTimes).first(where: { !known.contains($0) }) {
      throw CommandFailure(
        sentence:
          "Import \(other) has no times to repair. List the imports with `beerdiary import list`.",
        status: .usage)
    }
    var isDecided = false
    for preview in imports where try decide(preview) { isDecided = true }
    return isDecided
  }

  private func decide(_ preview: ImportedTimesPreview) throws -> Bool {
    let id = preview.importID
    if options.localTimes.contains(id) {
      try makeLocal(id)
    } else if options.keepTimes.contains(id) {
      try confirm(id)
    } else {
      show(preview)
      if confirmation.yes {
        console.line(
          "Nothing was changed. Use --local-times \(id) if the times are local, or --keep-times \(id) if they "
            + "are correct.")
        return false
      }
      switch context.answer(
        to: "\(backupAdvice) Answer k to keep the times and not be asked again. Make them local?", other: "k")
      {
      case .yes: try makeLocal(id)
      case .no: return false
      case .other: try confirm(id)
      }
    }
    return true
  }

  private func makeLocal(_ id: Int64) throws {
    try diary.makeTimesLocal(ofImport: id)
    report("Changed the times of import \(id) to local times.")
  }

  private func confirm(_ id: Int64) throws {
    try diary.confirmTimes(ofImport: id)
    report("Kept the times of import \(id). They will not be reported again.")
  }

  /// Prints a sentence without buffering, because the next step may fail or be stopped.
  private func report(_ sentence: String) {
    console.line(sentence)
    console.flushUnlessPaged()
  }

  /// Prints how the times change if they become local.
  private func show(_ preview: ImportedTimesPreview) {
    let dates = context.dates
    let file = preview.file.map { " (\($0))" } ?? ""
    console.sentence(
      "Import \(preview.importID)\(file): times without a time zone, as in Untappd's exports, are local. Making them "
        + "local moves \(NumberText.count(preview.movedCount)) of \(NumberText.count(preview.beerCount, "beer")) "
        + "to another day.")
    for example in preview.examples {
      console.line(
        "  \(example.name): \(dates.shortWithTime(example.before)) → "
          + dates.shortWithTime(example.after))
    }
    if preview.beerCount > preview.examples.count { console.line("  …") }
  }
}
