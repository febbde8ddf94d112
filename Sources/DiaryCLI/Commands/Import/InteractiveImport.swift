import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import SQLiteKit
import Telemetry

/// One import from the command line: understands the file, asks where a person is there to answer, imports and reports.
struct InteractiveImport {
  let file: String
  let options: StoreOptions
  let importOptions: ImportOptions
  let running: ImportRunOptions
  let isDry: Bool
  /// What the mapping is to be kept under.
  let savedName: String?
  let json: Bool

  func run() throws {
    if !isDry { _ = try options.changeablePath() }
    let rejects = try rejectsDestination()
    // Nothing is opened, or made, for a file that cannot be imported.
    let progress = ProgressLine()
    defer { progress.end() }
    let source = try reading(progress) { () throws(ImportError) in
      file == "-" ? try ImportSource.standardInput() : try ImportSource(path: file)
    }
    guard var fileImport = try understood(source, progress) else { return reportNothingImported() }
    if isDry { return try tellPlan(of: fileImport, progress) }
    if !asks { try refuseOthers(fileImport.analysis.contents) }
    let isNewDiary = !FileManager.default.fileExists(atPath: options.storePath)
    let diary = LazyDiary(options)
    if !isNewDiary { try diary.open() }
    var name = savedName
    if asks {
      guard let wanted = try agreed(fileImport, source, for: diary.opened?.diary, progress) else {
        return reportNothingImported()
      }
      // Columns that were asked for are worth a name.
      if name == nil, wanted.options.assignments != importOptions.assignments { name = askedName() }
      fileImport = wanted
    }
    if let name { try save(fileImport.analysis.mapping, as: name, progress) }
    let start = ContinuousClock.now
    let summary = try write(fileImport, into: diary, rejects, progress)
    let recorder = diary.opened?.recorder ?? options.makeRecorder()
    defer { recorder.flush() }
    recorder.record(Signal(summary, duration: ContinuousClock.now - start))
    try finish(
      ImportReport(
        summary, newDiary: isNewDiary ? diary.opened?.diary.path : nil,
        photoFolders: importOptions.photoFolders,
        options),
      on: rejects == .standardOutput ? .standardError : .standardOutput)
  }

  /// Refuses what are hardly beers that were drunk: there is nobody to ask.
  private func refuseOthers(_ contents: FileContents) throws(CommandFailure) {
    guard let name = contents.name, !running.yes else { return }
    let file = file == "-" ? "Standard input" : FilePath(file).name
    let dates = contents.hasDrunkBeers ? "" : ", without dates"
    throw CommandFailure(
      sentence:
        "\(file) is \(name), not one of beers that were drunk: --yes imports it all the same\(dates).",
      status: .badData)
  }

  /// The import is what was wanted: a name that was only offered does not stop it.
  private func save(_ mapping: ColumnMapping, as name: String, _ progress: ProgressLine) throws {
    let saved = SavedMapping(
      name: name, header: mapping.header, roles: mapping.roles,
      identity: importOptions.identityColumns)
    guard savedName == nil else { return try MappingStore().save(saved) }
    let result = Result { () throws(CommandFailure) in try MappingStore().save(saved) }
    guard case .failure(let failure) = result else { return }
    progress.end()
    Console.standardError.sentence(failure.sentence)
  }

  private func reportNothingImported() { Console.standardError.line("Nothing was imported.") }

  func reading<Value>(_ progress: ProgressLine, _ body: () throws(ImportError) -> Value) throws -> Value {
    do throws(ImportError) {
      return try body()
    } catch {
      progress.end()
      throw CommandFailure(error)
    }
  }

  /// What the file is; `nil` where the person who was asked for its columns gave up.
  private func understood(_ source: ImportSource, _ progress: ProgressLine) throws -> FileImport? {
    let pace = ImportProgressText("Reading")
    return try reading(progress) { () throws(ImportError) in
      let columns = try FileColumns(source, importOptions) { progress.show(pace.text($0)) }
      guard asks, !isDry, ColumnConversation.isWanted(columns, importOptions) else {
        return try FileImport(source, importOptions, columns: columns) { progress.show(pace.text($0)) }
      }
      return try mapped(columns, source, proposing: ColumnMapping.proposal(for: columns.header), progress)
    }
  }

