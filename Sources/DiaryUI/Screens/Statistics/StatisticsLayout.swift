import DiaryText
import Terminal

/// The layout of the statistics on a page that can be longer than the screen.
///
/// Sections fill columns one after another. If there are several columns, they are as high as the screen, and those of the
/// next screen follow, so that each screen is read from its left to its right. Only sections that are higher than a column
/// are split.
struct StatisticsLayout: Hashable, Sendable {
  /// Where a section or a part of it is.
  struct SectionPlacement: Hashable, Sendable {
    let section: StatisticsSection
    /// The index of the section's first item among the items of all sections.
    let first: Int
    /// The indices in the section of the items that are here.
    let part: Range<Int>
    /// The index of its column of the page.
    var column: Int
    /// The row of the heading, from the top of the page.
    var row: Int

    /// The indices of the items that are here among the items of all sections.
    var items: Range<Int> { first + part.lowerBound..<first + part.upperBound }

    /// Whether the section begins in another column.
    var isContinuation: Bool { part.lowerBound > 0 }

    /// The rows with the heading and a blank row below.
    var height: Int { section.height - section.items.count + part.count }

    /// Returns the row of an item, from the top of the page; 0 for a fact, which is above it.
    func row(of item: Int) -> Int {
      switch section.form {
      case .bars, .ratingBars, .ratingDots, .names: row + 1 + item - items.lowerBound
      case .scatter(let columns): row + 1 + (item - first) / columns
      case .columns: row + DateColumns.height
      case .calendar: row + 2 + (item - first) % 7
      case .facts: 0
      }
    }
  }

  private static let minColumnWidth = 36
  private static let gap = 3
  /// The highest section that cannot be split, a scatter plot from 0 to 5 stars, has as many rows with its heading.
  private static let minRowsForScreens = 13

  let placements: [SectionPlacement]
  let columnWidth: Int
  let height: Int
  /// The rows of the page that the screen shows.
  let visible: Int
  /// Whether the page consists of screens that are shown one at a time.
  let hasScreens: Bool

  /// Lays out sections.
  ///
  /// - Parameters:
  ///   - width: The columns of the page.
  ///   - visible: The rows that the screen shows of it.
  init(_ sections: [StatisticsSection], width: Int, visible: Int) {
    let count = Self.columnCount(width)
    columnWidth = Self.columnWidth(width)
    self.visible = visible
    hasScreens = count > 1 && visible >= Self.minRowsForScreens
    guard hasScreens else {
      placements = Self.placements(sections, columns: 1, rows: .max)
      height = max(0, Self.end(placements))
      return
    }
    // What fits on one screen is spread over its columns.
    let least = max(
      sections.reduce(0) { $0 + $1.height } / count, (sections.map(\.height).max() ?? 0) - 1)
    let spread = (max(1, min(least, visible))...visible).lazy.map {
      (rows: $0, placements: Self.placements(sections, columns: count, rows: $0))
    }.first { Self.end($0.placements) <= $0.rows }
    placements = spread?.placements ?? Self.placements(sections, columns: count, rows: visible)
    height = (Self.end(placements) + visible - 1) / visible * visible
  }

  /// Returns where sections are in columns of some rows, which are followed by others below.
  private static func placements(
    _ sections: [StatisticsSection], columns: Int, rows: Int
  ) -> [SectionPlacement] {
    var placements: [SectionPlacement] = []
    var (column, top, row, first) = (0, 0, 0, 0)
    for section in sections {
      let count = section.items.count
      // A section that is higher than the columns begins at the top of one.
      let partSize = max(1, section.isVertical ? rows - 1 : count)
      for start in stride(from: 0, to: count, by: partSize) {
        let part = start..<min(count, start + partSize)
        var placement = SectionPlacement(section: section, first: first, part: part, column: column, row: row)
        if row > top, row + placement.height - 1 > top + rows {
          column += 1
          if column == columns { (column, top) = (0, top + rows) }
          row = top
          (placement.column, placement.row) = (column, row)
        }
        placements.append(placement)
        row += placement.height
      }
      first += count
    }
    return placements
  }

  /// Returns the row after the last one with something on it.
  private static func end(_ placements: [SectionPlacement]) -> Int {
    placements.map { $0.row + $0.height - 1 }.max() ?? 0
  }

  static func columnWidth(_ width: Int) -> Int {
    (width - (columnCount(width) - 1) * gap) / columnCount(width)
  }

  private static func columnCount(_ width: Int) -> Int {
    max(1, min(3, (width + gap) / (minColumnWidth + gap)))
  }

