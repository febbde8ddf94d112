/// Whether to close a form with changes that are not saved.
struct DiscardFormQuestion: Question {
  typealias Owner = FormScreen

  var question: String { "Discard what you typed?" }
  var agreement: String { "discard it" }
  var refusal: String { "keep editing" }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.close()
  }
}
