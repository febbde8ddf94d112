import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A read-only copy of the shared state for screens, actions and prompts.
struct ScreenContext: Sendable {
  private let state: AppState
  /// The key of the action that is performed; `nil` if it was chosen in another way.
  let pressedKey: Key?
  /// The count that was typed before the key of an action that uses it; 1 if there was none.
  let count: Int

  init(_ state: AppState, pressedKey: Key? = nil, count: Int = 1) {
    self.state = state
    self.pressedKey = pressedKey
    self.count = count
  }

  var size: Size { state.size }
  var layout: Layout { state.layout }
  var configuration: InterfaceConfiguration { state.configuration }
  var appearance: Appearance { state.configuration.appearance }
  var theme: Theme { state.configuration.appearance.theme }
  var glyphs: Glyphs { state.configuration.appearance.glyphs }
  var isReadOnly: Bool { state.configuration.readOnly != nil }

  /// The open screens; the last one is on top.
  var path: [ScreenKind] { state.path }
  /// The screen that gets the keys.
  var screen: ScreenKind { state.screen }
  /// The state of the screen that gets the keys.
  var topScreen: any Screen { state.screens[state.screen] }

  /// The beers of the list, with its cursor and marks.
  var list: BeerList { state.list }
  /// The beer that the beer page, the photos and the form show; `nil` while the list is on top.
  var currentBeer: CurrentBeer? { state.currentBeer }
  var changes: ChangeState { state.changes }
  var promptMemory: PromptMemory { state.promptMemory }
  var pictures: PictureCache { state.pictures.thumbnails }
  var renderings: PictureRenderings { state.pictures.renderings }
  /// The current day in the user's time zone; `nil` until it is known.
  var today: DiaryDate? { state.clock.today }
  /// The local time when the day was last asked for, or only the day; `nil` until it is known.
  var now: DiaryDate? { state.clock.now ?? state.clock.today }
  var background: BackgroundState { state.background }
  var sync: SyncState { state.sync }
  var notice: Notice? { state.notice }
  /// The last messages of the status line.
  var messages: MessageHistory { state.messages }
  var prompt: Prompt? { state.prompt }
  /// The frame of spinners.
  var frame: Int { state.clock.frame }
  /// The notice that takes precedence over the rest of the status line.
  var statusNotice: Notice? { state.statusNotice }
  /// The most important work in progress that the screen itself does not show.
  var workText: String? { state.workText }

  /// Whether only the list is open, no prompt is open, and the program is not ending.
  var isIdle: Bool {
    state.path.count == 1 && state.prompt == nil && state.typeAhead.keys.isEmpty
      && state.typeAhead.current == nil && !state.changes.isLeaving
  }

  /// The subject of a screen's help.
  func subject(of kind: ScreenKind) -> String {
    kind.subject ?? state.screens[kind].subject
  }

  /// Returns the kinds whose keys work on an open screen, the most important first.
  func kinds(on screen: ScreenKind) -> [ScreenKind] {
    [state.screens[screen].additionalMode(in: self), screen].compactMap { $0 }
  }

  /// Whether an open screen has an action.
  func has(_ action: Action, on screen: ScreenKind) -> Bool {
    kinds(on: screen).contains { configuration.actions.actions(on: $0).contains(action) }
  }

  /// Whether a key works on the screen while its data is being read.
  func worksWhileReading(_ key: Key) -> Bool {
    configuration.actions.action(for: key, on: screen)?.traits.contains(.worksWhileReading) ?? false
  }

  /// Whether a key opens the help of other screens, and types nothing.
  func isHelpKey(_ key: Key) -> Bool {
    key.character == nil
      && configuration.actions["help"]?.bindings.contains { $0.keys.contains(key) } == true
  }

  /// Says that the key for help does not work while text is typed.
  func helpRefusal(_ key: Key) -> String { "\(key.label) works after Esc." }

  /// Returns why an action must not change beers now; `nil` if it may.
  func reasonAgainst(_ action: Action) -> String? { state.reasonAgainst(action) }

  /// Whether actions of other screens must not leave a screen.
  func isKeptOpen(_ kind: ScreenKind) -> Bool { state.screens[kind].isKeptOpen }

  /// The state of a screen, for its actions' conditions.
  func state<Own: Screen>(of type: Own.Type) -> Own { state.screens[Own.self] }
}

extension ScreenContext {
  /// The matches of the current list's search.
  var highlight: MatchHighlight? { list.highlight }

