import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
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

  @OptionGroup var times: ImportedTimesOptions

  func validate() throws {
    if !times.isEmpty, !repair {
      throw ValidationError("--local-times and --keep-times go with --repair.")
    }
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
    do throws(StoreError) {
      return try InterruptNotice.during { () throws(StoreError) in
        try diary.examine(
          isDeep: deep,
          progress: { progress.show("Comparing images: \(NumberText.count($0)) of \(NumberText.count($1))") },
          isCancelled: { InterruptNotice.isInterrupted })
      }
    } catch .cancelled {
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
    let backup = "To make a copy first, use \(options.suggestion("backup", "FILE"))."
    let timesRepair = ImportedTimesRepair(
      diary: diary, options: times, asks: !yes, backupAdvice: backup, console: console)
    let times = try timesRepair.run() ? found.filter { $0.kind == .importedTimes } : []
    guard found.contains(where: \.kind.isRepairable), yes || Confirmation.ask("Repair this? \(backup)")
    else { return times }
    return try times + diary.repair(isDeep: deep)
  }
}
