import Terminal

// Keys without an action on the screen.
extension AppState {
  /// Says that a key is not used here, and what may help instead.
  ///
  /// A key that was typed ahead was meant for another screen, and does not replace what the keys before it have shown. A
  /// screen that is too small has no room for a sentence.
  mutating func reportUnused(_ key: Key) {
    guard typeAhead.current == nil, !Layout.isTooSmall(size) else { return }
    notice = Notice(text: ScreenContext(self).advice(onUnused: key))
  }
}

extension ScreenContext {
  /// Returns a sentence with what a key does on another screen, if that fits on a line, or else with the key for help.
  ///
  /// Moving, opening and going back are never suggested.
  fileprivate func advice(onUnused key: Key) -> String {
    let kinds = ScreenKind.allCases.filter(\.suggestsKeys)
    let sentence = "\(key.label) is not used here."
    let use = kinds.lazy.compactMap { kind -> String? in
      guard let title = kind.title, let action = configuration.actions.action(for: key, on: kind),
        action.group != .moving, ![.open, .back].contains(action)
      else { return nil }
      return sentence + " In \(title): \(action.help.prefix(1).lowercased())\(action.help.dropFirst())."
    }.first
    if let use, use.columns <= layout.contentWidth { return use }
    return sentence + (self.key(of: .help).map { " \($0) shows the keys." } ?? "")
  }
}
