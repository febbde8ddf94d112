import DiaryText
import Interchange
import Terminal

// What the user says about a file besides its columns: what its rows are recognised by, where its photos are, and which
// of its lists is read.
extension AppState {
  static let photoFolderLabel = "Folder of the photos"

  /// Opens the prompt for the columns that rows are recognised by.
  mutating func askForIdentity() {
    guard let fileImport, fileImport.canMap, let preview = fileImport.preview else { return }
    prompt = Prompt(.rowIdentity, label: "Recognise rows by", text: fileImport.request.identityText)
    prompt?.hint =
      "One column or several, with commas between. Leave it empty to let the program decide. "
      + preview.columns.map(\.name).joined(separator: "  ")
  }

  /// Reads the file again with other columns to recognise rows by; the prompt stays open if there is no such column.
  mutating func setIdentity(_ text: String) -> [Effect] {
    guard let fileImport, !fileImport.isRereading, let preview = fileImport.preview else { return [] }
    guard text != fileImport.request.identityText else {
      prompt = nil
      return []
    }
    let identity: [String]
    do throws(ImportError) {
      identity = try preview.header.columns(named: text).isEmpty ? [] : [text]
    } catch {
      prompt?.problem = error.message
      return []
    }
    prompt = nil
    guard identity != fileImport.request.identityColumns else { return [] }
    self.fileImport?.request.identity = identity
    return rereadImport()
  }

  /// Of the column before the cursor.
  func identityCompletion(_ input: TextInput) -> WordCompletion? {
    let typed = input.text.prefix(input.cursor)
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let column = typed[start...].drop(while: \.isWhitespace)
    return WordCompletion(
      input, before: String(typed[..<column.startIndex]),
      candidates: CompletionCandidates.matches(
        for: String(column), among: fileImport?.preview?.columns.map(\.name) ?? []))
  }

  /// Opens the prompt for the folder of the photos.
  mutating func askForPhotoFolder() {
    guard let request = fileImport?.request else { return }
    prompt =
      if let folder = request.photoFolder {
        Prompt(.photoFolder, label: Self.photoFolderLabel, text: folder)
      } else {
        Prompt(
          .photoFolder, label: Self.photoFolderLabel, folder: FolderRequest(typed: request.path).folder)
      }
  }

  /// Reads the file again with the photos of a folder, or without.
  mutating func setPhotoFolder(_ text: String) -> [Effect] {
    guard fileImport?.isRereading == false, fileImport?.preview != nil else { return [] }
    let folder = text.allSatisfy(\.isWhitespace) ? nil : text
    guard folder != fileImport?.request.photoFolder else { return [] }
    fileImport?.request.photoFolder = folder
    return rereadImport()
  }

  /// The lists of the file that could be meant.
  var listChoices: [String] {
    if case .failed(let problem) = fileImport?.phase { problem.choices } else { [] }
  }

  /// Opens the prompt for the list that is read, if there are several.
  mutating func askForList() {
    let lists = listChoices
    guard prompt == nil, !lists.isEmpty else { return }
    keysAhead = []
    prompt = Prompt(.importedList, label: "List to import")
    prompt?.hint = lists.joined(separator: "  ")
  }

  /// Reads a list of the file; the prompt stays open if there is no such list.
  mutating func chooseList(_ text: String) -> [Effect] {
    guard listChoices.contains(text), var request = fileImport?.request else {
      prompt?.problem = "The file has no such list; Tab shows those that it has."
      return []
    }
    prompt = nil
    request.list = text
    fileImport = ImportState(request)
    return [.previewImport(request)]
  }
}

extension ImportRequest {
  /// The columns that the user or the mapping says rows are recognised by, with commas between.
  fileprivate var identityText: String { identityColumns.joined(separator: ", ") }
}
