import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

extension ScreenKind {
  /// The beers of the list by month.
  package static let timeline = ScreenKind(
    TimelineScreen.self, title: "Timeline", [.opensItems, .hasGrid, .readsStatus]
  ) { Action.onTimeline }
}

/// The beers of the list by month: a row of twelve months for each year, to jump to another time.
struct TimelineScreen: Screen, BeerCounting {
  /// One visit to the timeline.
  private struct Visit: Hashable, Sendable {
    /// The beers that are counted, in no order.
    var query = BeerQuery()
    /// The cursor; `nil` for the last month with beers.
    var cursor: TimelineRows.Cursor?
  }

  /// The rows; `nil` until the beers have been counted.
  private(set) var rows: TimelineRows?
  private(set) var failure: StoreError?
  private var visit = Visit()
  /// The month to go to from the beers without a date.
  private var month: Int?
  /// The visits from which lists of beers were opened, to return to.
  private var suspended: [Visit] = []
  private(set) var scroll = ScrollPosition()
  private var pending = Pending<TimelineRequest>()

  var counted: BeerQuery { visit.query }
  var subject: String { "timeline" }
  var isAnimated: Bool { rows == nil && failure == nil }
  var isReading: Bool { pending.isAwaited }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool { rows == nil && pending.isAwaited }

  /// What the cursor is on; `nil` without beers.
  var cursor: TimelineRows.Cursor? {
    guard let rows, let end = rows.end else { return nil }
    let cursor = visit.cursor ?? end
    return rows.cursor(at: rows.index(of: cursor), like: cursor, month: month)
  }

  // MARK: - Counting

  /// Counts the beers of the list, and moves the cursor to the month of the beer under the list's cursor.
  mutating func begin(in context: ScreenContext) -> [Intent] {
    self = TimelineScreen(suspended: suspended, pending: pending)
    let date = context.list.window[context.list.scroll.cursor]?.drunkAt
    visit = Visit(
      query: context.listedBeers, cursor: date?.localTime(in: context.appearance.timeZone).cursor)
    return reload()
  }

  /// Counts other beers; the cursor stays in its month.
  mutating func count(_ query: BeerQuery, in context: ScreenContext) -> [Intent] {
    visit = Visit(query: query, cursor: cursor)
    rows = nil
    failure = nil
    return reload()
  }

  /// Counts the same beers again; the numbers stay until then.
  mutating func reload() -> [Intent] {
    let request = pending.begin { TimelineRequest(query: visit.query, generation: $0) }
    return [.effect(.loadTimeline(request))]
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    guard case .timeline(let request, let result) = message, pending.end(with: request) else { return [] }
    switch result {
    case .success(let timeline):
      rows = TimelineRows(timeline)
      failure = nil
    case .failure(let error): failure = error
    }
    return []
  }

  // MARK: - Opening the list

  /// The figures under the cursor; `nil` without beers.
  var figures: TimelineRows.Figures? {
    guard let rows, let cursor else { return nil }
    if case .year(_, let month) = cursor { return rows.year(of: cursor)?.figures(ofMonth: month) }
    return TimelineRows.Figures(beerCount: rows.undatedCount)
  }

  /// Enabled if there are beers under the cursor.
  func periodAvailability(in context: ScreenContext) -> Availability {
    guard let cursor, let figures else { return .disabled }
    let text = cursor.text(context.appearance.dates)
    return Availability(figures.beerCount > 0, else: "\(text): no beers.")
  }

  func openHint(in context: ScreenContext) -> String { cursor == .undated ? "show beers" : "jump" }
  func canOpen(in context: ScreenContext) -> Availability { periodAvailability(in: context) }

  /// Shows the counted beers with the cursor on the newest one of the month or the year; lists beers without a date.
  mutating func open(in context: ScreenContext) -> [Intent] {
    guard let newest = figures?.newest else { return filterPeriod() }
    return [.back, .jump(toBeer: newest, in: visit.query)]
  }

  /// Lists the beers under the cursor.
  mutating func filterPeriod() -> [Intent] {
    guard let cursor, let filter = try? BeerFilter(cursor.filter) else { return [] }
    suspended.append(Visit(query: visit.query, cursor: cursor))
    return [.back, .drillDown(visit.query.and(filter), from: .timeline)]
  }

