/// Whether to discard a form that was not saved when the program ended, without opening it.
struct DiscardDraftQuestion: Question {
  typealias Owner = FormScreen

  /// The question that this one was opened from, to which a refusal leads back.
  let resuming: ResumeFormQuestion

  var question: String { "Discard the unsaved beer?" }
  var questionInWords: String {
    resuming.draft.name.map { "Discard the unsaved beer “\($0)”?" } ?? question
  }
  var agreement: String { "discard" }
  var refusal: String { "keep" }
  var isDestructive: Bool { true }
  var hint: String? { resuming.draft.name.map { "“\($0)” cannot be brought back." } }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.discardOfferedDraft() + (resuming.addsBeer ? form.addBeer(in: context) : [])
  }

  func cancel(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    [.prompt(Prompt(resuming))]
  }
}
