import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

extension ScreenKind {
  /// A year in review.
  package static let year = ScreenKind(
    YearScreen.self, title: "Year in review", [.opensItems, .readsStatus]
  ) { Action.onYear }
}

/// A year in review on one screen: its months, the best beers, what was new, the longest break and the longest note.
struct YearScreen: Screen, BeerCounting {
  /// The state of one visit.
  struct Visit: Hashable, Sendable {
    /// The beers that are counted, in no order.
    var query = BeerQuery()
    /// The year that is shown or read; `nil` for the latest one.
    var year: Int?
    /// What is shown; `nil` until it has been read, or if none of the beers has a date.
    var review: YearInReview?
    var failure: StoreError?
    /// Whether anything has been read.
    var isKnown = false
    /// The item under the cursor; `nil` for the first one.
    var selected: YearLayout.ItemID?
    var offset = ScrollOffset()
  }

  private(set) var current = Visit()
  /// The visits from which lists of beers were opened, to return to.
  private var suspended: [Visit] = []
  private var pending = Pending<YearRequest>()

  var counted: BeerQuery { current.query }
  var subject: String { "year" }
  var isAnimated: Bool { !current.isKnown }
  var isReading: Bool { pending.isAwaited }

  /// The next keys are for the year that is being read, also when it follows another one.
  func isAwaitingAnswer(in context: ScreenContext) -> Bool {
    pending.isAwaited && (!current.isKnown || current.year != current.review?.year)
  }

  // MARK: - Reading

  /// Begins a visit with the latest year of the beers of the list, or of those that the screen below counts.
  mutating func begin(in context: ScreenContext) -> [Intent] {
    current = Visit(query: (context.topScreen as? any BeerCounting)?.counted ?? context.listedBeers)
    return load()
  }

  /// Counts other beers of the same year.
  mutating func count(_ query: BeerQuery, in context: ScreenContext) -> [Intent] {
    current.query = query
    current.review = nil
    current.isKnown = false
    return load()
  }

  /// Returns the year with beers that is some years after the one shown, or before it if `offset` is negative; `nil` if
  /// there is none.
  func year(after offset: Int) -> Int? {
    guard let review = current.review else { return nil }
    return offset > 0
      ? review.years.first { $0 > review.year } : review.years.last { $0 < review.year }
  }

  /// Shows the next year with beers, or the previous one; the cursor stays on its line.
  mutating func step(by offset: Int) -> [Intent] {
    guard let year = year(after: offset) else { return [] }
    current.year = year
    return load()
  }

  /// Reads the year; the one shown stays until then.
  private mutating func load() -> [Intent] {
    let request = pending.begin {
      YearRequest(year: current.year, query: current.query, generation: $0)
    }
    return [.effect(.loadYear(request))]
  }

  mutating func reload() -> [Intent] { current.isKnown ? load() : [] }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .year(let request, let result):
      guard pending.end(with: request) else { return [] }
      current.isKnown = true
      switch result {
      case .success(let review):
        current.review = review
        current.failure = nil
        current.year = review?.year ?? current.year
      case .failure(let error): current.failure = error
      }
    case .changed(_, .success), .storeChanged:
      if context.path.contains(.year), current.isKnown { return load() }
    default: break
    }
    return []
  }

  // MARK: - Opening the list

  func openHint(in context: ScreenContext) -> String { "show beers" }

  /// Whether the year has beers to show.
  var hasBeers: Bool { (current.review?.figures.beers ?? 0) > 0 }

  func canOpen(in context: ScreenContext) -> Availability {
    guard hasBeers, let item = layout(context)?.item(current.selected) else { return .disabled }
    return Availability(item.count != 0, else: "\(item.label): no beers.")
  }

  /// Lists the beers of the item under the cursor.
  mutating func open(in context: ScreenContext) -> [Intent] {
    guard let layout = layout(context), let item = layout.item(current.selected) else { return [] }
    guard let filter = try? BeerFilter(item.filter) else { return [.say("\(item.label): too many to list.")] }
    suspended.append(current)
    return [
      .backTo(.list), .drillDown(current.query.and(filter, isDistinct: item.isDistinct), from: .year),
    ]
  }

  mutating func resume(in context: ScreenContext) -> [Intent] {
    current = suspended.popLast() ?? current
    return load()
  }

  /// Returns the year as a web page; `nil` without beers to show.
  func page(in context: ScreenContext) -> YearPage? {
    guard let review = current.review, review.figures.beers > 0 else { return nil }
    let search = BeerFilter(searching: current.query.searchWords)
    return YearPage(
      YearText(review, dates: context.appearance.dates), of: current.query.filter.and(search))
  }

  // MARK: - Moving

  mutating func move(_ move: Move, in context: ScreenContext) {
    guard let layout = layout(context) else { return }
    let page = max(1, context.layout.body.count)
    let count = layout.items.count
    var index = layout.index(of: current.selected)
    switch move {
    case .down: index += 1
    case .up: index -= 1
    case .pageDown: index += page
    case .pageUp: index -= page
    case .halfPageDown: index += max(1, page / 2)
    case .halfPageUp: index -= max(1, page / 2)
    case .first: index = 0
    case .last: index = count - 1
    case .left, .right: break
    }
    guard count > 0 else { return }
    current.selected = layout.items[min(max(0, index), count - 1)].id
  }

  /// Moves to the clicked item; a double click lists its beers.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    let body = context.layout.body
    guard case .press = event.kind, body.contains(event.point.row), event.point.column > 0,
      let layout = layout(context)
    else { return [] }
    let point = Point(
      column: event.point.column - 1, row: event.point.row - body.lowerBound + current.offset.top)
    guard let item = layout.items.first(where: { $0.contains(point) }) else { return [] }
    current.selected = item.id
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  mutating func clampScrolling(in context: ScreenContext) {
    guard let layout = layout(context) else { return }
    let visible = context.layout.body.count
    current.offset.clamp(count: layout.height, visible: visible)
    guard let item = layout.item(current.selected) else { return }
    // Above the first item may be the year.
    let top = item.id == layout.items.first?.id ? 0 : item.row
    for row in [item.row + item.height - 1, top] { current.offset.reveal(row, visible: visible) }
    if item.row >= current.offset.top + visible { current.offset.reveal(item.row, visible: visible) }
  }

  /// Returns the layout of the page; `nil` without beers to show.
  func layout(_ context: ScreenContext) -> YearLayout? {
    guard let review = current.review, review.figures.beers > 0 else { return nil }
    return YearLayout(review, selected: current.selected, in: context)
  }
}
