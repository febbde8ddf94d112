import DiaryText
import Interchange

/// The columns by which rows of the imported file are recognized.
struct RowIdentityPrompt: CompletedPrompt {
  /// The names of all columns, in the order of the file.
  let columns: [String]

  var label: String { "Recognise rows by" }
  var hint: String? {
    "One column or several, with commas between. Leave it empty to let the program decide. "
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
      throw PromptProblem(error.message ?? "There is no such column.")
    }
    guard identity != file.request.identityColumns else { return [] }
    screen.file?.request.identity = identity
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the columns, beginning with the present ones.
  func askForIdentity() -> [Intent] {
    guard let file, file.canMap, let preview = file.preview else { return [] }
    let prompt = RowIdentityPrompt(columns: preview.columns.map(\.name))
    return [.prompt(Prompt(prompt, text: file.request.identityText))]
  }
}

extension ImportRequest {
  /// The columns that the user or the mapping says rows are recognized by, with commas between.
  fileprivate var identityText: String { identityColumns.joined(separator: ", ") }
}
