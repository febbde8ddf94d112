import Terminal

extension AppState {
  /// Handles a key while a prompt is open.
  mutating func pressInPrompt(_ key: Key) -> [Effect] {
    guard var prompt else { return [] }
    if prompt.keepsKeys, key != Key(.escape) { return postpone(key) }
    let recalls = ScreenContext(self).recallsEntries(prompt)
    switch key {
    case Key(.up) where recalls: return recall(by: 1)
    case Key(.down) where recalls: return recall(by: -1)
    default: if let effects = prompt.behavior.handle(key, in: &self) { return effects }
    }
    switch key {
    case Key(.escape):
      // What was typed after the answer was meant for what follows it.
      if prompt.keepsKeys { typeAhead.keys = [] }
      self.prompt = nil
      return prompt.behavior.cancel(in: &self)
    case Key(.enter): return submit(prompt)
    default:
      guard prompt.input.press(key) else { return [] }
      return change(prompt)
    }
  }

  /// Inserts a pasted line into the open prompt.
  mutating func insertInPrompt(_ line: String) -> [Effect] {
    guard var prompt else { return [] }
    prompt.input.insert(line)
    return change(prompt)
  }

  /// Replaces the prompt with one whose text was changed.
  private mutating func change(_ changed: Prompt) -> [Effect] {
    var prompt = changed
    prompt.clearFeedback()
    prompt.isTyped = true
    prompt.recall = nil
    self.prompt = prompt
    return followPrompt()
  }

  /// Checks the text and shows its result.
  mutating func followPrompt() -> [Effect] {
    checkPrompt()
    guard let prompt else { return [] }
    return prompt.behavior.typed(prompt.input.text, in: &self)
  }

  /// Marks what is wrong with the text.
  mutating func checkPrompt() {
    let problem = prompt.flatMap { $0.behavior.check($0.input, in: ScreenContext(self)) }
    prompt?.problem = problem
  }

  /// Checks the text again if a part of it is marked, because it may have become valid, and shows its result.
  mutating func recheckPrompt() -> [Effect] { prompt?.problem?.range != nil ? followPrompt() : [] }

  /// Uses the text of the open prompt, as Enter does.
  mutating func submitPrompt() -> [Effect] {
    guard let prompt else { return [] }
    return submit(prompt)
  }

  private mutating func submit(_ prompt: Prompt) -> [Effect] {
    guard prompt.behavior.isReady(in: ScreenContext(self)) else { return [] }
    self.prompt = nil
    do {
      return try prompt.behavior.submit(prompt.input.text, in: &self)
    } catch {
      self.prompt = prompt
      self.prompt?.problem = error
      // Brings the wrong characters into view.
      if let range = error.range { self.prompt?.input.moveCursor(to: range.upperBound) }
      return []
    }
  }

  /// Lets a question accept answers again after the pause, or submits a text that is submitted on its own.
  mutating func tickPrompt() -> [Effect] {
    prompt?.pause?.tick()
    guard let prompt, prompt.pause?.isOver == true else { return [] }
    self.prompt?.pause = nil
    return prompt.behavior.submitsWhenQuiet ? submitPrompt() : []
  }
}

// Calls of a prompt's behavior with the state of its screen.
extension PromptBehavior {
  func handle(_ key: Key, in state: inout AppState) -> [Effect]? { press(key, in: &state) }

  func press(_ key: Key, in state: inout AppState) -> [Effect]? {
    let context = ScreenContext(state)
    return press(key, changing: &state.screens[Owner.self], in: context).map { state.apply($0) }
  }

  func typed(_ text: String, in state: inout AppState) -> [Effect] {
    let context = ScreenContext(state)
    return state.apply(typed(text, changing: &state.screens[Owner.self], in: context))
  }

  func submit(_ text: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    let context = ScreenContext(state)
    return state.apply(try submit(text, changing: &state.screens[Owner.self], in: context))
  }

  func cancel(in state: inout AppState) -> [Effect] {
    let context = ScreenContext(state)
    return state.apply(cancel(changing: &state.screens[Owner.self], in: context))
  }
}
