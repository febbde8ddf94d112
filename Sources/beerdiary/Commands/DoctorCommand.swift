import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Telemetry

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check that the diary is in order, and put right what is not.",
    discussion: """
      Checked are every page of the file and its indexes, that its triggers and views are the diary's own, what photos,
      images and beers say of each other, the order of photos, the search index, dates and ranges; with --deep each
      image by its SHA-256 as well, and all words that a search finds. A repair deletes nothing that you recorded: what
      has no place gets one. The exit status is 65 while something is wrong.

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
    let opened = try OpenedDiary(options, repair ? .changing : .examining, isExamined: true)
    defer { opened.recorder.flush() }
    let found = try examine(opened.diary)
    let repaired = try repair(found, opened.diary)
    let left = repaired.isEmpty ? found : try examine(opened.diary)
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of(DoctorReport(found, left: left, isDeep: deep, opened.diary.path).json))
    } else if left.isEmpty {
      console.line(repaired.isEmpty ? "\(opened.diary.path) is in order." : "Everything is in order now.")
    } else if !repaired.isEmpty {
      for finding in left { console.line(FindingText(finding).line) }
    }
    console.flush()
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
          isCancelled: { InterruptNotice.hasCome })
      }
    } catch .cancelled {
      progress.end()
      Console.standardError.line("Stopped; the diary is as it was.")
      throw EndedBySignal(signal: .interrupt)
    }
  }

  /// Says what was found and what a repair would do, and repairs where that is wanted; returns what was repaired.
  private func repair(_ found: [Finding], _ diary: Diary) throws -> [Finding] {
    let console = output.json ? Console.standardError : Console.standardOutput
    if !output.json || repair { for finding in found { console.line(FindingText(finding).line) } }
    console.flush()
    guard repair, found.contains(where: \.ailment.isRepairable), yes || isAgreed() else { return [] }
    return try diary.repair(isDeep: deep)
  }

  private func isAgreed() -> Bool {
    Confirmation.ask("Repair this? To make a copy first, use `beerdiary backup FILE`.")
  }
}