  private func tellPlan(of fileImport: FileImport, _ progress: ProgressLine) throws {
    var diary: Diary?
    if let version = try Diary.version(ofStoreAt: options.storePath), version > 0 {
      diary = try OpenedDiary(options, .reading).diary
    }
    var rejections = RejectionReport()
    let plan = try plan(fileImport, for: diary, progress) { rejections.show($0) }
    progress.end()
    rejections.end()
    let console = Console.standardOutput
    if json {
      console.write(ImportJSON(plan).text + "\n")
    } else {
      show(plan, on: console)
    }
    console.flush()
    if plan.wasCancelled { throw InterruptNotice.ended }
    if plan.counts.hasUnreadable { throw ExitStatus.badData }
  }

  /// Prints what was understood and what would happen.
  func show(_ plan: ImportPlan, on console: Console) {
    let text = PlanText(
      plan, file: file, dates: DateText(timeZone: .current),
      width: console.columns ?? PlanText.usualColumns)
    for line in text.lines { console.line(line) }
  }

  func plan(
    _ fileImport: FileImport, for diary: Diary?, _ progress: ProgressLine, rejected: ((RejectedRow) -> Void)?
  ) throws -> ImportPlan {
    let pace = ImportProgressText("Comparing")
    do throws(ImportError) {
      return try InterruptNotice.during { () throws(ImportError) in
        try fileImport.plan(
          for: diary, onProgress: { progress.show(pace.text($0)) }, onRejected: { rejected?($0) },
          isCancelled: { InterruptNotice.isInterrupted })
      }
    } catch {
      progress.end()
      throw CommandFailure(error)
    }
  }

  private func write(
    _ fileImport: FileImport, into diary: LazyDiary, _ destination: OutputDestination?,
    _ progress: ProgressLine
  ) throws -> ImportSummary {
    let pace = ImportProgressText("Importing")
    let rejects = try destination.map { try rejectedRows(fileImport, to: $0) }
    var rejections = RejectionReport()
    defer { rejections.end() }
    do {
      let summary = try InterruptNotice.during { () throws(ImportError) in
        try fileImport.run(
          into: diary, keepsRaw: rejects != nil, onProgress: { progress.show(pace.text($0)) },
          onRejected: { row in
            progress.end()
            rejections.show(row)
            rejects?.write(row)
          }, isCancelled: { InterruptNotice.isInterrupted })
      }
      progress.end()
      try finish(rejects, destination)
      return summary
    } catch let error as ImportError where error == .diary(.store(.cancelled)) {
      progress.end()
      Console.standardError.line("Stopped; nothing was imported.")
      throw InterruptNotice.ended
    } catch let error as ImportError {
      progress.end()
      throw CommandFailure(error)
    }
  }

  /// Gives the file with the rows that were left out its name, and says what became of one that was there before.
  private func finish(_ rejects: RejectedRows?, _ destination: OutputDestination?) throws {
    guard let rejects, let destination else { return }
    do throws(ExportError) {
      if rejects.count == 0, case .existingFile = destination {
        try rejects.finishEmpty()
        Console.standardError.line("No row was left out; \(running.rejects ?? "") is empty now.")
      } else {
        try rejects.finish()
      }
    } catch {
      throw CommandFailure(error, writing: running.rejects)
    }
  }

  /// Where rows go that are left out; found out before anything is read.
  private func rejectsDestination() throws -> OutputDestination? {
    guard !isDry, let path = running.rejects else { return nil }
    let output = OutputPath(path, of: "--rejects", options, input: file)
    let destination = try output.destination(replaces: running.replacing.force)
    if destination == .standardOutput, json {
      throw CommandFailure(
        sentence: "Rows and JSON cannot both go to standard output; name a file with --rejects.",
        status: .usage)
    }
    return destination
  }

  private func rejectedRows(_ fileImport: FileImport, to destination: OutputDestination) throws
    -> RejectedRows
  {
    do throws(ExportError) {
      return RejectedRows(fileImport.analysis, to: try destination.open())
    } catch {
      throw CommandFailure(error, writing: running.rejects)
    }
  }

  /// Says what was done, and throws what the exit status is to tell of it.
  private func finish(_ report: ImportReport, on console: Console) throws {
    if json {
      console.write(ImportJSON(report.summary).text + "\n")
    } else {
      for line in report.lines { console.line(line) }
    }
    console.flush()
    if report.summary.wasCancelled {
      Console.standardError.line(report.stopped)
      throw InterruptNotice.ended
    }
    if report.summary.counts.hasUnreadable || report.lacksImages { throw ExitStatus.badData }
  }
}
