import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The columns of the timeline: the year, twelve months, and the year's number of beers if there is room.
struct TimelineLayout {
  /// Four digits and a blank.
  private static let labelColumns = 5
  private static let maxPitch = 6
  private static let totalGap = 2

  /// The columns of a month.
  let pitch: Int
  let hasTotals: Bool
  /// The columns of the greatest number of beers in a year.
  private let totalColumns: Int

  /// - Parameter width: The available columns.
  init(_ rows: TimelineRows, width: Int) {
    totalColumns = rows.years.map { NumberText.count($0.figures(ofMonth: nil).beerCount).columns }.max() ?? 0
    let room = width - Self.labelColumns
    hasTotals = room >= 12 + Self.totalGap + totalColumns
    pitch = max(1, min(Self.maxPitch, (room - (hasTotals ? Self.totalGap + totalColumns : 0)) / 12))
  }

  /// The rows above the years.
  static func headerHeight(_ layout: Layout) -> Int { layout.body.count > 2 ? 1 : 0 }

  /// Returns the first column of a month, or of the year's number for `nil`, from the left of the page.
  func column(ofMonth month: Int?) -> Int {
    Self.labelColumns + (month.map { ($0 - 1) * pitch } ?? 12 * pitch + Self.totalGap)
  }

  /// Returns the month at a column, `nil` for the whole year.
  ///
  /// - Parameter other: What is at the column of the year's name.
  func month(atColumn column: Int, else other: Int?) -> Int? {
    guard column >= Self.labelColumns else { return other }
    let month = (column - Self.labelColumns) / pitch + 1
    return month <= 12 ? month : hasTotals ? nil : 12
  }

  /// The names of the months.
  func header(_ theme: Theme) -> StyledLine {
    let names = (1...12).map { month in
      String(DateText.monthName(month).prefix(pitch > 3 ? 3 : 1)).fitted(to: pitch)
    }
    return StyledLine(String(repeating: " ", count: Self.labelColumns) + names.joined(), theme.secondary)
  }

  /// Returns a row.
  ///
  /// - Parameter cursor: The cursor if it is on the row.
  func line(
    _ row: TimelineRows.Row, _ scale: CountScale, cursor: TimelineRows.Cursor?, _ appearance: Appearance
  )
    -> StyledLine
  {
    let theme = appearance.theme
    switch row {
    case .gap(let years):
      let (first, last) = (
        NumberText.padded(years.lowerBound, to: 4), NumberText.padded(years.upperBound, to: 4)
      )
      return StyledLine(first + (first == last ? "" : "–\(last)") + " no beers", theme.secondary)
    case .undated(let count):
      return StyledLine(
        "No date  " + NumberText.count(count, "beer"),
        cursor == nil ? theme.plain : theme.reversed(theme.plain))
    case .year(let year): return line(year, scale, cursor: cursor, appearance)
    }
  }

  private func line(
    _ year: TimelineRows.Year, _ scale: CountScale, cursor: TimelineRows.Cursor?, _ appearance: Appearance
  ) -> StyledLine {
    let theme = appearance.theme
    let label = NumberText.padded(year.year, to: 4)
    var line: StyledLine = [.init(label, cursor == nil ? theme.plain : theme.name), .init(" ")]
    for month in 1...12 {
      let count = year.figures(ofMonth: month).beerCount
      let square = String(repeating: scale.glyph(count), count: count == 0 ? 1 : max(1, pitch - 1))
      let isSelected = cursor == .year(year.year, month: month)
      let style = isSelected ? theme.reversed(.plain) : scale.style(count, theme)
      let width = max(1, pitch - 1)
      line.spans.append(.init(square.fitted(to: width), style))
      line.spans.append(.init(String(repeating: " ", count: pitch - width)))
    }
    guard hasTotals else { return line }
    let total = NumberText.count(year.figures(ofMonth: nil).beerCount)
    let isSelected = cursor == .year(year.year, month: nil)
    line.spans += [
      .init(String(repeating: " ", count: Self.totalGap + totalColumns - total.columns)),
      .init(total, isSelected ? theme.reversed(.plain) : theme.secondary),
    ]
    return line
  }
}

