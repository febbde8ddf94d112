import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Telemetry

/// An import from the command line: reads the file, asks on a terminal, imports and reports.
struct InteractiveImport {
  let file: String
  let options: StoreOptions
  let importOptions: ImportOptions
  /// Whether the user has confirmed the import in advance.
  let isConfirmed: Bool
  /// The file for skipped rows; `nil` if they are not written.
  let rejectsPath: String?
  /// Whether the file for skipped rows may exist.
  let replacesRejects: Bool
  let isDry: Bool
  /// The name to save the mapping under; `nil` if it is not saved.
  let savedName: String?
  let output: OutputOptions
  let context: CommandContext

  func run() throws {
    if !isDry { _ = try context.changeablePath(options) }
    let rejects = try rejectsDestination()
    // The diary is opened or created only after the file was read.
    defer { context.progress.end() }
    // A pipe is first read to its end; what the user types is not disturbed.
    if file != "-" || !context.input.isTerminal { context.progress.showIfSlow("Reading the file") }
    let source =
      try file == "-" ? ImportSource.standardInput(context.input.descriptor) : ImportSource(path: file)
    guard var fileImport = try analyzedFile(source) else { return reportNothingImported() }
    if isDry { return try reportPlan(of: fileImport) }
    if !asks { try requireDrunkBeers(fileImport.analysis.contents) }
    let isNewDiary = !FileManager.default.fileExists(atPath: context.path(options))
    let diary = isNewDiary ? nil : try openDiary()
    var name = savedName
    if asks {
      guard let confirmedImport = try confirmed(fileImport, source, for: diary) else {
        return reportNothingImported()
      }
      // If the user assigned columns, offer to save them.
      if name == nil, confirmedImport.options.assignments != importOptions.assignments {
        guard let answer = promptForMappingName() else { return reportNothingImported() }
        name = answer.isEmpty ? nil : answer
      }
      fileImport = confirmedImport
    }
    if let name { try save(fileImport.analysis.mapping, as: name) }
    let start = ContinuousClock.now
    var newDiary: Diary?
    let summary = try write(fileImport, rejects, into: diary) { () throws(ImportError) in
      do throws(OpeningError) {
        let diary = try openDiary()
        newDiary = diary
        return diary
      } catch { throw .diary(error) }
    }
    context.recorder(options).record(Signal(summary, duration: ContinuousClock.now - start))
    try finish(
      ImportReport(
        summary, newDiary: newDiary?.path, photoFolders: importOptions.photoFolders, options),
      on: rejects == .standardOutput ? context.errors : context.output)
  }

  /// Opens the diary, or creates it.
  private func openDiary() throws(OpeningError) -> Diary {
    try context.openDiary(options, .changing, createsMissing: true)
  }

  /// Refuses a file that probably does not list beers that were drunk, as there is no terminal to ask on.
  ///
  /// A catalog is imported with a warning, because a list of beers that were drunk may also have a publisher's ids.
  private func requireDrunkBeers(_ contents: FileContents) throws(CommandFailure) {
    guard let name = contents.name, contents != .catalog, !isConfirmed else { return }
    let file = file == "-" ? "Standard input" : FilePath(file).name
    let dates = contents.hasDrunkBeers ? "" : ", without dates"
    throw CommandFailure(
      sentence:
        "\(file) is \(name), not a list of beers that you drank. Use --yes to import it anyway\(dates).",
      status: .badData)
  }

  /// Saves the mapping; a failure only stops the import if the user asked for it with an option.
  private func save(_ mapping: ColumnMapping, as name: String) throws(CommandFailure) {
    let saved = SavedMapping(
      name: name, header: mapping.header, roles: mapping.roles,
      identity: importOptions.identityColumns)
    do throws(CommandFailure) {
      try MappingStore(context.settings).save(saved, errors: context.errors)
    } catch {
      if savedName != nil { throw error }
      context.errors.sentence(error.sentence)
    }
  }

  private func reportNothingImported() { context.errors.line("Nothing was imported.") }

  /// Reads the file; `nil` if the user was asked for its columns and gave up.
  private func analyzedFile(_ source: ImportSource) throws(ImportError) -> FileImport? {
    let progressText = ImportProgressText("Reading")
    let columns = try FileColumns(source, importOptions) { context.progress.show(progressText.text($0)) }
    guard asks, !isDry, ColumnPromptSession.isWanted(columns, importOptions) else {
      return try FileImport(source, importOptions, columns: columns) {
        context.progress.show(progressText.text($0))
      }
    }
    return try mapped(columns, source, proposing: ColumnMapping.proposal(for: columns.header))
  }

