import Interchange

/// The field that a column of the imported file becomes.
struct ColumnPrompt: CompletedPrompt {
  /// The index of the column, from 0.
  let column: Int
  let name: String
  /// What the column becomes so far.
  let role: ColumnMapping.Role

  var label: String { "\(name) becomes" }
  var hint: String? {
    "Now \(role.name); " + ColumnMapping.Role.names.joined(separator: "  ")
      + "  (extra keeps it under its name, ignore leaves it out)"
  }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(input, among: ColumnMapping.Role.names)
  }

  /// Reads the file again with the new field; blanks change nothing.
  func submit(
    _ text: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let name = text == "-" ? ColumnMapping.Role.extra.name : text
    if name.allSatisfy(\.isWhitespace) { return [] }
    guard let role = ColumnMapping.Role(named: name) else {
      throw PromptProblem(ColumnMapping.Role.refusal(of: name) + ".")
    }
    guard screen.canReread, screen.file?.assign(role, to: column) == true else {
      return []
    }
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the field of the column under the cursor, or shows the columns that share its line one by one.
  mutating func askForColumn() -> [Intent] {
    guard let file, file.canMap, let preview = file.preview else { return [] }
    guard case .column(let index) = file.rowUnderCursor else {
      self.file?.showAllColumns()
      return []
    }
    let column = preview.columns[index]
    return [.prompt(Prompt(ColumnPrompt(column: index, name: column.name, role: column.role)))]
  }
}
