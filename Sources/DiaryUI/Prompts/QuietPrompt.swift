import Terminal

/// A prompt for a short text that is submitted after a moment without a key, or by the next key that does not belong to
/// it, which then has its usual effect.
protocol QuietPrompt: PromptBehavior {
  /// Returns whether a text is an answer, or the beginning of one.
  func accepts(_ text: String) -> Bool
}

extension QuietPrompt {
  var submitsWhenQuiet: Bool { true }

  func handle(_ key: Key, in state: inout AppState) -> [Effect]? {
    let typed = state.prompt?.input.text ?? ""
    switch key.code {
    case .enter, .escape: return nil
    case .backspace: _ = state.prompt?.input.press(key)
    case .character(let character) where key.modifiers.isEmpty && accepts(typed + String(character)):
      state.prompt?.input.insert(String(character))
    default:
      if typed.isEmpty { return [] }
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
