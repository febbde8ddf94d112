import Terminal

/// A question: `y` agrees; `n`, Enter and Escape change nothing.
///
/// It may have a third answer.
protocol Question: PromptBehavior {
  /// The sentence, with its question mark.
  var question: String { get }
  /// The question for a screen reader, which does not read what else the screen says it is about; ``question`` by default.
  var questionInWords: String { get }
  /// What `y` does, such as “delete”.
  var agreement: String { get }
  /// What the other answers do, such as “cancel”.
  var refusal: String { get }
  /// What Enter does, as in “Press Enter again to cancel.”; ``refusal`` by default.
  var effectOfEnter: String { get }
  /// The key of a third answer with what it does; `nil` for none, which is the default.
  var alternative: PromptHint? { get }

  /// Handles `y`. The prompt is closed before the intents are carried out.
  func agree(changing screen: inout Owner, in context: ScreenContext) -> [Intent]
  /// Handles the third answer. The prompt stays open unless the intents close or replace it.
  func chooseAlternative(changing screen: inout Owner, in context: ScreenContext) -> [Intent]
}

extension Question {
  var label: String { "\(question) \(answerLabel)" }
  /// The keys of the answers, with a capital letter for the safe one, as in `y/N` and `y/N/s`.
  var answerLabel: String { (["y/N"] + (alternative.map { [$0.key] } ?? [])).joined(separator: "/") }
  /// What the keys of the answers do, as in `y discard, s save, n keep editing`.
  var answersInWords: String {
    let others = alternative.map { "\($0.key) \($0.text), " } ?? ""
    return "y \(agreement), \(others)n \(refusal)"
  }
  var questionInWords: String { question }
  var style: PromptStyle { .question }
  var effectOfEnter: String { refusal }
  var alternative: PromptHint? { nil }
  func chooseAlternative(changing screen: inout Owner, in context: ScreenContext) -> [Intent] { [] }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("y", agreement)] + (alternative.map { [$0] } ?? []) + [PromptHint("n/Enter/Esc", refusal)]
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
    case _ where key == alternativeKey: return chooseAlternative(changing: &screen, in: context)
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
    let isAnswer = Self.answers.contains(key) || key == alternativeKey
    let keys = alternative.map { "y, n or \($0.key)" } ?? "y or n"
    prompt.pause = .short
    prompt.refusedAnswer = isAnswer ? key : nil
    // A letter names its answer.
    let effect = key == Key(.enter) ? " to \(effectOfEnter)" : ""
    prompt.refuse(isAnswer ? "Press \(key.label) again\(effect)." : "Press \(keys).")
  }

  private var alternativeKey: Key? { alternative.flatMap { Key(label: $0.key) } }

  private static var answers: [Key] { "yYnN".map { Key.character($0) } + [Key(.enter)] }
}
