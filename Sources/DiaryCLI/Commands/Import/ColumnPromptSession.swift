import DiaryProcess
import DiaryText
import Interchange

/// Asks on the terminal for the fields of a file's columns.
struct ColumnPromptSession {
  let file: String
  let columns: FileColumns
  let context: CommandContext

  /// Returns whether to ask without being told to: no column has the beer's name, or most columns are unknown.
  static func isWanted(_ columns: FileColumns, _ options: ImportOptions) -> Bool {
    guard options.mapping == nil, options.assignments.isEmpty else { return false }
    let roles = ColumnMapping.proposal(for: columns.header)
    let unknown = roles.count { $0.isCustomField }
    return !roles.contains(.field(.name))
      || columns.dialect == .plain && unknown * 2 > roles.count
  }

  /// Asks for the role of each column in turn.
  ///
  /// - Parameter roles: The proposals in brackets.
  /// - Returns: The assignments; `nil` if the user gave up.
  func run(proposing roles: [ColumnMapping.Role]) throws(ImportError) -> [ColumnAssignment]? {
    let samples = try columns.samples()
    var prompt = MappingPrompt(columns.header, roles: roles)
    let console = context.errors
    console.sentence(
      "Choose a field for each column of \(file). Enter accepts the field in brackets, - makes a custom field, "
        + "ignore skips the column, ? lists the fields.")
    if columns.mayLackHeader {
      console.sentence(
        "If the first line is a beer, press Ctrl-D and run the command again with --headerless.")
    }
    while let column = prompt.column {
      let sample = samples[column]
      let examples = sample.examples.isEmpty ? "empty" : sample.examples.joined(separator: "; ")
      console.sentence("\(column + 1) of \(samples.count)  \(sample.name): \(examples)")
      let proposal = prompt.roles[column]
      console.write("  [\(proposal == .extra ? "-" : proposal.name)] ")
      guard let answer = context.readAnswer() else { return nil }
      if answer == "?" {
        console.sentence("Fields: " + ColumnMapping.Role.names.joined(separator: ", "))
      } else if let problem = prompt.answer(answer) {
        console.sentence(Self.sentence(problem))
      }
    }
    return prompt.assignments
  }

  private static func sentence(_ problem: MappingPrompt.Problem) -> String {
    switch problem {
    case .unknown(let reason): "\(reason). Enter ? to list the fields."
    case .taken(let other):
      "Column \(other) already has this field. Choose another field, or - for a custom field."
    case .noName: "One column must be the beer's name. Enter name for that column."
    }
  }
}
