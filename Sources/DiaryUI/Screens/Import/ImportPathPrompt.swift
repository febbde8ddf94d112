import DiaryText

/// The path of a file to import.
struct ImportPathPrompt: PathPrompt {
  var label: String { "CSV or JSON file" }

  /// Reads the file, to show what an import would add.
  func submit(_ path: String, in state: inout AppState) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    state.lastImportFolder = FolderRequest(typed: path).folder
    let request = ImportRequest(path: path)
    state.fileImport = ImportState(request)
    if state.screen != .importing { state.open(.importing) }
    return [.previewImport(request)]
  }
}

extension AppState {
  /// Asks for a file, or shows the one that is being imported.
  mutating func beginImport() {
    if fileImport?.isBusy == true { return open(.importing) }
    prompt = Prompt(ImportPathPrompt(), folder: lastImportFolder)
  }
}
