import DiaryStore
import Terminal

/// A key that waits for what it is meant for.
struct KeyAhead: Hashable, Sendable {
  let key: Key
  /// What was on the screen when it was pressed; `nil` if there were no beers yet.
  let seen: SeenBeers?
}

/// The beers on the screen, as far as a key can be meant for them.
struct SeenBeers: Hashable, Sendable {
  let screen: ScreenKind
  let list: BeerQuery
  /// The beer of a screen that shows a single one.
  let beer: Int64?
}

/// Keys that wait for what they are meant for.
struct TypeAhead: Hashable, Sendable {
  /// Keys that were pressed before there was a list to use them on.
  var keys: [KeyAhead] = []
  /// Whether the first of them goes on from a change that is being stored.
  var awaitsChange = false
  /// The one of them that is being used: nothing may come between them.
  var current: KeyAhead?
  /// Whether the rest of those that are being used is left out.
  var dropsRest = false
}

// Keys that are pressed while the program starts are meant for the list, and wait for it.
extension AppState {
  /// Nobody presses more before seeing anything; a key that is held down might.
  private static let maxKeys = 1000

  /// Whether there is a list that keys can be used on.
  var isReady: Bool {
    path.first == .list && (list.rows.failure != nil || !list.rows.isUnread && list.rows.isCounted)
  }

  /// Whether a migration is on the screen, whose own keys are all that counts.
  var isMigrating: Bool { list.rows.isUnread && screens.all.contains { $0.ignoresTypeAhead } }

  /// Whether keys are meant for what the ones before have asked for and what is not there yet: another list, a form with
  /// its beer, the form's or a prompt's answer from the store, or the list after a change that they go on from.
  var keysWait: Bool { keysWaitForOthers || !typeAhead.keys.isEmpty }

  private var keysWaitForOthers: Bool {
    prompt?.isAwaitingAnswer == true || screens[screen].isAwaitingAnswer(in: ScreenContext(self))
      || typeAhead.awaitsChange && isUnsettled
  }

  /// Whether a key is handled although others have to wait.
  func isHandledWhileWaiting(_ key: Key) -> Bool {
    typeAhead.keys.isEmpty && screens[screen].acceptsWhileWaiting(key, in: ScreenContext(self))
  }

  /// Whether a change, or the list as it is after one, is on its way; what takes long is not waited for.
  var isUnsettled: Bool {
    changes.underWay > 0 && !changes.isSlow || changes.photoMoves.isAnyUnderWay && !changes.photoMoves.isSlow
      || list.pendingPlace != nil
      || list.rows.isReading
  }

  /// Whether a key is of use before there is a list that others can be used on.
  ///
  /// After the first rows are shown, `q` typed after other keys means the screen that those lead to.
  func actsAhead(_ key: Key) -> Bool {
    guard let action = environment.actions.action(for: key, on: .opening) else { return false }
    guard action == .cancel else { return true }
    // A migration that is done cannot be stopped, and its list is there in a moment.
    return isMigrating ? path.first != .list : typeAhead.keys.isEmpty || list.rows.isUnread
  }

  mutating func keep(_ key: Key) -> [Effect] {
    if typeAhead.keys.count < Self.maxKeys {
      typeAhead.keys.append(typeAhead.current ?? KeyAhead(key: key, seen: seenBeers))
    }
    return []
  }

  /// Handles the keys that have waited, once they can be used.
  mutating func handleWaitingKeys() -> [Effect] {
    guard isReady, !list.marks.isReading, !typeAhead.keys.isEmpty, !keysWaitForOthers else { return [] }
    let keys = typeAhead.keys
    typeAhead.keys = []
    typeAhead.awaitsChange = false
    let outer = typeAhead.current
    defer { typeAhead.current = outer }
    if outer == nil { typeAhead.dropsRest = false }
    var effects: [Effect] = []
    for key in keys where !typeAhead.dropsRest {
      typeAhead.current = key
      effects += update(.key(key.key))
    }
    return effects
  }
}

// What was typed ahead changes only beers that were on the screen by then.
extension AppState {
  /// The beers on the screen; `nil` if there are none yet, or something is about to be added to them.
  private var seenBeers: SeenBeers? {
    guard !list.rows.isUnread, prompt?.isAwaitingAnswer != true else { return nil }
    var query = list.rows.shownQuery
    query.generation = nil
    return SeenBeers(screen: path.last ?? .list, list: query, beer: shown?.id)
  }

  /// Whether an action would change beers that were not on the screen when its key was pressed.
  func isBlind(_ action: Action) -> Bool {
    guard let keyAhead = typeAhead.current, action.traits.contains(.changesShownBeers),
      screens[screen].showsListedBeers
    else { return false }
    return keyAhead.seen == nil || keyAhead.seen != seenBeers
  }

  /// Ignores a key that waited, and all that were typed after it.
  mutating func ignoreWaitingKeys(from key: Key) -> [Effect] {
    typeAhead.keys = []
    typeAhead.dropsRest = true
    notice = Notice(
      text: "Ignored \(key.label) and the keys after it. The beers were not on the screen yet.")
    return []
  }
}
