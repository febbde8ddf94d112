import DiaryProcess
import DiaryStore
import Interchange

// What a person at the terminal is asked before anything is imported.
extension InteractiveImport {
  /// Rows that are shown before the question.
  private static var shownRejections: Int { 3 }

  /// A person is asked where answers can come from one.
  var asks: Bool { !running.yes && !output.json && file != "-" && context.canAsk }

  /// What the file is after a person was asked for its columns; `nil` where they gave up.
  func mapped(_ columns: FileColumns, _ source: ImportSource, proposing roles: [ColumnMapping.Role])
    throws(ImportError) -> FileImport?
  {
    var options = importOptions
    let conversation = ColumnConversation(
      file: FilePath(file).name, source: source, columns: columns, options: options, context: context)
    guard let assignments = try conversation.run(proposing: roles) else { return nil }
    options.assignments = assignments
    let pace = ImportProgressText("Reading")
    return try FileImport(source, options, columns: columns) { context.progress.show(pace.text($0)) }
  }

  /// Shows what would happen until the person agrees; `nil` where they do not.
  func agreed(_ fileImport: FileImport, _ source: ImportSource, for diary: Diary?) throws -> FileImport? {
    var fileImport = fileImport
    while true {
      switch try answer(to: plan(fileImport, for: diary)) {
      case .yes: return fileImport
      case .no: return nil
      case .other:
        let analysis = fileImport.analysis
        guard let mapped = try mapped(analysis.columns, source, proposing: analysis.mapping.roles) else {
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
    for row in plan.firstRejected.prefix(Self.shownRejections) {
      for message in row.messages { context.errors.line("  " + message) }
    }
    let canMap = plan.analysis.dialect != .beerDiary
    return context.answer(
      to: canMap ? "Answer c to choose the columns. Import these beers?" : "Import these beers?",
      other: canMap ? "c" : nil)
  }

  /// The name that the mapping is to be kept under; `nil` for none.
  func askedName() -> String? {
    while true {
      context.errors.write("Name to save these columns under, for --mapping [none]: ")
      guard let name = context.input.readLine(), !name.allSatisfy(\.isWhitespace) else { return nil }
      if SavedMapping.canBeNamed(name) { return name }
      context.errors.line("The name is too long. Use at most \(SavedMapping.maxNameLength) characters.")
    }
  }
}
