import DiaryText
import Interchange

/// The columns by which rows of the imported file are recognised.
struct RowIdentityPrompt: CompletedPrompt {
  /// The names of all columns, in the order of the file.
  let columns: [String]

  var label: String { "Recognise rows by" }
  var hint: String? {
    "One column or several, with commas between. Leave it empty to let the program decide. "
      + columns.joined(separator: "  ")
  }

  /// Completes the column before the cursor.
  func completion(of input: TextInput, in state: AppState) -> WordCompletion? {
    let typed = input.text.prefix(input.cursor)
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let column = typed[start...].drop(while: \.isWhitespace)
    return WordCompletion(
      input, before: String(typed[..<column.startIndex]),
      candidates: CompletionCandidates.matches(
        for: String(column), among: state.screens.importing.file?.preview?.columns.map(\.name) ?? []))
  }

  func isReady(in state: AppState) -> Bool { state.canRereadImport }

  /// Reads the file again with other columns.
  func submit(_ text: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    guard let fileImport = state.screens.importing.file, let preview = fileImport.preview,
      text != fileImport.request.identityText
    else { return [] }
    let identity: [String]
    do throws(ImportError) {
      identity = try preview.header.columns(named: text).isEmpty ? [] : [text]
    } catch {
      throw PromptProblem(error.message ?? "There is no such column.")
    }
    guard identity != fileImport.request.identityColumns else { return [] }
    state.screens.importing.file?.request.identity = identity
    return state.rereadImport()
  }
}

extension AppState {
  /// Asks for the columns, beginning with the present ones.
  mutating func askForIdentity() {
    guard let fileImport = screens.importing.file, fileImport.canMap, let preview = fileImport.preview else {
      return
    }
    prompt = Prompt(
      RowIdentityPrompt(columns: preview.columns.map(\.name)), text: fileImport.request.identityText)
  }
}

extension ImportRequest {
  /// The columns that the user or the mapping says rows are recognised by, with commas between.
  fileprivate var identityText: String { identityColumns.joined(separator: ", ") }
}
