import DiaryText
import Interchange

/// The columns that identify rows of the imported file.
struct RowIdentityPrompt: CompletedPrompt {
  /// The names of all columns, in the order of the file.
  let columns: [String]

  var label: String { "Identify rows by" }
  var hint: String? {
    "Columns separated by commas. Leave empty to choose automatically. "
      + columns.joined(separator: "  ")
  }

  /// Completes the column before the cursor.
  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    let typed = input.text.prefix(input.cursor)
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let column = typed[start...].drop(while: \.isWhitespace)
    return WordCompletion(
      input, before: String(typed[..<column.startIndex]),
      candidates: CompletionCandidates.matches(
        for: String(column), among: owner(in: context).file?.preview?.columns.map(\.name) ?? []))
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with other columns.
  func submit(
    _ text: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let file = screen.file, let preview = file.preview,
      text != file.request.identityText
    else { return [] }
    let identity: [String]
    do throws(ImportError) {
      identity = try preview.header.columns(named: text).isEmpty ? [] : [text]
    } catch {
      throw PromptProblem(error.message ?? "No such column.")
    }
    guard identity != file.request.identityColumns else { return [] }
    screen.file?.request.identity = identity
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the columns, starting with the present ones.
  func askForIdentity() -> [Intent] {
    guard let file, file.canMap, let preview = file.preview else { return [] }
    let prompt = RowIdentityPrompt(columns: preview.columns.map(\.name))
    return [.prompt(Prompt(prompt, text: file.request.identityText))]
  }
}

extension ImportRequest {
  /// The columns that identify rows, as chosen or saved in the mapping, separated by commas.
  fileprivate var identityText: String { identityColumns.joined(separator: ", ") }
}
