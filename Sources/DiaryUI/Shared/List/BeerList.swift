import DiaryModel
import DiaryStore
import SQLiteKit

/// A list of beers with its cursor and marks: the diary, the trash, a search, or a part of the statistics.
///
/// It knows no screens, and returns everything that it needs as ``Intent``.
struct BeerList: Hashable, Sendable {
  /// The rows around the cursor, and their total number.
  var rows: RowWindow
  var marks = Marks()
  /// The cursor, and the first visible beer.
  var scroll = ScrollPosition()
  /// How many beers fit on the screen.
  var pageSize = 1
  /// The beer to which the cursor moves: first its position is requested, then the rows around it.
  var focus: Int64?
  /// The list to show after the answer with the cursor's position.
  var pendingPlace: PlaceRequest?
  var pendingMatch: MatchRequest?
  /// Whether another program changed the diary, which is read again after outstanding answers.
  var isOutdated = false

  /// The last search, for moving from match to match.
  var lastSearch = ""
  /// Whether matches are highlighted outside a search.
  var isFinding = false
  /// The list to return to from the trash.
  var beforeTrash = ListBeforeTrash()
  /// The drill-downs that led here, the last one at the end.
  ///
  /// Statistics can be opened from a drill-down's list.
  var drillDowns: [DrillDown] = []

  /// The value of the custom field by which the list is sorted, from one of its beers.
  private(set) var sortedValue: JSONValue?
  /// The order to which the value belongs.
  private var sortedOrder = BeerQuery.Order.date
  /// The position at which all visible rows were last read.
  private var lastShown: ScrollPosition?
  private var ticksWithoutRows = 0

  init(_ rows: RowWindow) { self.rows = rows }

  /// The number of beers, or the last known one while they are counted.
  var count: Int? { rows.isCounted ? rows.count : rows.summary?.beerCount }

  /// Whether a request is unanswered.
  var isReading: Bool { pendingPlace != nil || rows.isReading || rows.isCounting }

  /// Moves the cursor; does nothing in a list that has not been read.
  mutating func move(_ move: Move) {
    guard let count = rows.count else { return }
    scroll.move(move, count: count, visible: pageSize)
    if pendingPlace == nil { focus = nil }
  }

  /// Brings the cursor into range, and remembers what is shown.
  mutating func settle() {
    // Until the length is known, every position is in range.
    if let count = rows.count { scroll.settle(count: count, visible: pageSize) }
    if !isAwaitingRows { (lastShown, ticksWithoutRows) = (scroll, 0) }
    rows.highlight(isFinding ? lastSearch : "")
  }

  /// Counts the ticks without rows.
  mutating func tick() { ticksWithoutRows += 1 }
}

// MARK: - Drawing

extension BeerList {
  /// About a quarter of a second.
  ///
  /// Rows mostly arrive sooner, and a jump then draws one new screen instead of two.
  private static let patience = 3

  /// The positions on the screen, if the list is long enough.
  var visibleRows: Range<Int> { scroll.top..<scroll.top + pageSize }

  /// Whether a part of the screen is being read.
  var isAwaitingRows: Bool {
    if rows.showsOtherList || isFocusing { return rows.failure == nil }
    let wanted = visibleRows.clamped(to: 0..<max(0, rows.count ?? 0))
    return rows.failure == nil && !wanted.isEmpty && wanted.clamped(to: rows.range) != wanted
  }

  /// Whether the cursor's position is known, but its rows are not.
  private var isFocusing: Bool { focus != nil && pendingPlace == nil }

  /// Whether the cursor is moving to a beer that is not on the screen.
  var isCursorMoving: Bool { marks.isEmpty && (isAwaitingRows || pendingMatch != nil) }

  /// The scroll position to draw: the old one for the moment in which a jump is read.
  var shownScroll: ScrollPosition {
    guard isAwaitingRows, ticksWithoutRows < Self.patience || rows.showsOtherList, let lastShown else {
      return scroll
    }
    return lastShown
  }

  /// The positions to draw.
  var rowsToShow: Range<Int> {
    (shownScroll.top..<shownScroll.top + pageSize).clamped(to: 0..<(rows.shownCount ?? 0))
  }
}

// MARK: - Reading

extension BeerList {
  /// Handles an answer with rows; the cursor stays on its beer if beers before it were added or removed.
  mutating func acceptRows(_ request: RowRequest, _ result: Result<[BeerListItem], StoreError>) -> [Intent] {
    let cursor = scroll.cursor
    // In another list, the position has been found before.
    let anchor = rows.showsOtherList ? nil : rows[cursor]?.id
    guard rows.accept(request, result) else { return [] }
    noteSortedValue(request.query.order)
    let intents: [Intent] =
      rows.failure.map { [.say("The list cannot be read: " + ErrorText.reason($0) + ".", kind: .problem)] }
      ?? []
    if isFocusing {
      if let position = focus.flatMap({ rows.position(of: $0) }) { scroll.cursor = position }
      focus = nil
    } else if let anchor, rows[cursor]?.id != anchor, let position = rows.position(of: anchor) {
      scroll.shift(by: position - cursor)
      marks.shiftRange(by: position - cursor)
      return intents + [.shiftShownBeer(by: position - cursor)]
    }
    return intents
  }

  /// The value belongs to an order, and is discarded with it.
  private mutating func noteSortedValue(_ order: BeerQuery.Order) {
    if order != sortedOrder { (sortedOrder, sortedValue) = (order, nil) }
    if sortedValue == nil { sortedValue = rows.rows.lazy.compactMap(\.sortedValue).first }
  }

  /// Reads the list again.
  ///
  /// The current rows stay until the answers arrive. The cursor stays on its beer, or moves to the beer that it
  /// follows.
  ///
  /// - Parameters:
  ///   - beer: The beer on a screen of its own; `nil` if there is none.
  ///   - position: The beer's position.
  mutating func reload(beer: Int64?, position: Int?) -> [Effect] {
    isOutdated = false
    marks.forgetComparison()
    if let pendingPlace {
      return ask(
        rows.placeRequest(
          of: focus ?? pendingPlace.beer, from: pendingPlace.position, in: pendingPlace.query,
          listMayHaveChanged: true))
    }
    // The beer keeps its position, unless the list on the screen is not the requested one.
    let isStable = rows.failure == nil && !rows.showsOtherList
    guard let beer = focus ?? (isStable ? beer ?? rows[scroll.cursor]?.id : nil) else { return readAgain() }
    return ask(
      rows.placeRequest(
        of: beer, from: position ?? scroll.cursor, in: rows.query, listMayHaveChanged: true))
  }

  /// Requests the position of a beer, to show a list with the cursor there.
  mutating func ask(_ request: PlaceRequest) -> [Effect] {
    pendingPlace = request
    return [.loadPlace(request)]
  }

  /// Reads the list at its current position.
  mutating func readAgain() -> [Effect] {
    rows.invalidate()
    return [.loadSummary(rows.summaryRequest())]
  }
}
