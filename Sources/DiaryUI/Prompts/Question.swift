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

  /// Refuses keys that are not answers.
  ///
  /// For a moment after such a key, every answer except Escape has to be given twice.
  func handle(_ key: Key, in state: inout AppState) -> [Effect]? {
    if state.prompt?.pause != nil, key != Key(.escape), key != state.prompt?.refusedAnswer {
      return refuse(key, in: &state)
    }
    switch key {
    case .character("y"), .character("Y"):
      state.prompt = nil
      let context = ScreenContext(state)
      return state.apply(agree(changing: &state.screens[Owner.self], in: context))
    case .character("n"), .character("N"), Key(.enter), Key(.escape):
      state.prompt = nil
      return cancel(in: &state)
    default: return refuse(key, in: &state)
    }
  }

  /// Refuses a key: asks for an answer, or to repeat the answer, and starts waiting for a moment without a key.
  private func refuse(_ key: Key, in state: inout AppState) -> [Effect] {
    let isAnswer = Self.answers.contains(key)
    state.prompt?.pause = .short
    state.prompt?.refusedAnswer = isAnswer ? key : nil
    state.prompt?.refuse(isAnswer ? "Press \(key.label) again." : "Press y or n.")
    return []
  }

  private static var answers: [Key] { "yYnN".map { Key.character($0) } + [Key(.enter)] }
}
