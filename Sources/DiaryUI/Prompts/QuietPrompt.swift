import Terminal

/// A prompt for a short text that is submitted by the next key that does not belong to it, which then has its usual effect,
/// or after a moment without a key, unless it waits for Enter.
///
/// A number may be the count of the next key, so it is not submitted by that key: `3dd` must not rate a beer.
protocol QuietPrompt: PromptBehavior {
  /// Returns whether a text is an answer, or the beginning of one.
  func accepts(_ text: String) -> Bool
  /// Returns whether a text waits for more or for Enter, so that it is not submitted after a moment.
  func waitsForEnter(_ text: String) -> Bool
  /// Returns how often a key that moves is repeated after a text, as in vim's `5j`; `nil` if the text is an answer.
  func count(_ text: String) -> Int?
  /// Returns what to say after a movement that a text has counted; `nil` to say nothing.
  func movementNotice(_ keys: String, after text: String) -> String?
}

extension QuietPrompt {
  var submitsWhenQuiet: Bool { true }
  func waitsForEnter(_ text: String) -> Bool { false }
  func movementNotice(_ keys: String, after text: String) -> String? { nil }

  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    let typed = prompt.input.text
    switch key.code {
    case .enter, .escape: return nil
    case .backspace: _ = prompt.input.press(key)
    case .character(let character) where key.modifiers.isEmpty && accepts(typed + String(character)):
      prompt.input.insert(String(character))
    default:
      if typed.isEmpty { return [] }
      guard let count = count(typed) else { return [.submitPromptBefore(key)] }
      return [.closePrompt(Self.self), use(count, typed: typed, with: key)]
    }
    startPause(of: &prompt)
    return []
  }

  /// Starts the pause after which what has been typed is submitted, unless nothing is typed or the text waits for Enter.
  func startPause(of prompt: inout Prompt) {
    let text = prompt.input.text
    prompt.pause = text.isEmpty || waitsForEnter(text) ? nil : .long
    prompt.isTyped = !text.isEmpty
  }

  private func use(_ count: Int, typed: String, with key: Key) -> Intent {
    if let character = key.character, ("0"..."9").contains(character) {
      return .say("A count has at most \(Int.maxTypedDigits) digits.")
    }
    let keys = typed + (key.label.count > 1 ? " " : "") + key.label
    return .repeatMovement(
      of: key, times: count, labeled: keys,
      notice: movementNotice(keys, after: typed).map { Notice(text: $0) })
  }
}

extension AppState {
  /// Repeats the action of a key, and shows a notice about the first movement; says if the key takes no count or is not
  /// used.
  ///
  /// A movement to the top or to the end goes to the line of that number instead.
  mutating func repeatMovement(
    of key: Key, times count: Int, labeled keys: String, notice: Notice?
  ) -> [Effect] {
    let action = action(for: key)
    // The digits were meant for an action that would change beers that were not on the screen.
    let usual = keys.first.flatMap { configuration.actions.action(for: .character($0), on: screen) }
    if action?.takesCount != true, let usual, changesUnseenBeers(usual) {
      return ignoreWaitingKeys(from: keys)
    }
    guard let action else {
      reportUnused(key, labeled: keys)
      return []
    }
    guard action.takesCount else {
      reportUncounted(key)
      return []
    }
    guard let move = action.move else {
      // An open range is marked once.
      let isRangeClosed = list.marks.rangeStart != nil && action.traits.contains(.closesRange)
      postpone([Key](repeating: key, count: isRangeClosed ? 1 : count))
      return []
    }
    let effects =
      switch move {
      case .first, .last: moveToLine(count)
      default: (0..<count).flatMap { _ in perform(action) }
      }
    if let notice, !promptMemory.hasExplainedCounts {
      self.notice = notice
      promptMemory.hasExplainedCounts = true
    }
    return effects
  }

  /// Moves to a line, from 1.
  mutating func moveToLine(_ line: Int) -> [Effect] {
    var effects = perform(.moveToFirst)
    for _ in 1..<max(1, line) { effects += perform(.moveDown) }
    return effects
  }
}

extension Int {
  /// The most digits of a typed count or line.
  static let maxTypedDigits = 4

  /// Reads a typed count or line; `nil` if the text has other characters than the digits 0 to 9, or too many.
  init?(typedDigits text: String) {
    guard text.count <= Self.maxTypedDigits, text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    self.init(text)
  }
}
