import DiaryStore
import DiaryText
import Terminal

/// A key that waits until it can be handled.
struct KeyAhead: Hashable, Sendable {
  let key: Key
  /// The beers on the screen when the key was pressed; `nil` if there were none yet.
  let seen: SeenBeers?
  /// Whether the same key was pressed immediately before.
  let isRepeated: Bool
  /// What is said after the key was handled; `nil` for nothing.
  var remark: String?
}

/// Identifies the beers on the screen, to which a key may apply.
struct SeenBeers: Hashable, Sendable {
  let screen: ScreenKind
  let list: BeerQuery
  /// The beer of a screen that shows a single one.
  let beer: Int64?
}

/// Keys that wait until they can be handled.
struct TypeAhead: Hashable, Sendable {
  /// Keys that were pressed before they could be handled.
  var keys: [KeyAhead] = []
  /// Whether the first key depends on a change that is being saved.
  var awaitsChange = false
  /// The key that is being handled.
  var current: KeyAhead?
  /// The pause without a key after which keys are handled again, because one was ignored; `nil` if none was.
  var dropping: Pause?

  /// Counts a tick.
  mutating func tick() {
    dropping?.tick()
    if dropping?.isOver == true { dropping = nil }
  }
}

// Keys that are pressed during the start wait for the list.
extension AppState {
  /// More than anyone types ahead; a key that is held down could exceed it.
  private static let maxKeys = 1000
  /// The message after the last key that was kept, if there were more.
  private static let remarkOnIgnoredKeys =
    "Only \(NumberText.count(maxKeys, "key")) can wait. The rest were ignored."

  /// Whether the list can handle keys.
  var isReady: Bool {
    path.first == .list && (list.window.failure != nil || !list.window.isUnread && list.window.isCounted)
  }

  /// Whether a migration is on the screen, which handles only its own keys.
  var isMigrating: Bool { list.window.isUnread && screens.all.contains { $0.ignoresTypeAhead } }

  /// Whether keys have to wait for what earlier keys requested: another list, a form with its beer, an answer to the
  /// form or a prompt, or the list after a change on which they depend.
  var keysWait: Bool { isAwaitingEarlierKeys || !typeAhead.keys.isEmpty }

  private var isAwaitingEarlierKeys: Bool {
    prompt?.keepsKeys == true || screens[screen].isAwaitingAnswer(in: ScreenContext(self))
      || typeAhead.awaitsChange && isChangePending
  }

  /// Whether a key is handled although others wait.
  func isHandledWhileWaiting(_ key: Key) -> Bool {
    typeAhead.keys.isEmpty && screens[screen].acceptsWhileWaiting(key, in: ScreenContext(self))
  }

  /// Whether a change, or the list or the beer after it, is outstanding; of the trash, its count as well.
  ///
  /// Slow changes are not waited for.
  var isChangePending: Bool {
    changes.isSavedSoon || list.pendingPosition != nil || list.window.isReading
      || list.isInTrash && list.window.isCounting || currentBeer?.isReading == true
  }

  /// Whether a key is useful before the list can handle others.
  ///
  /// After the first items are shown, `q` typed after other keys applies to the screen that those keys open.
  func isUsefulBeforeList(_ key: Key) -> Bool {
    guard let action = configuration.actions.action(for: key, on: .opening) else { return false }
    guard action.traits.contains(.stopsOpening) else { return true }
    // A finished migration cannot be stopped, and its list appears in a moment.
    return isMigrating ? path.first != .list : typeAhead.keys.isEmpty || list.window.isUnread
  }

  /// Keeps a key until it can be handled, or ignores it if too many wait, which a message says after the last of them.
  mutating func postpone(_ key: Key) -> [Effect] {
    guard typeAhead.keys.count < Self.maxKeys else {
      typeAhead.keys[typeAhead.keys.count - 1].remark = Self.remarkOnIgnoredKeys
      return []
    }
    typeAhead.keys.append(
      typeAhead.current
        ?? KeyAhead(key: key, seen: seenBeers, isRepeated: pendingDouble.isRepeated(waiting: key)))
    return []
  }

  /// Keeps keys as if they had been pressed now, until they can be handled.
  ///
  /// - Parameter remark: What is said after the last of them was handled; `nil` for nothing.
  mutating func postpone(_ keys: some Sequence<Key>, remark: String? = nil) {
    let first = Array(keys.prefix(Self.maxKeys + 1))
    var waiting = first.prefix(Self.maxKeys).map { KeyAhead(key: $0, seen: seenBeers, isRepeated: false) }
    if let last = waiting.indices.last {
      waiting[last].remark = first.count > Self.maxKeys ? Self.remarkOnIgnoredKeys : remark
    }
    typeAhead.keys += waiting
  }

  /// Handles the waiting keys as soon as they can be handled.
  mutating func handleWaitingKeys() -> [Effect] {
    guard isReady, !list.marks.isReading, !typeAhead.keys.isEmpty, !isAwaitingEarlierKeys else { return [] }
    let keys = typeAhead.keys
    typeAhead.keys = []
    typeAhead.awaitsChange = false
    let outer = typeAhead.current
    defer { typeAhead.current = outer }
    var effects: [Effect] = []
    for (index, key) in keys.enumerated() {
      typeAhead.current = key
      effects += update(.key(key.key))
      // A key that waits again takes its remark along.
      if let remark = key.remark, !typeAhead.keys.contains(key) { addRemark(remark) }
      // What the editor or a command returns belongs to the screen as it is now.
      if effects.contains(where: \.leavesTerminal) {
        typeAhead.keys += keys[(index + 1)...]
        break
      }
    }
    // Enough time has passed since the last key was pressed, though not since it was handled.
    if pendingDouble.waiting == nil { pendingDouble.key = nil }
    return effects
  }
}

// Keys typed ahead change only beers that were on the screen when they were pressed.
extension AppState {
  /// The beers on the screen; `nil` if there are none yet, or if something is about to be added to them.
  private var seenBeers: SeenBeers? {
    guard !list.window.isUnread, prompt?.awaited != .answer else { return nil }
    var query = list.window.displayedQuery
    query.generation = nil
    return SeenBeers(screen: path.last ?? .list, list: query, beer: currentBeer?.id)
  }

  /// Whether an action would change beers that were not on the screen when its key was pressed.
  func changesUnseenBeers(_ action: Action) -> Bool {
    guard let keyAhead = typeAhead.current, action.traits.contains(.changesShownBeers),
      screens[screen].showsListedBeers
    else { return false }
    return keyAhead.seen == nil || keyAhead.seen != seenBeers
  }

  /// Ignores keys, and all keys after them until none has come for a moment.
  ///
  /// Those may depend on the ignored ones, as `u` in `du` does.
  ///
  /// - Parameter label: The ignored keys.
  mutating func ignoreKeys(_ label: String, because reason: String) -> [Effect] {
    typeAhead.keys = []
    typeAhead.dropping = .veryShort
    notice = Notice(text: "Ignored \(label) and the keys after it. \(reason)")
    return []
  }

  /// Ignores waiting keys, and all keys after them.
  mutating func ignoreWaitingKeys(from label: String) -> [Effect] {
    ignoreKeys(label, because: Self.unseenReason)
  }

  static let unseenReason = "The beers were not on the screen yet."

  /// Returns whether a key is dropped because one before it was ignored; then it starts the pause again that ends this.
  mutating func isDropped(_ key: Key) -> Bool {
    guard typeAhead.dropping != nil, !bypassesPrompt(key) else { return false }
    typeAhead.dropping = .veryShort
    return true
  }
}
