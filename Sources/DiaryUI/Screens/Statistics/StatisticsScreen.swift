import DiaryModel
import DiaryStore
import DiaryText
import Telemetry
import Terminal

/// The diary, or the beers of the list, in numbers: days, months, and bars of what is had most.
enum StatisticsScreen: ScreenBehavior {
  static func isAnimated(_ state: AppState) -> Bool { state.screens.statistics.isUnknown }

  static func move(_ move: Move, in state: inout AppState) {
    let layout = layout(state)
    let visible = max(1, visibleRows(state))
    switch move {
    case .down: step(1, layout, in: &state)
    case .up: step(-1, layout, in: &state)
    case .pageDown: step(visible, layout, in: &state)
    case .pageUp: step(-visible, layout, in: &state)
    case .halfPageDown: step(max(1, visible / 2), layout, in: &state)
    case .halfPageUp: step(-max(1, visible / 2), layout, in: &state)
    case .first: state.screens.statistics.select(0, in: layout)
    case .last: state.screens.statistics.select(layout.itemCount - 1, in: layout)
    case .left, .right: break
    }
  }

  /// Goes to a column further right, or left if `offset` is negative.
  static func selectColumn(by offset: Int, in state: inout AppState) {
    let layout = layout(state)
    state.screens.statistics.select(
      layout.neighbour(of: state.screens.statistics.cursor, by: offset), in: layout)
  }

  private static func step(_ offset: Int, _ layout: StatisticsLayout, in state: inout AppState) {
    var item = state.screens.statistics.cursor
    for _ in 0..<abs(offset) { item = layout.step(from: item, by: offset.signum()) }
    state.screens.statistics.select(item, in: layout)
  }

  /// Shows the beers that the item under the cursor counts.
  static func open(in state: inout AppState) -> [Effect] {
    guard let item = layout(state).item(state.screens.statistics.cursor),
      let filter = try? BeerFilter(item.filter)
    else {
      return []
    }
    guard item.count > 0 else {
      state.notice = Notice(text: "\(item.label): no beers.")
      return []
    }
    state.goBack()
    var query = state.list.rows.query
    let counted = state.screens.statistics.query
    let shown = BeerQuery(filter: counted.filter.and(filter), search: counted.search)
    state.list.bars.append(ShownBar(query: shown, before: query, statistics: state.screens.statistics))
    query.narrow(as: shown)
    return state.show(query)
  }

  /// A click goes to a day, a month or a bar, a double click shows its beers.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] {
    guard case .press = event.kind, let point = pagePoint(event.point, state),
      let item = layout(state).item(at: point, width: state.layout.contentWidth)
    else { return [] }
    state.notice = nil
    state.screens.statistics.select(item, in: layout(state))
    state.pressed = event.point
    return []
  }

  static func settle(_ state: inout AppState) {
    let layout = layout(state)
    let visible = visibleRows(state)
    var statistics = state.screens.statistics
    statistics.settleCursor(in: layout)
    let row = layout.row(of: statistics.cursor)
    let place = layout.place(of: statistics.cursor)
    // What stands above is seen with it where there is room: a heading, a standing bar, the days before.
    let heading = place.map { $0.section.form == .bars ? row - 1 : $0.row } ?? 0
    statistics.top = min(statistics.top, max(0, heading))
    statistics.top = max(statistics.top, row + 1 - visible)
    statistics.top = max(0, min(statistics.top, layout.height - visible))
    state.screens.statistics = statistics
  }

  static func layout(_ state: AppState) -> StatisticsLayout {
    let width = state.layout.contentWidth
    let sections = state.screens.statistics.statistics.map { StatisticsSection.page($0, width: width) } ?? []
    return StatisticsLayout(sections, width: width)
  }
}

extension AppState {
  /// The beers of the list, for the statistics.
  private var listedBeers: BeerQuery {
    BeerQuery(filter: list.rows.query.filter, search: list.rows.query.search)
  }

  mutating func showStatistics() -> [Effect] {
    open(.statistics)
    return count(listedBeers) + [.record(.statisticsOpened)]
  }

  /// Counts all beers of the diary, or again those of the list.
  mutating func countAll() -> [Effect] {
    count(screens.statistics.query.hasAllBeers ? listedBeers : BeerQuery())
  }

  private mutating func count(_ query: BeerQuery) -> [Effect] {
    screens.statistics = StatisticsState()
    screens.statistics.query = query
    return [countAgain()]
  }

  /// Counts the same beers once more; the numbers stay until then.
  mutating func countAgain() -> Effect {
    screens.statistics.isCounting = true
    return .loadStatistics(screens.statistics.query)
  }

  /// The bar whose beers the list shows; `nil` where it shows others.
  var shownBar: ShownBar? {
    list.bars.last.flatMap { $0.query.looksForTheSame(as: wantedQuery) ? $0 : nil }
  }

  /// The bar that leaving the list leads to, also after a search in its beers or another filter; `nil` where it leads
  /// elsewhere, as from the trash to the diary.
  var barBehindList: ShownBar? {
    list.bars.last.flatMap { wantsTrash && !$0.query.filter.isInTrash ? nil : $0 }
  }

  /// Goes back to a bar, and to the list as it was before.
  mutating func goBack(to bar: ShownBar) -> [Effect] {
    var query = wantedQuery
    query.narrow(as: bar.before)
    list.bars.removeLast()
    screens.statistics = bar.statistics
    let effects = show(query)
    open(.statistics)
    return effects + [countAgain()]
  }

  /// The cursor begins on the last day, and stays where it is when the diary changes.
  mutating func accept(_ counted: DiaryStatistics, of query: BeerQuery) {
    guard query == screens.statistics.query else { return }
    let isFirst = screens.statistics.statistics == nil
    (screens.statistics.statistics, screens.statistics.failure, screens.statistics.isCounting) = (
      counted, nil, false
    )
    guard isFirst else { return }
    let layout = StatisticsScreen.layout(self)
    let first = layout.places.first
    screens.statistics.select(
      first.map { $0.section.form == .calendar ? $0.items.upperBound - 1 : 0 } ?? 0, in: layout)
  }
}

/// The beers of a bar, in the list.
struct ShownBar: Hashable, Sendable {
  let query: BeerQuery
  /// What the list showed before the statistics.
  let before: BeerQuery
  /// The statistics that the bar is in.
  let statistics: StatisticsState
}

extension BeerQuery {
  /// Whether it has the same beers as another query, in whatever order.
  fileprivate func looksForTheSame(as other: BeerQuery) -> Bool {
    filter == other.filter && searchWords == other.searchWords
  }
}
