import DiaryStore
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

  /// Whether keys are meant for what the ones before have asked for and what is not there yet: another list, a form with
  /// its beer, the form's answer from the store, or the list after a change that they go on from.
  var keysWait: Bool {
    isStoringForm || isTurningList || isFillingForm || keysAwaitChange && isUnsettled || !keysAhead.isEmpty
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
  /// Where rows are to be seen already, `q` behind other keys means the screen that those lead to.
  func actsAhead(_ key: Key) -> Bool {
    guard let action = actions.action(for: key, on: .opening) else { return false }
    return action.id != .cancel || keysAhead.isEmpty || rows.shownCount == nil
  }

  /// Leaves out keys that were meant for other beers than those that have come.
  mutating func dropKeysAhead(unless foreseen: [BeerRow]) {
    guard !keysAhead.isEmpty, rows.failure == nil,
      !foreseen.map(\.id).elementsEqual(rows.rows.prefix(foreseen.count).map(\.id))
    else { return }
    keysAhead = []
    notice = Notice(
      text: "The list changed while the diary was opened: what you pressed meanwhile was left out.")
  }

  mutating func keep(_ key: Key) -> [Effect] {
    if keysAhead.count < Self.mostKeysAhead { keysAhead.append(key) }
    return []
  }

  /// Uses the keys that have waited, once they can be used.
  mutating func takeKeysAhead() -> [Effect] {
    guard isReady, !marks.isReading, !keysAhead.isEmpty else { return [] }
    let keys = keysAhead
    keysAhead = []
    guard !keysWait else {
      keysAhead = keys
      return []
    }
    keysAwaitChange = false
    let isInner = isTakingKeysAhead
    isTakingKeysAhead = true
    defer { isTakingKeysAhead = isInner }
    return keys.flatMap { update(.key($0)) }
  }
}
