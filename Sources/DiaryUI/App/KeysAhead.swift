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

// Keys that are pressed while the program starts are meant for the list, and wait for it.
extension AppState {
  /// Nobody presses more before seeing anything; a key that is held down might.
  private static let mostKeysAhead = 1000

  /// Whether there is a list that keys can be used on.
  var isReady: Bool {
    path.first == .list && (rows.failure != nil || !rows.isUnread && rows.isCounted)
  }

  /// Whether a migration is on the screen, whose own keys are all that counts.
  var isMigrating: Bool { opening.isMigration && rows.isUnread }

  /// Whether the form waits for its answer from the store.
  var isStoringForm: Bool { screen == .form && form?.isSaving == true }

  /// Whether keys are meant for what the ones before have asked for and what is not there yet: another list, a form with
  /// its beer, the form's or a prompt's answer from the store, or the list after a change that they go on from.
  var keysWait: Bool { keysWaitForOthers || !keysAhead.isEmpty }

  private var keysWaitForOthers: Bool {
    isStoringForm || prompt?.isAwaitingAnswer == true || isTurningList || isFillingForm
      || keysAwaitChange && isUnsettled
  }

  /// Whether the list on the screen is not the one that was asked for.
  private var isTurningList: Bool {
    guard screen == .list, prompt == nil, rows.failure == nil else { return false }
    return pendingPlace.map { rows.isOtherList($0.query) } ?? rows.showsOtherList
  }

  private var isFillingForm: Bool { screen == .form && form == nil && shown?.failure == nil && shown != nil }

  /// A form that has no beer yet can be left at once.
  func leavesUnfilledForm(_ key: Key) -> Bool { isFillingForm && keysAhead.isEmpty && key == Key(.escape) }

  /// Whether a change, or the list as it is after one, is on its way; what takes long is not waited for.
  var isUnsettled: Bool {
    changesUnderWay > 0 && !isStoringSlowly || moves.isAnyUnderWay && !moves.isSlow || pendingPlace != nil
      || rows.isReading
  }

  /// Whether a key is of use before there is a list that others can be used on.
  ///
  /// After the first rows are shown, `q` typed after other keys means the screen that those lead to.
  func actsAhead(_ key: Key) -> Bool {
    guard let action = actions.action(for: key, on: .opening) else { return false }
    guard action == .cancel else { return true }
    // A migration that is done cannot be stopped, and its list is there in a moment.
    return isMigrating ? path == [.opening] : keysAhead.isEmpty || rows.isUnread
  }

  mutating func keep(_ key: Key) -> [Effect] {
    if keysAhead.count < Self.mostKeysAhead {
      keysAhead.append(keyAhead ?? KeyAhead(key: key, seen: seenBeers))
    }
    return []
  }

  /// Uses the keys that have waited, once they can be used.
  mutating func takeKeysAhead() -> [Effect] {
    guard isReady, !marks.isReading, !keysAhead.isEmpty, !keysWaitForOthers else { return [] }
    let keys = keysAhead
    keysAhead = []
    keysAwaitChange = false
    let outer = keyAhead
    defer { keyAhead = outer }
    if outer == nil { dropsKeysAhead = false }
    var effects: [Effect] = []
    for key in keys where !dropsKeysAhead {
      keyAhead = key
      effects += update(.key(key.key))
    }
    return effects
  }
}

// What was typed ahead changes only beers that were on the screen by then.
extension AppState {
  /// The beers on the screen; `nil` if there are none yet, or something is about to be added to them.
  private var seenBeers: SeenBeers? {
    guard !rows.isUnread, prompt?.isAwaitingAnswer != true else { return nil }
    var list = rows.shownQuery
    list.generation = nil
    let screen = path.last ?? .list
    return SeenBeers(screen: screen, list: list, beer: screen == .list ? nil : shown?.id)
  }

  /// Whether an action would change beers that were not on the screen when its key was pressed.
  func isBlind(_ action: Action) -> Bool {
    guard let keyAhead, action.traits.contains(.changesShownBeers) else { return false }
    // A new beer is on no screen yet.
    if screen == .form, form?.beer == nil { return false }
    return keyAhead.seen == nil || keyAhead.seen != seenBeers
  }

  /// Drops a key that waited, and all that were typed after it.
  mutating func dropKeysAhead(from key: Key) -> [Effect] {
    keysAhead = []
    dropsKeysAhead = true
    notice = Notice(
      text: "Ignored \(key.label) and what was typed after it: the beers were not on the screen yet.")
    return []
  }

  /// Whether the list's cursor is on its way to a beer that is not on the screen.
  var isCursorOnItsWay: Bool { marks.isEmpty && (isAwaitingRows || pendingMatch != nil) }
}
