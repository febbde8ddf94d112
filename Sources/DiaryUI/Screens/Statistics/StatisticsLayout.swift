import DiaryText
import Terminal

/// The layout of the statistics on a page that can be longer than the screen.
///
/// The calendar is as wide as the page. Below it, the other sections fill columns one after another, without being split.
struct StatisticsLayout: Hashable, Sendable {
  struct SectionPlacement: Hashable, Sendable {
    let section: StatisticsSection
    /// The index of its first item among the items of all sections.
    let first: Int
    /// The index of its column of the page.
    let band: Int
    /// The row of the heading, from the top of the page.
    let row: Int

    var items: Range<Int> { first..<first + section.items.count }

    /// Returns the row of an item, from the top of the page.
    func row(of item: Int) -> Int {
      switch section.form {
      case .bars, .ratingBars, .ratingDots, .names: row + 1 + item - first
      case .scatter(let columns): row + 1 + (item - first) / columns
      case .columns: row + DateColumns.height
      case .calendar: row + 2 + (item - first) % 7
      }
    }
  }

  private static let minColumnWidth = 36
  static let gap = 3

  let placements: [SectionPlacement]
  let columnWidth: Int
  let height: Int

  init(_ sections: [StatisticsSection], width: Int) {
    columnWidth = Self.columnWidth(width)
    let bands = Self.bandCount(width)
    let flowing = sections.filter { $0.form != .calendar }
    let goal = (flowing.reduce(0) { $0 + $1.height } + bands - 1) / bands
    let top = sections.first { $0.form == .calendar }?.height ?? 0
    var placements: [SectionPlacement] = []
    var band = 0
    var row = top
    var tallest = 0
    var first = 0
    for section in sections {
      let isWide = section.form == .calendar
      if !isWide, row > top, row - top + section.height / 2 > goal, band < bands - 1 {
        band = band + 1
        row = top
      }
      placements.append(SectionPlacement(section: section, first: first, band: band, row: isWide ? 0 : row))
      if !isWide { row += section.height }
      first += section.items.count
      tallest = max(tallest, row)
    }
    self.placements = placements
    height = max(0, tallest - 1)
  }

  static func columnWidth(_ width: Int) -> Int {
    (width - (bandCount(width) - 1) * gap) / bandCount(width)
  }

  private static func bandCount(_ width: Int) -> Int {
    max(1, min(3, (width + gap) / (minColumnWidth + gap)))
  }

  var itemCount: Int { placements.last?.items.upperBound ?? 0 }

  func placement(of item: Int) -> SectionPlacement? { placements.first { $0.items.contains(item) } }

  func item(_ number: Int) -> StatisticsItem? {
    placement(of: number).map { $0.section.items[number - $0.first] }
  }

  func row(of item: Int) -> Int { placement(of: item)?.row(of: item) ?? 0 }
}

// MARK: - Placements

extension StatisticsLayout {
  /// Returns the first column of a section, from the left of the page.
  func column(of placement: SectionPlacement) -> Int { placement.band * (columnWidth + Self.gap) }

  /// Returns the item at a point of the page; any part of a vertical bar counts.
  ///
  /// - Parameter width: The columns of the page.
  func item(at point: Point, width: Int) -> Int? {
    placements.lazy.compactMap { item(at: point, in: $0, width: width) }.first
  }

  private func item(at point: Point, in placement: SectionPlacement, width: Int) -> Int? {
    let row = point.row - placement.row - 1
    let column = point.column - column(of: placement)
    guard row >= 0, column >= 0, placement.section.form == .calendar || column < columnWidth else {
      return nil
    }
    let index: Int? =
      switch placement.section.form {
      case .bars, .ratingBars, .ratingDots, .names: row
      case .scatter(let columns): ScatterPlot.item(atColumn: column, row: row, columns: columns)
      case .columns:
        row < DateColumns.height ? DateColumns.item(at: column, in: placement.section) : nil
      case .calendar: DayCalendar(width: width).item(atColumn: column, row: row)
      }
    return index.flatMap { placement.section.items.indices.contains($0) ? placement.first + $0 : nil }
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
      case .columns: false
      case .calendar:
        placement.items.contains(next) && (item - placement.first) / 7 == (next - placement.first) / 7
      }
    let target = staysInside ? next : offset > 0 ? placement.items.upperBound : placement.first - 1
    return 0..<itemCount ~= target ? target : item
  }

  /// Returns the item at the side: the same day of the next week, the next month, or the nearest in the next column.
  func neighbor(of item: Int, by offset: Int) -> Int {
    guard let placement = placement(of: item) else { return 0 }
    switch placement.section.form {
    case .calendar:
      let next = item + 7 * offset
      return placement.items.contains(next) ? next : item
    case .columns where placement.items.contains(item + offset): return item + offset
    case .scatter(let columns):
      let index = item - placement.first
      let next = item - placement.first + offset
      if next >= 0, next / columns == index / columns { return item + offset }
    case .columns, .bars, .ratingBars, .ratingDots, .names: break
    }
    let row = placement.row(of: item)
    let neighbors = placements.filter { $0.band == placement.band + offset && $0.section.form != .calendar }
    let others = neighbors.flatMap { Array($0.items) }
    return others.min { abs(self.row(of: $0) - row) < abs(self.row(of: $1) - row) } ?? item
  }
}
