import DiaryText
import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal

extension AppState {
  /// The number of beers, or the last known while it is being counted.
  var listCount: Int? { rows.isCounted ? rows.count : rows.summary?.beerCount }

  /// Moves the cursor; in a list that nothing is known of there is nowhere to go yet.
  mutating func moveInList(_ move: Move) {
    guard let count = rows.count else { return }
    list.scroll.move(move, count: count, visible: list.beersPerScreen(layout))
    if pendingPlace == nil { focus = nil }
  }

  /// The list that was asked for last, whether or not it is there yet.
  var wantedQuery: BeerQuery { pendingPlace?.query ?? rows.query }

  // MARK: - Other lists

  /// Shows all beers, or all of a bar, again: takes marks away first, then leaves the search, then the filter.
  mutating func showAll() -> [Effect] {
    if marks.rangeStart != nil {
      marks.dropRange()
      return []
    }
    if !marks.isEmpty {
      notice = Notice(text: "\(NumberText.count(marks.count, "beer")) no longer marked.")
      marks.removeAll()
      return []
    }
    if list.isFinding {
      list.isFinding = false
      return []
    }
    if let bar = shownBar { return goBack(to: bar) }
    var query = wantedQuery
    if query.hasWholeTrash { return showTrash() }
    let whole = list.bars.last?.query ?? BeerQuery()
    if query.searchWords != whole.searchWords {
      query.search = whole.search
    } else {
      query.filter = whole.filter
    }
    return show(query)
  }

  /// Goes back to the statistics that led here, or from the trash to the diary, or leaves the program.
  mutating func leaveList() -> [Effect] {
    if let bar = barBehindList { return goBack(to: bar) }
    return wantsTrash ? showTrash() : leave()
  }

  /// Shows another list; the cursor stays on its beer where that is in it.
  mutating func show(_ query: BeerQuery) -> [Effect] {
    guard let beer = rows[list.scroll.cursor], !rows.showsOtherList else {
      return turn(to: query, at: ScrollPosition())
    }
    let request = rows.placeRequest(of: beer.id, from: list.scroll.cursor, in: query)
    (pendingPlace, focus) = (request, nil)
    return [.loadPlace(request)]
  }

  mutating func acceptPlace(_ request: PlaceRequest, _ result: Result<Int?, StoreError>) -> [Effect] {
    guard request == pendingPlace else { return [] }
    switch result {
    case .success(let place):
      let scroll = scroll(to: place, request)
      return turn(to: request.query, at: scroll, focus: focus)
    case .failure(let error):
      (pendingPlace, focus) = (nil, nil)
      notice = Notice(text: "The list stays: " + ErrorText.reason(error) + ".", kind: .problem)
      return rows.isOtherList(request.query) ? [] : readAnew()
    }
  }

  /// Shows another list with the cursor at a position.
  ///
  /// - Parameter focus: The beer that the cursor goes to once the rows have been read.
  mutating func turn(to query: BeerQuery, at scroll: ScrollPosition, focus: Int64? = nil) -> [Effect] {
    pendingPlace = nil
    self.focus = focus
    if rows.isOtherList(query) { marks.dropRange() }
    if query.filter.isInTrash, !isInTrash { noteBesideTrash() }
    rows.turn(to: query)
    list.scroll = scroll
    return [.loadSummary(rows.summaryRequest())]
  }
}
