import Interchange

/// The path of a file to import.
struct ImportPathPrompt: PathPrompt {
  typealias Owner = ImportScreen

  var label: String { "CSV or JSON file" }
  var extensions: [String] { ImportSource.fileExtensions }
  var pathHistory: PromptHistory.ID? { "imports" }

  /// Reads the file, to show what an import would add.
  func use(
    _ path: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) -> [Intent] {
    let request = ImportRequest(path: path)
    screen.file = ImportState(request)
    return (context.screen == .importing ? [] : [.open(.importing)]) + [.effect(.previewImport(request))]
  }
}