  var itemCount: Int { placements.last?.items.upperBound ?? 0 }

  func placement(of item: Int) -> SectionPlacement? { placements.first { $0.items.contains(item) } }

  func item(_ number: Int) -> StatisticsItem? {
    placement(of: number).map { $0.section.items[number - $0.first] }
  }

  func row(of item: Int) -> Int { placement(of: item)?.row(of: item) ?? 0 }

  /// Returns the row of an item and those above that belong to it: a heading, a vertical bar, the earlier days.
  func rows(of item: Int) -> ClosedRange<Int> {
    guard let placement = placement(of: item), placement.section.form != .facts else { return 0...0 }
    let row = placement.row(of: item)
    return (placement.section.isVertical ? row - 1 : placement.row)...row
  }
}

// MARK: - Placements

extension StatisticsLayout {
  /// Returns the first column of a section, from the left of the page.
  func left(of placement: SectionPlacement) -> Int { placement.column * (columnWidth + Self.gap) }

  /// Returns the item at a point of the page; any part of a vertical bar counts.
  func item(at point: Point) -> Int? { placements.lazy.compactMap { item(at: point, in: $0) }.first }

  private func item(at point: Point, in placement: SectionPlacement) -> Int? {
    let row = point.row - placement.row - 1
    let column = point.column - left(of: placement)
    guard row >= 0, 0..<columnWidth ~= column else { return nil }
    let index: Int? =
      switch placement.section.form {
      case .bars, .ratingBars, .ratingDots, .names: placement.part.lowerBound + row
      case .scatter(let columns): ScatterPlot.item(atColumn: column, row: row, columns: columns)
      case .columns:
        row < DateColumns.height ? DateColumns.item(at: column, in: placement.section) : nil
      case .calendar: DayCalendar(width: columnWidth).item(atColumn: column, row: row)
      case .facts: nil
      }
    return index.flatMap { placement.part.contains($0) ? placement.first + $0 : nil }
  }
}

// MARK: - Moves

extension StatisticsLayout {
  /// Returns the item below or above: the next one of a list, or the next day of a week.
  func step(from item: Int, by offset: Int) -> Int {
    guard let placement = placement(of: item) else { return 0 }
    let form = placement.section.form
    let stride = if case .scatter(let columns) = form { columns } else { 1 }
    let next = item + offset * stride
    let staysInside =
      switch form {
      case .bars, .ratingBars, .ratingDots, .names: true
      case .scatter: placement.items.contains(next)
      case .columns, .facts: false
      case .calendar:
        placement.items.contains(next) && (item - placement.first) / 7 == (next - placement.first) / 7
      }
    let target = staysInside ? next : offset > 0 ? placement.items.upperBound : placement.first - 1
    return 0..<itemCount ~= target ? target : item
  }

  /// Returns the first item of the next or the previous screen, or the first or last item if there is no such screen.
  ///
  /// If the page has no screens, it is the last item that is at most a screen of rows away, or the next one.
  ///
  /// - Parameter offset: 1 or -1.
  func page(from item: Int, by offset: Int) -> Int {
    let start = row(of: item)
    if hasScreens {
      let screen = start / visible + offset
      if screen < 0 { return 0 }
      return placements.first { $0.row / visible == screen }?.items.lowerBound ?? max(0, itemCount - 1)
    }
    var page = step(from: item, by: offset)
    while true {
      let next = step(from: page, by: offset)
      let rows = rows(of: next)
      if next == page || max(rows.upperBound - start, start - rows.lowerBound) > visible { return page }
      page = next
    }
  }

  /// Returns the item at the side: the same day of the next week, the next month, or the nearest in the next column.
  func neighbor(of item: Int, by offset: Int) -> Int {
    guard let placement = placement(of: item) else { return 0 }
    switch placement.section.form {
    case .calendar where placement.items.contains(item + 7 * offset): return item + 7 * offset
    case .facts: return placement.items.contains(item + offset) ? item + offset : item
    case .columns where placement.items.contains(item + offset): return item + offset
    case .scatter(let columns):
      let index = item - placement.first
      let next = item - placement.first + offset
      if next >= 0, next / columns == index / columns { return item + offset }
    case .calendar, .columns, .bars, .ratingBars, .ratingDots, .names: break
    }
    let row = placement.row(of: item)
    let neighbors = placements.filter { $0.column == placement.column + offset && $0.section.form != .facts }
    let others = neighbors.flatMap { Array($0.items) }
    return others.min { abs(self.row(of: $0) - row) < abs(self.row(of: $1) - row) } ?? item
  }
}
