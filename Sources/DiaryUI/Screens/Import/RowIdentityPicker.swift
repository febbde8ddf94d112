import DiaryText
import Interchange

/// The columns that identify rows of the imported file.
struct RowIdentityPicker: Picker {
  typealias Owner = ImportScreen

  var label: String { "Identify rows by" }
  var hint: String? { "Type a comma after a column to choose another one as well." }

  /// Detection, and each column after those that are typed already.
  func choices(in context: ScreenContext) -> [PickerChoice<String>] {
    guard let file = owner(in: context).file, let preview = file.preview else { return [] }
    let present = file.request.identityText
    let typed = context.prompt?.input.text ?? ""
    let before = typed.lastIndex(of: ",").map { String(typed[...$0]) + " " } ?? ""
    let chosen = before.split(separator: ",").map { $0.drop(while: \.isWhitespace) }
    let columns = preview.columns.filter { column in !chosen.contains { $0 == column.name } }.map { column in
      let names = before + column.name
      return PickerChoice(names, "for example \(column.sample)", names, isCurrent: names == present)
    }
    let several = present.contains(",") ? [PickerChoice(present, "now", present, isCurrent: true)] : []
    let detection = PickerChoice("Detected columns", "", "", isCurrent: present.isEmpty)
    return (before.isEmpty ? [detection] + several : []) + columns
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with other columns.
  func choose(
    _ text: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let file = screen.file, let preview = file.preview, text != file.request.identityText else {
      return []
    }
    let identity: [String]
    do throws(ImportError) {
      identity = try preview.header.columns(named: text).isEmpty ? [] : [text]
    } catch {
      throw PromptProblem(error.sentence)
    }
    guard identity != file.request.identityColumns else { return [] }
    screen.file?.request.identity = identity
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the columns.
  func askForIdentity() -> [Intent] {
    guard let file, file.canMap, file.preview != nil else { return [] }
    return [.prompt(Prompt(RowIdentityPicker()))]
  }
}

extension ImportRequest {
  /// The columns that identify rows, as chosen or saved in the mapping, separated by commas.
  fileprivate var identityText: String { identityColumns.joined(separator: ", ") }
}
