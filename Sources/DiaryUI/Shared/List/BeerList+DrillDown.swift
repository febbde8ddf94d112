import DiaryModel
import DiaryStore

/// The beers of a part of the statistics, shown in the list.
struct DrillDown: Hashable, Sendable {
  let query: BeerQuery
  /// What the list showed before.
  let before: BeerQuery
  /// The screen from which the list was opened.
  let origin: ScreenKind
}

extension BeerList {
  /// Shows the beers of a query in the list's current order.
  mutating func drillDown(to shown: BeerQuery, from origin: ScreenKind) -> [Intent] {
    var query = window.query
    drillDowns.append(DrillDown(query: shown, before: query, origin: origin))
    query.narrow(as: shown)
    query.isDistinct = shown.isDistinct
    return switchListKeepingBeer(to: query)
  }

  /// Shows the beers of a query by date, the newest first, with the cursor on one of them.
  ///
  /// The whole diary is no part of anything to go back to.
  mutating func jump(toBeer beer: Int64, in query: BeerQuery) -> [Intent] {
    beforeJump = state
    if query.hasAllBeers { drillDowns = [] }
    focus = beer
    return requestPosition(window.positionRequest(of: beer, from: scroll.cursor, in: query))
  }

  /// The drill-down whose beers the list shows; `nil` if it shows other beers.
  var currentDrillDown: DrillDown? {
    drillDowns.last.flatMap { $0.query.selectsSameBeers(as: wantedQuery) ? $0 : nil }
  }

  /// The drill-down to return from when the list is left, also after a search or another filter in it; `nil` if leaving
  /// goes elsewhere, such as from the trash to the diary.
  var lastDrillDown: DrillDown? {
    drillDowns.last.flatMap { wantsTrash && !$0.query.filter.isInTrash ? nil : $0 }
  }

  /// Returns to the previous screen, and restores the list.
  mutating func goBack(to drillDown: DrillDown) -> [Intent] {
    var query = wantedQuery
    query.narrow(as: drillDown.before)
    query.isDistinct = drillDown.before.isDistinct
    drillDowns.removeLast()
    return switchListKeepingBeer(to: query) + [.resume(drillDown.origin)]
  }
}

extension BeerQuery {
  /// Returns whether it has the same beers as another query, in any order.
  fileprivate func selectsSameBeers(as other: BeerQuery) -> Bool {
    filter == other.filter && searchWords == other.searchWords
  }
}
