import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The facts above the page: on a large screen the most important ones in large numbers, and the others on one line.
///
/// In words, they are the first section of the page instead, a line each, because only some of them fit on a narrow line.
struct StatisticsSummary {
  struct Fact {
    let item: StatisticsItem
    let name: String
    let value: String
    /// What the current year has added, with the year and without it; empty if that is not known.
    var changes: [String] = []
    /// Where it is, from the top left of the summary.
    var origin = Point(column: 0, row: 0)
    var size = Size(width: 0, height: 1)

    /// The item with its number first, which a narrow line does not cut off.
    var itemInWords: StatisticsItem {
      var item = StatisticsItem(label: "\(value) \(name)", count: item.count, filter: item.filter)
      item.counting = self.item.counting
      return item
    }

    func contains(_ point: Point) -> Bool {
      (origin.column..<origin.column + size.width).contains(point.column)
        && (origin.row..<origin.row + size.height).contains(point.row)
    }
  }

  /// The least size for large numbers.
  private static let minSizeForLargeNumbers = Size(width: 118, height: 30)
  /// Large numbers, and their names below them.
  private static let largeHeight = 4
  private static let gap = 3

  let hasLargeNumbers: Bool
  private let isSection: Bool
  /// The facts that are shown, those in large numbers first.
  private(set) var facts: [Fact] = []
  private(set) var largeCount = 0
  /// What averages are of, and where that is said; `nil` if there is no room.
  private(set) var note: (text: String, column: Int)?

  /// The row of the facts that are not in large numbers.
  var lineRow: Int { hasLargeNumbers ? Self.largeHeight : 0 }
  /// The rows above the page, with a blank one at the end.
  var height: Int { isSection ? 0 : lineRow + 2 }

  /// Lays out the facts.
  ///
  /// - Parameter statistics: The counts; `nil` if there are none yet.
  init(_ statistics: DiaryStatistics?, in context: ScreenContext) {
    let width = context.layout.contentWidth
    hasLargeNumbers =
      width >= Self.minSizeForLargeNumbers.width
      && context.layout.body.count >= Self.minSizeForLargeNumbers.height && !context.glyphs.isASCII
      && !context.appearance.usesWords
    isSection = context.appearance.usesWords
    guard let statistics, statistics.beerCount > 0 else { return }
    let average = Self.average(statistics)
    let countries = Self.countries(statistics)
    if hasLargeNumbers {
      addLarge((Self.beers(statistics) + [average, countries]).compactMap { $0 }, width: width)
    }
    let others = (hasLargeNumbers ? [] : [average]) + Self.others(statistics)
    let all = (others + (hasLargeNumbers ? [] : [countries])).compactMap { $0 }
    if isSection { facts = all } else { addLine(all, statistics, width: width) }
  }

  private mutating func addLarge(_ large: [Fact], width: Int) {
    let pitch = width / max(1, large.count)
    facts = large.enumerated().map { index, fact in
      var fact = fact
      fact.origin = Point(column: index * pitch, row: 0)
      fact.size = Size(width: pitch - 2, height: Self.largeHeight)
      return fact
    }
    largeCount = facts.count
  }

  /// Adds the facts that fit on a line; a part of a number would be wrong.
  private mutating func addLine(_ others: [Fact], _ statistics: DiaryStatistics, width: Int) {
    var column = 0
    for var fact in others {
      let columns = (fact.name + " " + fact.value).columns
      guard column + columns <= width else { continue }
      fact.origin = Point(column: column, row: lineRow)
      fact.size.width = columns
      facts.append(fact)
      column += columns + Self.gap
    }
    let text = "averages of \(statistics.counting.unit)"
    if column + text.columns <= width { note = (text, column) }
  }

  /// The facts as items, which the cursor comes to before those of the page.
  func section(_ statistics: DiaryStatistics) -> StatisticsSection {
    StatisticsSection(
      "Facts", isSection ? .names : .facts, of: statistics.counting,
      facts.map { isSection ? $0.itemInWords : $0.item })
  }

  /// Returns the index of the fact at a point of the summary; `nil` if there is none.
  func item(at point: Point) -> Int? { facts.firstIndex { $0.contains(point) } }
}

// MARK: - Facts

extension StatisticsSummary {
  private static func beers(_ statistics: DiaryStatistics) -> [Fact] {
    let before = statistics.beforeThisYear
    let beers = statistics.beerCount
    let labels = statistics.labelCount
    return [
      fact(
        beers, "beer", "beers", filter: "", of: .beers,
        changes: changes(before.map { NumberText.change(from: $0.beers, to: beers) }, statistics)),
      fact(
        labels, "different beer", "different beers", filter: "", of: .labels,
        changes: changes(before.map { NumberText.change(from: $0.labels, to: labels) }, statistics)),
    ]
  }

