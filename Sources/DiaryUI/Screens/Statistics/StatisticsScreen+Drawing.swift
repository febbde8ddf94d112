import DiaryStore
import DiaryText
import Terminal

extension StatisticsScreen {
  private func summaryHeight(_ context: ScreenContext) -> Int { summary(context).height }

  /// Returns the number of visible rows of the page.
  func visibleRows(_ context: ScreenContext) -> Int {
    max(1, context.layout.body.count - summaryHeight(context))
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let statistics = current.statistics
    let layout = layout(context)
    let status = status(layout, context)
    ScreenFrame(
      title: title(context), status: StyledLine(status.text, context.theme.secondary),
      position: status.position
    ).draw(context, into: &canvas)
    guard let statistics, statistics.beerCount > 0 else { return drawMessage(context, into: &canvas) }
    let summary = summary(context)
    summary.draw(
      cursor: current.cursor < summary.facts.count ? current.cursor : nil, context, into: &canvas)
    for placement in layout.placements where placement.section.form != .facts {
      draw(placement, layout, context, into: &canvas)
    }
    // Screen readers read the line of the cursor. In the status line it is only about the selected item.
    canvas.cursor = Point(column: 0, row: context.layout.statusRow)
  }

  /// The title: which beers are counted, and if there is room, how many different ones; without what large numbers say.
  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let query = current.query
    let counted = summary(context).hasLargeNumbers ? nil : current.statistics
    let count = counted.map {
      "   " + (query.hasAllBeers && $0.beerCount > 1 ? "all " : "") + NumberText.count($0.beerCount, "beer")
    }
    let different = counted.flatMap {
      $0.labelCount == $0.beerCount ? nil : ", \(NumberText.count($0.labelCount)) different"
    }
    let narrowing = query.narrowing(context, namesTrash: true)
    let titles = [different ?? "", ""].map { details -> StyledLine in
      [
        .init("Statistics", theme.title), .init((count ?? "") + details, theme.secondary),
        .init(narrowing, theme.accent),
      ]
    }
    return titles.first { $0.columns <= context.layout.contentWidth } ?? titles[1]
  }

  /// Returns a description of the selected item, such as `Stout: 9 beers, 4.02 on average   style:stout`, and the
  /// position to show next to it.
  ///
  /// In words, where it is the line that is read, it has neither the filter nor the position.
  private func status(
    _ layout: StatisticsLayout, _ context: ScreenContext
  ) -> (text: String, position: String) {
    let position = position(layout, context)
    guard let item = layout.item(current.cursor), let placement = layout.placement(of: current.cursor) else {
      return ("", position)
    }
    let count = item.count > 0 ? placement.section.counting.text(item.count) : "no beers"
    let average = item.averageRating == nil ? "" : ", \(item.averageText) on average"
    let value =
      switch placement.section.form {
      case .names: item.count > 0 ? "" : ": no beers"
      case .facts: ""
      default: ": \(count)\(average)"
      }
    let filter = item.count == 0 && placement.section.form == .names ? "" : "   \(item.filter)"
    guard context.appearance.usesWords else {
      let label = context.statusLabel(
        item.label, before: value.isEmpty ? "" : ": \(count)", nextTo: value.isEmpty ? "" : position)
      return (label + value + filter, position)
    }
    // A screen reader does not read the title above the first item.
    let isAnnounced = current.hasEnteredSection && !placement.section.title.isEmpty
    return ((isAnnounced ? placement.section.title + ": " : "") + item.label + value, "")
  }

  private func position(_ layout: StatisticsLayout, _ context: ScreenContext) -> String {
    PagePosition.text(
      top: current.top, visible: visibleRows(context), of: layout.height, width: context.layout.contentWidth)
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let line =
      current.failure.map {
        StyledLine("The beers cannot be counted: \(ErrorText.reason($0)).", theme.problem)
      }
      ?? (current.statistics == nil
        ? StyledLine("\(Spinner.text(context)) Counting", theme.secondary)
        : StyledLine(
          current.query.hasAllBeers
            ? "No beers yet." : "No beers match.", theme.secondary))
    BodyMessage(lines: [line]).draw(context, into: &canvas)
  }
}

extension StatisticsScreen {
  /// What is drawn of a section.
  private struct SectionContent {
    /// The lines below the heading.
    let lines: [StyledLine]
    /// The column of the bar that marks the selected item; `nil` if the item's whole line is marked.
    var bar: Int?
    /// What the heading says after what is counted if there is room, the best first.
    var details: [String] = []
    /// What the glyphs mean, which the heading says, if need be in place of what is counted; `nil` if they need no legend.
    var legend: String?
  }

