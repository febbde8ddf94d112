import DiaryText
import Terminal

extension AppState {
  /// Handles a key while a prompt is open.
  mutating func pressInPrompt(_ key: Key) -> [Effect] {
    guard let prompt else { return [] }
    if prompt.keepsKeys, key != Key(.escape) { return postpone(key) }
    let recalls = ScreenContext(self).recallsEntries(prompt)
    switch key {
    case Key(.up) where recalls: return recall(by: 1)
    case Key(.down) where recalls: return recall(by: -1)
    default: if let effects = handleInPrompt(key) { return effects }
    }
    switch key {
    case Key(.escape):
      // What was typed after the answer was meant for what follows it.
      if prompt.keepsKeys { typeAhead.keys = [] }
      return cancelPrompt()
    case Key(.enter):
      // Enter was pressed before the problem was shown, so it does not confirm the text.
      return self.prompt?.problem != nil && self.prompt?.pause != nil ? [] : submitPrompt()
    default:
      guard var changed = self.prompt, changed.input.press(key) else {
        let context = ScreenContext(self)
        if context.isHelpKey(key) { self.prompt?.refuse(context.helpRefusal(key)) }
        return []
      }
      return change(changed)
    }
  }

  /// Lets the prompt handle a key; returns `nil` to pass it to the input.
  private mutating func handleInPrompt(_ key: Key) -> [Effect]? {
    guard var prompt else { return nil }
    let context = ScreenContext(self)
    let intents = prompt.behavior.handle(key, of: &prompt, changing: &screens, in: context)
    self.prompt = prompt
    return intents.map { apply($0) }
  }

  /// Inserts a pasted line into the open prompt.
  mutating func insertInPrompt(_ line: String) -> [Effect] {
    guard var prompt else { return [] }
    prompt.input.insert(prompt.behavior is any PathPrompt ? DroppedPath.pasted(line) : line)
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
    let context = ScreenContext(self)
    return apply(prompt.behavior.typed(prompt.input.text, changing: &screens, in: context))
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
    let context = ScreenContext(self)
    guard let prompt, prompt.behavior.isReady(in: context) else { return [] }
    self.prompt = nil
    do {
      return apply(try prompt.behavior.submit(prompt.input.text, changing: &screens, in: context))
    } catch {
      self.prompt = prompt
      self.prompt?.problem = error
      // Brings the wrong characters into view; otherwise the cursor stays where the user expects it.
      if let range = error.range, !context.showsStart(of: range, in: prompt) {
        self.prompt?.input.moveCursor(to: range.upperBound)
      }
      return []
    }
  }

  /// Uses the text of the open prompt before a key has its usual effect.
  mutating func submitPrompt(before key: Key) -> [Effect] {
    notice = nil
    let effects = submitPrompt()
    // Nothing was requested for which the key would have to wait.
    if prompt == nil, effects.isEmpty {
      // The letter in `5.5d` belongs to the refused number, and so do both in `5.5dd`.
      if let action = changingAction(ofLetter: key) {
        pendingDouble.key = DoubledKey(key, of: action)
        return []
      }
      let refusal = notice
      let pressed = press(key)
      // A movement says nothing itself.
      notice = notice ?? refusal
      return pressed
    }
    // The key was pressed before the question appeared, so it is not an answer, and neither are those right after it.
    if prompt?.isQuestion == true {
      prompt?.pause = .short
      return effects + pressInPrompt(key)
    }
    // The key waits until the change is requested, because it may apply to that change, as undo does.
    return prompt?.problem == nil ? effects + postpone(key) : effects
  }

  /// Closes the open prompt, as Escape does.
  mutating func cancelPrompt() -> [Effect] {
    let context = ScreenContext(self)
    guard let prompt else { return [] }
    self.prompt = nil
    return apply(prompt.behavior.cancel(changing: &screens, in: context))
  }

  /// Ends pauses: a question then accepts answers again, a prompt with a problem accepts Enter, and a prompt that needs no
  /// Enter submits its text.
  mutating func tickPrompt() -> [Effect] {
    promptMemory.continuablePrompt?.pause?.tick()
    if promptMemory.continuablePrompt?.pause?.isOver == true { promptMemory.continuablePrompt = nil }
    prompt?.pause?.tick()
    guard let prompt, prompt.pause?.isOver == true else { return [] }
    self.prompt?.pause = nil
    guard prompt.problem == nil, prompt.behavior.submitsWhenQuiet else { return [] }
    let effects = submitPrompt()
    if self.prompt == nil {
      promptMemory.continuablePrompt = prompt
      promptMemory.continuablePrompt?.pause = .veryLong
    }
    return effects
  }

  /// Reopens the prompt that was just submitted after its pause, and handles a key in it; returns `nil` if the key does
  /// not continue its text.
  mutating func continuePrompt(with key: Key) -> [Effect]? {
    let submitted = promptMemory.continuablePrompt
    promptMemory.continuablePrompt = nil
    guard var prompt = submitted, let character = key.character,
      prompt.behavior.continues(prompt.input.text, with: character, in: ScreenContext(self))
    else { return nil }
    notice = nil
    prompt.isContinued = true
    self.prompt = prompt
    return pressInPrompt(key)
  }
}

// Calls of a prompt's behavior with the state of its screen.
extension PromptBehavior {
  fileprivate func handle(
    _ key: Key, of prompt: inout Prompt, changing states: inout ScreenStates, in context: ScreenContext
  ) -> [Intent]? {
    handle(key, of: &prompt, changing: &states[Owner.self], in: context)
  }

  fileprivate func typed(
    _ text: String, changing states: inout ScreenStates, in context: ScreenContext
  ) -> [Intent] {
    typed(text, changing: &states[Owner.self], in: context)
  }

  fileprivate func submit(
    _ text: String, changing states: inout ScreenStates, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    try submit(text, changing: &states[Owner.self], in: context)
  }

  fileprivate func cancel(changing states: inout ScreenStates, in context: ScreenContext) -> [Intent] {
    cancel(changing: &states[Owner.self], in: context)
  }
}
