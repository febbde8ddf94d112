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
  let json: Bool

  /// Rows that are shown before the question.
  private static let shownRejections = 3

  func run() throws {
    // Nothing is opened, or made, for a file that cannot be imported.
    let progress = ProgressLine()
    defer { progress.end() }
    let fileImport = try understood(progress)
    if isDry { return try tellPlan(of: fileImport, progress) }
    let isNewDiary = !FileManager.default.fileExists(atPath: options.storePath)
    if asks {
      let plan = try plan(
        fileImport, for: isNewDiary ? nil : OpenedDiary(options).diary, progress, rejected: nil)
      progress.end()
      guard try isWanted(plan) else { return Console.standardError.line("Nothing was imported.") }
    }
    let opened = try OpenedDiary(options, createsMissing: true)
    defer { opened.recorder.flush() }
    let start = ContinuousClock.now
    let summary = try write(fileImport, into: opened.diary, progress)
    opened.recorder.record(Signal(summary, duration: ContinuousClock.now - start))
    try finish(ImportReport(summary, newDiary: isNewDiary ? opened.diary.path : nil))
  }

  /// A person is asked where answers can come from one.
  private var asks: Bool {
    !running.yes && !json && file != "-" && isatty(STDIN_FILENO) == 1 && Console.standardError.isTerminal
  }

  private func understood(_ progress: ProgressLine) throws -> FileImport {
    let pace = ImportPace("Reading")
    do throws(ImportError) {
      let source = file == "-" ? try ImportSource.standardInput() : try ImportSource(path: file)
      return try FileImport(source, importOptions) { progress.show(pace.text($0)) }
    } catch {
      progress.end()
      throw CommandFailure(error)
    }
  }

  private func tellPlan(of fileImport: FileImport, _ progress: ProgressLine) throws {
    var diary: Diary?
    if let version = try Diary.version(ofStoreAt: options.storePath), version > 0 {
      guard version == Diary.currentVersion else {
        throw CommandFailure(
          sentence: "The diary is of an older version, so nothing can be compared with it; run "
            + "`beerdiary --migrate-only` first.", status: .badData)
      }
      diary = try OpenedDiary(options).diary
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

  private func plan(
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

  /// Shows the plan and reads the answer; Enter alone is no.
  private func isWanted(_ plan: ImportPlan) throws -> Bool {
    if plan.wasCancelled { throw EndedBySignal(signal: .interrupt) }
    let console = Console.standardError
    for line in PlanText(plan, file: file, dates: DateText(timeZone: .current)).lines { console.line(line) }
    for row in plan.firstRejected.prefix(Self.shownRejections) {
      for message in row.messages { console.line("  " + message) }
    }
    console.write("Import them? [y/N] ")
    console.flush()
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }

  private func write(_ fileImport: FileImport, into diary: Diary, _ progress: ProgressLine) throws
    -> ImportSummary
  {
    let pace = ImportPace("Importing")
    let rejects = try rejectedRows(fileImport)
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

  private func rejectedRows(_ fileImport: FileImport) throws -> RejectedRows? {
    do throws(ExportError) {
      return try running.rejects.map { path throws(ExportError) in
        try RejectedRows(fileImport.understanding, to: path)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Says what was done, and throws what the exit status is to tell of it.
  private func finish(_ report: ImportReport) throws {
    let console = Console.standardOutput
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
    if report.summary.counts.rejected > 0 { throw ExitStatus.badData }
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
    case .noSuchColumn: self.init(sentence: error.message ?? "", status: .usage)
    case .isFolder, .empty, .binary, .brokenHeader, .brokenJSON, .noNameColumn:
      self.init(sentence: error.message ?? "", status: .badData)
    }
  }
}
