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
    // An empty diary has nothing to mix the beers with.
    return context.isWelcoming
      ? [.effect(.runCommand(.adopt(path)))] : [.prompt(Prompt(AdoptQuestion(source: path)))]
  }
}

/// Whether to add the beers of another diary to one that has beers.
struct AdoptQuestion: Question {
  /// The path of the other diary, as typed.
  let source: String

  var question: String { "Add the beers and photos of \(name) to your diary?" }
  var agreement: String { "add" }
  var refusal: String { "cancel" }
  var hint: String? {
    "Beers that you have already are not added again. Your entries and that file stay as they are."
  }

  private var name: String { source.split(separator: "/").last.map(String.init) ?? source }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    // Another change may have begun since the question was asked.
    context.changes.isSaving
      ? [.say(Availability.savingReason)] : [.effect(.runCommand(.adopt(source)))]
  }

  func cancel(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    [.say("Nothing was added.")]
  }
}
