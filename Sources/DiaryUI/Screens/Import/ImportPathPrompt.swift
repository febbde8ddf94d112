import DiaryText

/// The path of a file to import.
struct ImportPathPrompt: PathPrompt {
  var label: String { "CSV or JSON file" }

  /// Reads the file, to show what an import would add.
  func submit(_ path: String, in state: inout AppState) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    state.promptMemory.importFolder = FolderRequest(typed: path).folder
    let request = ImportRequest(path: path)
    state.screens.importing.file = ImportState(request)
    if state.screen != .importing { state.open(.importing) }
    return [.previewImport(request)]
  }
}

extension AppState {
  /// Asks for a file, or shows the one that is being imported.
  mutating func beginImport() {
    if screens.importing.file?.isBusy == true { return open(.importing) }
    prompt = Prompt(ImportPathPrompt(), folder: promptMemory.importFolder)
  }
}
