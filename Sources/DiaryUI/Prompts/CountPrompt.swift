import Terminal

extension Action {
  /// In the list and on the page of a beer, digits rate as well, see ``rate``.
  static let count = Action(
    "count", .moving, "Repeat a movement, as in 12j", keys: "123456789".map { Key.character($0) },
    on: ScreenKind.scrollable.subtracting([.list, .beer])
  ) { [.prompt(CountPrompt.prompt(in: $0))] }
}

/// A number that is typed before a key that moves, as in vim's `12j`.
struct CountPrompt: QuietPrompt {
  typealias Owner = ListScreen

  /// The key that moves down; `nil` if there is none.
  private let movingKey: String?
  /// What to say if no key that moves follows; `nil` to say nothing.
  private let advice: String?

  /// Returns a prompt that begins with the pressed digit.
  ///
  /// - Parameter advice: What to say if no key that moves follows; `nil` to say nothing.
  static func prompt(advice: String? = nil, in context: ScreenContext) -> Prompt {
    let text = context.pressedKey?.character.map { String($0) } ?? ""
    var prompt = Prompt(CountPrompt(movingKey: context.key(of: .moveDown), advice: advice), text: text)
    prompt.pause = text.isEmpty ? nil : .long
    return prompt
  }

  var label: String { "Repeat" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    let movement = movingKey.flatMap { key in
      count(prompt.input.text).map { PromptHint(key, "move \($0)") }
    }
    return [movement].compactMap { $0 } + [PromptHint("Esc", "cancel")]
  }

  func menu(in context: ScreenContext) -> PromptMenu? {
    guard let text = context.prompt?.input.text else { return nil }
    let line = StyledLine(label + " ", context.theme.accent) + StyledLine(text)
    return PromptMenu(lines: [line], cursor: Point(column: line.columns, row: 0))
  }

  func submit(
    _ text: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    advice.map { [.say($0)] } ?? []
  }

  func accepts(_ text: String) -> Bool { text.count <= 4 && text.allSatisfy(\.isNumber) }

  func count(_ text: String) -> Int? { Int(text).map { max(1, $0) } }
}
