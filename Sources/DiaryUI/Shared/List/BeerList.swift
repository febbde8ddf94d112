import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

/// A list of beers with its cursor and marks: the diary, the trash, a search, or a part of the statistics.
///
/// It knows no screens, and returns everything that it needs as ``Intent``.
struct BeerList: Hashable, Sendable {
  /// The items around the cursor, and their total number.
  var window: ListWindow
  var marks = Marks()
  /// The cursor, and the first visible beer.
  var scroll = ScrollPosition()
  /// How many beers fit on the screen.
  var pageSize = 1
  /// How many of them are next to each other, as cards.
  var rowSize = 1
  /// How often the search for a match is repeated after its answer, because the key was pressed again, as in `3n`.
  var awaitedMatches = 0
  /// The beer to which the cursor moves: first its position is requested, then the items around it.
  var focus: Int64?
  /// The list to show after the answer with the cursor's position.
  var pendingPosition: PositionRequest?
  var pendingMatch = Pending<MatchRequest>()
  /// Whether the user has chosen another order or other beers, and has not been told what is listed.
  var isToBeAnnounced = false
  /// Whether another program changed the diary, which is read again after outstanding answers.
  var needsReload = false

  /// The last search, for moving from match to match.
  var lastSearch = ""
  /// Whether matches are highlighted outside a search.
  var highlightsMatches = false
  /// The list to return to from the trash.
  var beforeTrash = ListState()
  /// The list before the last search or filter was typed.
  var beforeTyping = ListState() { didSet { beforeJump = beforeTyping } }
  /// The list before the cursor last went far away; `nil` if it has not.
  var beforeJump: ListState?
  /// The beer that was under the cursor when the list was last switched to labels; `nil` if it has not been.
  private var groupedBeer: GroupedBeer?
  /// The first of the beers that last left the list together, in its order.
  var firstLeft: Int64?
  /// The drill-downs that led here, the last one at the end.
  ///
  /// Statistics can be opened from a drill-down's list.
  var drillDowns: [DrillDown] = []

  /// The value of the field by which the list is sorted, from one of its beers.
  private(set) var sortedValue: JSONValue?
  /// Whether the first beer of the list, when it was last read, had no such value; beers without one are last.
  private(set) var firstLacksSortedValue = false
  /// The order to which the value belongs.
  private var sortedOrder = BeerQuery.Order.date
  /// The position at which all visible items were last read.
  private var lastDisplayed: ScrollPosition?
  private var ticksWithoutItems = 0

  init(_ window: ListWindow) { self.window = window }

  /// The number of beers, or the last known one while they are counted.
  var count: Int? { window.isCounted ? window.count : window.summary?.beerCount }

  /// The number of beers as text, such as `42 beers`; `nil` until they have been counted.
  var countText: String? {
    guard window.isCounted, let count = window.count else { return nil }
    return NumberText.count(count, isDistinct ? "different beer" : "beer")
  }

  /// Whether the list has one line for each label.
  ///
  /// The first beer of a label stands for it: marks are on that beer, and actions change that beer and no other.
  var isDistinct: Bool { window.query.isDistinct }

  /// How many different beers the list has; in a list of different beers, how many all of them are; `nil` if that is not
  /// known, or the same number.
  var otherCount: Int? {
    guard let summary = window.summary else { return nil }
    let other = isDistinct ? summary.countWithRepeats : summary.labelCount
    return other == summary.beerCount ? nil : other
  }

  /// Whether a request is unanswered.
  var isReading: Bool { pendingPosition != nil || window.isReading || window.isCounting }

  /// Whether the beer under the cursor is known, and no request can change it.
  var isSettled: Bool {
    !window.isUnread && !window.isReading && pendingPosition == nil && !isAwaitingItems
  }

  /// Moves the cursor; does nothing in a list that has not been read.
  mutating func move(_ move: Move, times: Int = 1) {
    guard let count = window.count else { return }
    let before = state
    scroll.move(move, times: times, count: count, visible: pageSize, rowSize: rowSize)
    if pendingPosition == nil { focus = nil }
    if [.first, .last].contains(move) { noteJump(from: before) }
  }

  /// Moves the cursor to the next beer, or the previous one, also if that is not below or above it.
  ///
  /// - Parameter offset: 1 or -1.
  mutating func step(by offset: Int) {
    guard rowSize > 1 else { return move(offset > 0 ? .down : .up) }
    move(offset > 0 ? .right : .left)
  }

  /// Scrolls lines, and moves the cursor only to keep it visible; returns `false` if there is nothing to scroll to.
  mutating func scrollLines(by offset: Int) -> Bool {
    guard let count = window.count, rowSize == 1,
      scroll.scroll(by: offset, count: count, visible: pageSize)
    else { return false }
    if pendingPosition == nil { focus = nil }
    return true
  }

