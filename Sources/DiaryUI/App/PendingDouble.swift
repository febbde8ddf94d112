import Terminal

/// The last key or click, while a second one would complete a double.
struct PendingDouble: Hashable, Sendable {
  /// The key to ignore if it is pressed again; `nil` if there is none.
  var key: DoubledKey?
  /// Where the mouse was pressed on something that a double click opens; `nil` if it was not.
  var point: Point?
}

/// A letter that has just performed an action, and is ignored once if it is pressed again immediately, as in vim's
/// `dd`.
struct DoubledKey: Hashable, Sendable {
  /// How long a second press belongs to the first one, in ticks; about half a second.
  private static let pause = 5

  let key: Key
  private var ticks = 0

  /// Creates the key of an action; `nil` if pressing it twice performs the action twice.
  init?(_ key: Key?, of action: Action) {
    guard let key, case .character = key.code, action.traits.contains(.ignoresDoubledKey) else { return nil }
    self.key = key
  }

  /// The key after another tick; `nil` if the pause is over.
  var afterTick: DoubledKey? {
    var later = self
    later.ticks += 1
    return later.ticks < Self.pause ? later : nil
  }
}
