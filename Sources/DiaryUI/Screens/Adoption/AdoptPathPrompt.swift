import Interchange

/// The path of another diary whose beers are added.
struct AdoptPathPrompt: PathPrompt {
  typealias Owner = AdoptionScreen

  var label: String { "Diary of Beer Diary for iOS" }
  var extensions: [String] { Self.diaryExtensions }
  /// Shared with files to import.
  static var pathHistory: PromptHistory.ID { "imports" }

  /// Reads the other diary, to show what would be added.
  func use(
    _ path: String, changing screen: inout AdoptionScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    if ImportSource.fileExtensions.contains(Self.fileExtension(of: path)) {
      let request = context.configuration.actions.request(of: .importFile, on: .list)
      throw PromptProblem("This is not a diary. To import it, press Esc, and \(request) in the list.")
    }
    return screen.preview(path)
  }
}
