import DiaryModel
import DiaryStore
import SQLiteKit

/// A list of beers with its cursor and marks: the diary, the trash, what a search finds, or a part of the statistics.
///
/// It knows no screen. What it needs from outside it returns as ``Intent``.
struct BeerList: Hashable, Sendable {
  /// The rows around the cursor, and how many there are.
  var rows: RowWindow
  var marks = Marks()
  /// The cursor, and which beer is at the top.
  var scroll = ScrollPosition()
  /// How many beers fit on the screen.
  var pageSize = 1
  /// A beer that the cursor is to go to: its place is asked for, then the rows around it are read.
  var focus: Int64?
  /// The list that the next answer with the cursor's place will show.
  var pendingPlace: PlaceRequest?
  var pendingMatch: MatchRequest?
  /// Another program changed the diary, which is to be read again as soon as what is under way has come.
  var isOutdated = false

  /// What was searched for last, for the way from match to match.
  var lastSearch = ""
  /// Whether matches are shown that the way led to, outside of a search.
  var isFinding = false
  /// What of the diary was shown before the trash, to be gone back to.
  var beforeTrash = ListBeforeTrash()
  /// The parts of the statistics that led here, the last one at the end: statistics can be opened in the list of a part.
  var drillDowns: [DrillDown] = []

  /// The custom field that the list is sorted by, as one of its beers has it.
  private(set) var sortedValue: JSONValue?
  /// The order that the value belongs to.
  private var sortedOrder = BeerQuery.Order.date
  /// What was on the screen when all of it had been read.
  private var lastShown: ScrollPosition?
  private var ticksWithoutRows = 0

  init(_ rows: RowWindow) { self.rows = rows }

  /// The number of beers, or the last known while it is being counted.
  var count: Int? { rows.isCounted ? rows.count : rows.summary?.beerCount }

  /// Whether an answer is on its way.
  var isReading: Bool { pendingPlace != nil || rows.isReading || rows.isCounting }

  /// Moves the cursor; in a list that nothing is known of there is nowhere to go yet.
  mutating func move(_ move: Move) {
    guard let count = rows.count else { return }
    scroll.move(move, count: count, visible: pageSize)
    if pendingPlace == nil { focus = nil }
  }

  /// Brings the cursor into range, and notes what is shown.
  mutating func settle() {
    // Until the length is known nothing is out of range.
    if let count = rows.count { scroll.settle(count: count, visible: pageSize) }
    if !isAwaitingRows { (lastShown, ticksWithoutRows) = (scroll, 0) }
    rows.tell(of: isFinding ? lastSearch : "")
  }

  /// Notes that time has passed.
  mutating func tick() { ticksWithoutRows += 1 }
}

// MARK: - What is shown

extension BeerList {
  /// About a quarter of a second: rows mostly come sooner, and a jump then shows one new screen instead of two.
  private static let patience = 3

  /// The positions that are on the screen, were the list as long as it may be.
  var visibleRows: Range<Int> { scroll.top..<scroll.top + pageSize }

  /// Whether a part of the screen is still being read.
  var isAwaitingRows: Bool {
    if rows.showsOtherList || isFocusing { return rows.failure == nil }
    let wanted = visibleRows.clamped(to: 0..<max(0, rows.count ?? 0))
    return rows.failure == nil && !wanted.isEmpty && wanted.clamped(to: rows.range) != wanted
  }

  /// Whether the cursor's place is known before the rows are that it belongs to.
  private var isFocusing: Bool { focus != nil && pendingPlace == nil }

  /// Whether the cursor is on its way to a beer that is not on the screen.
  var isCursorMoving: Bool { marks.isEmpty && (isAwaitingRows || pendingMatch != nil) }

  /// Where the list is drawn: the old place for the moment that a jump takes to be read.
  var shownScroll: ScrollPosition {
    guard isAwaitingRows, ticksWithoutRows < Self.patience || rows.showsOtherList, let lastShown else {
      return scroll
    }
    return lastShown
  }

  /// The positions to be drawn.
  var rowsToShow: Range<Int> {
    (shownScroll.top..<shownScroll.top + pageSize).clamped(to: 0..<(rows.shownCount ?? 0))
  }
}

// MARK: - Reading

extension BeerList {
  /// Takes rows in; the cursor stays on its beer where others came or went before it.
  mutating func acceptRows(_ request: RowRequest, _ result: Result<[BeerListItem], StoreError>) -> [Intent] {
    let cursor = scroll.cursor
    // In another list the position was found before.
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

  /// The custom field belongs to an order, and goes with it.
  private mutating func noteSortedValue(_ order: BeerQuery.Order) {
    if order != sortedOrder { (sortedOrder, sortedValue) = (order, nil) }
    if sortedValue == nil { sortedValue = rows.rows.lazy.compactMap(\.sortedValue).first }
  }

  /// Reads the list again; what is shown stays until the answers come, and the cursor on its beer, or on the one that it
  /// is to go to.
  ///
  /// - Parameters:
  ///   - beer: The beer that is shown on a screen of its own; `nil` if there is none.
  ///   - position: Its position.
  mutating func reload(beer: Int64?, position: Int?) -> [Effect] {
    isOutdated = false
    marks.forgetComparison()
    if let pendingPlace {
      return ask(
        rows.placeRequest(
          of: focus ?? pendingPlace.beer, from: pendingPlace.position, in: pendingPlace.query,
          readsListAnew: true))
    }
    // The beer stays where it is, unless the list on the screen is not the one that was asked for.
    let isStable = rows.failure == nil && !rows.showsOtherList
    guard let beer = focus ?? (isStable ? beer ?? rows[scroll.cursor]?.id : nil) else { return readAgain() }
    return ask(
      rows.placeRequest(
        of: beer, from: position ?? scroll.cursor, in: rows.query, readsListAnew: true))
  }

  /// Asks where a beer stands, to show a list with the cursor there.
  mutating func ask(_ request: PlaceRequest) -> [Effect] {
    pendingPlace = request
    return [.loadPlace(request)]
  }

  /// Reads the list where it stands.
  mutating func readAgain() -> [Effect] {
    rows.invalidate()
    return [.loadSummary(rows.summaryRequest())]
  }
}