extension TimelineScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    ScreenFrame(
      title: [.init("Timeline", theme.title), .init(summary, theme.secondary)],
      status: StyledLine(status, theme.secondary)
    ).draw(context, into: &canvas)
    guard let rows, let cursor else { return drawMessage(context, into: &canvas) }
    let width = context.layout.contentWidth
    let layout = TimelineLayout(rows, width: width)
    let header = TimelineLayout.headerHeight(context.layout)
    let first = context.layout.body.lowerBound
    if header > 0 { canvas.put(layout.header(theme), at: Point(column: 1, row: first), maxWidth: width) }
    let scale = CountScale(maxCount: rows.maxCount, context.glyphs.squares)
    let selected = rows.index(of: cursor)
    let visible = rows.rows.indices.dropFirst(scroll.top)
    for (row, index) in zip(context.layout.body.dropFirst(header), visible) {
      let line = layout.line(
        rows.rows[index], scale, cursor: index == selected ? cursor : nil, context.appearance)
      canvas.put(line, at: Point(column: 1, row: row), maxWidth: width)
      guard index == selected else { continue }
      if case .year(_, let month) = cursor {
        canvas.cursor = Point(column: min(1 + layout.column(ofMonth: month), width), row: row)
      } else {
        canvas.cursor = Point(column: 1, row: row)
      }
    }
    // The legend is below a blank row, and left out if the rows need the room.
    let legend = first + header + rows.rows.count + 1
    if rows.maxCount > 0, legend < context.layout.body.upperBound {
      canvas.put(scale.legend(context.appearance), at: Point(column: 1, row: legend), maxWidth: width)
    }
  }

  /// The number of beers with a date, and the years: `   1,182 beers, 2016 to 2024`.
  private var summary: String {
    guard let years = rows?.years, let first = years.first, let last = years.last else { return "" }
    let count = years.reduce(0) { $0 + $1.figures(ofMonth: nil).beerCount }
    let (start, end) = (NumberText.padded(first.year, to: 4), NumberText.padded(last.year, to: 4))
    return "   " + NumberText.count(count, "beer") + ", " + (start == end ? start : "\(start) to \(end)")
  }

  /// What is under the cursor: `May 2024: 41 beers, 3.92 on average, best Orval 5.0`; of one beer, its name and rating.
  private var status: String {
    guard let rows, let cursor, let figures else { return "" }
    if cursor == .undated { return NumberText.count(figures.beerCount, "beer") + " without a date" }
    if figures.beerCount == 0 { return cursor.text + ": no beers" }
    var parts = [NumberText.count(figures.beerCount, "beer")]
    let isOne = figures.beerCount == 1
    if let average = figures.averageRating, !isOne {
      parts.append(NumberText.fixed(average, decimals: 2) + " on average")
    }
    if let best = figures.best {
      let best = "\(LabelText.title(LabelFacts(best))) \(BeerText.rating(best.rating))"
      parts.append(isOne ? best : "best \(best)")
    }
    if case .year(_, nil) = cursor, let count = rows.year(of: cursor)?.countWithoutMonth, count > 0 {
      parts.append("\(NumberText.count(count)) without a month")
    }
    return cursor.text + ": " + parts.joined(separator: ", ")
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let line: StyledLine =
      if let failure {
        StyledLine("Could not count the beers: " + ErrorText.reason(failure) + ".", theme.problem)
      } else if rows == nil {
        StyledLine("\(Spinner.text(context)) Counting", theme.secondary)
      } else {
        StyledLine("No beers yet.", theme.secondary)
      }
    BodyMessage(lines: [line]).draw(context, into: &canvas)
  }
}

extension LabelFacts {
  fileprivate init(_ beer: DiaryTimeline.Period.BestBeer) {
    self.init(name: beer.name, brewery: beer.brewery)
  }
}