  /// Brings the cursor into range, and remembers what is displayed.
  mutating func adapt() {
    // Until the length is known, every position is in range.
    if let count = window.count { scroll.clamp(count: count, visible: pageSize, rowSize: rowSize) }
    if !isAwaitingItems {
      lastDisplayed = scroll
      ticksWithoutItems = 0
    }
    window.highlight(highlightsMatches ? lastSearch : "")
  }

  /// Handles a message, before the screens do.
  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .tick: ticksWithoutItems += 1
    case .storeChanged: needsReload = true
    case .summary(let request, let result): window.apply(request, result)
    case .listItems(let request, let result): return applyItems(request, result)
    case .position(let request, let result):
      return applyPosition(request, result, openBeer: context.currentBeer?.id)
    case .match(let request, let result): return applyMatch(request, result)
    case .marks(let request, let result): return applyMarks(request, result, in: context)
    case .marksCompared(let request, let result): marks.applyComparison(request, try? result.get())
    case .workedInBackground:
      if context.background.hasNewPhotoDetails { window.invalidate(listMayHaveChanged: false) }
    case .changed(let request, .success(let outcome)):
      forgetMarks(outcome, of: request)
      follow(outcome, of: request, in: context)
    default: break
    }
    return []
  }
}

// MARK: - Drawing

extension BeerList {
  /// The ticks, about a quarter of a second, for which the old items stay on the screen after a jump.
  ///
  /// The new ones mostly arrive sooner, so that the screen changes once instead of twice.
  private static let ticksBeforeJump = 3

  /// The positions on the screen, if the list is long enough.
  var visiblePositions: Range<Int> { scroll.top..<scroll.top + pageSize }

  /// Whether a part of the screen is being read.
  var isAwaitingItems: Bool {
    if window.showsOtherList || isFocusing { return window.failure == nil }
    let wanted = visiblePositions.clamped(to: 0..<max(0, window.count ?? 0))
    return window.failure == nil && !wanted.isEmpty && wanted.clamped(to: window.range) != wanted
  }

  /// Whether the cursor's position is known, but its items are not.
  private var isFocusing: Bool { focus != nil && pendingPosition == nil }

  /// Whether the cursor is moving to a beer that is not on the screen.
  var isCursorMoving: Bool { marks.isEmpty && (isAwaitingItems || pendingMatch.isAwaited) }

  /// The scroll position to draw: the old one for the moment in which a jump is read.
  var displayedScroll: ScrollPosition {
    guard isAwaitingItems, ticksWithoutItems < Self.ticksBeforeJump || window.showsOtherList,
      let lastDisplayed
    else {
      return scroll
    }
    return lastDisplayed
  }

  /// The positions to draw.
  var displayedPositions: Range<Int> {
    (displayedScroll.top..<displayedScroll.top + pageSize).clamped(to: 0..<(window.displayedCount ?? 0))
  }
}

// MARK: - Reading

extension BeerList {
  /// Shows another list with the cursor at a position.
  ///
  /// At the end of the message, `requestMissing` requests its items.
  ///
  /// - Parameter focus: The beer to which the cursor moves after the items have been read.
  mutating func switchList(to query: BeerQuery, at scroll: ScrollPosition, focus: Int64? = nil) -> [Intent] {
    pendingPosition = nil
    self.focus = focus
    if window.isOtherList(query) { marks.dropRange() }
    if query.filter.isInTrash, !isInTrash { beforeTrash = state }
    window.switchList(to: query)
    self.scroll = scroll
    return [.effect(.loadSummary(window.summaryRequest()))]
  }

  /// Handles an answer with items; the cursor stays on its beer if beers before it were added or removed.
  private mutating func applyItems(
    _ request: ListItemRequest, _ result: Result<[BeerListItem], StoreError>
  ) -> [Intent] {
    let cursor = scroll.cursor
    // In another list, the cursor is where `switchList` has put it.
    let wasOtherList = window.showsOtherList
    let anchor = wasOtherList ? nil : window[cursor]?.id
    guard window.apply(request, result) else { return [] }
    defer {
      let start = marks.firstOfRange.flatMap { window.position(of: $0) }
      if let start { marks.moveRangeStart(to: start) }
    }
    if wasOtherList {
      firstLacksSortedValue = false
      if isDistinct, groupedBeer?.line == nil { groupedBeer?.line = window[cursor]?.id }
    }
    noteSortedValue(request.query.order)
    let intents: [Intent] =
      window.failure.map { [.say("The list cannot be read: " + ErrorText.reason($0) + ".", kind: .problem)] }
      ?? []
    if isFocusing {
      if let position = focus.flatMap({ window.position(of: $0) }) { scroll.cursor = position }
      focus = nil
    } else if let anchor, window[cursor]?.id != anchor, let position = window.position(of: anchor) {
      scroll.shift(by: position - cursor)
      marks.shiftRange(by: position - cursor)
      return intents + [.shiftCurrentBeer(by: position - cursor)]
    }
    return intents
  }

