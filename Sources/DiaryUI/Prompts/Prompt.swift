/// A line of input at the bottom of the screen: what it asks for, what is typed, and what could complete it.
struct Prompt: Hashable, Sendable {
  private var box: Box
  /// What it asks for and what becomes of the answer.
  var behavior: any PromptBehavior {
    get { box.behavior }
    set { box = Box(behavior: newValue) }
  }

  let label: String
  var input: TextInput
  /// What can be typed or completed, below the keys; `nil` if there is nothing to say.
  var hint: String?
  /// What is wrong with what is typed.
  var problem: PromptProblem?
  /// Whether something has been typed since it was opened.
  var isTyped = false
  /// Where it is among earlier entries.
  var recall: PromptHistory.Recall?
  /// What Tab has put in so far.
  var completion: WordCompletion?
  /// Ticks since a key that does not answer the question; `nil` if it accepts answers.
  ///
  /// What is typed immediately after such a key, as `/stout`, Enter and `d`, is not meant for the question.
  var quietTicks: Int?
  /// Whether the text has been passed on, and the result decides whether the prompt closes.
  var isAwaitingAnswer = false
  /// How often Tab was pressed while the words that it needs are being read; negative for Shift-Tab.
  var awaitedSteps = 0

  init(_ behavior: some PromptBehavior, input: TextInput) {
    box = Box(behavior: behavior)
    label = behavior.label
    hint = behavior.hint
    self.input = input
  }

  init(_ behavior: some PromptBehavior, text: String = "") { self.init(behavior, input: TextInput(text)) }

  var isQuestion: Bool { behavior.style == .question }
  var isSearch: Bool { behavior.style == .search }

  /// Forgets the problem and the completion, because the text is about to change.
  mutating func clearFeedback() { (problem, completion, awaitedSteps) = (nil, nil, 0) }

  /// Shows a problem, unless one is shown that marks a part of the text.
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
