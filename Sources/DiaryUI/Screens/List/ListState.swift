import DiaryStore

/// What the list screen remembers; the rows themselves are in ``RowWindow``.
struct ListState: Hashable, Sendable {
  /// How a beer is shown.
  enum View: Hashable, Sendable { case compact, cards }

  var scroll = ScrollPosition()
  var view = View.compact

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

  mutating func settleList() {
    // Until the length is known nothing is out of range.
    guard let count = rows.count else { return }
    list.scroll.settle(count: count, visible: list.beersPerScreen(layout))
  }

  /// Takes rows in; the cursor stays on its beer where others came or went before it.
  mutating func acceptRows(_ request: RowRequest, _ result: Result<[BeerRow], DiaryError>) {
    let cursor = list.scroll.cursor
    let anchor = rows[cursor]?.id
    guard rows.accept(request, result) else { return }
    if let error = rows.failure {
      notice = Notice(text: "The list cannot be read: " + ErrorText.reason(error) + ".", kind: .problem)
    }
    if let anchor, rows[cursor]?.id != anchor, let position = rows.position(of: anchor) {
      list.scroll.shift(by: position - cursor)
    }
  }
}
