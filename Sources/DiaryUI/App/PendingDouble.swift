import Terminal

/// The last input, if the same once more belongs to it.
struct Doubling: Hashable, Sendable {
  /// The key that counts once when it is doubled; `nil` if there is none.
  var key: DoubledKey?
  /// Where the mouse was pressed on something that a double click opens; `nil` if nowhere.
  var point: Point?
}

/// A letter that has just done something, and is ignored once if it follows immediately, as in vim's `dd`.
struct DoubledKey: Hashable, Sendable {
  /// In ticks, about half a second.
  private static let pause = 5

  let key: Key
  private var ticks = 0

  /// Notes the key of an action; `nil` if doubling it means the action twice.
  init?(_ key: Key?, of action: Action) {
    guard let key, case .character = key.code, action.traits.contains(.countsOnceDoubled) else { return nil }
    self.key = key
  }

  /// The key after another tick; `nil` if it is no longer doubled.
  var afterTick: DoubledKey? {
    var later = self
    later.ticks += 1
    return later.ticks < Self.pause ? later : nil
  }
}
