import Interchange

/// The field for a column of the imported file.
struct ColumnPrompt: CompletedPrompt {
  /// The index of the column, from 0.
  let column: Int
  let name: String
  /// The present role of the column.
  let role: ColumnMapping.Role

  var label: String { "Field for \(name)" }
  var hint: String? {
    "Now: \(role.name). Choose: " + ColumnMapping.Role.names.joined(separator: ", ")
      + "  (extra: keep as a custom field, ignore: skip)"
  }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(input, among: ColumnMapping.Role.names)
  }

  /// Reads the file again with the new field; an empty text changes nothing.
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
  /// Asks for the field of the column under the cursor, or lists the columns of a group one by one.
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
