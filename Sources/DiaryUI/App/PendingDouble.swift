import Terminal

/// The last key or click, while a second one would complete a double.
struct PendingDouble: Hashable, Sendable {
  /// The key to ignore if it is pressed again; `nil` if there is none.
  var key: DoubledKey?
  /// Where the mouse was pressed on something that a double click opens; `nil` if it was not.
  var point: Point?

  /// Counts a tick; after the pause, the key is not ignored.
  mutating func tick() {
    key?.pause.tick()
    if key?.pause.isOver == true { key = nil }
  }
}

/// A letter that has just performed an action, and is ignored once if it is pressed again immediately, as in vim's
/// `dd`.
struct DoubledKey: Hashable, Sendable {
  let key: Key
  /// How long a second press belongs to the first one.
  fileprivate var pause = Pause.short

  /// Creates the key of an action; `nil` if pressing it twice performs the action twice.
  init?(_ key: Key?, of action: Action) {
    guard let key, case .character = key.code, action.traits.contains(.ignoresDoubledKey) else { return nil }
    self.key = key
  }
}
