import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Telemetry

/// An import from the command line: reads the file, asks if it can, imports and reports.
struct CommandLineImport {
  let command: ImportCommand
  /// The options for reading the file, with the saved mapping that the user named.
  let importOptions: ImportOptions
  let context: CommandContext

  /// The path of the file; `-` for standard input.
  var file: String { command.file ?? "" }
  /// A dry run opens the diary only for reading.
  private var options: StoreOptions { command.options.readOnly(if: command.dry.dryRun) }

  func run() throws {
    if !command.dry.dryRun { _ = try context.changeablePath(options) }
    let rejects = try rejectsDestination()
    // The diary is opened or created only after the file was read.
    defer { context.progress.end() }
    // Reading a pipe to its end may take long. If the user types the file, the progress would be in the way.
    if file != "-" || !context.input.isTerminal { context.progress.showIfSlow("Reading the file") }
    let source =
      try file == "-" ? ImportSource.standardInput(context.input.descriptor) : ImportSource(path: file)
    guard var fileImport = try analyzedFile(source) else { return reportNothingImported() }
    if command.dry.dryRun { return try reportPlan(of: fileImport) }
    if !asks { try requireDrunkBeers(fileImport.analysis.contents) }
    let isNewDiary = !FileManager.default.fileExists(atPath: context.path(options))
    let diary = isNewDiary ? nil : try openDiary()
    var name = command.reading.saveMapping
    if asks {
      guard let confirmedImport = try confirmed(fileImport, for: diary) else {
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
    // Undoing the import does not take back what it has written to beers in the trash, and to labels.
    let summary = try context.reportingDiscardedValues(
      in: diary, options, namesTitle: true, canUndo: { _ in false }
    ) {
      try write(fileImport, rejects, into: diary) { () throws(ImportError) in
        do throws(OpeningError) {
          let diary = try openDiary()
          newDiary = diary
          return diary
        } catch { throw .opening(error) }
      }
    }
    context.recorder(options).record(Signal(summary, duration: ContinuousClock.now - start))
    try report(
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
    guard let name = contents.name, contents != .catalog, !command.confirmation.yes else { return }
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
      if command.reading.saveMapping != nil { throw error }
      context.errors.sentence(error.sentence)
    }
  }

  private func reportNothingImported() { context.errors.line("Nothing was imported.") }

  /// Reads the file; `nil` if the user was asked for its columns and gave up.
  private func analyzedFile(_ source: ImportSource) throws(ImportError) -> FileImport? {
    let progressText = ImportProgressText("Reading")
    let columns = try FileColumns(source, importOptions) { context.progress.show(progressText.text($0)) }
    guard asks, !command.dry.dryRun, ColumnPromptSession.isWanted(columns, importOptions) else {
      return try FileImport(columns, importOptions) { context.progress.show(progressText.text($0)) }
    }
    return try mapped(columns, proposing: ColumnMapping.proposal(for: columns.header))
  }

  private func reportPlan(of fileImport: FileImport) throws {
    var diary: Diary?
    if let version = try Diary.version(ofStoreAt: context.path(options)), version > 0 {
      diary = try context.openDiary(options, .reading)
    }
    var rejections = RejectionReport(on: context.errors)
    let plan = try plan(fileImport, for: diary) { rejections.show($0) }
    rejections.end()
    context.report(command.output, json: ImportJSON(plan).text + "\n") {
      show(plan, on: $0)
      if !plan.wasCancelled { $0.line(outcome(of: plan, addsAllPhotos: diary == nil)) }
    }
    if plan.wasCancelled { throw InterruptNotice.ended }
    if plan.counts.hasUnreadable { throw ExitStatus.badData }
  }

  /// Returns what an import would do to the diary.
  ///
  /// - Parameter addsAllPhotos: Whether all photos that were found are new, as there is no diary yet.
  private func outcome(of plan: ImportPlan, addsAllPhotos: Bool) -> String {
    if importOptions.isStrict, plan.counts.rejected > 0 {
      return "With --strict, an import would add nothing. Nothing was changed."
    }
    let tally = plan.tally
    let photos = (addsAllPhotos ? plan.photos?.photoCount : tally.photos[.added]) ?? 0
    let added = [(tally.added, "beer"), (photos, "photo")].filter { $0.0 > 0 }
      .map { NumberText.count($0.0, $0.1) }
    let updated = tally.updated > 0 ? ["update " + NumberText.count(tally.updated, "beer")] : []
    let parts = (added.isEmpty ? [] : ["add " + added.joined(separator: " and ")]) + updated
    let outcome = parts.joined(separator: added.count > 1 ? ", and " : " and ")
    return "An import would \(outcome.isEmpty ? "add no beers" : outcome). Nothing was changed."
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
        context.errors.line("No rows were skipped. \(command.running.rejects ?? "") is now empty.")
      } else {
        try rejects.finish()
      }
    } catch {
      throw CommandFailure(error, writing: command.running.rejects)
    }
  }

