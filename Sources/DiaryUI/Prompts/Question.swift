import Terminal

/// A question: `y` agrees; `n`, Enter and Escape change nothing.
protocol Question: PromptBehavior {
  /// The sentence, with its question mark.
  var question: String { get }
  /// What `y` does, such as “delete”.
  var agreement: String { get }
  /// What the other answers do, such as “cancel”.
  var refusal: String { get }

  /// Handles `y`. The prompt is closed before the intents are carried out.
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
  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    let isTooSoon = prompt.pause != nil && key != Key(.escape) && key != prompt.refusedAnswer
    switch key {
    case _ where isTooSoon: refuse(key, of: &prompt)
    case .character("y"), .character("Y"): return [.submitPrompt]
    case .character("n"), .character("N"), Key(.enter), Key(.escape): return [.cancelPrompt]
    default: refuse(key, of: &prompt)
    }
    return []
  }

  func submit(
    _ text: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    agree(changing: &screen, in: context)
  }

  /// Refuses a key: asks for an answer, or to repeat the answer, and starts waiting for a moment without a key.
  private func refuse(_ key: Key, of prompt: inout Prompt) {
    let isAnswer = Self.answers.contains(key)
    prompt.pause = .short
    prompt.refusedAnswer = isAnswer ? key : nil
    prompt.refuse(isAnswer ? "Press \(key.label) again." : "Press y or n.")
  }

  private static var answers: [Key] { "yYnN".map { Key.character($0) } + [Key(.enter)] }
}
