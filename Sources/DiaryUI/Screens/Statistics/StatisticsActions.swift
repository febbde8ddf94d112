import DiaryStore
import Telemetry
import Terminal

// Actions of the statistics.
extension Action {
  static let showStatistics = Action(
    "statistics", .program, "Show statistics of the beers in the list", keys: [.character("S")], on: [.list],
    when: \.withBeersToCount, changing: StatisticsScreen.self
  ) { [.open(.statistics)] + $0.countListed(in: $1) + [.effect(.record(.statisticsOpened))] }

  static let switchCounting = Action(
    "count-different", .program, "Switch between counting beers and different beers",
    hint: Hint {
      $0.state(of: StatisticsScreen.self).current.counting == .labels ? "count beers" : "count different"
    },
    keys: [.character("b")], on: [.statistics], changing: StatisticsScreen.self
  ) { $0.switchCounting(in: $1) }

  static let nextColumn = Action(
    "next-column", .moving, "Next column", keys: [Key(.right), .character("l"), Key(.tab)],
    on: [.statistics], changing: StatisticsScreen.self
  ) {
    $0.selectColumn(by: 1, in: $1)
    return []
  }

  static let previousColumn = Action(
    "previous-column", .moving, "Previous column", keys: [Key(.left), .character("h"), Key(.backTab)],
    on: [.statistics], changing: StatisticsScreen.self
  ) {
    $0.selectColumn(by: -1, in: $1)
    return []
  }

  static let onStatistics: [Action] = [showStatistics, countAll, switchCounting, nextColumn, previousColumn]
}

extension ScreenContext {
  /// Enabled if the list has beers.
  fileprivate var withBeersToCount: Availability {
    guard let count = list.window.count else { return .disabled }
    return Availability(count > 0, else: "There are no beers to count.")
  }
}
