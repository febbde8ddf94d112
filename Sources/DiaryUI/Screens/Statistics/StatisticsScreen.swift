import DiaryModel
import DiaryStore
import DiaryText
import Telemetry
import Terminal

extension ScreenKind {
  /// Statistics of the diary or of the beers in the list.
  package static let statistics = ScreenKind(
    StatisticsScreen.self, title: "Statistics", [.opensItems, .readsStatus]
  ) { Action.onStatistics }
}

/// Statistics of the diary or of the beers in the list: days, months, and bars of the most frequent values.
struct StatisticsScreen: Screen, BeerCounting {
  /// The present or last visit.
  private(set) var current = StatisticsState()
  /// The visits from which lists of beers were opened, to return to.
  private var suspended: [StatisticsState] = []

  var counted: BeerQuery { current.query }
  var subject: String { "statistics" }
  var isAnimated: Bool { current.isUnknown }
  var isReading: Bool { current.isCounting }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool { current.isUnknown && current.isCounting }

  // MARK: - Counting

  /// Counts the beers of the list.
  mutating func countListed(in context: ScreenContext) -> [Intent] { count(context.listedBeers, in: context) }

  /// Switches between counting beers and different beers.
  mutating func switchCounting(in context: ScreenContext) -> [Intent] {
    current.counting = current.counting == .labels ? .beers : .labels
    let text = current.counting == .labels ? "Counting different beers." : "Counting beers."
    return countAgain() + (context.appearance.usesWords ? [.say(text)] : [])
  }

  mutating func count(_ query: BeerQuery, in context: ScreenContext) -> [Intent] {
    let counting = current.counting
    current = StatisticsState()
    current.query = query
    current.counting = counting
    return countAgain()
  }

  /// Counts the same beers again; the numbers stay until then.
  private mutating func countAgain() -> [Intent] {
    current.isCounting = true
    return [.effect(.loadStatistics(current.request))]
  }

  mutating func reload() -> [Intent] { current.isUnknown ? [] : countAgain() }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .statistics(let request, .success(let counted)) where request == current.request:
      setCounts(counted, in: context)
    case .statistics(let request, .failure(let error)) where request == current.request:
      current.isCounting = false
      current.failure = error
    default: break
    }
    return []
  }

  /// Stores the counts, with the cursor on the first fact at first; the cursor stays when the diary changes.
  private mutating func setCounts(_ counted: DiaryStatistics, in context: ScreenContext) {
    let isFirst = current.statistics == nil
    current.statistics = counted
    current.failure = nil
    current.isCounting = false
    if isFirst { current.select(0, in: layout(context)) }
  }

  // MARK: - Opening the list

  func openHint(in context: ScreenContext) -> String { "show beers" }

  func canOpen(in context: ScreenContext) -> Availability {
    guard let item = layout(context).item(current.cursor) else { return .disabled }
    return Availability(item.count > 0, else: "\(item.label): no beers.")
  }

  /// Lists the beers of the item under the cursor.
  mutating func open(in context: ScreenContext) -> [Intent] {
    let layout = layout(context)
    guard let item = layout.item(current.cursor), let placement = layout.placement(of: current.cursor) else {
      return []
    }
    // A family can have more styles than a filter may name.
    guard let filter = try? BeerFilter(item.filter) else {
      return [.say("\(item.label): too many styles to list.")]
    }
    suspended.append(current)
    let counting = item.counting ?? placement.section.counting
    let shown = current.query.and(filter, isDistinct: counting == .labels)
    return [.back, .drillDown(shown, from: .statistics)]
  }

  mutating func resume(in context: ScreenContext) -> [Intent] {
    current = suspended.popLast() ?? current
    return countAgain()
  }

  // MARK: - Moving

  mutating func move(_ move: Move, in context: ScreenContext) {
    let layout = layout(context)
    let half = max(1, layout.visible / 2)
    switch move {
    case .down: step(1, layout)
    case .up: step(-1, layout)
    case .pageDown: current.page(by: 1, in: layout)
    case .pageUp: current.page(by: -1, in: layout)
    case .halfPageDown: step(half, layout)
    case .halfPageUp: step(-half, layout)
    case .first: current.select(0, in: layout)
    case .last: current.select(layout.itemCount - 1, in: layout)
    case .left, .right: break
    }
  }

  /// Moves right by `offset` columns, or left if it is negative.
  mutating func selectColumn(by offset: Int, in context: ScreenContext) {
    let layout = layout(context)
    current.select(layout.neighbor(of: current.cursor, by: offset), in: layout)
  }

  private mutating func step(_ offset: Int, _ layout: StatisticsLayout) {
    var item = current.cursor
    for _ in 0..<abs(offset) { item = layout.step(from: item, by: offset.signum()) }
    current.select(item, in: layout)
  }

  /// Moves to the clicked fact, day, month or bar; a double click lists its beers.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind, let item = item(at: event.point, context) else { return [] }
    current.select(item, in: layout(context))
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  private func item(at point: Point, _ context: ScreenContext) -> Int? {
    let above = Point(column: point.column - 1, row: point.row - context.layout.body.lowerBound)
    return summary(context).item(at: above)
      ?? pagePoint(point, context).flatMap { layout(context).item(at: $0) }
  }

  mutating func clampScrolling(in context: ScreenContext) {
    current.scrollToCursor(in: layout(context))
  }

  func summary(_ context: ScreenContext) -> StatisticsSummary {
    StatisticsSummary(current.statistics, in: context)
  }

  func layout(_ context: ScreenContext) -> StatisticsLayout {
    let width = context.layout.contentWidth
    let appearance = context.appearance
    let summary = summary(context)
    let sections = current.statistics.map {
      [summary.section($0)]
        + StatisticsSection.page($0, width: width, dates: appearance.dates, usesWords: appearance.usesWords)
    }
    return StatisticsLayout(sections ?? [], width: width, visible: visibleRows(context))
  }
}
