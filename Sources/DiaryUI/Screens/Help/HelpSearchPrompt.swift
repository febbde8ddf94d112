/// The words to search the help for, which shows the result of each key.
struct HelpSearchPrompt: PromptBehavior {
  var label: String { "/" }
  var style: PromptStyle { .search }

  func typed(_ text: String, in state: inout AppState) -> [Effect] {
    state.screens.help.search = text
    return []
  }

  /// Shows the whole help again.
  func cancel(in state: inout AppState) -> [Effect] { typed("", in: &state) }
}
