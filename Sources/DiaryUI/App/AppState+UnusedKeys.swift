import Terminal

// Keys without an action on the screen.
extension AppState {
  /// Notes that a key is not used here, and says so with what may help instead.
  ///
  /// Nothing is said of a key that was typed ahead, which was meant for another screen and does not replace what the keys
  /// before it have shown, and on a screen that is too small for a sentence.
  ///
  /// - Parameter label: The keys that were pressed together, such as `3d`; `nil` for the key alone.
  mutating func reportUnused(_ key: Key, labeled label: String? = nil) {
    if typeAhead.current == nil, !Layout.isTooSmall(size) {
      let context = ScreenContext(self)
      notice = Notice(text: label.map(context.advice(onUnused:)) ?? context.advice(onUnused: key))
    }
    pendingDouble.unused = UnusedKey(key, label: label ?? key.label, .noAction)
    noteLeadingPoint(key, labeled: label)
  }

  /// Notes that a point was pressed, after which digits are refused; does nothing for other keys.
  ///
  /// In `.5`, the 5 alone would be another rating.
  ///
  /// - Parameter label: The keys that were pressed together; `nil` for the key alone.
  mutating func noteLeadingPoint(_ key: Key, labeled label: String? = nil) {
    guard key == .character(".") else { return }
    pendingDouble.unused = UnusedKey(key, label: label ?? key.label, .pointWithoutDigit)
  }

  /// Says that a key that would change beers, or leave the screen, was ignored because of the digits before it.
  ///
  /// - Parameters:
  ///   - label: The digits and the key.
  ///   - remark: What is said about the digits, which had no effect either; `nil` if they can only have been a count.
  mutating func reportUncounted(_ key: Key, labeled label: String, remark: String?) {
    notice = Notice(text: remark.map { "\($0)  Ignored \(key.label)." } ?? "Ignored \(label).")
    pendingDouble.unused = UnusedKey(key, label: key.label, .count)
  }

  /// Returns whether a key belongs to the character before it, which did nothing, and says so; resets that character.
  ///
  /// Both are one gesture of another program, such as vim's `ma` and `3dd`, or a number such as `.5`, and the second key
  /// would change the diary here. Other keys have their usual effect.
  mutating func isSecondOfUnused(_ key: Key) -> Bool {
    let unused = pendingDouble.unused
    pendingDouble.unused = nil
    guard let first = unused, prompt == nil, key.character != nil else { return false }
    switch (first.cause, action(for: key)?.numberRefusal) {
    case (.count, _): return key == first.key
    case (.pointWithoutDigit, let refusal?):
      let both = first.followed(by: key)
      // `.25` has two decimals.
      pendingDouble.unused = both
      notice = Notice(text: refusal(both.label))
      return true
    case (.pointWithoutDigit, nil): return false
    case (.noAction, _):
      guard changingAction(ofLetter: key) != nil else { return false }
      notice = Notice(text: ScreenContext(self).advice(onUnused: first.label + key.label))
      return true
    }
  }

  /// Returns the second of two keys that arrived together: Escape and a character, which terminals send as Alt and the
  /// character as well; `nil` for other keys.
  ///
  /// tmux also joins them if up to half a second lies between them.
  func keyAfterEscape(_ key: Key) -> Key? {
    let takesText = prompt != nil || screens[screen].textInput != .none
    guard case .character(let character) = key.code, key.modifiers == .alt,
      !takesText || !TextInput.isEdited(by: key),
      prompt != nil ? !bypassesPrompt(key) : action(for: key) == nil
    else { return nil }
    return .character(character)
  }

  /// Presses Escape, then the key that arrived together with it.
  ///
  /// Alt may have been meant after all. So that key neither changes the diary nor leaves the screen, and nothing is pressed
  /// if Escape asks a question, which the next typed letter could answer.
  mutating func pressEscape(before next: Key) -> [Effect] {
    let before = self
    let effects = dispatch(.key(Key(.escape)))
    if prompt?.isQuestion == true {
      self = before
      reportUnused(Key(next.code, .alt))
      return []
    }
    let ignored = "Ignored \(next.label), which came together with Esc."
    if prompt != nil {
      prompt?.refuse(ignored)
      return effects
    }
    if let traits = action(for: next)?.traits,
      traits.contains(.changesDiary) || traits.contains(.leavesScreen)
    {
      notice = Notice(text: ignored)
      return effects
    }
    // A movement says nothing itself.
    let said = notice
    defer { notice = notice ?? said }
    return effects + dispatch(.key(next))
  }

  /// Returns the action of a letter if it changes the diary; `nil` for other actions and other keys.
  func changingAction(ofLetter key: Key) -> Action? {
    guard key.character?.isLetter == true else { return nil }
    return action(for: key).flatMap { $0.traits.contains(.changesDiary) ? $0 : nil }
  }
}

extension Key {
  /// The character that the key types; `nil` if it types none.
  var character: Character? {
    if case .character(let character) = code, modifiers.isEmpty { character } else { nil }
  }
}

extension ScreenContext {
  /// Returns a sentence with what a key does on another screen, if that fits on a line, or else with the key for help.
  ///
  /// The screens below the one on top come first, because going back leads to them.
  ///
  /// Moving, opening and going back are never suggested.
  fileprivate func advice(onUnused key: Key) -> String {
    // Enter opens something else on each screen.
    if key == Key(.enter) { return advice(onUnused: key.label) }
    let kinds = (path.dropLast().reversed() + ScreenKind.allCases).filter(\.suggestsKeys)
    let sentence = "\(key.label) is not used here."
    let use = kinds.lazy.compactMap { kind -> String? in
      guard let title = kind.title, let action = configuration.actions.action(for: key, on: kind),
        action.group != .moving, !action.traits.contains(.isObvious)
      else { return nil }
      let place = path.contains(kind) ? "Back in \(title)" : "In \(title)"
      return sentence + " \(place): \(action.help.prefix(1).lowercased())\(action.help.dropFirst())."
    }.first
    if let use, use.columns <= layout.contentWidth { return use }
    return advice(onUnused: key.label)
  }

  /// Returns a sentence about a key or several, with the key for help.
  fileprivate func advice(onUnused keys: String) -> String {
    "\(keys) is not used here." + (key(of: .help).map { " \($0) shows the keys." } ?? "")
  }
}
