import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A shade for each day, in columns of a week; the more beers, the darker it is and the brighter its color.
struct DayCalendar {
  /// The rows of the months, seven days, and the legend.
  static let height = 9
  private static let labelColumns = 4
  private static let maxWeeks = 53

  let weeks: Int
  /// The terminal columns of a day.
  private let pitch: Int
  private let width: Int

  /// Chooses how many weeks are shown, as many as fit up to a limit.
  ///
  /// - Parameter width: The available columns.
  init(width: Int) {
    self.width = width
    let room = max(1, width - Self.labelColumns)
    pitch = room >= Self.maxWeeks * 2 ? 2 : 1
    weeks = min(Self.maxWeeks, room / pitch)
  }

  /// Whether there is a blank before each day.
  var hasGaps: Bool { pitch > 1 }

  /// The rows below the heading.
  func lines(_ section: StatisticsSection, cursor: Int?, _ appearance: Appearance) -> [StyledLine] {
    let scale = CountScale(maxCount: section.maxCount, appearance.glyphs.shades)
    return [months(section.items, appearance)]
      + (0..<7).map { weekday in days(section.items, weekday, scale, cursor: cursor, appearance) }
      + [scale.legend(appearance, width: width)]
  }

  /// Returns the column of a day, from the left of the page.
  func column(of item: Int) -> Int { Self.labelColumns + item / 7 * pitch }

  /// Returns the day at a position below the heading; `nil` next to the days.
  func item(atColumn column: Int, row: Int) -> Int? {
    // The first row has the months.
    guard 1...7 ~= row, column >= Self.labelColumns else { return nil }
    return (column - Self.labelColumns) / pitch * 7 + row - 1
  }

  /// The names of the months, each above the first week that begins in it.
  private func months(_ items: [StatisticsItem], _ appearance: Appearance) -> StyledLine {
    var text = ""
    var last: Int?
    for monday in stride(from: 0, to: items.count, by: 7) {
      guard let day = items[monday].day, let month = day.month, month != last else { continue }
      let column = column(of: monday)
      // The first month often has too little room.
      guard last == nil || text.columns < column else { continue }
      let name = String(DateText.monthName(month).prefix(3))
      guard column + name.columns <= width else { continue }
      if last == nil, items.indices.contains(monday + 14), items[monday + 14].day?.month != month { continue }
      text = text.fitted(to: column) + name
      last = month
    }
    return StyledLine(text, appearance.theme.secondary)
  }

  private func days(
    _ items: [StatisticsItem], _ weekday: Int, _ scale: CountScale, cursor: Int?, _ appearance: Appearance
  ) -> StyledLine {
    let theme = appearance.theme
    let name = weekday.isMultiple(of: 2) ? String(DateText.weekdayName(weekday).prefix(3)) : ""
    let cells = stride(from: weekday, to: items.count, by: 7).map { index -> StyledLine.Span in
      let count = items[index].count
      let glyph = String(scale.glyph(count))
      let style = scale.style(count, theme)
      guard index == cursor else { return .init(glyph, style) }
      let selected = hasGaps ? theme.selected(style) : theme.reversed(style)
      // In reverse video, a full block looks like a day without beers, and a blank like a full block.
      let isReversed = selected.attributes.contains(.reverse)
      return .init(isReversed ? String(appearance.glyphs.mark) : glyph, selected)
    }
    let gap = StyledLine.Span(String(repeating: " ", count: pitch - 1))
    return [.init(name.fitted(to: Self.labelColumns), theme.secondary)]
      + StyledLine(cells.flatMap { [$0, gap] })
  }
}
