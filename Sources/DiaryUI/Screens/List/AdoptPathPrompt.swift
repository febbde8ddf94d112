import Interchange

/// The path of another diary whose beers are added.
struct AdoptPathPrompt: PathPrompt {
  typealias Owner = ListScreen

  var label: String { "Diary of Beer Diary for iOS" }
  var extensions: [String] { Self.diaryExtensions }
  /// Shared with files to import.
  static var pathHistory: PromptHistory.ID { "imports" }

  /// Adds the beers on the terminal, where the progress and the warnings are shown.
  ///
  /// The command waits for changes, with nothing on the terminal, so it begins only when they are saved.
  func use(
    _ path: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    if ImportSource.fileExtensions.contains(Self.fileExtension(of: path)) {
      let request = context.configuration.actions.request(of: .importFile, on: .list)
      throw PromptProblem("This is not a diary. To import it, press Esc, and \(request) in the list.")
    }
    if context.changes.isSaving { throw PromptProblem(Availability.savingReason) }
    return [.effect(.runCommand(.adopt(path)))]
  }
}
