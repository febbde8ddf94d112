import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryUpkeep
import Foundation
import SQLiteKit
import Telemetry

struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Bring the beers of another diary, of iOS or of this program, into yours.",
    discussion: """
      The file is copied and left as it is; its -wal and its folder .NAME_SUPPORT belong beside it. Where you have no \
      diary, the copy becomes it. Otherwise new beers are added with their photos in order, and new photos of known \
      beers behind those that they have; what your diary has stays as it is, beers in the trash too. A file that was \
      adopted before adds nothing. What was stopped is completed by doing it again.

      EXAMPLES:
        beerdiary adopt OldDiary.sqlite
        beerdiary adopt --store mine.sqlite --json OldDiary.sqlite
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: ArgumentHelp("The other diary's file.", valueName: "file"), completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("adopt requires the path of another diary's file.") }
  }

  func run() throws {
    let recorder = options.makeRecorder()
    defer { recorder.flush() }
    let report = try adopt()
    let console = Console.standardOutput
    if output.json {
      console.write(AdoptionJSON(report).text + "\n")
    } else {
      console.line(AdoptionSummary(report, diary: options.storePath).sentence)
    }
    console.flush()
    if !output.json { for warning in report.warnings { Console.standardError.sentence(warning) } }
    if report.wasStopped {
      Console.standardError.line("Stopped; adopt the file again to complete it.")
      throw InterruptNotice.ended
    }
  }

  private func adopt() throws -> MergeReport {
    let path = try options.changeablePath()
    let source = SourceFile(file, .diary)
    try source.requireOther(than: path)
    let progress = ProgressLine()
    defer { progress.end() }
    do throws(UpkeepError) {
      return try InterruptNotice.during { () throws(UpkeepError) in
        try Diary.merge(
          source.path, into: path, progress: { progress.show($0) },
          isCancelled: { InterruptNotice.isInterrupted })
      }
    } catch .store(.cancelled) {
      progress.end()
      Console.standardError.line("Stopped; \(path) is as it was, and so is the file.")
      throw InterruptNotice.ended
    } catch {
      throw source.failure(error)
    }
  }
}