  mutating func resume(in context: ScreenContext) -> [Intent] {
    visit = suspended.popLast() ?? visit
    return reload()
  }

  // MARK: - Moving

  func visibleRows(_ context: ScreenContext) -> Int {
    max(1, context.layout.body.count - TimelineLayout.headerHeight(context.layout))
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    guard let rows, let cursor else { return }
    if case .year(_, let column) = cursor { month = column }
    let visible = visibleRows(context)
    switch move {
    case .down: step(1)
    case .up: step(-1)
    case .pageDown: step(visible)
    case .pageUp: step(-visible)
    case .halfPageDown: step(max(1, visible / 2))
    case .halfPageUp: step(-max(1, visible / 2))
    case .first: visit.cursor = rows.start
    case .last: visit.cursor = rows.undatedCount > 0 ? .undated : rows.end
    case .left: stepColumn(-1, cursor, rows, context)
    case .right: stepColumn(1, cursor, rows, context)
    }
  }

  /// Moves by some rows, beyond years without beers.
  private mutating func step(_ offset: Int) {
    guard let rows, let cursor else { return }
    var index = rows.index(of: cursor)
    let targets = stride(
      from: index + offset, through: offset > 0 ? rows.rows.count - 1 : 0, by: offset.signum())
    let nearer = stride(from: index + offset, to: index, by: -offset.signum())
    for target in Array(targets) + Array(nearer) where rows.cursor(at: target, like: cursor) != nil {
      index = target
      break
    }
    visit.cursor = rows.cursor(at: index, like: cursor, month: month)
  }

  /// Moves to the next or the previous month, which may be in another year; after December comes the whole year, if it
  /// is on the screen.
  private mutating func stepColumn(
    _ offset: Int, _ cursor: TimelineRows.Cursor, _ rows: TimelineRows, _ context: ScreenContext
  ) {
    guard case .year(let year, let month) = cursor else { return }
    let columns = TimelineLayout(rows, context).hasTotals ? 13 : 12
    let column = (month ?? columns) + offset
    if 1...columns ~= column {
      visit.cursor = .year(year, month: column == 13 ? nil : column)
      return
    }
    let numbers = rows.years.map(\.year)
    guard let index = numbers.firstIndex(of: year), numbers.indices.contains(index + offset) else { return }
    visit.cursor = .year(numbers[index + offset], month: offset > 0 ? 1 : columns == 13 ? nil : 12)
  }

  mutating func clampScrolling(in context: ScreenContext) {
    guard let rows, let cursor else { return }
    scroll.cursor = rows.index(of: cursor)
    scroll.clamp(count: rows.rows.count, visible: visibleRows(context))
  }

  /// Moves to the clicked month, year or beers without a date; a double click opens it.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind, let rows, let cursor else { return [] }
    let first = context.layout.body.lowerBound + TimelineLayout.headerHeight(context.layout)
    guard event.point.row >= first, context.layout.body.contains(event.point.row) else { return [] }
    let layout = TimelineLayout(rows, context)
    guard event.point.column <= layout.width,
      let target = rows.cursor(at: scroll.top + event.point.row - first, like: cursor, month: month)
    else { return [] }
    switch target {
    case .undated: visit.cursor = target
    case .year(let year, let column):
      visit.cursor = .year(year, month: layout.month(atColumn: event.point.column - 1, else: column))
    }
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }
}

extension DiaryDate {
  fileprivate var cursor: TimelineRows.Cursor { .year(year, month: month) }
}

extension TimelineRows.Cursor {
  /// Returns what is under the cursor: `May 2024`.
  func text(_ dates: DateText) -> String {
    switch self {
    case .year(let year, nil): NumberText.padded(year, to: 4)
    case .year(let year, let month?): dates.month(month, of: year)
    case .undated: "No date"
    }
  }

  /// The filter for the beers: `date:2024-05`.
  fileprivate var filter: String {
    switch self {
    case .year(let year, nil): "year:" + NumberText.padded(year, to: 4)
    case .year(let year, let month?):
      "date:" + NumberText.padded(year, to: 4) + "-" + NumberText.padded(month)
    case .undated: "no:date"
    }
  }
}
