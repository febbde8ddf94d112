import DiaryModel
import DiaryStore

/// A list and the cursor in it, to return to.
struct ListState: Hashable, Sendable {
  var query = BeerQuery()
  var scroll = ScrollPosition()
  /// The beer under the cursor.
  var beer: Int64?
  /// The drill-downs that led to the list.
  var drillDowns: [DrillDown] = []
}

// The trash is a list like any other, from which the user can go back.
extension BeerList {
  /// Whether the list is the trash.
  var isInTrash: Bool { window.query.filter.isInTrash }

  /// Whether the last requested list is in the trash, whether or not it has been read.
  var wantsTrash: Bool { wantedQuery.filter.isInTrash }

  /// Shows the trash, or goes back from it to the previous list and cursor.
  mutating func showTrash() -> [Intent] {
    var query = wantedQuery
    guard wantsTrash else {
      query.narrow(as: BeerQuery(filter: BeerFilter(isInTrash: true)))
      return switchListKeepingBeer(to: query)
    }
    query.narrow(as: beforeTrash.query)
    guard let beer = beforeTrash.beer, isInTrash else { return switchListKeepingBeer(to: query) }
    focus = beer
    return requestPosition(window.positionRequest(of: beer, from: scroll.cursor, in: query))
  }

  /// The list and the cursor in it now.
  var state: ListState {
    ListState(
      query: window.query, scroll: scroll, beer: window.showsOtherList ? nil : window[scroll.cursor]?.id,
      drillDowns: drillDowns)
  }

  /// Shows a list as it was before a search or a filter was typed, with the cursor on its beer, before which others may
  /// have been added or removed elsewhere since.
  mutating func restore(_ state: ListState) -> [Intent] {
    var query = state.query
    query.generation = window.query.generation
    var scroll = state.scroll
    let isDisplayed = window.displayedQuery.isSameList(as: query)
    if isDisplayed, let position = state.beer.flatMap({ window.position(of: $0) }) {
      scroll.shift(by: position - scroll.cursor)
    }
    if query != window.query {
      return switchList(to: query, at: scroll, focus: isDisplayed ? nil : state.beer)
    }
    // What was typed may have been deleted again.
    self.scroll = scroll
    return []
  }
}

// Going back from where the cursor went, as with '' in vim.
extension BeerList {
  /// Remembers where the cursor was, if it has moved.
  mutating func noteJump(from before: ListState) {
    if before.scroll.cursor != scroll.cursor { beforeJump = before }
  }

  /// Shows the list and the line where the cursor was before its last jump; the next call goes forward again.
  mutating func jumpBack() -> [Intent] {
    guard let target = beforeJump else { return [] }
    beforeJump = state
    if pendingPosition == nil { focus = nil }
    pendingMatch.cancel()
    if window.isOtherList(target.query) { isToBeAnnounced = true }
    drillDowns = target.drillDowns
    return restore(target)
  }
}

extension ScreenContext {
  /// Why an action is refused in the trash.
  var trashSentence: String {
    sentence("This is the trash.", press: (.restoreBeer, "restore a beer"), (.showTrash, "go back"))
  }
}