  /// The value belongs to an order, and is discarded with it.
  private mutating func noteSortedValue(_ order: BeerQuery.Order) {
    if order != sortedOrder {
      sortedOrder = order
      sortedValue = nil
    }
    if let first = window[0] { firstLacksSortedValue = first.sortedValue == nil }
    if sortedValue == nil { sortedValue = window.items.lazy.compactMap(\.sortedValue).first }
  }

  /// Reads the list again.
  ///
  /// The current items stay until the answers arrive. The cursor stays on its beer, or moves to the beer that it
  /// follows.
  ///
  /// - Parameters:
  ///   - beer: The beer on a screen of its own; `nil` if there is none.
  ///   - position: The beer's position.
  mutating func reload(beer: Int64?, position: Int?) -> [Intent] {
    needsReload = false
    marks.forgetComparison()
    if let pendingPosition {
      return requestPosition(
        window.positionRequest(
          of: focus ?? pendingPosition.beer, from: pendingPosition.position, in: pendingPosition.query,
          listMayHaveChanged: true))
    }
    // The beer keeps its position, unless the list on the screen is not the requested one.
    let isStable = window.failure == nil && !window.showsOtherList
    guard let beer = focus ?? (isStable ? beer ?? window[scroll.cursor]?.id : nil) else { return readAgain() }
    return requestPosition(
      window.positionRequest(
        of: beer, from: position ?? scroll.cursor, in: window.query, listMayHaveChanged: true))
  }

  /// Requests the position of a beer, to show a list with the cursor there.
  mutating func requestPosition(_ request: PositionRequest) -> [Intent] {
    pendingPosition = request
    return [.effect(.loadPosition(request))]
  }

  /// Reads the list at its current position.
  mutating func readAgain() -> [Intent] {
    window.invalidate()
    return [.effect(.loadSummary(window.summaryRequest()))]
  }

  /// Requests the items on the screen, the first count, and which marked beers the list does not show.
  mutating func requestMissing() -> [Intent] {
    let items = window.request(visible: visiblePositions).map { Effect.loadListItems($0) }
    let summary = window.wasCounted ? nil : Effect.loadSummary(window.summaryRequest())
    return [items, summary, compareMarks()].compactMap { $0.map { .effect($0) } }
  }
}

// MARK: - Changing to other lists

// Searching, filtering, sorting, and going back.
extension BeerList {
  /// The last requested list, whether or not it has been read.
  var wantedQuery: BeerQuery { pendingPosition?.query ?? window.query }

  /// Shows all beers again, or all of a part of the statistics: removes marks first, then ends the search, then removes
  /// the filter.
  mutating func showAll() -> [Intent] {
    if marks.rangeStart != nil {
      marks.dropRange()
      return []
    }
    if !marks.isEmpty {
      defer { marks.removeAll() }
      return [.say("Unmarked \(NumberText.count(marks.count, "beer")).")]
    }
    if highlightsMatches {
      highlightsMatches = false
      return []
    }
    if let currentDrillDown { return goBack(to: currentDrillDown) }
    var query = wantedQuery
    if query.hasWholeTrash { return showTrash() }
    let whole = drillDowns.last?.query ?? BeerQuery()
    if query.searchWords != whole.searchWords {
      query.search = whole.search
    } else {
      query.filter = whole.filter
    }
    isToBeAnnounced = true
    return switchListKeepingBeer(to: query)
  }

  /// Returns to the statistics, or from the trash to the diary, or quits.
  mutating func leave() -> [Intent] {
    if let lastDrillDown { return goBack(to: lastDrillDown) }
    return wantsTrash ? showTrash() : [.leave]
  }

  /// Sorts the list, or reverses the current order, and shows its top: what the user has asked for is there.
  mutating func sort(by order: BeerQuery.Order) -> [Intent] {
    var query = window.query
    query.isReversed = query.order == order && !query.isReversed
    query.order = order
    isToBeAnnounced = true
    return switchList(to: query, at: ScrollPosition())
  }

  /// Shows one line for each label instead of one for each beer, or the other way around; a cursor at the top stays there,
  /// any other one on its beer or label.
  ///
  /// From the label of the beer from which the list was switched, the cursor goes back to that beer.
  mutating func switchLabels() -> [Intent] {
    var query = wantedQuery
    query.isDistinct.toggle()
    isToBeAnnounced = true
    let beer = window.showsOtherList ? nil : window[scroll.cursor]?.id
    let grouped = groupedBeer
    groupedBeer = query.isDistinct ? beer.map { GroupedBeer(beer: $0) } : nil
    if !query.isDistinct, let grouped, beer != nil, grouped.line == beer {
      focus = nil
      return requestPosition(window.positionRequest(of: grouped.beer, from: scroll.cursor, in: query))
    }
    // The user has not chosen the beer at the top.
    return scroll.cursor == 0 && focus == nil
      ? switchList(to: query, at: ScrollPosition()) : switchListKeepingBeer(to: query)
  }

