import DiaryProcess
import DiaryStore
import Foundation
import Interchange

// What a person at the terminal is asked before anything is imported.
extension InteractiveImport {
  /// Rows that are shown before the question.
  private static var shownRejections: Int { 3 }

  /// A person is asked where answers can come from one.
  var asks: Bool {
    !running.yes && !json && file != "-" && isatty(STDIN_FILENO) == 1 && Console.standardError.isTerminal
  }

  /// What the file is after a person was asked for its columns; `nil` where they gave up.
  func mapped(
    _ columns: FileColumns, _ source: ImportSource, proposing roles: [ColumnMapping.Role],
    _ progress: ProgressLine
  ) throws(ImportError) -> FileImport? {
    progress.end()
    var options = importOptions
    let conversation = ColumnConversation(
      file: FilePath(file).name, source: source, columns: columns, options: options)
    guard let assignments = try conversation.run(proposing: roles) else { return nil }
    options.assignments = assignments
    let pace = ImportProgressText("Reading")
    return try FileImport(source, options, columns: columns) { progress.show(pace.text($0)) }
  }

  /// Shows what would happen until the person agrees; `nil` where they do not.
  func agreed(
    _ fileImport: FileImport, _ source: ImportSource, for diary: Diary?, _ progress: ProgressLine
  ) throws -> FileImport? {
    var fileImport = fileImport
    while true {
      let plan = try plan(fileImport, for: diary, progress, rejected: nil)
      progress.end()
      switch try answer(to: plan) {
      case .yes: return fileImport
      case .no: return nil
      case .other:
        let analysis = fileImport.analysis
        let mapped = try reading(progress) { () throws(ImportError) -> FileImport? in
          try self.mapped(analysis.columns, source, proposing: analysis.mapping.roles, progress)
        }
        guard let mapped else { return nil }
        fileImport = mapped
      }
    }
  }

  /// Shows the plan and reads the answer.
  private func answer(to plan: ImportPlan) throws -> Confirmation.Answer {
    if plan.wasCancelled { throw InterruptNotice.ended }
    let console = Console.standardError
    show(plan, on: console)
    for row in plan.firstRejected.prefix(Self.shownRejections) {
      for message in row.messages { console.line("  " + message) }
    }
    console.flush()
    let canMap = plan.analysis.dialect != .beerDiary
    return Confirmation.answer(
      canMap ? "c says what the columns are. Import them?" : "Import them?", other: canMap ? "c" : nil)
  }

  /// The name that the mapping is to be kept under; `nil` for none.
  func askedName() -> String? {
    let console = Console.standardError
    while true {
      console.write("A name to save these columns under for --mapping [none] ")
      console.flush()
      guard let name = readLine(), !name.allSatisfy(\.isWhitespace) else { return nil }
      if SavedMapping.canBeNamed(name) { return name }
      console.line("A name has at most \(SavedMapping.maxNameLength) characters.")
    }
  }
}