  /// Returns where to write the rejected rows, after checking it; `nil` if they are not written.
  private func rejectsDestination() throws -> OutputDestination? {
    guard !command.dry.dryRun, let path = command.running.rejects else { return nil }
    let output = OutputPath(path, of: "--rejects", options, input: file, in: context)
    let destination = try output.destination(replaces: command.replacing.force)
    if destination == .standardOutput, command.output.json {
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
      throw CommandFailure(error, writing: command.running.rejects)
    }
  }

  /// Prints the report, and throws the exit status if it is not 0.
  private func report(_ report: ImportReport, on console: Console) throws {
    if command.output.json {
      console.write(ImportJSON(report.summary).text + "\n")
    } else if !command.output.quiet || report.summary.wasRefused {
      for line in report.lines { console.error(line) }
    }
    if let failure = CommandFailure(stopping: report.summary) { throw failure }
    if report.summary.wasCancelled { throw context.cancelled(report.cancelled) }
    if report.summary.counts.hasUnreadable || report.lacksImages { throw ExitStatus.badData }
  }
}

// MARK: - Questions

extension CommandLineImport {
  /// The number of skipped rows to show before the question.
  private static var shownRejections: Int { 3 }

  /// Whether to ask on the terminal: not with `--yes` or `--json`, and not if the file comes from standard input.
  var asks: Bool {
    !command.confirmation.yes && !command.output.json && file != "-" && context.canAsk
  }

  /// Asks for the columns and returns the import; `nil` if the user gave up.
  func mapped(_ columns: FileColumns, proposing roles: [ColumnMapping.Role]) throws(ImportError)
    -> FileImport?
  {
    let session = ColumnPromptSession(file: FilePath(file).name, columns: columns, context: context)
    guard let assignments = try session.run(proposing: roles) else { return nil }
    var options = importOptions
    options.assignments = assignments
    let progressText = ImportProgressText("Reading")
    return try FileImport(columns, options) { context.progress.show(progressText.text($0)) }
  }

  /// Shows the plan until the user confirms it; `nil` if they decline.
  func confirmed(_ fileImport: FileImport, for diary: Diary?) throws -> FileImport? {
    var fileImport = fileImport
    while true {
      switch try answer(to: plan(fileImport, for: diary)) {
      case .yes: return fileImport
      case .no: return nil
      case .other:
        let analysis = fileImport.analysis
        guard let mapped = try mapped(analysis.columns, proposing: analysis.mapping.roles) else {
          return nil
        }
        fileImport = mapped
      }
    }
  }

  /// Shows the plan and reads the answer.
  private func answer(to plan: ImportPlan) throws -> CommandContext.Answer {
    if plan.wasCancelled { throw InterruptNotice.ended }
    show(plan, on: context.errors)
    for row in plan.counts.firstRejected.prefix(Self.shownRejections) {
      for message in row.messages { context.errors.line("  " + message) }
    }
    let canMap = plan.analysis.dialect != .beerDiary
    return context.answer(
      to: canMap ? "Answer c to choose the columns. Import these beers?" : "Import these beers?",
      other: canMap ? "c" : nil)
  }

  /// Asks for a name to save the mapping under; empty for none, `nil` at the end of the input.
  func promptForMappingName() -> String? {
    while let name = context.ask("Name to save these columns under, for --mapping [none]:") {
      if name.isEmpty || SavedMapping.isValidName(name) { return name }
      context.errors.line("The name is too long. Use at most \(SavedMapping.maxNameLength) characters.")
    }
    return nil
  }
}
