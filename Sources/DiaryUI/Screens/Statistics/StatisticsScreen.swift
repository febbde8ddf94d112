import DiaryStore
import Telemetry
import Terminal

/// The diary in numbers and bars.
enum StatisticsScreen: ScreenBehavior {
  static func perform(_ action: ActionID, in state: inout AppState) -> [Effect] {
    let layout = layout(state)
    let visible = state.layout.body.count
    switch action {
    case .moveDown: move(1, in: &state)
    case .moveUp: move(-1, in: &state)
    case .pageDown: move(visible, in: &state)
    case .pageUp: move(-visible, in: &state)
    case .halfPageDown: move(visible / 2, in: &state)
    case .halfPageUp: move(-visible / 2, in: &state)
    case .moveToFirst: state.statistics.cursor = 0
    case .moveToLast: state.statistics.cursor = max(0, layout.barCount - 1)
    case .nextColumn:
      state.statistics.cursor =
        layout.neighbour(of: state.statistics.cursor, by: 1) ?? state.statistics.cursor
    case .previousColumn:
      state.statistics.cursor =
        layout.neighbour(of: state.statistics.cursor, by: -1) ?? state.statistics.cursor
    case .open: return list(layout, in: &state)
    case .back: state.goBack()
    default: break
    }
    return []
  }

  /// Shows the beers of the bar under the cursor.
  private static func list(_ layout: StatisticsLayout, in state: inout AppState) -> [Effect] {
    guard let bar = layout.bar(state.statistics.cursor)?.bar, let filter = try? BeerFilter(bar.filter) else {
      return []
    }
    state.goBack()
    var query = state.rows.query
    (query.filter, query.search) = (filter, "")
    return state.show(query)
  }

  private static func move(_ offset: Int, in state: inout AppState) { state.statistics.cursor += offset }

  static func settle(_ state: inout AppState) {
    let layout = layout(state)
    let visible = state.layout.body.count - summaryHeight
    var statistics = state.statistics
    statistics.cursor = max(0, min(statistics.cursor, layout.barCount - 1))
    let row = layout.bar(statistics.cursor)?.row ?? 0
    // The heading above the first bar is seen with it.
    statistics.top = min(statistics.top, max(0, row - 1))
    statistics.top = max(statistics.top, row + 1 - visible)
    statistics.top = max(0, min(statistics.top, layout.height - visible))
    state.statistics = statistics
  }

  static func layout(_ state: AppState) -> StatisticsLayout {
    let sections = state.statistics.statistics.map(StatisticsSection.all) ?? []
    return StatisticsLayout(sections, width: state.layout.contentWidth)
  }
}

extension StatisticsScreen {
  private static let summaryHeight = 2

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.appearance.theme
    let statistics = state.statistics.statistics
    let count = statistics.map { "   all \(NumberText.count($0.beerCount, "beer"))" } ?? ""
    let layout = layout(state)
    ScreenFrame(
      title: [.init("Statistics", theme.title), .init(count, theme.secondary)],
      status: layout.bar(state.statistics.cursor).map { $0.bar.filter } ?? "",
      position: position(layout, state)
    ).draw(state, into: &canvas)
    guard let statistics, statistics.beerCount > 0 else { return drawMessage(state, into: &canvas) }
    canvas.put(
      summary(statistics, theme), at: Point(column: 1, row: state.layout.body.lowerBound),
      maxWidth: state.layout.contentWidth)
    draw(layout, state, into: &canvas)
  }

  private static func position(_ layout: StatisticsLayout, _ state: AppState) -> String {
    let visible = state.layout.body.count - summaryHeight
    guard layout.height > visible else { return "" }
    let last = min(layout.height, state.statistics.top + visible)
    return last == layout.height ? "end" : "\(NumberText.percent(last, of: layout.height)) %"
  }

  private static func drawMessage(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.appearance.theme
    let line =
      state.statistics.failure.map {
        StyledLine("The beers cannot be counted: \(ErrorText.reason($0)).", theme.problem)
      }
      ?? (state.statistics.statistics == nil
        ? StyledLine("\(Spinner.text(state)) Counting", theme.secondary)
        : StyledLine("There are no beers to count yet.", theme.secondary))
    BodyMessage(lines: [line]).draw(state, into: &canvas)
  }

  private static func summary(_ statistics: DiaryStatistics, _ theme: Theme) -> StyledLine {
    let facts: [(String, String)?] = [
      statistics.averageRating.map { ("average", NumberText.fixed($0, decimals: 2)) },
      statistics.averageABV.map { ("ABV", NumberText.fixed($0, decimals: 1) + " %") },
      ("breweries", NumberText.count(statistics.breweryCount)),
      ("styles", NumberText.count(statistics.styleCount)),
      ("places", NumberText.count(statistics.placeCount)),
    ]
    let spans = facts.compactMap { $0 }.flatMap { name, value in
      [StyledLine.Span(name + " ", theme.secondary), .init(value + "   ", theme.name)]
    }
    return StyledLine(spans)
  }

  private static func draw(_ layout: StatisticsLayout, _ state: AppState, into canvas: inout Canvas) {
    var number = 0
    for place in layout.places {
      let section = layout.sections[place.section]
      let column = 1 + place.column * (layout.columnWidth + StatisticsLayout.gap)
      if let row = row(place.row, state) {
        canvas.put(
          section.title, at: Point(column: column, row: row), style: state.appearance.theme.title,
          maxWidth: layout.columnWidth)
      }
      for (index, bar) in section.bars.enumerated() {
        if let row = row(place.row + 1 + index, state) {
          let line = StatisticsLine(
            bar: bar, most: section.most, width: layout.columnWidth,
            isSelected: number == state.statistics.cursor, appearance: state.appearance)
          line.draw(at: Point(column: column, row: row), into: &canvas)
        }
        number += 1
      }
    }
  }

  /// The row of the screen for a row of the page, where it is seen.
  private static func row(_ row: Int, _ state: AppState) -> Int? {
    let body = state.layout.body
    let shown = body.lowerBound + summaryHeight + row - state.statistics.top
    return (body.lowerBound + summaryHeight..<body.upperBound).contains(shown) ? shown : nil
  }
}

/// A bar with its name and its number.
private struct StatisticsLine {
  let bar: StatisticsBar
  let most: Int
  let width: Int
  let isSelected: Bool
  let appearance: Appearance

  private static let widestLabel = 18

  func draw(at point: Point, into canvas: inout Canvas) {
    let theme = appearance.theme
    let labelWidth = min(Self.widestLabel, width / 2)
    let number = NumberText.count(bar.count)
    let room = max(1, width - labelWidth - 2 - number.columns - 1)
    let style = isSelected ? theme.selected(theme.name) : theme.plain
    let label = bar.label.fitted(to: labelWidth, ellipsis: String(appearance.glyphs.ellipsis))
    canvas.put(label, at: point, style: style)
    let start = Point(column: point.column + labelWidth + 1, row: point.row)
    let used = canvas.put(
      appearance.glyphs.bar(bar.count, of: most, columns: room), at: start, style: theme.accent)
    canvas.put(number, at: Point(column: start.column + used + 1, row: point.row), style: theme.secondary)
    if isSelected { canvas.cursor = point }
  }
}

extension AppState {
  mutating func showStatistics() -> [Effect] {
    open(.statistics)
    statistics = StatisticsState(isCounting: true)
    return [.loadStatistics, .record(.statisticsOpened)]
  }
}
