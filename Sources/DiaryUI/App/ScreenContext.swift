import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// What a screen sees of what is shared: it can be read, but not changed.
struct ScreenContext: Sendable {
  private let state: AppState

  init(_ state: AppState) { self.state = state }

  var size: Size { state.size }
  var layout: Layout { state.layout }
  var environment: Environment { state.environment }
  var appearance: Appearance { state.environment.appearance }
  var theme: Theme { state.environment.appearance.theme }
  var glyphs: Glyphs { state.environment.appearance.glyphs }
  var isReadOnly: Bool { state.environment.readOnly != nil }

  /// The screens that are open, the one on top last.
  var path: [ScreenKind] { state.path }
  /// The screen that gets the keys.
  var screen: ScreenKind { state.screen }
  /// The state of that screen.
  var topScreen: any Screen { state.screens[state.screen] }

  /// The beers of the list, with its cursor and marks.
  var list: BeerList { state.list }
  /// The beer that its page, its photos and the form are about; `nil` while the list is on top.
  var shown: ShownBeer? { state.shown }
  var changes: ChangeState { state.changes }
  var promptMemory: PromptMemory { state.promptMemory }
  var pictures: PictureCache { state.pictures }
  /// The day of the user's clock; `nil` until it has been asked for.
  var today: DiaryDate? { state.today }
  var background: BackgroundState { state.background }
  var notice: Notice? { state.notice }
  var prompt: Prompt? { state.prompt }
  /// What turns spinners.
  var frame: Int { state.frame }
  /// What the status line says before anything else.
  var statusNotice: Notice? { state.statusNotice }
  /// What goes on besides what the screen shows, the most important first.
  var workText: String? { state.workText }

  /// Whether only the list is open, nothing is typed, and the program is not being left.
  var isIdle: Bool {
    state.path.count == 1 && state.prompt == nil && state.typeAhead.keys.isEmpty
      && state.typeAhead.current == nil && !state.changes.isLeaving
  }

  /// What a screen's help is about.
  func subject(of kind: ScreenKind) -> String { state.screens[kind].subject }

  /// Whether a screen is not left for an action of another one.
  func isKeptOpen(_ kind: ScreenKind) -> Bool { state.screens[kind].isKeptOpen }

  /// The state of a screen, for the conditions of its own actions.
  func state<Own: Screen>(of type: Own.Type) -> Own { state.screens[keyPath: Own.slot] }
}

extension ScreenContext {
  /// What is searched for, in the list that is shown.
  var highlight: MatchHighlight? { list.highlight }

  /// The name of the beer that is shown; the list knows it before the beer itself has been read.
  var shownName: StyledLine {
    guard let shown else { return .blank }
    let row = list.rows[shown.position]
    guard shown.detail != nil || row != nil else { return .blank }
    return BeerText.readable(shown.detail.map(\.beer.fields.name) ?? row?.name).map {
      let name = StyledLine($0, theme.name)
      return highlight?.shown(in: name) ?? name
    }
      ?? StyledLine(BeerText.missingName, theme.placeholder)
  }

  /// Comes before the name of a beer that is in the trash.
  var trashRemark: StyledLine {
    isShownInTrash ? StyledLine("Trash \(glyphs.separator) ", theme.accent) : .blank
  }

  /// `2 of 1,182`.
  var shownPosition: String {
    guard let shown, let count = list.rows.count else { return "" }
    return "\(NumberText.count(shown.position + 1)) of \(NumberText.count(count))"
  }

  /// Why there is no beer to show, if there is a reason.
  var shownProblem: [StyledLine] {
    guard let failure = shown?.failure else { return [] }
    let text = "This beer cannot be shown: " + ErrorText.reason(failure) + "."
    return StyledLine(text, theme.problem).wrapped(to: layout.contentWidth)
  }

  /// Whether the beer on the screen is in the trash, where another program may have put it, or else the list.
  var isShownInTrash: Bool { shown?.detail.map { $0.beer.deletedAt != nil } ?? list.isInTrash }

  /// What an action on beers works on: those that are marked, otherwise the one on the screen or under the cursor.
  var chosenBeers: IDSet {
    if topScreen.choosesBeers, !list.marks.isEmpty { return list.marks.ids }
    return (shown?.id ?? list.rows[list.scroll.cursor]?.id).map { [$0] } ?? []
  }

  /// How many beers are chosen, and how many of these are out of sight: `3 beers, 1 not shown`.
  func countOfChosen(_ beers: IDSet) -> String {
    let count = NumberText.count(beers.count, "beer")
    return beers == list.marks.ids ? count + list.marks.remark : count
  }
}
