import DiaryStore
import DiaryUI
import Foundation
import Interchange
import Telemetry

/// One import from the command line: understands the file, asks where a person is there to answer, imports and reports.
struct ImportConversation {
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
    guard var fileImport = try understood(source, progress) else { return tellOfNothing() }
    if isDry { return try tellPlan(of: fileImport, progress) }
    let isNewDiary = !FileManager.default.fileExists(atPath: options.storePath)
    let diary = DiaryInWaiting(options)
    if !isNewDiary { try diary.open() }
    var name = savedName
    if asks {
      guard let wanted = try agreed(fileImport, source, for: diary.opened?.diary, progress) else {
        return tellOfNothing()
      }
      // Columns that were asked for are worth a name.
      if name == nil, wanted.options.assignments != importOptions.assignments { name = askedName() }
      fileImport = wanted
    }
    if let name { try keep(fileImport.understanding.mapping, as: name, progress) }
    let start = ContinuousClock.now
    let summary = try write(fileImport, into: diary, rejects, progress)
    let recorder = diary.opened?.recorder ?? options.makeRecorder()
    defer { recorder.flush() }
    recorder.record(Signal(summary, duration: ContinuousClock.now - start))
    try finish(
      ImportReport(summary, newDiary: isNewDiary ? diary.opened?.diary.path : nil),
      on: rejects == .standardOutput ? .standardError : .standardOutput)
  }

  /// The import is what was wanted: a name that was only offered does not stop it.
  private func keep(_ mapping: ColumnMapping, as name: String, _ progress: ProgressLine) throws {
    let saved = SavedMapping(name: name, header: mapping.header, roles: mapping.roles)
    guard savedName == nil else { return try MappingShelf().save(saved) }
    let result = Result { () throws(CommandFailure) in try MappingShelf().save(saved) }
    guard case .failure(let failure) = result else { return }
    progress.end()
    Console.standardError.sentence(failure.sentence)
  }

  private func tellOfNothing() { Console.standardError.line("Nothing was imported.") }

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
    let pace = ImportPace("Reading")
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
      for line in PlanText(plan, file: file, dates: DateText(timeZone: .current)).lines { console.line(line) }
    }
    console.flush()
    if plan.wasCancelled { throw EndedBySignal(signal: .interrupt) }
    if plan.counts.rejected > 0 { throw ExitStatus.badData }
  }

  func plan(
    _ fileImport: FileImport, for diary: Diary?, _ progress: ProgressLine, rejected: ((RejectedRow) -> Void)?
  ) throws -> ImportPlan {
    let pace = ImportPace("Comparing")
    do throws(ImportError) {
      return try InterruptNotice.during { () throws(ImportError) in
        try fileImport.plan(
          for: diary, onProgress: { progress.show(pace.text($0)) }, onRejected: { rejected?($0) },
          isCancelled: { InterruptNotice.hasCome })
      }
    } catch {
      progress.end()
      throw CommandFailure(error)
    }
  }

  private func write(
    _ fileImport: FileImport, into diary: DiaryInWaiting, _ rejects: OutputDestination?,
    _ progress: ProgressLine
  ) throws -> ImportSummary {
    let pace = ImportPace("Importing")
    let rejects = try rejects.map { try rejectedRows(fileImport, to: $0) }
    var rejections = RejectionReport()
    defer { rejections.end() }
    do throws(ImportError) {
      let summary = try InterruptNotice.during { () throws(ImportError) in
        try fileImport.run(
          into: diary, keepsRaw: rejects != nil, onProgress: { progress.show(pace.text($0)) },
          onRejected: { row in
            progress.end()
            rejections.show(row)
            rejects?.take(row)
          }, isCancelled: { InterruptNotice.hasCome })
      }
      progress.end()
      do { try rejects?.finish() } catch { throw .unreadable(path: error.path, reason: error.reason) }
      return summary
    } catch .store(.cancelled) {
      progress.end()
      Console.standardError.line("Stopped; nothing was imported.")
      throw EndedBySignal(signal: .interrupt)
    } catch {
      progress.end()
      throw CommandFailure(error)
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
      return RejectedRows(fileImport.understanding, to: try destination.open())
    } catch {
      throw CommandFailure(error)
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
      throw EndedBySignal(signal: .interrupt)
    }
    let hasOtherFiles = report.summary.photos[.otherFile] != nil
    if report.summary.counts.rejected > 0 || hasOtherFiles { throw ExitStatus.badData }
  }
}

extension CommandFailure {
  /// What an import error means for the user and for scripts.
  init(_ error: ImportError) {
    switch error {
    case .store(let error): self.init(error)
    case .notFound: self.init(sentence: error.message ?? "", status: .noInput)
    case .permissionDenied: self.init(sentence: error.message ?? "", status: .noPermission)
    case .unreadable: self.init(sentence: error.message ?? "", status: .inputOutput)
    case .noSuchColumn, .sameField: self.init(sentence: error.message ?? "", status: .usage)
    case .isFolder, .empty, .binary, .brokenHeader, .brokenJSON, .noNameColumn, .mappingDoesNotFit:
      self.init(sentence: error.message ?? "", status: .badData)
    }
  }
}
