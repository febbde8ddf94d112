import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryUpkeep
import Foundation

struct AdoptCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Add all beers and photos of another diary.",
    discussion: """
      The file is a diary of this program or of Beer Diary for iOS. It is never changed. Keep the files that belong to \
      it next to it: for OldDiary.sqlite, the file OldDiary.sqlite-wal and the hidden folder .OldDiary_SUPPORT with \
      images. If you have no diary yet, the copy becomes your diary. Otherwise new beers are added with their photos, \
      and beers that you already have get their new photos after the existing ones. Your own entries are never changed, \
      including those in the trash. Nothing is added twice: run the command again to finish after it was stopped. \
      `beerdiary undo` moves the added beers to the trash and removes the photos that other beers got. --dry-run says \
      what would be added.

      EXAMPLES:
        beerdiary adopt OldDiary.sqlite
        beerdiary adopt --dry-run OldDiary.sqlite
        beerdiary adopt --store mine.sqlite --json OldDiary.sqlite
      """)

  static let json: JSONType = .object("adoption")
  static let exitStatuses: [ExitStatus] = [.cannotCreate]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(help: ArgumentHelp("The file of the other diary.", valueName: "file"), completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("adopt requires the path of another diary.") }
  }

  func run(in context: CommandContext) throws {
    let path = try dry.dryRun ? context.path(options) : context.changeablePath(options)
    context.recorder(options)
    let source = SourceFile(file, .diary)
    try source.requireOther(than: path)
    try context.requireFolder(options)
    context.showWork("Reading the other diary", on: path)
    if dry.dryRun { return try preview(source, path, context) }
    let record = AdoptionRecord(UserFolders(context.environment).state, store: path)
    let report = try source.describingErrors {
      try context.allOrNothing { isCancelled in
        try Diary.merge(
          source.path, into: path,
          progress: { [progress = context.progress] step in
            progress.show(step)
            if case .merging = step { record.begin(source.path) }
          }, isCancelled: isCancelled)
      }
    }
    if !report.wasCancelled { record.end(source.path) }
    record.warnings.save(report.warnings)
    context.reportDone(output, json: MergeJSON(report).text + "\n") {
      $0.line(MergeSummary(report, diary: path, options).sentence)
      for warning in report.warnings { context.errors.sentence(warning) }
    }
    if report.wasCancelled { throw context.cancelled("Stopped. Run the command again to finish.") }
  }

  /// Prints what would be added.
  private func preview(_ source: SourceFile, _ path: String, _ context: CommandContext) throws {
    let start = ContinuousClock.now
    // A dry run opens the diary only for reading.
    let diary =
      try Diary.version(ofStoreAt: path) ?? 0 > 0
      ? context.openDiary(options.readOnly(if: true), .reading) : nil
    var report = try source.describingErrors {
      try context.allOrNothing { isCancelled in
        let show: @Sendable (MergeProgress) -> Void = { [progress = context.progress] in progress.show($0) }
        if let diary {
          return try diary.previewMerge(of: source.path, progress: show, isCancelled: isCancelled)
        }
        return try Diary.previewMerge(
          of: source.path, creating: path, progress: show, isCancelled: isCancelled)
      }
    }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    context.report(output, json: MergeJSON(report, isDryRun: true).text + "\n") {
      $0.line(MergeSummary(report, diary: path, options).plan)
      for warning in report.warnings { context.errors.sentence(warning) }
    }
  }
}
