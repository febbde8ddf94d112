/// Whether to close a form with changes that are not saved.
struct DiscardFormQuestion: Question {
  var question: String { "Discard what you typed?" }
  var agreement: String { "discard it" }
  var refusal: String { "keep editing" }

  func agree(in state: inout AppState) -> [Effect] {
    state.leaveForm()
    return []
  }
}
