import DiaryStore
import DiaryText
import Terminal

extension StatisticsScreen {
  private static let summaryHeight = 2

  /// Returns the number of visible rows of the page.
  func visibleRows(_ context: ScreenContext) -> Int { context.layout.body.count - Self.summaryHeight }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let statistics = current.statistics
    let layout = layout(context)
    ScreenFrame(
      title: title(context),
      status: StyledLine(status(layout, context), context.theme.secondary),
      position: position(layout, context)
    ).draw(context, into: &canvas)
    guard let statistics, statistics.beerCount > 0 else { return drawMessage(context, into: &canvas) }
    // A truncated number would be wrong, so facts that do not fit are left out.
    let summary =
      Self.summary(statistics, theme).flowed(to: context.layout.contentWidth, gap: 3).first ?? .blank
    canvas.put(
      summary, at: Point(column: 1, row: context.layout.body.lowerBound),
      maxWidth: context.layout.contentWidth)
    for placement in layout.placements { draw(placement, layout, context, into: &canvas) }
  }

  /// The title: which beers are counted.
  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let query = current.query
    let number = current.statistics.map { NumberText.count($0.beerCount, "beer") }
    let count = number.map { "   " + (query.hasAllBeers ? "all " : "") + $0 } ?? ""
    let separator = " \(context.glyphs.separator) "
    return [
      .init("Statistics", theme.title), .init(count, theme.secondary),
      .init(query.narrowing(separator: separator, tellsTrash: true), theme.accent),
    ]
  }

  private func status(_ layout: StatisticsLayout, _ context: ScreenContext) -> String {
    guard let item = layout.item(current.cursor) else { return "" }
    let count = item.count > 0 ? NumberText.count(item.count, "beer") : "No beers"
    return "\(count): \(item.label)   \(item.filter)"
  }

  private func position(_ layout: StatisticsLayout, _ context: ScreenContext) -> String {
    let visible = visibleRows(context)
    guard layout.height > visible else { return "" }
    let last = min(layout.height, current.top + visible)
    return last == layout.height ? "end" : "\(NumberText.percent(last, of: layout.height))%"
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let line =
      current.failure.map {
        StyledLine("Could not count the beers: \(ErrorText.reason($0)).", theme.problem)
      }
      ?? (current.statistics == nil
        ? StyledLine("\(Spinner.text(context)) Counting", theme.secondary)
        : StyledLine(
          current.query.hasAllBeers
            ? "No beers yet." : "No beers match.", theme.secondary))
    BodyMessage(lines: [line]).draw(context, into: &canvas)
  }

  private static func summary(_ statistics: DiaryStatistics, _ theme: Theme) -> [StyledLine] {
    let facts: [(String, String)?] = [
      statistics.averageRating.map { ("average rating", NumberText.fixed($0, decimals: 2)) },
      statistics.averageABV.map { ("average ABV", NumberText.fixed($0, decimals: 1) + "%") },
      ("breweries", NumberText.count(statistics.breweryCount)),
      ("styles", NumberText.count(statistics.styleCount)),
      ("venues", NumberText.count(statistics.placeCount)),
    ]
    return facts.compactMap { $0 }.map { name, value in
      [.init(name + " ", theme.secondary), .init(value, theme.name)]
    }
  }
}

extension StatisticsScreen {
  private func draw(
    _ placement: StatisticsLayout.SectionPlacement, _ layout: StatisticsLayout, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let appearance = context.appearance
    let cursor = current.cursor
    let selected = placement.items.contains(cursor) ? cursor - placement.first : nil
    let isWide = placement.section.form == .calendar
    let width = isWide ? context.layout.contentWidth : layout.columnWidth
    let origin = 1 + layout.column(of: placement)
    var title = StyledLine(placement.section.title, appearance.theme.title)
    var (lines, column) = ([StyledLine](), 0)
    switch placement.section.form {
    case .calendar:
      let calendar = DayCalendar(width: width)
      lines = calendar.lines(placement.section, cursor: selected, appearance)
      column = calendar.column(of: selected ?? 0)
      let (first, last) = (
        placement.section.items.first?.label ?? "", placement.section.items.last?.label ?? ""
      )
      title = title + StyledLine("   \(first) to \(last)", appearance.theme.secondary)
    case .columns:
      let months = MonthColumns(section: placement.section, cursor: selected, appearance: appearance)
      lines = months.lines
      column = MonthColumns.column(of: selected ?? 0)
      title = title + StyledLine("   " + months.subtitle, appearance.theme.secondary)
    case .bars:
      lines = placement.section.items.enumerated().map { index, item in
        StatisticsBar(
          item: item, maxCount: placement.section.maxCount, width: width, isSelected: index == selected
        )
        .line(appearance)
      }
    }
    for (offset, line) in ([title] + lines).enumerated() {
      guard let row = row(placement.row + offset, context) else { continue }
      canvas.put(line, at: Point(column: origin, row: row), maxWidth: width)
    }
    if selected != nil, let row = row(placement.row(of: cursor), context) {
      canvas.cursor = Point(column: origin + column, row: row)
    }
  }

  /// Returns the point of the page at a point of the screen; `nil` outside the page.
  func pagePoint(_ point: Point, _ context: ScreenContext) -> Point? {
    let first = context.layout.body.lowerBound + Self.summaryHeight
    guard first <= point.row, point.row < context.layout.body.upperBound, point.column > 0 else { return nil }
    return Point(column: point.column - 1, row: point.row - first + current.top)
  }

  /// Returns the screen row of a row of the page; `nil` if it is not visible.
  private func row(_ row: Int, _ context: ScreenContext) -> Int? {
    let body = context.layout.body
    let shown = body.lowerBound + Self.summaryHeight + row - current.top
    return (body.lowerBound + Self.summaryHeight..<body.upperBound).contains(shown) ? shown : nil
  }
}

/// A horizontal bar with its name and its count.
private struct StatisticsBar {
  private static let maxLabelWidth = 18

  let item: StatisticsItem
  let maxCount: Int
  let width: Int
  let isSelected: Bool

  func line(_ appearance: Appearance) -> StyledLine {
    let theme = appearance.theme
    let labelWidth = min(Self.maxLabelWidth, width / 2)
    let number = NumberText.count(item.count)
    let room = max(1, width - labelWidth - 2 - number.columns - 1)
    let label = item.label.fitted(to: labelWidth, ellipsis: String(appearance.glyphs.ellipsis))
    return [
      .init(label, isSelected ? theme.selected(theme.name) : theme.plain), .init(" "),
      .init(appearance.glyphs.bar(item.count, of: maxCount, columns: room), theme.accent),
      .init(" " + number, theme.secondary),
    ]
  }
}
