import DiaryProcess
import DiaryStore
import Interchange

// The questions before an import on a terminal.
extension InteractiveImport {
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
