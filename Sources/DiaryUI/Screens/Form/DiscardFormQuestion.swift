/// Whether to close a form with unsaved changes.
struct DiscardFormQuestion: Question {
  typealias Owner = FormScreen

  /// The name of the beer; `nil` if it has none.
  let name: String?

  var question: String { "Discard your changes?" }
  var questionInWords: String { name.map { "Discard your changes to “\($0)”?" } ?? question }
  var agreement: String { "discard" }
  var refusal: String { "keep editing" }
  var alternative: PromptHint? { PromptHint("s", "save") }
  var isDestructive: Bool { true }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.close()
  }

  func chooseAlternative(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    [.closePrompt(Self.self)] + form.save(asksAbout: form.conflicts(in: context))
  }
}