  /// Shows another list; the cursor stays on its beer if the list contains it.
  ///
  /// From an empty list, it goes back to where it was before a search or a filter.
  mutating func switchListKeepingBeer(to query: BeerQuery) -> [Intent] {
    var query = query
    // A label counts the beers that are not in the trash.
    if query.filter.isInTrash { query.isDistinct = false }
    guard let beer = window[scroll.cursor], !window.showsOtherList else {
      let isBack = window.count == 0 && query.isSameList(as: beforeTyping.query)
      return switchList(to: query, at: isBack ? beforeTyping.scroll : ScrollPosition())
    }
    focus = nil
    return requestPosition(window.positionRequest(of: beer.id, from: scroll.cursor, in: query))
  }

  /// Shows the list of a request with the cursor on its beer.
  ///
  /// - Parameter openBeer: The beer on a screen of its own; `nil` if there is none.
  mutating func applyPosition(
    _ request: PositionRequest, _ result: Result<Int?, StoreError>, openBeer: Int64?
  ) -> [Intent] {
    guard request == pendingPosition else { return [] }
    switch result {
    case .success(let position):
      // A beer that is back in the list takes the cursor from the one that had its position.
      let isBack = position != nil && request.beer == openBeer && window.position(of: request.beer) == nil
      if isBack, !window.isOtherList(request.query) { focus = request.beer }
      let (scroll, intents) = scrollPosition(forBeerAt: position, request)
      return intents + switchList(to: request.query, at: scroll, focus: focus)
    case .failure(let error):
      pendingPosition = nil
      focus = nil
      let problem = Intent.say("The list was not changed: " + ErrorText.reason(error) + ".", kind: .problem)
      return [problem] + (window.isOtherList(request.query) ? [] : readAgain())
    }
  }

  /// Returns the scroll position of a list, depending on the beer's position in it.
  ///
  /// The cursor follows a beer that a change has moved: `focus` identifies it, `reload` finds its position.
  private mutating func scrollPosition(
    forBeerAt position: Int?, _ request: PositionRequest
  ) -> (scroll: ScrollPosition, intents: [Intent]) {
    let isSameList = !window.isOtherList(request.query)
    guard let position else {
      let isMissed = isSameList && request.beer == focus
      focus = nil
      return (
        isSameList ? scroll : ScrollPosition(),
        isMissed ? [.addToNotice("It is not in this list.", alone: false)] : []
      )
    }
    var scroll = scroll
    var intents: [Intent] = []
    if request.beer == focus {
      if isInTrash, !request.query.filter.isInTrash, request.beer == beforeTrash.beer {
        scroll = beforeTrash.scroll
        scroll.shift(by: position - scroll.cursor)
      }
      scroll.cursor = position
      if isSameList { window.noteBeer(at: position) }
    } else {
      // The beer keeps its row on the screen.
      let offset = position - request.position
      scroll.shift(by: offset)
      if isSameList { intents = shift(by: offset) }
    }
    return (scroll, intents + [.setPosition(ofBeer: request.beer, to: position)])
  }

  /// Moves everything that is known by its position, because beers before it were added or removed.
  private mutating func shift(by offset: Int) -> [Intent] {
    window.shift(by: offset)
    marks.shiftRange(by: offset)
    return [.shiftCurrentBeer(by: offset)]
  }
}

/// A beer from which the list was switched to labels.
private struct GroupedBeer: Hashable, Sendable {
  let beer: Int64
  /// The beer that stands for its label in the list; `nil` until the list of labels has been read.
  var line: Int64?
}

extension BeerQuery {
  /// The search and the filter; empty if all beers are shown.
  ///
  /// - Parameter namesTrash: Whether to name the trash; above the list, the title does.
  func narrowing(_ context: ScreenContext, namesTrash: Bool = false) -> String {
    let search = searchWords.isEmpty ? nil : "/" + searchWords.joined(separator: " ")
    let filter = namesTrash ? filter : BeerFilter(filter.alternatives)
    let parts = [search, filter.isEmpty ? nil : context.text(of: filter)]
    return parts.compactMap { $0.map { " \(context.glyphs.separator) " + $0 } }.joined()
  }

  /// Takes over the beers that another query selects, but not its order.
  mutating func narrow(as other: BeerQuery) {
    search = other.search
    filter = other.filter
    isDistinct = other.isDistinct
  }
}
