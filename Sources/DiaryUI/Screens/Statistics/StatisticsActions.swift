import DiaryStore
import Terminal

// Actions of the statistics.
extension Action {
  static let showStatistics = Action(
    "statistics", .program, "The beers of the list in numbers", keys: [.character("S")], on: [.list],
    when: \.withListedBeer
  ) { $0.showStatistics() }

  static let countAll = Action(
    "count-all", .program, "Count all beers instead of those of the list, and back",
    hint: Hint { $0.screens.statistics.query.hasAllBeers ? "those of the list" : "all beers" },
    keys: [.character("a")], on: [.statistics],
    when: {
      Availability(!$0.list.rows.query.hasAllBeers, else: "The list has all beers, and all are counted.")
    }
  ) { $0.countAll() }

  static let nextColumn = Action(
    "next-column", .moving, "To the next column", keys: [Key(.right), .character("l"), Key(.tab)],
    on: [.statistics]
  ) {
    StatisticsScreen.selectColumn(by: 1, in: &$0)
    return []
  }

  static let previousColumn = Action(
    "previous-column", .moving, "To the column before", keys: [Key(.left), .character("h"), Key(.backTab)],
    on: [.statistics]
  ) {
    StatisticsScreen.selectColumn(by: -1, in: &$0)
    return []
  }

  static let onStatistics = [showStatistics, countAll, nextColumn, previousColumn]
}
