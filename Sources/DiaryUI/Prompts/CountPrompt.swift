import DiaryText
import Terminal

extension Action {
  /// In the list and on the page of a beer, ``rate`` comes first, whose prompt also takes counts.
  static let repeatMovement = Action(
    "repeat-movement", .moving, "Repeat a movement, as in 12j", keys: "123456789".map { Key.character($0) },
    on: ScreenKind.scrollable, [.keepsRange, .isFallback]
  ) { [.prompt(CountPrompt.prompt(in: $0))] }
}

/// A number that is typed before a key that moves, as in vim's `12j`.
struct CountPrompt: QuietPrompt {
  private let moveDownKey: String?
  private let moveToLastKey: String?
  /// Why the digit does not have its usual effect, which is said if no key that moves follows; `nil` if it has none.
  private let refusal: String?

  /// Returns a prompt that begins with the pressed digit.
  static func prompt(in context: ScreenContext) -> Prompt {
    let text = context.pressedKey?.character.map { String($0) } ?? ""
    let usual = context.pressedKey.flatMap {
      context.configuration.actions.action(for: $0, on: context.screen)
    }
    var refusal: String?
    if let usual, case .refused(let reason) = context.availability(of: usual) { refusal = reason }
    if let usual, let reason = context.reasonAgainst(usual) { refusal = "Nothing was changed. " + reason }
    let behavior = CountPrompt(
      moveDownKey: context.key(of: .moveDown), moveToLastKey: context.key(of: .moveToLast), refusal: refusal)
    var prompt = Prompt(behavior, text: text)
    behavior.startPause(of: &prompt)
    return prompt
  }

  /// Returns what the key that moves down does after a count.
  static func downHint(_ count: Int) -> String { NumberText.count(count, "line") + " down" }

  var label: String { "Count" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    guard let count = count(prompt.input.text) else { return [PromptHint("Esc", "cancel")] }
    let movements = [
      moveDownKey.map { PromptHint($0, Self.downHint(count)) },
      moveToLastKey.map { PromptHint($0, "go to line \(NumberText.count(count))") },
    ]
    return movements.compactMap { $0 } + [PromptHint("Esc", "cancel")]
  }

  func menu(in context: ScreenContext) -> PromptMenu? {
    guard let text = context.prompt?.input.text else { return nil }
    let line = StyledLine(label + " ", context.theme.accent) + StyledLine(text)
    return PromptMenu(lines: [line], cursor: Point(column: line.columns, row: 0))
  }

  func submit(
    _ text: String, changing screen: inout NoOwner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    refusal.map { [.say($0)] } ?? []
  }

  func accepts(_ text: String) -> Bool { Int.beginsCount(text) }

  func count(_ text: String) -> Int? { Int(typedDigits: text).map { max(1, $0) } }
}
