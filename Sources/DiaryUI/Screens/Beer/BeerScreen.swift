import DiaryModel
import DiaryStore
import DiaryText
import Terminal

struct BeerState: Hashable, Sendable {
  /// Counts requests for a beer, so that only the last one is used.
  var generation = 0
  var offset = ScrollOffset()
}

/// One beer with everything that is known of it.
enum BeerScreen: ScreenBehavior {
  static func settle(_ state: inout AppState) {
    state.screens.beer.offset.settle(count: lines(state).count, visible: state.layout.body.count)
  }

  static func move(_ move: Move, in state: inout AppState) {
    state.screens.beer.offset.move(move, visible: state.layout.body.count)
  }

  static func firstHints(_ state: AppState) -> [Action] {
    (state.isShownInTrash ? [.restoreBeer] : []) + [.nextBeer]
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let page = TextPage(lines: lines(state), offset: state.screens.beer.offset)
    let frame = ScreenFrame(
      title: state.trashRemark + state.shownName, aside: state.shownPosition,
      position: page.position(in: state.layout))
    frame.draw(state, into: &canvas)
    page.draw(in: state.layout, into: &canvas)
  }

  static func lines(_ state: AppState) -> [StyledLine] {
    guard let detail = state.shown?.detail else { return state.shownProblem }
    return BeerPage(
      detail: detail, appearance: state.environment.appearance, width: state.layout.contentWidth,
      height: state.layout.body.count, picture: state.pictures[detail.photos.first?.id],
      highlight: state.highlight
    ).lines
  }
}

extension AppState {
  /// The name of the beer that is shown; the list knows it before the beer itself has been read.
  var shownName: StyledLine {
    let theme = environment.appearance.theme
    guard let shown else { return .blank }
    let row = list.rows[shown.position]
    guard shown.detail != nil || row != nil else { return .blank }
    return BeerText.readable(shown.detail.map(\.beer.fields.name) ?? row?.name).map {
      let name = StyledLine($0, theme.name)
      return highlight?.shown(in: name) ?? name
    }
      ?? StyledLine(BeerText.missingName, theme.placeholder)
  }

  /// Stands before the name of a beer that is in the trash.
  var trashRemark: StyledLine {
    isShownInTrash
      ? StyledLine("Trash \(environment.appearance.glyphs.separator) ", environment.appearance.theme.accent)
      : .blank
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
    return [StyledLine(text, environment.appearance.theme.problem)].flatMap {
      $0.wrapped(to: layout.contentWidth)
    }
  }
}