  /// The list's item of the current beer, or else of the one under the cursor; `nil` if the list has none, or has not been
  /// read.
  var currentItem: BeerListItem? {
    let item = list.window[currentBeer?.position ?? list.scroll.cursor]
    // Another beer has the position of one that was deleted.
    guard let id = currentBeer?.id else { return item }
    return item.flatMap { $0.id == id ? $0 : nil }
  }

  /// The name of the current beer; of a deleted beer, the one that it had.
  ///
  /// The list knows it before the beer itself has been read.
  var currentBeerName: StyledLine {
    guard let currentBeer else { return .blank }
    guard currentBeer.fields != nil || currentItem != nil else {
      return currentBeer.isDeleted ? StyledLine("Deleted beer", theme.placeholder) : .blank
    }
    return BeerText.readable(currentBeer.fields.map(\.name) ?? currentItem?.name).map {
      let name = StyledLine($0, theme.name)
      return highlight?.shown(in: name) ?? name
    }
      ?? StyledLine(BeerText.missingName, theme.placeholder)
  }

  /// The label before the name of a beer in the trash.
  var trashLabel: StyledLine {
    isCurrentBeerInTrash ? StyledLine("Trash \(glyphs.separator) ", theme.accent) : .blank
  }

  /// `2 of 1,182`; empty if the beer is not at its position of the list.
  var currentBeerPosition: String {
    guard let currentBeer, currentBeer.isListed, let count = list.window.count, currentBeer.position < count
    else { return "" }
    return "\(NumberText.count(currentBeer.position + 1)) of \(NumberText.count(count))"
  }

  /// Why the current beer cannot be shown; empty if it can be.
  var currentBeerProblem: [StyledLine] {
    guard let failure = currentBeer?.failure else { return [] }
    let text = "This beer cannot be shown: " + ErrorText.reason(failure) + "."
    return StyledLine(text, theme.problem).wrapped(to: layout.contentWidth)
  }

  /// Whether the current beer has not been read yet, so that keys for its screen have to wait.
  var isReadingCurrentBeer: Bool {
    guard let currentBeer, list.window.failure == nil else { return false }
    // The list may no longer have a beer at the position.
    let isRequested = currentBeer.id != nil || list.window.isReading
    return isRequested && currentBeer.detail == nil && currentBeer.failure == nil
  }

  /// Whether the current beer is in the trash, to which another program may have moved it; otherwise whether the list
  /// is.
  var isCurrentBeerInTrash: Bool { currentBeer?.detail.map { $0.beer.deletedAt != nil } ?? list.isInTrash }

  /// The beers to which an action applies: those that are marked, otherwise the current one.
  var chosenBeers: IDSet {
    if topScreen.choosesBeers, !list.marks.isEmpty { return list.marks.ids }
    return (currentBeer?.id ?? list.window[list.scroll.cursor]?.id).map { [$0] } ?? []
  }

  /// Returns the number of chosen beers, and how many of them the list does not show: `3 beers (2 of them not shown)`.
  func countOfChosen(_ beers: IDSet) -> String {
    let count = NumberText.count(beers.count, "beer")
    guard beers == list.marks.ids, !list.marks.hidden.isEmpty else { return count }
    let part = beers.count == 1 ? "" : "\(NumberText.count(list.marks.hidden.count)) of them "
    return count + " (\(part)not shown)"
  }

  /// Returns words for the chosen beer if its line stands for several: `the beer from 14 Dec 2024`; `nil` if it does not,
  /// if several beers are chosen, or if the beer has no date.
  func description(ofTime beers: IDSet) -> String? {
    guard beers.count == 1, otherTimes(of: beers) != nil else { return nil }
    let date = list.window.items.first { beers.contains($0.id) }?.drunkAt
    return date.map { "the beer from \(appearance.dates.short($0))" }
  }

  /// Returns the times of the chosen beers' labels that a change of the beers leaves alone: `the other 27 times`.
  ///
  /// A line with ×28 stands for 28 beers, but a mark is on one of them. `nil` if the list has a line for each beer, or if
  /// the labels have no other beers.
  func otherTimes(of beers: IDSet) -> (text: String, isOne: Bool)? {
    guard topScreen.choosesBeers, list.isDistinct else { return nil }
    let items = list.window.items.filter { beers.contains($0.id) }
    // A line that has not been read may stand for several beers.
    guard items.count < beers.count || items.contains(where: \.isRepeated) else { return nil }
    guard beers.count == 1, let times = items.first?.history?.times else { return ("the other times", false) }
    return times == 2 ? ("the other time", true) : ("the other \(NumberText.count(times - 1)) times", false)
  }
}
