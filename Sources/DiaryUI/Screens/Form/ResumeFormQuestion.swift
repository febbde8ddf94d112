import DiaryText

/// Whether to open a form that was not saved when the program ended.
struct ResumeFormQuestion: Question {
  typealias Owner = FormScreen

  let draft: FormDraft
  /// How many other drafts are offered after this one.
  let others: Int
  /// Whether it is asked before a beer is added, so that a refusal opens an empty form.
  var addsBeer = false

  var question: String { "Resume the unsaved beer?" }
  var questionInWords: String { draft.name.map { "Resume the unsaved beer “\($0)”?" } ?? question }
  var agreement: String { "resume" }
  var refusal: String { addsBeer ? "add another" : "later" }
  var effectOfEnter: String { addsBeer ? "add another" : "decide later" }
  var alternative: PromptHint? { PromptHint("x", "discard") }

  var hint: String? {
    let beer = draft.name.map { "“\($0)”" } ?? "It"
    let others = others == 0 ? "" : " \(NumberText.count(others, "more unsaved beer")) after it."
    return "\(beer) was not saved when the program ended." + others
  }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.reopenDraft(in: context)
  }

  /// Keeps the draft.
  func cancel(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    let notice = form.postponeOfferedDraft(in: context)
    return addsBeer ? form.addBeer(in: context) : notice
  }

  /// Asks first; a `y` that was typed immediately after the `x` does not answer that question.
  func chooseAlternative(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    var prompt = Prompt(DiscardDraftQuestion(resuming: self))
    prompt.pause = .short
    return [.prompt(prompt)]
  }
}