  private func draw(
    _ placement: StatisticsLayout.SectionPlacement, _ layout: StatisticsLayout, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let appearance = context.appearance
    let cursor = current.cursor
    let selected = placement.items.contains(cursor) ? cursor - placement.first : nil
    let width = layout.columnWidth
    guard let content = content(of: placement, selected: selected, width: width, appearance) else { return }
    let origin = 1 + layout.left(of: placement)
    let heading = heading(placement, content, width: width, appearance)
    let isVertical = placement.section.isVertical
    for (offset, line) in ([heading] + content.lines).enumerated() {
      guard let row = row(placement.row + offset, context) else { continue }
      // A heading alone at the end of a screen would say nothing.
      if offset == 0, self.row(placement.row + 1, context) == nil { continue }
      let isSelected = isVertical && selected.map { $0 - placement.part.lowerBound + 1 == offset } ?? false
      if isSelected { RowCursor.draw(row: row, column: origin - 1, width: width, appearance, into: &canvas) }
      canvas.put(
        isSelected ? appearance.theme.selected(line) : line, at: Point(column: origin, row: row),
        maxWidth: width)
    }
    guard selected != nil, !isVertical, let bar = content.bar,
      let row = row(placement.row(of: cursor), context)
    else { return }
    canvas.put(
      String(appearance.glyphs.cursorBar), at: Point(column: origin + bar, row: row),
      style: appearance.theme.accent)
  }

  /// Returns what is drawn of a section; `nil` for facts, which are above the page.
  ///
  /// - Parameter selected: The index in the section of the item under the cursor; `nil` if it is not here.
  private func content(
    of placement: StatisticsLayout.SectionPlacement, selected: Int?, width: Int, _ appearance: Appearance
  ) -> SectionContent? {
    let section = placement.section
    switch section.form {
    case .calendar:
      let calendar = DayCalendar(width: width)
      let first = section.items.first?.label ?? ""
      let last = section.items.last?.label ?? ""
      return SectionContent(
        lines: calendar.lines(section, cursor: selected, appearance),
        bar: calendar.hasGaps ? calendar.column(of: selected ?? 0) - 1 : nil,
        details: ["\(first) to \(last)"])
    case .columns:
      let columns = DateColumns(section: section, cursor: selected, appearance: appearance)
      // The bar is in the blank after the previous number.
      let bar = DateColumns.column(of: selected ?? 0, in: section) - 1
      return SectionContent(lines: columns.lines, bar: bar, details: columns.details)
    case .scatter(let columns):
      let plot = ScatterPlot(section: section, columns: columns, cursor: selected, appearance: appearance)
      return SectionContent(lines: plot.lines)
    case .bars, .ratingBars, .ratingDots, .names:
      let bars = StatisticsBars(section: section, width: width, usesWords: appearance.usesWords)
      var content = SectionContent(
        lines: placement.part.map { index in
          bars.line(section.items[index], isSelected: index == selected, appearance)
        })
      let dots = appearance.glyphs.dots
      if section.form == .ratingDots, !appearance.usesWords, let largest = dots.last {
        content.details = ["\(largest) = many"]
        content.legend = "\(largest) many \(dots[dots.count - 2]) few beers"
      }
      return content
    case .facts: return nil
    }
  }

  /// Returns the title of a section and what it counts, with the first detail or the legend that fits; a title that is
  /// repeated is only followed by that.
  private func heading(
    _ placement: StatisticsLayout.SectionPlacement, _ content: SectionContent, width: Int,
    _ appearance: Appearance
  ) -> StyledLine {
    let theme = appearance.theme
    let section = placement.section
    let unit = section.unit.map { "   \($0)" } ?? ""
    let texts =
      placement.isContinuation
      ? [" (continued)", ""]
      : content.details.map { "\(unit), \($0)" }
        + [content.legend.map { "   " + $0 }, unit].compactMap { $0 }
    let text = texts.first { section.title.columns + $0.columns <= width } ?? texts.last ?? ""
    let titleStyle = placement.isContinuation ? theme.secondary : theme.title
    let heading = StyledLine(section.title, titleStyle) + StyledLine(text, theme.secondary)
    let room = width - heading.columns
    let bars = StatisticsBars(section: section, width: width, usesWords: appearance.usesWords)
    guard section.isVertical, bars.showsAverages, room > 6 else { return heading }
    return heading + StyledLine("rating".fitted(to: room, alignment: .trailing), theme.secondary)
  }

