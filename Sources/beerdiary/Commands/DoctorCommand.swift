import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import SQLiteKit
import Telemetry

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check that the diary is in order, and put right what is not.",
    discussion: """
      Checks every page of the file and its indexes, triggers and views, the links between beers, photos and images, \
      the order of photos, the search index, dates and ranges. --deep also compares each image with its SHA-256 and \
      the search index with all texts. A repair deletes nothing that you recorded. The exit status is 65 while there \
      are problems.

      EXAMPLES:
        beerdiary doctor
        beerdiary doctor --deep --json
        beerdiary doctor --repair
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Also compare each image with its SHA-256, and the search index with all texts.")
  var deep = false

  @Flag(name: .long, help: "Put right what can be, after asking.")
  var repair = false

  @Flag(name: .long, help: "With --repair: do not ask.")
  var yes = false

  func validate() throws {
    if yes, !repair { throw ValidationError("--yes goes with --repair.") }
    if repair, !yes, isatty(STDIN_FILENO) != 1 {
      throw ValidationError("--repair changes the diary; add --yes where nobody can be asked.")
    }
  }

  func run() throws {
    let opened = try OpenedDiary(options, repair ? .repairing : .examining)
    defer { opened.recorder.flush() }
    let found = try examine(opened.diary)
    let repaired = try repair(found, opened.diary)
    let left = repair && !found.isEmpty ? try examine(opened.diary) : found
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of(DoctorReport(found, left: left, isDeep: deep, opened.diary.path).json))
    } else if left.isEmpty {
      console.line(repaired.isEmpty ? "\(opened.diary.path) is in order." : "Everything is in order now.")
    } else if !repaired.isEmpty {
      for finding in left { console.line(FindingText(finding, of: opened.diary.path).line) }
    }
    console.flush()
    if let holder = opened.lockHolder, opened.diary.isReadOnly {
      Console.standardError.sentence(
        "The search index was not checked, because \(holder.title) has the diary locked.")
    }
    if !left.isEmpty { throw ExitStatus.badData }
  }

  private func examine(_ diary: Diary) throws -> [Finding] {
    let progress = ProgressLine()
    defer { progress.end() }
    progress.show("Checking the diary")
    do throws(DiaryError) {
      return try InterruptNotice.during { () throws(DiaryError) in
        try diary.examine(
          isDeep: deep,
          progress: { progress.show("Comparing images: \(NumberText.count($0)) of \(NumberText.count($1))") },
          isCancelled: { InterruptNotice.isInterrupted })
      }
    } catch .store(.cancelled) {
      progress.end()
      Console.standardError.line("Stopped; the diary is as it was.")
      throw InterruptNotice.ended
    }
  }

  /// Says what was found and what a repair would do, and repairs where that is wanted; returns what was repaired.
  private func repair(_ found: [Finding], _ diary: Diary) throws -> [Finding] {
    let console = output.json ? Console.standardError : Console.standardOutput
    if !output.json || repair {
      for finding in found { console.line(FindingText(finding, of: diary.path).line) }
    }
    console.flush()
    guard repair else { return [] }
    // Whether times are local is for the user to say.
    let times = found.contains { $0.ailment == .importedTimes } ? try repairsTimes(diary, console) : false
    let others = found.contains { $0.ailment.isRepairable && $0.ailment != .importedTimes }
    let repairsOthers = others && (yes || Confirmation.ask("Repair this? \(backupAdvice)"))
    guard times || repairsOthers else { return [] }
    return try diary.repair(isDeep: deep) { $0 == .importedTimes ? times : repairsOthers }
  }

  private var backupAdvice: String { "To make a copy first, use \(options.suggestion("backup", "FILE"))." }
  private static let shownMoves = 5

  /// Shows what making the times local would change, and asks.
  private func repairsTimes(_ diary: Diary, _ console: Console) throws -> Bool {
    let preview = try diary.importedTimesPreview(exampleCount: Self.shownMoves)
    let dates = DateText(timeZone: .autoupdatingCurrent)
    console.line(
      """
      Untappd exports local times. As local times, \(NumberText.count(preview.movedCount)) of \
      \(NumberText.count(preview.beerCount, "beer")) move to another day:
      """)
    for example in preview.examples {
      console.line(
        "  \(example.name): \(dates.shortWithTime(example.before)) becomes \(dates.shortWithTime(example.after))"
      )
    }
    if preview.movedCount > preview.examples.count { console.line("  …") }
    console.flush()
    if yes { return true }
    let question =
      "\(backupAdvice) If the file had time zones (such as +0000), k keeps the times for good. Make them local?"
    switch Confirmation.answer(question, other: "k") {
    case .yes: return true
    case .no: break
    case .other:
      try diary.acceptImportedTimes()
      console.line("The times are left as they are, and will not be reported again.")
      console.flush()
    }
    return false
  }
}
