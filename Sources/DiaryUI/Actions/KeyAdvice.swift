import Terminal

// The keys of actions in sentences, as the user has bound them.
extension ActionTable {
  /// Returns the label of an action's main key on a screen; `nil` if it has none there.
  func key(of action: Action, on screen: ScreenKind) -> String? {
    self[action.name]?.keys(on: screen).first?.label
  }

  /// Returns how to ask for an action, as a part of a sentence, such as `press r`.
  package func request(of action: Action, on screen: ScreenKind) -> String {
    key(of: action, on: screen).map { "press \($0)" } ?? "choose \(action.name) in the palette"
  }
}

extension ScreenContext {
  /// Returns the label of an action's main key; `nil` if it has none or the diary is read-only and the action changes
  /// it.
  ///
  /// - Parameter screen: The screen on which the key works; `nil` for the one that gets the keys.
  func key(of action: Action, on screen: ScreenKind? = nil) -> String? {
    if isReadOnly, action.traits.contains(.changesDiary) { return nil }
    return configuration.actions.key(of: action, on: screen ?? self.screen)
  }

  /// Returns a text followed by the keys of actions.
  ///
  /// An example is `This is the trash. Press R to restore a beer, T to go back.` Actions without a key are left out.
  func sentence(_ text: String = "", press uses: (action: Action, purpose: String)...) -> String {
    let keys = uses.compactMap { use in key(of: use.action).map { "\($0) to \(use.purpose)" } }
    let advice = keys.isEmpty ? "" : "Press " + keys.joined(separator: ", ") + "."
    return [text, advice].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The key for undo, to follow the sentence that reports a change; `nil` if it has none on this screen.
  var undoAdvice: String? { key(of: .undo).map { "\($0): undo" } }

  /// The key for redo, to follow the sentence that reports what was undone; `nil` if it has none on this screen.
  var redoAdvice: String? { key(of: .redo).map { "\($0): redo" } }
}
