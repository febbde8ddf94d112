/// Whether to save a beer without a name.
struct UnnamedBeerQuestion: Question {
  typealias Owner = FormScreen

  var question: String { "Save the beer without a name?" }
  var agreement: String { "save" }
  var refusal: String { "enter a name" }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.save(asksForName: false)
  }
}
