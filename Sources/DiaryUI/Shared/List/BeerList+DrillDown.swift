import DiaryModel
import DiaryStore

/// The beers of a part of the statistics, in the list.
struct DrillDown: Hashable, Sendable {
  let query: BeerQuery
  /// What the list showed before.
  let before: BeerQuery
  /// The screen that led here.
  let origin: ScreenKind
}

extension BeerList {
  /// Shows the beers that a query looks for, in the order that the list has.
  mutating func drillDown(to shown: BeerQuery, from origin: ScreenKind) -> [Intent] {
    var query = rows.query
    drillDowns.append(DrillDown(query: shown, before: query, origin: origin))
    query.narrow(as: shown)
    return show(query)
  }

  /// What the list shows the beers of; `nil` if it shows others.
  var shownDrillDown: DrillDown? {
    drillDowns.last.flatMap { $0.query.looksForTheSame(as: wantedQuery) ? $0 : nil }
  }

  /// What leaving the list leads to, also after a search in its beers or another filter; `nil` if it leads elsewhere, as
  /// from the trash to the diary.
  var lastDrillDown: DrillDown? {
    drillDowns.last.flatMap { wantsTrash && !$0.query.filter.isInTrash ? nil : $0 }
  }

  /// Goes back to the screen that led here, and to the list as it was before.
  mutating func goBack(to drillDown: DrillDown) -> [Intent] {
    var query = wantedQuery
    query.narrow(as: drillDown.before)
    drillDowns.removeLast()
    return show(query) + [.resume(drillDown.origin)]
  }
}

extension BeerQuery {
  /// Whether it has the same beers as another query, in whatever order.
  fileprivate func looksForTheSame(as other: BeerQuery) -> Bool {
    filter == other.filter && searchWords == other.searchWords
  }
}
