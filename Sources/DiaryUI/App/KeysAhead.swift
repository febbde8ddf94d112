import Terminal

// Keys that are pressed while the program starts are meant for the list, and wait for it.
extension AppState {
  /// Nobody presses more before seeing anything; a key that is held down might.
  private static let mostKeysAhead = 1000

  /// Whether there is a list that keys can be used on.
  var isReady: Bool {
    path.first == .list && (rows.failure != nil || !rows.isUnread && rows.isCounted)
  }

  /// Whether the form waits for its answer from the store.
  var isStoringForm: Bool { screen == .form && form?.isSaving == true }

  mutating func keep(_ key: Key) -> [Effect] {
    if keysAhead.count < Self.mostKeysAhead { keysAhead.append(key) }
    return []
  }

  /// Uses the keys that have waited, once they can be used.
  mutating func takeKeysAhead() -> [Effect] {
    guard isReady, !marks.isReading, !isStoringForm, !keysAhead.isEmpty else { return [] }
    let keys = keysAhead
    keysAhead = []
    let isInner = isTakingKeysAhead
    isTakingKeysAhead = true
    defer { isTakingKeysAhead = isInner }
    return keys.flatMap { update(.key($0)) }
  }
}
