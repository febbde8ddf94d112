import DiaryText
import Terminal

/// The layout of the statistics on a page that can be longer than the screen.
///
/// The calendar is as wide as the page. Below it, the other sections fill columns one after another, without being split.
struct StatisticsLayout: Hashable, Sendable {
  struct Place: Hashable, Sendable {
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
      case .bars: row + 1 + item - first
      case .columns: row + MonthColumns.height
      case .calendar: row + 2 + (item - first) % 7
      }
    }
  }

  private static let narrowest = 36
  static let gap = 3

  let places: [Place]
  let columnWidth: Int
  let height: Int

  init(_ sections: [StatisticsSection], width: Int) {
    columnWidth = Self.columnWidth(width)
    let bands = Self.bandCount(width)
    let flowing = sections.filter { $0.form != .calendar }
    let goal = (flowing.reduce(0) { $0 + $1.height } + bands - 1) / bands
    let top = sections.first { $0.form == .calendar }?.height ?? 0
    var places: [Place] = []
    var (band, row, tallest, first) = (0, top, 0, 0)
    for section in sections {
      let isWide = section.form == .calendar
      if !isWide, row > top, row - top + section.height / 2 > goal, band < bands - 1 {
        (band, row) = (band + 1, top)
      }
      places.append(Place(section: section, first: first, band: band, row: isWide ? 0 : row))
      if !isWide { row += section.height }
      first += section.items.count
      tallest = max(tallest, row)
    }
    self.places = places
    height = max(0, tallest - 1)
  }

  static func columnWidth(_ width: Int) -> Int {
    (width - (bandCount(width) - 1) * gap) / bandCount(width)
  }

  private static func bandCount(_ width: Int) -> Int { max(1, min(3, (width + gap) / (narrowest + gap))) }

  var itemCount: Int { places.last?.items.upperBound ?? 0 }

  func place(of item: Int) -> Place? { places.first { $0.items.contains(item) } }

  func item(_ number: Int) -> StatisticsItem? {
    place(of: number).map { $0.section.items[number - $0.first] }
  }

  func row(of item: Int) -> Int { place(of: item)?.row(of: item) ?? 0 }
}

// MARK: - Places

extension StatisticsLayout {
  /// Returns the first column of a section, from the left of the page.
  func column(of place: Place) -> Int { place.band * (columnWidth + Self.gap) }

  /// Returns the item at a point of the page; any part of a vertical bar counts.
  ///
  /// - Parameter width: The columns of the page.
  func item(at point: Point, width: Int) -> Int? {
    places.lazy.compactMap { item(at: point, in: $0, width: width) }.first
  }

  private func item(at point: Point, in place: Place, width: Int) -> Int? {
    let (row, column) = (point.row - place.row - 1, point.column - column(of: place))
    guard row >= 0, column >= 0, place.section.form == .calendar || column < columnWidth else { return nil }
    let index: Int? =
      switch place.section.form {
      case .bars: row
      case .columns: row < MonthColumns.height ? MonthColumns.item(at: column) : nil
      case .calendar: DayCalendar(width: width).item(atColumn: column, row: row)
      }
    return index.flatMap { place.section.items.indices.contains($0) ? place.first + $0 : nil }
  }
}

// MARK: - Moves

extension StatisticsLayout {
  /// Returns the item below or above: the next one of a list, or the next day of a week.
  func step(from item: Int, by offset: Int) -> Int {
    guard let place = place(of: item) else { return 0 }
    let next = item + offset
    let staysInside =
      switch place.section.form {
      case .bars: true
      case .columns: false
      case .calendar: place.items.contains(next) && (item - place.first) / 7 == (next - place.first) / 7
      }
    let target = staysInside ? next : offset > 0 ? place.items.upperBound : place.first - 1
    return 0..<itemCount ~= target ? target : item
  }

  /// Returns the item at the side: the same day of the next week, the next month, or the nearest in the next column.
  func neighbor(of item: Int, by offset: Int) -> Int {
    guard let place = place(of: item) else { return 0 }
    switch place.section.form {
    case .calendar:
      let next = item + 7 * offset
      return place.items.contains(next) ? next : item
    case .columns where place.items.contains(item + offset): return item + offset
    case .columns, .bars: break
    }
    let row = place.row(of: item)
    let beside = places.filter { $0.band == place.band + offset && $0.section.form != .calendar }
    let others = beside.flatMap { Array($0.items) }
    return others.min { abs(self.row(of: $0) - row) < abs(self.row(of: $1) - row) } ?? item
  }
}
