import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Telemetry

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the diary with its photos into one file.",
    discussion: """
      The copy is checked and opened before it gets its name; nothing is ever overwritten, and the diary can be in use \
      meanwhile. `beerdiary restore FILE` brings it back.

      EXAMPLE:
        beerdiary backup "$HOME/backups/diary-$(date +%F).sqlite"
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: ArgumentHelp("The file to make.", valueName: "file"))
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("backup wants the path of a file to make.") }
  }

  func run() throws {
    let target = URL(fileURLWithPath: file).path
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let start = ContinuousClock.now
    let progress = ProgressLine()
    defer { progress.end() }
    do throws(DiaryError) {
      try InterruptNotice.during { () throws(DiaryError) in
        try opened.diary.backUp(
          to: target, progress: { progress.showCopying(done: $0, total: $1) },
          isCancelled: { InterruptNotice.hasCome })
      }
    } catch .cancelled {
      progress.end()
      Console.standardError.line("Stopped; there is no backup.")
      throw EndedBySignal(signal: .interrupt)
    }
    progress.end()
    let beers = try opened.diary.summary().beerCount
    opened.recorder.record(
      .exported(format: .backup, beers: CountBucket(beers), duration: ContinuousClock.now - start))
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of([("file", .text(target)), ("beers", .integer(Int64(beers)))]))
    } else {
      console.line("\(options.storePath) with \(NumberText.count(beers, "beer")) was copied to \(target).")
    }
    console.flush()
  }
}

/// Brings a backup back in the place of the diary.
struct BackupReturn {
  let file: String
  let json: Bool

  func run(_ options: StoreOptions) throws {
    let progress = ProgressLine()
    defer { progress.end() }
    let report: RestorationReport
    do throws(DiaryError) {
      report = try InterruptNotice.during { () throws(DiaryError) in
        try Diary.restore(
          URL(fileURLWithPath: file).path, over: options.storePath, progress: { progress.show($0) },
          isCancelled: { InterruptNotice.hasCome })
      }
    } catch .cancelled {
      progress.end()
      Console.standardError.line("Stopped; \(options.storePath) is as it was.")
      throw EndedBySignal(signal: .interrupt)
    }
    progress.end()
    tell(report, options)
  }

  private func tell(_ report: RestorationReport, _ options: StoreOptions) {
    let console = Console.standardOutput
    defer { console.flush() }
    if json {
      return console.write(
        JSONText.of([
          ("store", .text(options.storePath)), ("beers", .integer(Int64(report.beers))),
          ("photos", .integer(Int64(report.photos))), ("kept_at", .init(report.keptAt)),
        ]))
    }
    let photos = NumberText.count(report.photos, "photo")
    console.line(
      "\(options.storePath) is \(file) now, with \(NumberText.count(report.beers, "beer")) and \(photos).")
    if let kept = report.keptAt { console.line("The diary that was there before is kept as \(kept).") }
  }
}
