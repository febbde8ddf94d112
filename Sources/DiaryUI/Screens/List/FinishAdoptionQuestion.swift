/// Whether to finish an adoption that was interrupted in an earlier run.
struct FinishAdoptionQuestion: Question {
  typealias Owner = ListScreen

  /// The path of the other diary.
  let source: String

  var question: String { "Finish adopting \(name)?" }
  var agreement: String { "finish" }
  var refusal: String { "later" }
  var alternative: PromptHint? { PromptHint("x", "dismiss") }
  var hint: String? { "It was interrupted. The beers that were added until then are in your diary." }

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
      .say(context.sentence("Dismissed.", press: (.adoptDiary, "add the rest later"))),
    ]
  }
}
