import Terminal

/// The last key or click, while the next one would belong to it.
struct PendingDouble: Hashable, Sendable {
  /// The key to ignore if it is pressed again; `nil` if there is none.
  var key: DoubledKey?
  /// The last key that has to wait until it can be handled; `nil` if there is none.
  var waiting: DoubledKey?
  /// The character that has just done nothing, to which the next one may belong; `nil` if there is none.
  var unused: UnusedKey?
  /// Where the mouse was pressed on something that a double click opens; `nil` if it was not.
  var point: Point?

  /// Whether a key is waited for, for a moment.
  var isWaiting: Bool { key != nil || waiting != nil || unused != nil }

  /// Counts a tick; after the pause, the next key is a gesture of its own.
  mutating func tick() {
    key?.tick()
    if key?.pause.isOver == true { key = nil }
    waiting?.pause.tick()
    if waiting?.pause.isOver == true { waiting = nil }
    unused?.pause.tick()
    if unused?.pause.isOver == true { unused = nil }
  }

  /// Notes a key that has to wait; returns whether the same key was pressed immediately before.
  mutating func isRepeated(waiting key: Key) -> Bool {
    defer { waiting = DoubledKey(key) }
    return waiting?.key == key
  }
}

/// A character that has done nothing, and takes a key after it along that would change the diary, as in vim's `ma`.
struct UnusedKey: Hashable, Sendable {
  /// Why the character has done nothing.
  enum Cause: Hashable, Sendable {
    /// It has no action on the screen.
    case noAction
    /// A count was typed before it, which its action does not take.
    case count
    /// It begins a number without a digit before the point, as in `.5`, whose decimals would be another number.
    case pointWithoutDigit
  }

  let key: Key
  let cause: Cause
  /// What is said not to be used, with the count before the character.
  let label: String
  fileprivate var pause: Pause

  /// Creates the key; `nil` if it types a digit, which only counts what follows, or no character.
  init?(_ key: Key, label: String, _ cause: Cause) {
    guard key.character?.isNumber == false else { return nil }
    self.init(key: key, label: label, cause)
  }

  private init(key: Key, label: String, _ cause: Cause) {
    self.key = key
    self.cause = cause
    self.label = label
    pause = cause == .pointWithoutDigit ? .veryLong : .short
  }

  /// Returns the key with another one that belongs to it, after which more may follow.
  func followed(by next: Key) -> Self { Self(key: key, label: label + next.label, cause) }
}

/// A key that was just pressed for an action, and is ignored until it has not been pressed for a moment: because it is held
/// down, or doubled as in vim's `dd`.
struct DoubledKey: Hashable, Sendable {
  let key: Key
  /// How long another press belongs to the one before it.
  fileprivate var pause = Pause.untilRepeated
  private var ignoredCount = 0
  /// The ticks since the last press.
  private var elapsedTicks = 0
  /// Whether the key was pressed twice, and more quickly than terminals begin to repeat a key that is held down.
  private var isPair = false

  /// Creates the key of an action; `nil` if pressing it twice performs the action twice.
  init?(_ key: Key?, of action: Action) {
    guard let key, action.traits.contains(.ignoresDoubledKey) else { return nil }
    self.init(key)
  }

  /// Terminals begin to repeat a key after at least 200 ms.
  private static let ticksOfPair = 2

  fileprivate init(_ key: Key) { self.key = key }

  /// Counts a tick.
  fileprivate mutating func tick() {
    pause.tick()
    elapsedTicks += 1
  }

  /// Whether another press begins another pair, as the third one in `dd dd` does, so that the action is performed again.
  ///
  /// A key that is held down comes first too late for a pair, and then too soon for the next one.
  var wasDoubled: Bool { isPair && elapsedTicks > 0 && key.character != nil }

  /// Whether the key was ignored several times.
  var isHeldDown: Bool { ignoredCount > 1 }

  /// Returns the key after another press, with a new pause.
  func ignoredAgain() -> Self {
    var key = self
    key.pause = .untilRepeated
    key.ignoredCount += 1
    key.isPair = key.ignoredCount == 1 && elapsedTicks < Self.ticksOfPair
    key.elapsedTicks = 0
    return key
  }
}

extension AppState {
  /// Returns whether a key is ignored because it was pressed again immediately.
  ///
  /// A key that is held down comes again and again: each one that is ignored starts a pause again.
  mutating func ignoresRepeatedPress(of key: Key) -> Bool {
    if let keyAhead = typeAhead.current {
      // Between waiting keys there is no time; what matters is when they were pressed.
      if !keyAhead.isRepeated { pendingDouble.key = nil }
    } else if pendingDouble.waiting?.key != key {
      pendingDouble.waiting = nil
    }
    guard let pressed = pendingDouble.key, pressed.key == key, !pressed.wasDoubled else {
      pendingDouble.key = nil
      return false
    }
    let ignored = pressed.ignoredAgain()
    pendingDouble.key = ignored
    if ignored.isHeldDown {
      notice = Notice(text: "\(key.label) was ignored. Wait a moment, then press it again.")
    }
    return true
  }
}