  /// Returns the point of the page at a point of the screen; `nil` outside the page.
  func pagePoint(_ point: Point, _ context: ScreenContext) -> Point? {
    let first = context.layout.body.lowerBound + summaryHeight(context)
    guard first <= point.row, point.row < context.layout.body.upperBound, point.column > 0 else { return nil }
    return Point(column: point.column - 1, row: point.row - first + current.top)
  }

  /// Returns the screen row of a row of the page; `nil` if it is not visible.
  private func row(_ row: Int, _ context: ScreenContext) -> Int? {
    let body = context.layout.body
    let shown = body.lowerBound + summaryHeight(context) + row - current.top
    return (body.lowerBound + summaryHeight(context)..<body.upperBound).contains(shown) ? shown : nil
  }
}

/// Horizontal bars with their names and numbers, and with average ratings if there is room; without the bars if words
/// are in place of drawings.
private struct StatisticsBars {
  /// Labels have at least this width, if half of the line is that wide.
  private static let minLabelWidth = 18
  /// Bars keep at least this width next to longer labels and averages.
  private static let minBarWidth = 6
  /// Two blanks and `4.25`.
  private static let averageWidth = 6

  let section: StatisticsSection
  let width: Int
  let showsAverages: Bool
  private let labelWidth: Int
  private let numberWidth: Int
  private let usesWords: Bool
  /// The mark of the rating of a single beer, which the others leave room for; empty if there is none.
  private let single: String

  init(section: StatisticsSection, width: Int, usesWords: Bool) {
    self.section = section
    self.width = width
    self.usesWords = usesWords
    let hasSingles = section.form == .ratingDots && section.items.contains { $0.ratedCount == 1 }
    single = hasSingles ? " (1)" : ""
    numberWidth = (section.items.map { section.number($0).columns }.max() ?? 0) + single.columns
    if usesWords, section.form != .names {
      let room = width - 1 - numberWidth
      showsAverages = section.hasAverages && room - Self.averageWidth >= Self.minLabelWidth
      labelWidth = max(1, room - (showsAverages ? Self.averageWidth : 0))
      return
    }
    let room = width - 2 - numberWidth - Self.minBarWidth
    let minLabelWidth = min(Self.minLabelWidth, width / 2)
    showsAverages = section.hasAverages && room - Self.averageWidth >= minLabelWidth
    let longest = section.items.map(\.label.columns).max() ?? 0
    // Names say more than bars, which get what the longest name leaves.
    let labelRoom = min(longest, width * 3 / 5, room - (showsAverages ? Self.averageWidth : 1))
    labelWidth = section.form == .names ? width : max(minLabelWidth, labelRoom)
  }

  func line(_ item: StatisticsItem, isSelected: Bool, _ appearance: Appearance) -> StyledLine {
    let theme = appearance.theme
    let swatch: StyledLine =
      section.form == .names && appearance.showsSwatches
      ? [appearance.swatch(of: item.family, isSelected: isSelected), .init(" ")] : .blank
    let label = StyledLine(
      item.label.fitted(to: labelWidth - swatch.columns, ellipsis: String(appearance.glyphs.ellipsis)),
      theme.plain)
    if section.form == .names { return swatch + label }
    let mark = item.ratedCount == 1 ? single : String(repeating: " ", count: single.columns)
    let number = section.number(item) + mark
    let line = label + (usesWords ? self.number(number, theme) : bar(item, number, isSelected, appearance))
    guard showsAverages else { return line }
    return line
      + StyledLine(item.averageText.fitted(to: width - line.columns, alignment: .trailing), theme.plain)
  }

  private func number(_ number: String, _ theme: Theme) -> StyledLine {
    StyledLine(" " + number.fitted(to: numberWidth, alignment: .trailing), theme.secondary)
  }

  /// Returns the bar with the number after it; all bars have room for the widest number, so that they have one scale.
  private func bar(
    _ item: StatisticsItem, _ number: String, _ isSelected: Bool, _ appearance: Appearance
  ) -> StyledLine {
    let room = max(
      1, width - labelWidth - 2 - numberWidth - (showsAverages ? Self.averageWidth : 1))
    return [
      .init(" "),
      .init(
        section.bar(item, columns: room, appearance.glyphs),
        barStyle(item, isSelected: isSelected, appearance.theme)),
      .init(" " + number, appearance.theme.secondary),
    ]
  }

  /// Returns the color of the beers, if they are of one family.
  private func barStyle(_ item: StatisticsItem, isSelected: Bool, _ theme: Theme) -> Style {
    item.family.flatMap { theme.swatch(of: $0, isSelected: isSelected) } ?? theme.accent
  }
}
