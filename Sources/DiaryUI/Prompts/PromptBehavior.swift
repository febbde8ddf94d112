import Terminal

/// What one kind of prompt asks for, how it helps with the answer, and what becomes of the answer.
///
/// Each kind is a small value in one file, next to the screen that it belongs to, which is the only one that it changes:
///
///     .prompt(Prompt(CaptionPrompt(photo: photo.id), text: photo.caption ?? ""))
///
/// The defaults are those of a line of text that Enter submits and Escape discards. ``Question``, ``PathPrompt`` and
/// ``CompletedPrompt`` have the defaults of what is answered by one key, of paths, and of words that Tab completes.
protocol PromptBehavior: Hashable, Sendable {
  /// The screen that it belongs to.
  associatedtype Owner: Screen

  /// The text before the input.
  var label: String { get }
  /// What can be typed, shown below the keys; `nil` if the label says enough.
  var hint: String? { get }
  /// Which keys it takes and how it is drawn; a line of text by default.
  var style: PromptStyle { get }
  /// The keys to name below the input, the most important first.
  func keyHints(for prompt: Prompt) -> [PromptHint]
  /// The lines that are drawn in place of the label and the input; `nil` to draw those.
  func menu(in context: ScreenContext) -> PromptMenu?
  /// What Up and Down recall; `nil` if nothing is remembered.
  func history(in context: ScreenContext) -> PromptHistory?

  /// Handles a key before it goes to the input; returns `nil` to let it go there.
  func press(_ key: Key, changing screen: inout Owner, in context: ScreenContext) -> [Intent]?
  /// Handles a key as all prompts of its family do, or else as ``press(_:changing:in:)`` does.
  func handle(_ key: Key, in state: inout AppState) -> [Effect]?
  /// Handles a single click while the prompt is open.
  func click(at point: Point, in context: ScreenContext) -> [Intent]
  /// Shows the result of what has been typed so far, after each change of the text.
  func typed(_ text: String, changing screen: inout Owner, in context: ScreenContext) -> [Intent]
  /// Returns what is wrong with what has been typed so far; `nil` if it can still become right.
  func check(_ input: TextInput, in context: ScreenContext) -> PromptProblem?

  /// Whether Enter is accepted; `false` while the answer has nothing to be applied to.
  func isReady(in context: ScreenContext) -> Bool
  /// Uses the answer. The prompt is already closed.
  ///
  /// - Throws: What is wrong with the answer: the prompt opens again with it.
  func submit(
    _ text: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent]
  /// Handles Escape. The prompt is already closed.
  func cancel(changing screen: inout Owner, in context: ScreenContext) -> [Intent]
  /// Returns what to print if the program is terminated before the text was submitted; `nil` to print nothing.
  func lossNotice(_ text: String) -> String?
}

/// How a prompt takes keys, and how it is drawn.
enum PromptStyle: Hashable, Sendable {
  /// A line of text, a blank after the label.
  case text
  /// Text directly after the label, a slash. The screen shows the result, and the wheel and the arrows move in it.
  case search
  /// One key is the answer.
  case question
  /// Keys choose from what ``PromptBehavior/menu(in:)`` returns.
  case menu

  /// Whether text can be typed or pasted.
  var takesText: Bool { self == .text || self == .search }
}

/// A key that a prompt names, with what it does.
struct PromptHint {
  /// The label of the key, or of several keys with slashes between them, of which a click presses the first.
  let key: String
  let text: String

  init(_ key: String, _ text: String) { (self.key, self.text) = (key, text) }
}

/// What a prompt draws in place of its label and its input.
struct PromptMenu {
  let lines: [StyledLine]
  /// The place of the cursor within the lines.
  let cursor: Point
}

/// What is wrong with the text of a prompt.
struct PromptProblem: Error, Hashable, Sendable {
  let sentence: String
  /// The indexes of the wrong characters, from 0; `nil` if the text is wrong as a whole.
  let range: Range<Int>?

  init(_ sentence: String, range: Range<Int>? = nil) { (self.sentence, self.range) = (sentence, range) }
}

extension PromptBehavior {
  var hint: String? { nil }
  var style: PromptStyle { .text }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    style == .search
      ? [PromptHint("Enter", "keep"), PromptHint("Esc", "go back")]
      : [PromptHint("Enter", "done"), PromptHint("Esc", "leave it")]
  }

  func menu(in context: ScreenContext) -> PromptMenu? { nil }
  func history(in context: ScreenContext) -> PromptHistory? { nil }
  func press(_ key: Key, changing screen: inout Owner, in context: ScreenContext) -> [Intent]? { nil }

  func click(at point: Point, in context: ScreenContext) -> [Intent] {
    context.promptHint(at: point).map { [.press($0)] } ?? []
  }

  func typed(_ text: String, changing screen: inout Owner, in context: ScreenContext) -> [Intent] { [] }
  func check(_ input: TextInput, in context: ScreenContext) -> PromptProblem? { nil }
  func isReady(in context: ScreenContext) -> Bool { true }
  func submit(
    _ text: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] { [] }
  func cancel(changing screen: inout Owner, in context: ScreenContext) -> [Intent] { [] }
  func lossNotice(_ text: String) -> String? { nil }

  /// The state of the screen that it belongs to.
  func owner(in context: ScreenContext) -> Owner { context.state(of: Owner.self) }
}
