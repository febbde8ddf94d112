import Interchange

/// The path of a file to import.
struct ImportPathPrompt: PathPrompt {
  typealias Owner = ImportScreen

  var label: String { "CSV or JSON file" }
  var extensions: [String] { ImportSource.fileExtensions }
  static var pathHistory: PromptHistory.ID { "imports" }

  /// Reads the file, to show what an import would add.
  func use(
    _ path: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    if Self.diaryExtensions.contains(Self.fileExtension(of: path)) {
      let request = context.configuration.actions.request(of: .adoptDiary, on: .list)
      throw PromptProblem("This is a diary. To add its beers, press Esc, and \(request) in the list.")
    }
    let request = ImportRequest(path: path)
    screen.file = ImportState(request)
    return (context.screen == .importing ? [] : [.open(.importing)]) + [.effect(.previewImport(request))]
  }
}
