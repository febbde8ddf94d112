import Terminal

/// A prompt for a short text that is submitted by the next key that does not belong to it, which then has its usual effect,
/// or after a moment without a key, unless it waits for Enter.
///
/// A number may be the count of the next key, so it is not submitted by that key: `3dd` must not rate a beer. Neither is a
/// text that was refused; such a key closes the prompt.
protocol QuietPrompt: PromptBehavior {
  /// Returns whether a text is an answer, or the beginning of one.
  func accepts(_ text: String) -> Bool
  /// Returns whether a text waits for more or for Enter, so that it is not submitted after a moment.
  func waitsForEnter(_ text: String) -> Bool
  /// Returns how often a key that moves is repeated after a text, as in vim's `5j`; `nil` if the text is an answer.
  func count(_ text: String) -> Int?
  /// Returns what to say if a text was a count and could have been meant as an answer; `nil` to say nothing.
  func countRemark(_ text: String) -> String?
}

extension QuietPrompt {
  var submitsWhenQuiet: Bool { true }
  func waitsForEnter(_ text: String) -> Bool { false }
  func countRemark(_ text: String) -> String? { nil }

  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    let typed = prompt.input.text
    switch key.code {
    case .enter, .escape: return nil
    case .backspace: _ = prompt.input.press(key)
    case .character(let character) where key.modifiers.isEmpty && accepts(typed + String(character)):
      prompt.input.insert(String(character))
    case .character("0"..."9") where isTooLong(typed): break
    default:
      if typed.isEmpty { return [] }
      if prompt.problem != nil {
        // A key that was typed ahead of the problem must not submit the text in spite of it.
        let loss: [Intent] = lossNotice(typed).map { [.say($0)] } ?? []
        return [.closePrompt(Self.self)] + loss
      }
      if isTooLong(typed) {
        return [.closePrompt(Self.self), .say("A count has at most \(Int.maxTypedDigits) digits.")]
      }
      guard let count = count(typed) else { return [.submitPromptBefore(key)] }
      return [.closePrompt(Self.self), use(count, typed: typed, with: key)]
    }
    prompt.problem = nil
    startPause(of: &prompt)
    return []
  }

  /// Starts the pause after which what has been typed is submitted, unless nothing is typed or the text waits for Enter.
  func startPause(of prompt: inout Prompt) {
    let text = prompt.input.text
    prompt.pause = text.isEmpty || waitsForEnter(text) ? nil : .long
    prompt.isTyped = !text.isEmpty
  }

  /// Whether a count has too many digits, so that it is ignored together with the key after them.
  private func isTooLong(_ text: String) -> Bool {
    Int.beginsCount(text) && text.count > Int.maxTypedDigits
  }

  private func use(_ count: Int, typed: String, with key: Key) -> Intent {
    let keys = typed + (key.label.count > 1 ? " " : "") + key.label
    return .repeatMovement(of: key, times: count, labeled: keys, remark: countRemark(typed))
  }
}

extension AppState {
  /// Repeats the action of a key, or performs it once with the count, and shows the remark about the digits, if there is
  /// one.
  ///
  /// Digits before a letter are a habit from vim, so that is said only the first time.
  ///
  /// A movement to the top or to the end goes to the line of that number instead. An action that takes no count is
  /// performed without it, because the next keys may be text for what it opens; one that changes beers immediately or
  /// leaves the screen is not, as in `3dd`.
  mutating func repeatMovement(
    of key: Key, times count: Int, labeled keys: String, remark: String?
  ) -> [Effect] {
    let action = action(for: key)
    // The digits were meant for an action that would change beers that were not on the screen.
    let usual = keys.first.flatMap { configuration.actions.action(for: .character($0), on: screen) }
    if action?.takesCount != true, let reason = usual.flatMap(reasonAgainst) {
      return ignoreKeys(keys, because: reason)
    }
    guard let action else {
      reportUnused(key, labeled: keys)
      return []
    }
    guard action.takesCount else {
      if action.traits.contains(.leavesScreen)
        || action.traits.contains(.changesDiary) && !action.traits.contains(.asksFirst)
      {
        reportUncounted(key, labeled: keys, remark: remark)
        return []
      }
      let effects = perform(action, by: key)
      addRemark(remark ?? "The \(keys.prefix(while: \.isNumber)) before \(key.label) was ignored.")
      return effects
    }
    let isHabit = key.character?.isLetter == true
    let isNew = !(isHabit && promptMemory.hasExplainedCounts)
    if isHabit, remark != nil { promptMemory.hasExplainedCounts = true }
    let shownRemark = isNew ? remark : nil
    guard action.usesCount else {
      // An open range is marked once.
      let isRangeClosed = list.marks.rangeStart != nil && action.traits.contains(.closesRange)
      postpone(repeatElement(key, count: isRangeClosed ? 1 : count), remark: shownRemark)
      return []
    }
    let effects =
      switch action.move {
      case .first, .last: moveToLine(count)
      default: perform(action, by: key, count: count)
      }
    if let shownRemark { addRemark(shownRemark) }
    return effects
  }

  /// Moves to a line, from 1.
  mutating func moveToLine(_ line: Int) -> [Effect] {
    let before = list.state
    var effects = perform(.moveToFirst)
    if line > 1 { effects += perform(.moveDown, count: line - 1) }
    return effects
      + updateList { list in
        list.noteJump(from: before)
        return []
      }
  }
}

extension Int {
  /// The most digits of a typed count or line; a diary may have a million beers.
  static let maxTypedDigits = 7

  /// Returns whether a text has only the digits 0 to 9, at most one more than a count may have.
  static func beginsCount(_ text: String) -> Bool {
    text.count <= maxTypedDigits + 1 && text.allSatisfy { ("0"..."9").contains($0) }
  }

  /// Reads a typed count or line; `nil` if the text has other characters than the digits 0 to 9, or too many.
  init?(typedDigits text: String) {
    guard text.count <= Self.maxTypedDigits, Self.beginsCount(text) else { return nil }
    self.init(text)
  }
}
