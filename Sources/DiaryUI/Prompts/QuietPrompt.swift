import Terminal

/// A prompt for a short text that is submitted after a moment without a key, or by the next key that does not belong to
/// it, which then has its usual effect.
protocol QuietPrompt: PromptBehavior {
  /// Returns whether a text is an answer, or the beginning of one.
  func accepts(_ text: String) -> Bool
  /// Returns how often a key that moves is repeated after a text, as in vim's `5j`; `nil` if the text is an answer.
  func count(_ text: String) -> Int?
  /// Returns what to say after keys that only moved; `nil` to say nothing.
  func movementNotice(_ keys: String) -> String?
}

extension QuietPrompt {
  var submitsWhenQuiet: Bool { true }
  func movementNotice(_ keys: String) -> String? { nil }

  func handle(_ key: Key, in state: inout AppState) -> [Effect]? {
    let typed = state.prompt?.input.text ?? ""
    switch key.code {
    case .enter, .escape: return nil
    case .backspace: _ = state.prompt?.input.press(key)
    case .character(let character) where key.modifiers.isEmpty && accepts(typed + String(character)):
      state.prompt?.input.insert(String(character))
    default:
      if typed.isEmpty { return [] }
      if let count = count(typed), let action = state.movement(of: key) {
        state.prompt = nil
        let effects = state.move(action, count: count)
        let keys = typed + (key.label.count > 1 ? " " : "") + key.label
        state.notice = movementNotice(keys).map { Notice(text: $0) }
        return effects
      }
      let effects = state.submitPrompt()
      // The key waits until the change is requested, because it may be about it, as undo is.
      return state.prompt?.problem == nil ? effects + state.postpone(key) : effects
    }
    let isEmpty = state.prompt?.input.isEmpty == true
    state.prompt?.pause = isEmpty ? nil : .long
    state.prompt?.isTyped = !isEmpty
    return []
  }
}

extension AppState {
  /// Returns the movement of a key on the screen; `nil` if it has none.
  fileprivate func movement(of key: Key) -> Action? {
    action(for: key).flatMap { Action.moving.contains($0) ? $0 : nil }
  }

  /// Moves a number of times, or to the line of that number.
  mutating func move(_ action: Action, count: Int) -> [Effect] {
    let goesToLine = [.moveToFirst, .moveToLast].contains(action)
    var effects = goesToLine ? perform(.moveToFirst) : []
    for _ in 0..<(goesToLine ? max(0, count - 1) : count) {
      effects += perform(goesToLine ? .moveDown : action)
    }
    return effects
  }
}
