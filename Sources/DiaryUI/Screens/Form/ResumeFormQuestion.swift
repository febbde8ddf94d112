import DiaryText

/// Whether to open a form that was not saved when the program ended.
struct ResumeFormQuestion: Question {
  typealias Owner = FormScreen

  let draft: FormDraft
  /// How many other drafts are offered after this one.
  let others: Int

  var question: String { "A beer was not saved when the program ended. Resume it?" }
  var agreement: String { "resume it" }
  var refusal: String { "keep it for the next start" }

  var hint: String? {
    let name = draft.name.map { "It is called “\($0)”." }
    let others = others == 0 ? nil : "\(NumberText.count(others)) more after it."
    return [name, others].compactMap { $0 }.joined(separator: " ")
  }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.reopenDraft(in: context)
  }

  /// Keeps the draft.
  func cancel(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.recovery = nil
    return [.say("It is kept, and offered again at the next start.")]
  }
}
