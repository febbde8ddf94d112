import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension TimelineScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    ScreenFrame(
      title: [
        .init("Timeline", theme.title), .init(summary, theme.secondary),
        .init(counted.narrowing(context, namesTrash: true), theme.accent),
      ],
      status: StyledLine(status(context.appearance.dates), theme.secondary)
    ).draw(context, into: &canvas)
    guard let rows, let cursor, let figures else { return drawMessage(context, into: &canvas) }
    let layout = TimelineLayout(rows, context)
    drawYears(rows, cursor, layout, context, into: &canvas)
    drawBars(rows, cursor, layout, context, into: &canvas)
    let details = TimelineFigures(
      rows: rows, cursor: cursor, figures: figures, appearance: context.appearance)
    let body = context.layout.body
    if let panel = layout.panel {
      for (row, line) in zip(body, details.lines(width: panel.width, isFlowing: false)) {
        canvas.put(line, at: Point(column: 1 + panel.column, row: row), maxWidth: panel.width)
      }
    } else {
      for (row, line) in zip(layout.figureRows, details.lines(width: layout.width, isFlowing: true)) {
        canvas.put(line, at: Point(column: 1, row: row), maxWidth: layout.width)
      }
    }
    // Screen readers read the line of the cursor, and that of a year does not say which month is selected.
    canvas.cursor = Point(column: 0, row: context.layout.statusRow)
  }

  private func drawYears(
    _ rows: TimelineRows, _ cursor: TimelineRows.Cursor, _ layout: TimelineLayout, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let theme = context.theme
    let body = context.layout.body
    let header = TimelineLayout.headerHeight(context.layout)
    if header > 0, layout.hasMonths { drawMonthNames(row: body.lowerBound, layout, theme, into: &canvas) }
    let scale = CountScale(maxCount: rows.maxCount, context.glyphs.squares)
    let selected = rows.index(of: cursor)
    let visible = rows.rows.indices.dropFirst(scroll.top)
    for (row, index) in zip(body.dropFirst(header), visible) {
      let isSelected = index == selected
      switch rows.rows[index] {
      case .gap(let years):
        let first = NumberText.padded(years.lowerBound, to: 4)
        let last = NumberText.padded(years.upperBound, to: 4)
        canvas.put(
          first + (first == last ? "" : "–\(last)") + " no beers", at: Point(column: 1, row: row),
          style: theme.secondary, maxWidth: layout.width)
      case .undated(let count):
        if isSelected { RowCursor.draw(row: row, width: layout.width, context.appearance, into: &canvas) }
        let line = StyledLine("No date  " + NumberText.count(count, "beer"))
        canvas.put(
          isSelected ? theme.selected(line) : line, at: Point(column: 1, row: row), maxWidth: layout.width)
      case .year(let year):
        draw(year, row: row, cursor: isSelected ? cursor : nil, scale, layout, context, into: &canvas)
      }
    }
    if let row = layout.legendRow {
      canvas.put(scale.legend(context.appearance), at: Point(column: 1, row: row), maxWidth: layout.width)
    }
  }

  private func drawMonthNames(
    row: Int, _ layout: TimelineLayout, _ theme: Theme, into canvas: inout Canvas
  ) {
    for month in 1...12 {
      canvas.put(
        String(DateText.monthName(month).prefix(layout.pitch > 3 ? 3 : 1)),
        at: Point(column: 1 + layout.column(ofMonth: month), row: row), style: theme.secondary,
        maxWidth: layout.pitch)
    }
  }

  /// Draws a year.
  ///
  /// - Parameter cursor: The cursor if it is on the row.
  private func draw(
    _ year: TimelineRows.Year, row: Int, cursor: TimelineRows.Cursor?, _ scale: CountScale,
    _ layout: TimelineLayout, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let name = NumberText.padded(year.year, to: 4)
    guard layout.hasMonths else {
      if cursor != nil { RowCursor.draw(row: row, width: layout.width, context.appearance, into: &canvas) }
      let line = StyledLine(name + "  " + NumberText.count(year.figures(ofMonth: nil).beerCount, "beer"))
      canvas.put(
        cursor == nil ? line : theme.selected(line), at: Point(column: 1, row: row), maxWidth: layout.width)
      return
    }
    canvas.put(
      name, at: Point(column: 1, row: row), style: cursor == nil ? theme.plain : theme.name)
    for month in 1...12 {
      let count = year.figures(ofMonth: month).beerCount
      let text = text(count, scale, layout, usesWords: context.appearance.usesWords)
      put(
        .init(text.fitted(to: layout.cellColumns), scale.style(count, theme)),
        at: Point(column: 1 + layout.column(ofMonth: month), row: row),
        isSelected: cursor == .year(year.year, month: month), hasRoom: layout.pitch > 1, context,
        into: &canvas)
    }
    guard layout.hasTotals else { return }
    let total = NumberText.count(year.figures(ofMonth: nil).beerCount)
    put(
      .init(total.fitted(to: layout.totalColumns, alignment: .trailing), theme.secondary),
      at: Point(column: 1 + layout.column(ofMonth: nil), row: row),
      isSelected: cursor == .year(year.year, month: nil), hasRoom: true, context, into: &canvas)
  }

  /// Returns what is shown for the number of beers of a month.
  private func text(
    _ count: Int, _ scale: CountScale, _ layout: TimelineLayout, usesWords: Bool
  ) -> String {
    if usesWords { return NumberText.count(count) }
    let glyph = scale.glyph(count)
    if count == 0 { return String(glyph) }
    return layout.hasCounts
      ? "\(glyph) \(NumberText.count(count))" : String(repeating: glyph, count: layout.cellColumns)
  }

  /// Puts a month or the number of a year, under the cursor with a bar before it if there is room.
  private func put(
    _ span: StyledLine.Span, at point: Point, isSelected: Bool, hasRoom: Bool, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    guard isSelected else { return _ = canvas.put(span.text, at: point, style: span.style) }
    let theme = context.theme
    guard hasRoom else { return _ = canvas.put(span.text, at: point, style: theme.reversed(span.style)) }
    RowCursor.draw(
      row: point.row, column: point.column - 1, width: span.text.columns, context.appearance, into: &canvas)
    canvas.put(span.text, at: point, style: theme.selected(span.style))
  }

  /// Draws the months of the year under the cursor as bars with their numbers of beers, below their columns.
  private func drawBars(
    _ rows: TimelineRows, _ cursor: TimelineRows.Cursor, _ layout: TimelineLayout, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    guard let year = rows.year(of: cursor), let first = layout.barRows.first else { return }
    let theme = context.theme
    canvas.put(
      NumberText.padded(year.year, to: 4), at: Point(column: 1, row: first - 1), style: theme.title,
      maxWidth: layout.width)
    let steps = context.glyphs.columnSteps
    let barCount = layout.barRows.count
    for month in 1...12 {
      let count = year.figures(ofMonth: month).beerCount
      let parts = count == 0 ? 0 : max(1, count * barCount * steps.count / max(1, rows.maxCount))
      for (index, row) in layout.barRows.reversed().enumerated() where parts > index * steps.count {
        let step = steps[min(steps.count, parts - index * steps.count) - 1]
        canvas.put(
          String(repeating: step, count: layout.cellColumns),
          at: Point(column: 1 + layout.column(ofMonth: month), row: row), style: theme.accent,
          maxWidth: layout.cellColumns)
      }
      let text = NumberText.count(count)
      guard count > 0, text.columns <= layout.cellColumns else { continue }
      // Above a bar of all rows is the row of the heading.
      let height = min(barCount, (parts + steps.count - 1) / steps.count)
      canvas.put(
        text,
        at: Point(column: 1 + layout.column(ofMonth: month), row: layout.barRows.upperBound - 1 - height),
        style: theme.secondary)
    }
  }

  /// The number of beers with a date, and the years: `   1,182 beers, 2016 to 2024`.
  private var summary: String {
    guard let years = rows?.years, let first = years.first, let last = years.last else { return "" }
    let count = years.reduce(0) { $0 + $1.figures(ofMonth: nil).beerCount }
    let start = NumberText.padded(first.year, to: 4)
    let end = NumberText.padded(last.year, to: 4)
    return "   " + NumberText.count(count, "beer") + ", " + (start == end ? start : "\(start) to \(end)")
  }

  /// What is under the cursor: `May 2024: 41 beers, 3.92 on average, best Orval 5.0`; of one beer, its name and rating.
  private func status(_ dates: DateText) -> String {
    guard let rows, let cursor, let figures else { return "" }
    if cursor == .undated { return NumberText.count(figures.beerCount, "beer") + " without a date" }
    if figures.beerCount == 0 { return cursor.text(dates) + ": no beers" }
    var parts = [NumberText.count(figures.beerCount, "beer")]
    let isOne = figures.beerCount == 1
    if let average = figures.averageRating, !isOne {
      parts.append(NumberText.fixed(average, decimals: 2) + " on average")
    }
    if let best = figures.best.first {
      let best = "\(LabelText.title(LabelFacts(best))) \(BeerText.rating(best.rating))"
      parts.append(isOne ? best : "best \(best)")
    }
    if case .year(_, nil) = cursor, let count = rows.year(of: cursor)?.countWithoutMonth, count > 0 {
      parts.append("\(NumberText.count(count)) without a month")
    }
    return cursor.text(dates) + ": " + parts.joined(separator: ", ")
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let line: StyledLine =
      if let failure {
        StyledLine("The beers cannot be counted: " + ErrorText.reason(failure) + ".", theme.problem)
      } else if rows == nil {
        StyledLine("\(Spinner.text(context)) Counting", theme.secondary)
      } else {
        StyledLine(counted.hasAllBeers ? "No beers yet." : "No beers match.", theme.secondary)
      }
    BodyMessage(lines: [line]).draw(context, into: &canvas)
  }
}

extension LabelFacts {
  fileprivate init(_ beer: DiaryTimeline.Period.BestBeer) {
    self.init(name: beer.name, brewery: beer.brewery)
  }
}
