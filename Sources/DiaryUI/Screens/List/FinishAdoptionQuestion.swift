/// Whether to finish an adoption that was interrupted in an earlier run.
struct FinishAdoptionQuestion: Question {
  typealias Owner = ListScreen

  /// The path of the other diary.
  let source: String

  var question: String { "Add the rest of \(name)?" }
  var agreement: String { "add" }
  var refusal: String { "later" }
  var effectOfEnter: String { "decide later" }
  var alternative: PromptHint? { PromptHint("x", "never") }
  var hint: String? { "Adding it was interrupted. What was added until then is in your diary." }

  private var name: String { source.split(separator: "/").last.map(String.init) ?? source }

  /// Adopts the other diary again, which adds what is missing.
  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.runCommand(.adopt(source)))]
  }

  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.say("It is offered again at the next start.")]
  }

  func chooseAlternative(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [
      .closePrompt(Self.self), .effect(.forgetAdoption(source)),
      .say(context.sentence("It is not offered again.", press: (.adoptDiary, "add the rest later"))),
    ]
  }
}
