/// Where each bar stands: sections fill columns one after the other, and none is broken.
struct StatisticsLayout: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    let section: Int
    let column: Int
    /// The row of the heading, from the top of the page.
    let row: Int
  }

  private static let narrowest = 36
  static let gap = 3

  let sections: [StatisticsSection]
  let places: [Place]
  let columnCount: Int
  let columnWidth: Int
  let height: Int

  init(_ sections: [StatisticsSection], width: Int) {
    self.sections = sections
    columnCount = max(1, min(3, (width + Self.gap) / (Self.narrowest + Self.gap)))
    columnWidth = (width - (columnCount - 1) * Self.gap) / columnCount
    let goal = (sections.reduce(0) { $0 + $1.height } + columnCount - 1) / columnCount
    var places: [Place] = []
    var (column, row, tallest) = (0, 0, 0)
    for (index, section) in sections.enumerated() {
      if row > 0, row + section.height / 2 > goal, column < columnCount - 1 {
        (column, row) = (column + 1, 0)
      }
      places.append(Place(section: index, column: column, row: row))
      row += section.height
      tallest = max(tallest, row)
    }
    self.places = places
    height = max(0, tallest - 1)
  }

  var barCount: Int { sections.reduce(0) { $0 + $1.bars.count } }

  /// The bar of that number, through all sections.
  func bar(_ number: Int) -> (bar: StatisticsBar, column: Int, row: Int)? {
    var rest = number
    for place in places {
      let bars = sections[place.section].bars
      if rest < bars.count { return rest < 0 ? nil : (bars[rest], place.column, place.row + 1 + rest) }
      rest -= bars.count
    }
    return nil
  }

  /// The number of the bar in a neighbouring column that is nearest to the same row.
  func neighbour(of number: Int, by offset: Int) -> Int? {
    guard let current = bar(number) else { return nil }
    let others = (0..<barCount).filter { bar($0)?.column == current.column + offset }
    return others.min { distance($0, current.row) < distance($1, current.row) }
  }

  private func distance(_ number: Int, _ row: Int) -> Int { abs((bar(number)?.row ?? 0) - row) }
}
