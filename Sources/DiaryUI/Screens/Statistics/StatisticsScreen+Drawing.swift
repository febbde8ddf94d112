import DiaryStore
import DiaryText
import Terminal

extension StatisticsScreen {
  /// The least size for large numbers.
  private static let minSizeForLargeNumbers = Size(width: 118, height: 30)

  private func hasLargeNumbers(_ context: ScreenContext) -> Bool {
    context.layout.contentWidth >= Self.minSizeForLargeNumbers.width
      && context.layout.body.count >= Self.minSizeForLargeNumbers.height && context.glyphs != .ascii
      && !context.appearance.usesWords
  }

  /// The rows above the page: the large numbers with their names, a line of other facts, and a blank row.
  private func summaryHeight(_ context: ScreenContext) -> Int { hasLargeNumbers(context) ? 6 : 2 }

  /// Returns the number of visible rows of the page.
  func visibleRows(_ context: ScreenContext) -> Int { context.layout.body.count - summaryHeight(context) }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let statistics = current.statistics
    let layout = layout(context)
    ScreenFrame(
      title: title(context),
      status: StyledLine(status(layout, context), context.theme.secondary),
      position: position(layout, context)
    ).draw(context, into: &canvas)
    guard let statistics, statistics.beerCount > 0 else { return drawMessage(context, into: &canvas) }
    drawSummary(statistics, context, into: &canvas)
    for placement in layout.placements { draw(placement, layout, context, into: &canvas) }
    // Screen readers read the line of the cursor. In the status line it is only about the selected item.
    canvas.cursor = Point(column: 1, row: context.layout.statusRow)
  }

  /// The title: which beers are counted, and if there is room, how many different ones.
  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let query = current.query
    let count = current.statistics.map {
      "   " + (query.hasAllBeers && $0.beerCount > 1 ? "all " : "") + NumberText.count($0.beerCount, "beer")
    }
    let different = current.statistics.flatMap {
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

  /// Returns a description of the selected item, such as `Stout: 9 beers, 4.02 on average   style:stout`.
  private func status(_ layout: StatisticsLayout, _ context: ScreenContext) -> String {
    guard let item = layout.item(current.cursor), let placement = layout.placement(of: current.cursor) else {
      return ""
    }
    if placement.section.form == .names { return "\(item.label): no beers" }
    let count = item.count > 0 ? placement.section.counting.text(item.count) : "no beers"
    let average = item.averageRating == nil ? "" : ", \(item.averageText) on average"
    return "\(item.label): \(count)\(average)   \(item.filter)"
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

  private func drawSummary(
    _ statistics: DiaryStatistics, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let width = context.layout.contentWidth
    let first = context.layout.body.lowerBound
    let hasLargeNumbers = hasLargeNumbers(context)
    // A truncated number would be wrong, so facts that do not fit are left out.
    let summary = Self.summary(statistics, theme, withTotals: !hasLargeNumbers).flowed(to: width, gap: 3)
    canvas.put(
      summary.first ?? .blank, at: Point(column: 1, row: first + (hasLargeNumbers ? 4 : 0)), maxWidth: width)
    guard hasLargeNumbers else { return }
    let totals = Self.totals(statistics)
    let pitch = width / max(1, totals.count)
    for (index, total) in totals.enumerated() {
      let column = 1 + index * pitch
      for (row, line) in BlockDigits.halfLines(total.value, glyphs: context.glyphs).enumerated() {
        canvas.put(line, at: Point(column: column, row: first + row), style: theme.stars, maxWidth: pitch - 2)
      }
      let name = StyledLine(total.name, theme.plain)
      let change = StyledLine(total.change.map { "  " + $0 } ?? "", theme.accent)
      let fits = name.columns + change.columns <= pitch - 2
      canvas.put(
        fits ? name + change : name, at: Point(column: column, row: first + 3), maxWidth: pitch - 2)
    }
  }

  /// A large number, and what is below it: the number again, which screen readers cannot read in blocks, and its name.
  private typealias Total = (value: String, name: String, change: String?)

  /// Returns the numbers of beers, different beers, the average and the number of countries, with what the current year
  /// has added to them; those that are not known are left out.
  private static func totals(_ statistics: DiaryStatistics) -> [Total] {
    let before = statistics.beforeThisYear
    let year = statistics.horizon.map { " in " + $0.prefix("2024".count) } ?? ""
    func count(_ count: Int, _ before: Int?, _ one: String, _ many: String) -> Total {
      // Digits of blocks have no separators.
      (
        String(count), "\(NumberText.count(count)) \(count == 1 ? one : many)",
        before.map { NumberText.change(from: $0, to: count) }
      )
    }
    let average = statistics.averageRating.map { average -> Total in
      let change = before?.averageRating.map { NumberText.change(from: $0, to: average, decimals: 2) }
      let value = NumberText.fixed(average, decimals: 2)
      return (value, value + " average rating", change)
    }
    let countries = statistics.countryCount
    var beers = count(statistics.beerCount, before?.beers, "beer", "beers")
    // The others are of the same year.
    beers.change? += year
    return [
      beers,
      count(statistics.labelCount, before?.labels, "different beer", "different beers"),
    ]
      + [average, countries > 0 ? count(countries, before?.countries, "country", "countries") : nil]
      .compactMap { $0 }
  }

  /// Returns the facts, and with totals those that are also large numbers.
  private static func summary(_ statistics: DiaryStatistics, _ theme: Theme, withTotals: Bool)
    -> [StyledLine]
  {
    let facts: [(String, String)?] = [
      withTotals
        ? statistics.averageRating.map { ("average rating", NumberText.fixed($0, decimals: 2)) } : nil,
      statistics.averageABV.map { ("average ABV", NumberText.fixed($0, decimals: 1) + "%") },
      ("breweries", NumberText.count(statistics.breweryCount)),
      ("styles", NumberText.count(statistics.styleCount)),
      ("venues", NumberText.count(statistics.placeCount)),
      withTotals && statistics.countryCount > 0
        ? ("countries", NumberText.count(statistics.countryCount)) : nil,
      ("averages of", statistics.counting.unit),
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
    var lines = [StyledLine]()
    var bar = nil as Int?
    var details = [String]()
    switch placement.section.form {
    case .calendar:
      let calendar = DayCalendar(width: width)
      lines = calendar.lines(placement.section, cursor: selected, appearance)
      bar = calendar.hasGaps ? calendar.column(of: selected ?? 0) - 1 : nil
      let first = placement.section.items.first?.label ?? ""
      let last = placement.section.items.last?.label ?? ""
      details = ["\(first) to \(last)"]
    case .columns:
      let columns = DateColumns(section: placement.section, cursor: selected, appearance: appearance)
      lines = columns.lines
      // The bar is in the blank after the previous number.
      bar = DateColumns.column(of: selected ?? 0, in: placement.section) - 1
      details = columns.details
    case .scatter(let columns):
      let plot = ScatterPlot(
        section: placement.section, columns: columns, cursor: selected, appearance: appearance)
      lines = plot.lines
    case .bars, .ratingBars, .ratingDots, .names:
      let bars = StatisticsBars(section: placement.section, width: width, usesWords: appearance.usesWords)
      lines = placement.section.items.enumerated().map { index, item in
        bars.line(item, isSelected: index == selected, appearance)
      }
    }
    let heading = heading(placement.section, details, width: width, appearance)
    let isVertical = placement.section.isVertical
    for (offset, line) in ([heading] + lines).enumerated() {
      guard let row = row(placement.row + offset, context) else { continue }
      let isSelected = isVertical && selected.map { $0 + 1 == offset } ?? false
      if isSelected { RowCursor.draw(row: row, column: origin - 1, width: width, appearance, into: &canvas) }
      canvas.put(
        isSelected ? appearance.theme.selected(line) : line, at: Point(column: origin, row: row),
        maxWidth: width)
    }
    guard selected != nil, !isVertical, let bar, let row = row(placement.row(of: cursor), context)
    else { return }
    canvas.put(
      String(appearance.glyphs.cursorBar), at: Point(column: origin + bar, row: row),
      style: appearance.theme.accent)
  }

  /// Returns the title of a section and what it counts, with the first detail that fits.
  private func heading(
    _ section: StatisticsSection, _ details: [String], width: Int, _ appearance: Appearance
  ) -> StyledLine {
    let theme = appearance.theme
    guard let unit = section.unit else { return StyledLine(section.title, theme.title) }
    let texts = details.map { "   \(unit), \($0)" } + ["   \(unit)"]
    let text = texts.first { section.title.columns + $0.columns <= width } ?? "   \(unit)"
    let heading = StyledLine(section.title, theme.title) + StyledLine(text, theme.secondary)
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
  private static let maxLabelWidth = 18
  /// Bars keep at least this width next to averages.
  private static let minBarWidth = 6
  /// Two blanks and `4.25`.
  private static let averageWidth = 6

  let section: StatisticsSection
  let width: Int
  let showsAverages: Bool
  private let labelWidth: Int
  private let numberWidth: Int
  private let usesWords: Bool

  init(section: StatisticsSection, width: Int, usesWords: Bool) {
    self.section = section
    self.width = width
    self.usesWords = usesWords
    numberWidth = section.items.map { section.number($0).columns }.max() ?? 0
    if usesWords, section.form != .names {
      let room = width - 1 - numberWidth
      showsAverages = section.hasAverages && room - Self.averageWidth >= Self.maxLabelWidth
      labelWidth = max(1, room - (showsAverages ? Self.averageWidth : 0))
      return
    }
    labelWidth = section.form == .names ? width : min(Self.maxLabelWidth, width / 2)
    let room = width - labelWidth - 2 - numberWidth - Self.averageWidth
    showsAverages = section.hasAverages && room >= Self.minBarWidth
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
    let number = section.number(item)
    let line = label + (usesWords ? self.number(number, theme) : bar(item, number, isSelected, appearance))
    guard showsAverages else { return line }
    return line
      + StyledLine(item.averageText.fitted(to: width - line.columns, alignment: .trailing), theme.plain)
  }

  private func number(_ number: String, _ theme: Theme) -> StyledLine {
    StyledLine(" " + number.fitted(to: numberWidth, alignment: .trailing), theme.secondary)
  }

  /// Returns the bar with the number after it.
  private func bar(
    _ item: StatisticsItem, _ number: String, _ isSelected: Bool, _ appearance: Appearance
  ) -> StyledLine {
    let room = max(
      1, width - labelWidth - 2 - number.columns - (showsAverages ? Self.averageWidth : 1))
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
