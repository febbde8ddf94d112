import DiaryStore
import DiaryText
import Terminal

extension StatisticsScreen {
  private static let summaryHeight = 2

  /// The rows of the page that are seen.
  static func visibleRows(_ state: AppState) -> Int { state.layout.body.count - summaryHeight }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let statistics = state.screens.statistics.statistics
    let layout = layout(state)
    ScreenFrame(
      title: title(state),
      status: StyledLine(status(layout, state), state.environment.appearance.theme.secondary),
      position: position(layout, state)
    ).draw(state, into: &canvas)
    guard let statistics, statistics.beerCount > 0 else { return drawMessage(state, into: &canvas) }
    // What has no room is left out: a number that is cut would be another one.
    let summary = summary(statistics, theme).flowed(to: state.layout.contentWidth, gap: 3).first ?? .blank
    canvas.put(
      summary, at: Point(column: 1, row: state.layout.body.lowerBound), maxWidth: state.layout.contentWidth)
    for place in layout.places { draw(place, layout, state, into: &canvas) }
  }

  /// Which beers are counted; cut last is what narrows them.
  private static func title(_ state: AppState) -> StyledLine {
    let theme = state.environment.appearance.theme
    let query = state.screens.statistics.query
    let number = state.screens.statistics.statistics.map { NumberText.count($0.beerCount, "beer") }
    let count = number.map { "   " + (query.hasAllBeers ? "all " : "") + $0 } ?? ""
    let separator = " \(state.environment.appearance.glyphs.separator) "
    return [
      .init("Statistics", theme.title), .init(count, theme.secondary),
      .init(ListHeader.narrowing(query, separator: separator, tellsTrash: true), theme.accent),
    ]
  }

  private static func status(_ layout: StatisticsLayout, _ state: AppState) -> String {
    guard let item = layout.item(state.screens.statistics.cursor) else { return "" }
    let count = item.count > 0 ? NumberText.count(item.count, "beer") : "No beers"
    return "\(count): \(item.label)   \(item.filter)"
  }

  private static func position(_ layout: StatisticsLayout, _ state: AppState) -> String {
    let visible = visibleRows(state)
    guard layout.height > visible else { return "" }
    let last = min(layout.height, state.screens.statistics.top + visible)
    return last == layout.height ? "end" : "\(NumberText.percent(last, of: layout.height)) %"
  }

  private static func drawMessage(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let line =
      state.screens.statistics.failure.map {
        StyledLine("The beers cannot be counted: \(ErrorText.reason($0)).", theme.problem)
      }
      ?? (state.screens.statistics.statistics == nil
        ? StyledLine("\(Spinner.text(state)) Counting", theme.secondary)
        : StyledLine(
          state.screens.statistics.query.hasAllBeers
            ? "There are no beers to count yet." : "There are no beers like that to count.", theme.secondary))
    BodyMessage(lines: [line]).draw(state, into: &canvas)
  }

  private static func summary(_ statistics: DiaryStatistics, _ theme: Theme) -> [StyledLine] {
    let facts: [(String, String)?] = [
      statistics.averageRating.map { ("average", NumberText.fixed($0, decimals: 2)) },
      statistics.averageABV.map { ("ABV", NumberText.fixed($0, decimals: 1) + " %") },
      ("breweries", NumberText.count(statistics.breweryCount)),
      ("styles", NumberText.count(statistics.styleCount)),
      ("places", NumberText.count(statistics.placeCount)),
    ]
    return facts.compactMap { $0 }.map { name, value in
      [.init(name + " ", theme.secondary), .init(value, theme.name)]
    }
  }
}

extension StatisticsScreen {
  private static func draw(
    _ place: StatisticsLayout.Place, _ layout: StatisticsLayout, _ state: AppState, into canvas: inout Canvas
  ) {
    let appearance = state.environment.appearance
    let cursor = state.screens.statistics.cursor
    let selected = place.items.contains(cursor) ? cursor - place.first : nil
    let isWide = place.section.form == .calendar
    let width = isWide ? state.layout.contentWidth : layout.columnWidth
    let origin = 1 + layout.column(of: place)
    var title = StyledLine(place.section.title, appearance.theme.title)
    var (lines, column) = ([StyledLine](), 0)
    switch place.section.form {
    case .calendar:
      let calendar = DayCalendar(width: width)
      lines = calendar.lines(place.section, cursor: selected, appearance)
      column = calendar.column(of: selected ?? 0)
      let (first, last) = (place.section.items.first?.label ?? "", place.section.items.last?.label ?? "")
      title = title + StyledLine("   \(first) to \(last)", appearance.theme.secondary)
    case .columns:
      let months = MonthColumns(section: place.section, cursor: selected, appearance: appearance)
      lines = months.lines
      column = MonthColumns.column(of: selected ?? 0)
      title = title + StyledLine("   " + months.remark, appearance.theme.secondary)
    case .bars:
      lines = place.section.items.enumerated().map { index, item in
        StatisticsBar(item: item, most: place.section.most, width: width, isSelected: index == selected)
          .line(appearance)
      }
    }
    for (offset, line) in ([title] + lines).enumerated() {
      guard let row = row(place.row + offset, state) else { continue }
      canvas.put(line, at: Point(column: origin, row: row), maxWidth: width)
    }
    if selected != nil, let row = row(place.row(of: cursor), state) {
      canvas.cursor = Point(column: origin + column, row: row)
    }
  }

  /// The place on the page of a place on the screen, where that shows something of it.
  static func pagePoint(_ point: Point, _ state: AppState) -> Point? {
    let first = state.layout.body.lowerBound + summaryHeight
    guard first <= point.row, point.row < state.layout.body.upperBound, point.column > 0 else { return nil }
    return Point(column: point.column - 1, row: point.row - first + state.screens.statistics.top)
  }

  /// The row of the screen for a row of the page, where it is seen.
  private static func row(_ row: Int, _ state: AppState) -> Int? {
    let body = state.layout.body
    let shown = body.lowerBound + summaryHeight + row - state.screens.statistics.top
    return (body.lowerBound + summaryHeight..<body.upperBound).contains(shown) ? shown : nil
  }
}

/// A bar with its name and its number.
private struct StatisticsBar {
  private static let widestLabel = 18

  let item: StatisticsItem
  let most: Int
  let width: Int
  let isSelected: Bool

  func line(_ appearance: Appearance) -> StyledLine {
    let theme = appearance.theme
    let labelWidth = min(Self.widestLabel, width / 2)
    let number = NumberText.count(item.count)
    let room = max(1, width - labelWidth - 2 - number.columns - 1)
    let label = item.label.fitted(to: labelWidth, ellipsis: String(appearance.glyphs.ellipsis))
    return [
      .init(label, isSelected ? theme.selected(theme.name) : theme.plain), .init(" "),
      .init(appearance.glyphs.bar(item.count, of: most, columns: room), theme.accent),
      .init(" " + number, theme.secondary),
    ]
  }
}