  private func reportPlan(of fileImport: FileImport) throws {
    var diary: Diary?
    if let version = try Diary.version(ofStoreAt: context.path(options)), version > 0 {
      diary = try context.openDiary(options, .reading)
    }
    var rejections = RejectionReport(on: context.errors)
    let plan = try plan(fileImport, for: diary) { rejections.show($0) }
    rejections.end()
    context.report(output, json: ImportJSON(plan).text + "\n") { show(plan, on: $0) }
    if plan.wasCancelled { throw InterruptNotice.ended }
    if plan.counts.hasUnreadable { throw ExitStatus.badData }
  }

  /// Prints the plan.
  func show(_ plan: ImportPlan, on console: Console) {
    let text = PlanText(
      plan, file: file, dates: context.dates,
      width: console.columns ?? PlanText.usualColumns)
    for line in text.lines { console.line(line) }
  }

  /// Compares a file with a diary, showing the progress, and returns what an import would do.
  ///
  /// - Parameter rejected: Called with each row that cannot be imported.
  func plan(
    _ fileImport: FileImport, for diary: Diary?, rejected: (RejectedRow) -> Void = { _ in }
  ) throws -> ImportPlan {
    let progressText = ImportProgressText("Comparing")
    return try context.cancellable { isCancelled in
      try fileImport.plan(
        for: diary, onProgress: { context.progress.show(progressText.text($0)) }, onRejected: rejected,
        isCancelled: isCancelled)
    }
  }

  /// Imports the file.
  ///
  /// - Parameter create: Creates the diary; called with the first beer if there is none.
  private func write(
    _ fileImport: FileImport, _ destination: OutputDestination?, into diary: Diary?,
    creating create: () throws(ImportError) -> Diary
  ) throws -> ImportSummary {
    let progressText = ImportProgressText("Importing")
    let rejects = try destination.map { try rejectedRows(fileImport, to: $0) }
    var rejections = RejectionReport(on: context.errors)
    defer { rejections.end() }
    let summary = try context.cancellable("Stopped. Nothing was imported.") { isCancelled in
      try fileImport.run(
        into: diary, creating: create, keepsRaw: rejects != nil,
        onProgress: { context.progress.show(progressText.text($0)) },
        onRejected: { row in
          rejections.show(row)
          rejects?.write(row)
        }, isCancelled: isCancelled)
    }
    try finish(rejects, destination)
    return summary
  }

  /// Completes the file with the rejected rows, and reports if it replaces one with an empty file.
  private func finish(_ rejects: RejectedRows?, _ destination: OutputDestination?) throws {
    guard let rejects, let destination else { return }
    do throws(ExportError) {
      if rejects.count == 0, case .existingFile = destination {
        try rejects.finishEmpty()
        context.errors.line("No rows were skipped. \(rejectsPath ?? "") is now empty.")
      } else {
        try rejects.finish()
      }
    } catch {
      throw CommandFailure(error, writing: rejectsPath)
    }
  }

  /// Returns the destination for rejected rows; checked before the file is read.
  private func rejectsDestination() throws -> OutputDestination? {
    guard !isDry, let path = rejectsPath else { return nil }
    let output = OutputPath(path, of: "--rejects", options, input: file, in: context)
    let destination = try output.destination(replaces: replacesRejects)
    if destination == .standardOutput, self.output.json {
      throw CommandFailure(
        sentence: "Skipped rows and JSON cannot both go to standard output. Name a file with --rejects.",
        status: .usage)
    }
    return destination
  }

  private func rejectedRows(_ fileImport: FileImport, to destination: OutputDestination) throws
    -> RejectedRows
  {
    do throws(ExportError) {
      return RejectedRows(fileImport.analysis, to: try destination.open(in: context))
    } catch {
      throw CommandFailure(error, writing: rejectsPath)
    }
  }

  /// Prints the report, and throws the exit status if it is not 0.
  private func finish(_ report: ImportReport, on console: Console) throws {
    if output.json {
      console.write(ImportJSON(report.summary).text + "\n")
    } else if !output.quiet || report.summary.wasRefused {
      for line in report.lines { console.error(line) }
    }
    if let failure = CommandFailure(stopping: report.summary) { throw failure }
    if report.summary.wasCancelled { throw context.stopped(report.stopped) }
    if report.summary.counts.hasUnreadable || report.lacksImages { throw ExitStatus.badData }
  }
}