  /// Returns what the current year has added: `+12 in 2024`, or `+12` if there is less room.
  private static func changes(_ change: String?, _ statistics: DiaryStatistics) -> [String] {
    guard let change else { return [] }
    return [statistics.horizon.map { "\(change) in \($0.prefix("2024".count))" }, change].compactMap { $0 }
  }

  private static func average(_ statistics: DiaryStatistics) -> Fact? {
    statistics.averageRating.map { average in
      let change = statistics.beforeThisYear?.averageRating
        .map { NumberText.change(from: $0, to: average, decimals: 2) }
      return fact(
        "average rating", NumberText.fixed(average, decimals: 2), filter: "has:rating", statistics,
        changes: changes(change, statistics))
    }
  }

  private static func countries(_ statistics: DiaryStatistics) -> Fact? {
    let count = statistics.countryCount
    if count == 0 { return nil }
    let change = statistics.beforeThisYear.map { NumberText.change(from: $0.countries, to: count) }
    return fact(
      count, "country", "countries", filter: "has:country", of: .beers, changes: changes(change, statistics))
  }

  private static func others(_ statistics: DiaryStatistics) -> [Fact?] {
    [
      statistics.averageABV.map {
        fact("average ABV", NumberText.fixed($0, decimals: 1) + "%", filter: "has:abv", statistics)
      },
      fact(statistics.breweryCount, "brewery", "breweries", filter: "has:brewery", of: .beers),
      fact(statistics.styleCount, "style", "styles", filter: "has:style", of: .beers),
      fact(
        statistics.placeCount, "venue", "venues",
        filter: BeerFilter([[.init(.has(.text(.place)))]]).description, of: .beers),
    ]
  }

  private static func fact(
    _ count: Int, _ one: String, _ many: String, filter: String, of counting: DiaryStatistics.Counting,
    changes: [String] = []
  ) -> Fact {
    let name = count == 1 ? one : many
    let value = NumberText.count(count)
    var item = StatisticsItem(label: "\(value) \(name)", count: count, filter: filter)
    item.counting = counting
    return Fact(item: item, name: name, value: value, changes: changes)
  }

  private static func fact(
    _ name: String, _ value: String, filter: String, _ statistics: DiaryStatistics, changes: [String] = []
  ) -> Fact {
    let item = StatisticsItem(label: "\(name) \(value)", count: statistics.beerCount, filter: filter)
    return Fact(item: item, name: name, value: value, changes: changes)
  }
}

// MARK: - Drawing

extension StatisticsSummary {
  /// Draws the facts at the top of the body.
  ///
  /// - Parameter cursor: The index of the selected fact; `nil` if there is none.
  func draw(cursor: Int?, _ context: ScreenContext, into canvas: inout Canvas) {
    if isSection { return }
    let theme = context.theme
    let first = context.layout.body.lowerBound
    for (index, fact) in facts.enumerated() {
      let isSelected = index == cursor
      let column = 1 + fact.origin.column
      let row = first + fact.origin.row
      let isLarge = index < largeCount
      let text = isLarge ? name(of: fact, theme) : line(fact, theme)
      let textRow = isLarge ? row + Self.largeHeight - 1 : row
      if isLarge {
        // Digits of blocks have no separators.
        let digits = fact.value.filter { $0.isNumber || $0 == "." }
        for (offset, line) in BlockDigits.halfLines(digits, glyphs: context.glyphs).enumerated() {
          canvas.put(
            line, at: Point(column: column, row: row + offset), style: theme.stars, maxWidth: fact.size.width)
        }
      }
      canvas.put(
        isSelected ? theme.selected(text) : text, at: Point(column: column, row: textRow),
        maxWidth: fact.size.width)
      if isSelected {
        canvas.put(
          String(context.glyphs.cursorBar), at: Point(column: column - 1, row: textRow), style: theme.accent)
      }
    }
    if let note {
      canvas.put(
        note.text, at: Point(column: 1 + note.column, row: first + lineRow), style: theme.secondary)
    }
  }

  /// Returns the name of a large number, with its change if there is room.
  private func name(of fact: Fact, _ theme: Theme) -> StyledLine {
    let name = StyledLine(fact.name, theme.plain)
    let change = fact.changes.first { name.columns + 2 + $0.columns <= fact.size.width }
    return change.map { name + StyledLine("  " + $0, theme.accent) } ?? name
  }

  private func line(_ fact: Fact, _ theme: Theme) -> StyledLine {
    [.init(fact.name + " ", theme.secondary), .init(fact.value, theme.name)]
  }
}
