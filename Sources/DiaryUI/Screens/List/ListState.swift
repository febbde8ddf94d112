import DiaryModel
import SQLiteKit
import DiaryStore

/// A list of beers: the diary, the trash, what a search finds, or the beers of a bar of the statistics.
struct ListState: Hashable, Sendable {
  /// How a beer is shown.
  enum View: Hashable, Sendable { case compact, cards }

  /// The rows around the cursor, and how many there are.
  var rows: RowWindow
  var marks = Marks()
  /// The cursor, and which beer is at the top.
  var scroll = ScrollPosition()
  /// A beer that the cursor is to go to: its place is asked for, then the rows around it are read.
  var focus: Int64?
  /// The list that the next answer with the cursor's place will show.
  var pendingPlace: PlaceRequest?
  var pendingMatch: MatchRequest?
  /// Another program changed the diary, which is to be read again as soon as what is under way has come.
  var isOutdated = false
  var view: View
  /// What was searched for last, for the way from match to match.
  var lastSearch = ""
  /// What of the diary was shown before the trash, to be gone back to.
  var besideTrash = ListBeforeTrash()
  /// The bars of the statistics that led here, the last one at the end: statistics can be opened in the list of a bar.
  var bars: [ShownBar] = []
  /// The columns that beers seen so far have something in.
  var filledColumns: Set<ListColumns.Kind> = []
  /// The order that the value belongs to.
  var filledOrder = BeerQuery.Order.date
  /// The custom field that the list is sorted by, as one of its beers has it.
  var sortedValue: JSONValue?
  /// Whether matches are shown that the way led to, outside of a search.
  var isFinding = false

  /// What was on the screen when all of it had been read.
  private(set) var lastShown: ScrollPosition?
  private var ticksWithoutRows = 0

  init(_ rows: RowWindow, view: View) {
    self.rows = rows
    self.view = view
  }

  /// About a quarter of a second: rows mostly come sooner, and a jump then shows one new screen instead of two.
  private static let patience = 3

  /// Whether rows that are missing are worth waiting for with the old ones on the screen.
  var keepsLastShown: Bool { ticksWithoutRows < Self.patience }

  /// Notes that all of the screen has been read, or some of it not.
  mutating func note(isRead: Bool) {
    guard isRead else { return }
    lastShown = scroll
    ticksWithoutRows = 0
  }

  /// Notes that time has passed.
  mutating func tick() { ticksWithoutRows += 1 }

  /// The rows of the screen that one beer takes, with the blank row below a card.
  var rowsPerBeer: Int { view == .compact ? 1 : ListCard.height + 1 }

  /// How many beers fit; a card's blank row may be cut off.
  func beersPerScreen(_ layout: Layout) -> Int {
    max(1, (layout.body.count + (view == .compact ? 0 : 1)) / rowsPerBeer)
  }
}

extension AppState {
  /// The positions of the list that are on the screen, were it as long as it may be.
  var visibleRows: Range<Int> { list.scroll.top..<list.scroll.top + list.beersPerScreen(layout) }

  /// Whether a part of the screen is still being read.
  var isAwaitingRows: Bool {
    if list.rows.showsOtherList || isFocusing { return list.rows.failure == nil }
    let wanted = visibleRows.clamped(to: 0..<max(0, list.rows.count ?? 0))
    return list.rows.failure == nil && !wanted.isEmpty && wanted.clamped(to: list.rows.range) != wanted
  }

  /// Whether the cursor's place is known before the rows are that it belongs to.
  private var isFocusing: Bool { list.focus != nil && list.pendingPlace == nil }

  /// Where the list is drawn: the old place for the moment that a jump takes to be read.
  var shownScroll: ScrollPosition {
    guard isAwaitingRows, list.keepsLastShown || list.rows.showsOtherList, let last = list.lastShown else {
      return list.scroll
    }
    return last
  }

  /// The positions to be drawn, were the list as long as it may be.
  var rowsToShow: Range<Int> { shownScroll.top..<shownScroll.top + list.beersPerScreen(layout) }

  mutating func noteShownRows() { list.note(isRead: !isAwaitingRows) }

  mutating func settleList() {
    // Until the length is known nothing is out of range.
    guard let count = list.rows.count else { return }
    list.scroll.settle(count: count, visible: list.beersPerScreen(layout))
  }

  /// Takes rows in; the cursor stays on its beer where others came or went before it.
  mutating func acceptRows(_ request: RowRequest, _ result: Result<[BeerListItem], StoreError>) {
    let cursor = list.scroll.cursor
    // In another list the position was found before.
    let anchor = list.rows.showsOtherList ? nil : list.rows[cursor]?.id
    guard list.rows.accept(request, result) else { return }
    list.note(list.rows.rows, by: request.query.order)
    if let error = list.rows.failure {
      notice = Notice(text: "The list cannot be read: " + ErrorText.reason(error) + ".", kind: .problem)
    }
    if isFocusing {
      if let position = list.focus.flatMap({ list.rows.position(of: $0) }) { list.scroll.cursor = position }
      list.focus = nil
    } else if let anchor, list.rows[cursor]?.id != anchor, let position = list.rows.position(of: anchor) {
      list.scroll.shift(by: position - cursor)
      shown?.position += position - cursor
      list.marks.shiftRange(by: position - cursor)
    }
  }
}
