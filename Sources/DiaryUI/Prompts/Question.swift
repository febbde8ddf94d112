import Terminal

/// A question: `y` agrees; `n`, Enter and Escape change nothing.
protocol Question: PromptBehavior {
  /// The sentence, with its question mark.
  var question: String { get }
  /// What `y` does, such as “delete”.
  var agreement: String { get }
  /// What the other answers do, such as “cancel”.
  var refusal: String { get }

  /// Handles `y`. The prompt is already closed.
  func agree(changing screen: inout Owner, in context: ScreenContext) -> [Intent]
}

extension Question {
  /// The capital letter marks the safe answer.
  var label: String { question + " y/N" }
  var style: PromptStyle { .question }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("y", agreement), PromptHint("n/Enter/Esc", refusal)]
  }

  /// Refuses keys that are no answer, and every key but Escape for a moment after one.
  func handle(_ key: Key, in state: inout AppState) -> [Effect]? {
    if state.prompt?.quietTicks != nil, key != Key(.escape) { return refuse(in: &state) }
    switch key {
    case .character("y"), .character("Y"):
      state.prompt = nil
      let context = ScreenContext(state)
      return state.apply(agree(changing: &state.screens[Owner.self], in: context))
    case .character("n"), .character("N"), Key(.enter), Key(.escape):
      state.prompt = nil
      return cancel(in: &state)
    default: return refuse(in: &state)
    }
  }

  /// Says which keys are answers, and waits for a moment without a key.
  private func refuse(in state: inout AppState) -> [Effect] {
    state.prompt?.quietTicks = 0
    state.prompt?.refuse("Press y or n.")
    return []
  }
}
