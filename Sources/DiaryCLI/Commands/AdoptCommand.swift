import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryUpkeep
import Foundation

struct AdoptCommand: Command {
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

  func run(in context: CommandContext) throws {
    let path = try context.changeablePath(options)
    context.recorder(options)
    let source = SourceFile(file, .diary)
    try source.requireOther(than: path)
    let report = try source.describingErrors {
      try context.cancellable("Stopped; \(path) is as it was, and so is the file.") { isCancelled in
        try Diary.merge(
          source.path, into: path, progress: { [progress = context.progress] in progress.show($0) },
          isCancelled: isCancelled)
      }
    }
    context.report(output, json: AdoptionJSON(report).text + "\n") {
      $0.line(AdoptionSummary(report, diary: path).sentence)
      for warning in report.warnings { context.errors.sentence(warning) }
    }
    if report.wasStopped { throw context.stopped("Stopped; adopt the file again to complete it.") }
  }
}
