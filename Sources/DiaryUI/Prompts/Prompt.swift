import Terminal

/// A line of input at the bottom of the screen, with its label, text and completions.
struct Prompt: Hashable, Sendable {
  /// What a prompt waits for after Enter was pressed.
  enum Awaited: Hashable, Sendable {
    /// The result of the text, with which the prompt closes.
    case answer
    /// The choices of a picker, one of which is taken.
    case choices
    /// The words of the diary, which decide what the text means.
    case vocabulary
  }

  private var box: Box
  /// What the prompt asks for, and what it does with the answer.
  var behavior: any PromptBehavior {
    get { box.behavior }
    set { box = Box(behavior: newValue) }
  }

  let label: String
  var input: TextInput
  /// A hint about what can be typed, shown below the keys; `nil` for no hint.
  var hint: String?
  /// What is wrong with the text; `nil` if nothing is.
  var problem: PromptProblem?
  /// Whether the text has been changed since the prompt was opened.
  var isTyped = false
  /// Whether a key has reopened the prompt to continue its text, which was submitted before.
  var isContinued = false
  /// The recalled entry of the history; `nil` if none is recalled.
  var recall: PromptHistory.Recall?
  /// The completion that Tab steps through; `nil` before the first Tab.
  var completion: WordCompletion?
  /// The pause after a key that does not answer the question, after the last key of a text that is submitted on its own, or
  /// before Enter may submit a text again that was changed elsewhere; `nil` if there is none.
  ///
  /// Keys typed immediately after such a key, for example in `/stout`, are not meant as an answer.
  var pause: Pause?
  /// The last key, if it was an answer that was refused because it came too soon after a wrong key; `nil` otherwise.
  ///
  /// Pressed again, it is accepted.
  var refusedAnswer: Key?
  /// `nil` while the text can be changed.
  var awaited: Awaited?
  /// How often Tab was pressed while the candidates were being read; negative for Shift-Tab.
  var awaitedSteps = 0
  /// The highlighted choice of a picker among those that match; `nil` until it is moved.
  var highlight: ScrollPosition?

  init(_ behavior: some PromptBehavior, input: TextInput) {
    box = Box(behavior: behavior)
    label = behavior.label
    hint = behavior.hint
    self.input = input
  }

  init(_ behavior: some PromptBehavior, text: String = "") { self.init(behavior, input: TextInput(text)) }

  /// Whether keys wait, because they are typed for what follows the answer.
  var keepsKeys: Bool { awaited != nil }

  var isQuestion: Bool { behavior.style == .question }
  var isSearch: Bool { behavior.style == .search }

  /// Clears the problem, the completion and the highlight, because the text is about to change.
  mutating func clearFeedback() {
    problem = nil
    completion = nil
    awaitedSteps = 0
    highlight = nil
    awaited = nil
  }

  /// Shows a problem, unless the present one marks a part of the text.
  mutating func refuse(_ sentence: String) {
    if problem?.range == nil { problem = PromptProblem(sentence) }
  }

  /// Compares and hashes by the value inside.
  private struct Box: Hashable, Sendable {
    let behavior: any PromptBehavior

    static func == (a: Box, b: Box) -> Bool { AnyHashable(a.behavior) == AnyHashable(b.behavior) }

    func hash(into hasher: inout Hasher) { behavior.hash(into: &hasher) }
  }
}
