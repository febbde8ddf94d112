import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation
import SQLiteKit
import Telemetry

struct RestoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the diary with a backup; the old diary is kept next to it.",
    discussion: """
      Asks for confirmation; use --yes without a terminal. Prints the new name of the replaced diary. \
      Beers come back from the trash with `beerdiary restore`, without a backup.

      EXAMPLES:
        beerdiary backup restore diary-2026-11-21.sqlite
        beerdiary backup restore --yes --store mine.sqlite diary-2026-11-21.sqlite
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: [.long, .short], help: "Do not ask.")
  var yes = false

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("backup restore needs the path of a backup.") }
  }

  func run() throws {
    let path = try options.changeablePath()
    let recorder = options.makeRecorder()
    defer { recorder.flush() }
    let backup = SourceFile(file, .backup)
    // What is not a diary is refused before the confirmation.
    try backup.requireOther(than: path)
    do throws(OpeningError) {
      guard try Diary.version(ofStoreAt: backup.path) != nil else {
        throw .store(.notFound(path: backup.path))
      }
    } catch {
      throw backup.failure(error)
    }
    guard try confirmsReplacing(path, with: backup.path) else {
      return Console.standardError.line("Nothing was restored; \(path) is as it was.")
    }
    tell(try restore(backup, over: path), path)
  }

  /// Whether there is no diary to replace, or the user confirms that it is replaced.
  private func confirmsReplacing(_ path: String, with backup: String) throws -> Bool {
    guard !yes, FileManager.default.fileExists(atPath: path) else { return true }
    guard Confirmation.isPossible else {
      throw CommandFailure(
        sentence: "This would replace \(path). Without a terminal, confirm with --yes.", status: .usage)
    }
    return Confirmation.ask(
      "Replace the diary \(path) with \(backup)? Your present diary will be kept beside it.")
  }

  private func restore(_ backup: SourceFile, over path: String) throws -> RestorationReport {
    let progress = ProgressLine()
    defer { progress.end() }
    do throws(UpkeepError) {
      return try InterruptNotice.during { () throws(UpkeepError) in
        try Diary.restore(
          backup.path, over: path, progress: { progress.show($0) },
          isCancelled: { InterruptNotice.isInterrupted })
      }
    } catch .store(.cancelled) {
      progress.end()
      Console.standardError.line("Stopped; \(path) is as it was.")
      throw InterruptNotice.ended
    } catch {
      throw backup.failure(error)
    }
  }

  private func tell(_ report: RestorationReport, _ path: String) {
    let console = Console.standardOutput
    defer { console.flush() }
    if output.json {
      return console.write(
        JSONText.of([
          ("store", .text(path)), ("beers", .integer(Int64(report.beers))),
          ("photos", .integer(Int64(report.photos))), ("kept_at", .init(report.previousDiaryPath)),
          ("warnings", .array(report.warnings.map { .text($0) })),
        ]))
    }
    let photos = NumberText.count(report.photos, "photo")
    console.line("Restored \(file) to \(path): \(NumberText.count(report.beers, "beer")) and \(photos).")
    if let kept = report.previousDiaryPath { console.line("The previous diary is kept as \(kept).") }
    for warning in report.warnings { Console.standardError.sentence(warning) }
  }
}
