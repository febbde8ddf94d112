import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Telemetry

struct RestoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the diary's place; the diary is kept next to it.",
    discussion: """
      You are asked first; without a terminal, --yes says that you are sure. The name under which the replaced diary \
      is kept is printed. Beers come back from the trash with `beerdiary restore`, without a backup.

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
    let backup = URL(fileURLWithPath: file).path
    // What is no diary is refused before anything is asked.
    guard try Diary.version(ofStoreAt: backup) != nil else { throw DiaryError.notFound(path: backup) }
    guard try isAgreed(to: backup, path) else {
      return Console.standardError.line("Nothing was restored; \(path) is as it was.")
    }
    tell(try restore(backup, over: path), path)
  }

  /// Whether the diary that is there may be replaced.
  private func isAgreed(to backup: String, _ path: String) throws -> Bool {
    guard !yes, FileManager.default.fileExists(atPath: path) else { return true }
    guard Confirmation.isPossible else {
      throw CommandFailure(
        sentence: "backup restore replaces the diary \(path); add --yes to do so without being asked.",
        status: .usage)
    }
    return Confirmation.ask(
      "Replace the diary \(path) with \(backup)? The diary that is there now is kept in the same folder, under a name "
        + "that is printed.")
  }

  private func restore(_ backup: String, over path: String) throws -> RestorationReport {
    let progress = ProgressLine()
    defer { progress.end() }
    do throws(DiaryError) {
      return try InterruptNotice.during { () throws(DiaryError) in
        try Diary.restore(
          backup, over: path, progress: { progress.show($0) }, isCancelled: { InterruptNotice.hasCome })
      }
    } catch .cancelled {
      progress.end()
      Console.standardError.line("Stopped; \(path) is as it was.")
      throw EndedBySignal(signal: .interrupt)
    }
  }

  private func tell(_ report: RestorationReport, _ path: String) {
    let console = Console.standardOutput
    defer { console.flush() }
    if output.json {
      return console.write(
        JSONText.of([
          ("store", .text(path)), ("beers", .integer(Int64(report.beers))),
          ("photos", .integer(Int64(report.photos))), ("kept_at", .init(report.keptAt)),
          ("warnings", .array(report.warnings.map { .text($0) })),
        ]))
    }
    let photos = NumberText.count(report.photos, "photo")
    console.line("Restored \(file) to \(path): \(NumberText.count(report.beers, "beer")) and \(photos).")
    if let kept = report.keptAt { console.line("The diary that was there before is kept as \(kept).") }
    for warning in report.warnings { Console.standardError.sentence(warning) }
  }
}
