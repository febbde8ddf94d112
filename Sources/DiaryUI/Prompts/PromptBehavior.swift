import Terminal

/// What a kind of prompt asks for, how it helps with the answer, and what it does with the answer.
///
/// Each kind is a small value in its own file, next to the screen it belongs to. It changes no other screen:
///
///     .prompt(Prompt(CaptionPrompt(photo: photo.id, seen: photo.caption), text: photo.caption ?? ""))
///
/// By default, a prompt is a line of text that Enter submits and Escape cancels. ``Question``, ``PathPrompt``,
/// ``CompletedPrompt`` and ``Picker`` have the defaults for answers of one key, paths, words that Tab completes, and
/// choices that typing narrows.
protocol PromptBehavior: Hashable, Sendable {
  /// The screen that the prompt belongs to, whose state it may change; none by default.
  associatedtype Owner: Screen = NoOwner

  /// The text before the input.
  var label: String { get }
  /// A hint about what can be typed, shown below the keys; `nil` for no hint.
  var hint: String? { get }
  /// An example that is shown until something is typed; `nil` for none.
  var example: String? { get }
  /// The history whose entries Up and Down recall; `nil` for none.
  var history: PromptHistory.ID? { get }
  /// Which keys the prompt takes and how it is drawn; a line of text by default.
  var style: PromptStyle { get }
  /// Whether the answer may remove what cannot be brought back, so that the label has the color of problems.
  var isDestructive: Bool { get }
  /// The keys shown below the input, the most important first.
  func keyHints(for prompt: Prompt) -> [PromptHint]
  /// The lines drawn instead of the label and the input; `nil` to draw the label and the input.
  func menu(in context: ScreenContext) -> PromptMenu?
  /// The choices drawn above the label and the input; `nil` for a prompt without choices.
  func page(in context: ScreenContext) -> PickerPage?
  /// The result of the text, such as `42 beers`, shown after it; `nil` if there is none.
  func result(in context: ScreenContext) -> String?
  /// What is wrong with a text that is still being typed; `nil` if nothing is. Shown in place of the result, or of the
  /// keys if there is no room.
  func remark(in context: ScreenContext) -> String?

  /// Handles a key before the input does; returns `nil` to pass it to the input.
  func press(_ key: Key, changing screen: inout Owner, in context: ScreenContext) -> [Intent]?
  /// Handles a key for all prompts of a family; calls ``press(_:changing:in:)`` by default.
  ///
  /// - Parameter prompt: The open prompt, which it may change.
  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]?
  /// Handles a single click while the prompt is open.
  func click(at point: Point, in context: ScreenContext) -> [Intent]
  /// Shows the result of the text so far, after each change of the text.
  func typed(_ text: String, changing screen: inout Owner, in context: ScreenContext) -> [Intent]
  /// Returns what is wrong with the text so far; `nil` if it is valid or can become valid.
  func check(_ input: TextInput, in context: ScreenContext) -> PromptProblem?

  /// Whether the text is submitted after ``Prompt/pause``.
  var submitsWhenQuiet: Bool { get }
  /// Returns whether a character continues a text that was submitted after the pause, so that the prompt is reopened.
  func continues(_ text: String, with character: Character, in context: ScreenContext) -> Bool
  /// Whether Enter is accepted; `false` while the answer cannot be used yet.
  func isReady(in context: ScreenContext) -> Bool
  /// Whether the prompt has hints for keys other than Escape; `false` if there is nothing to choose.
  func hasKeyHints(in context: ScreenContext) -> Bool
  /// Uses the answer. The prompt is closed before the intents are carried out.
  ///
  /// - Throws: What is wrong with the answer; the prompt is reopened and shows it.
  func submit(
    _ text: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent]
  /// Handles Escape. The prompt is closed before the intents are carried out.
  func cancel(changing screen: inout Owner, in context: ScreenContext) -> [Intent]
  /// Returns what to print if the program is terminated before the text was submitted; `nil` to print nothing.
  func lossNotice(_ text: String) -> String?
}

/// Stands for the screen of a prompt that works on several screens, and changes the state of none.
struct NoOwner: Screen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {}
}

/// How a prompt takes keys, and how it is drawn.
enum PromptStyle: Hashable, Sendable {
  /// A line of text, with a space after the label.
  case text
  /// Text directly after the label, which ends with a slash. The screen shows the result; the wheel and the arrow keys move in it.
  case search
  /// A question that one key answers.
  case question
  /// A menu, returned by ``PromptBehavior/menu(in:)``, from which keys choose.
  case menu
  /// A line of text below a list of choices, which ``Picker`` narrows.
  case picker

  /// Whether text can be typed or pasted.
  var takesText: Bool { self != .question && self != .menu }
  /// Whether Enter takes what a click has highlighted.
  var hasHighlight: Bool { self == .menu || self == .picker }
}

/// A key with what it does in a prompt.
struct PromptHint {
  /// The label of the key, or of several keys separated by slashes, the first of which a click presses.
  let key: String
  let text: String

  init(_ key: String, _ text: String) {
    self.key = key
    self.text = text
  }
}

/// The lines that a prompt draws instead of its label and its input.
struct PromptMenu {
  let lines: [StyledLine]
  /// The position of the cursor in the lines.
  let cursor: Point
  /// The choice in the line at the cursor, if that line is selected as a whole; otherwise `nil`.
  ///
  /// The choice is repeated after the label of the prompt below the lines, where the real cursor is.
  var choice: PromptChoice?
}

/// The choice that a key takes or changes, as it is repeated on the line with the real cursor.
struct PromptChoice {
  let title: String
  var explanation = ""
  /// `2 of 41`; empty if all choices are visible.
  var position = ""
}

/// What is wrong with the text of a prompt.
struct PromptProblem: Error, Hashable, Sendable {
  let sentence: String
  /// The indexes of the wrong characters, from 0; `nil` if the whole text is wrong.
  let range: Range<Int>?

  init(_ sentence: String, range: Range<Int>? = nil) {
    self.sentence = sentence
    self.range = range
  }
}

extension PromptBehavior {
  var hint: String? { nil }
  var example: String? { nil }
  var history: PromptHistory.ID? { nil }
  var style: PromptStyle { .text }
  var isDestructive: Bool { false }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("Enter", "done"), PromptHint("Esc", "cancel")]
  }

  func menu(in context: ScreenContext) -> PromptMenu? { nil }
  func page(in context: ScreenContext) -> PickerPage? { nil }
  func result(in context: ScreenContext) -> String? { nil }
  func remark(in context: ScreenContext) -> String? { nil }
  func press(_ key: Key, changing screen: inout Owner, in context: ScreenContext) -> [Intent]? { nil }

  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    press(key, changing: &screen, in: context)
  }

  func click(at point: Point, in context: ScreenContext) -> [Intent] {
    context.promptHint(at: point).map { [.press($0)] } ?? []
  }

  func typed(_ text: String, changing screen: inout Owner, in context: ScreenContext) -> [Intent] { [] }
  func check(_ input: TextInput, in context: ScreenContext) -> PromptProblem? { nil }
  var submitsWhenQuiet: Bool { false }
  func continues(_ text: String, with character: Character, in context: ScreenContext) -> Bool { false }
  func isReady(in context: ScreenContext) -> Bool { true }
  func hasKeyHints(in context: ScreenContext) -> Bool { true }
  func submit(
    _ text: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] { [] }
  func cancel(changing screen: inout Owner, in context: ScreenContext) -> [Intent] { [] }
  func lossNotice(_ text: String) -> String? { nil }

  /// The state of the screen that the prompt belongs to.
  func owner(in context: ScreenContext) -> Owner { context.state(of: Owner.self) }
}
