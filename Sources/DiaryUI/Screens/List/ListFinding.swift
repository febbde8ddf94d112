import DiaryText
import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal

extension AppState {
  /// The number of beers, or the last known while it is being counted.
  var listCount: Int? { list.rows.isCounted ? list.rows.count : list.rows.summary?.beerCount }

  /// Moves the cursor; in a list that nothing is known of there is nowhere to go yet.
  mutating func moveInList(_ move: Move) {
    guard let count = list.rows.count else { return }
    list.scroll.move(move, count: count, visible: list.beersPerScreen(layout))
    if list.pendingPlace == nil { list.focus = nil }
  }

  /// The list that was asked for last, whether or not it is there yet.
  var wantedQuery: BeerQuery { list.pendingPlace?.query ?? list.rows.query }

  // MARK: - Other lists

  /// Shows all beers, or all of a bar, again: takes marks away first, then leaves the search, then the filter.
  mutating func showAll() -> [Effect] {
    if list.marks.rangeStart != nil {
      list.marks.dropRange()
      return []
    }
    if !list.marks.isEmpty {
      notice = Notice(text: "\(NumberText.count(list.marks.count, "beer")) no longer marked.")
      list.marks.removeAll()
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
    guard let beer = list.rows[list.scroll.cursor], !list.rows.showsOtherList else {
      return turn(to: query, at: ScrollPosition())
    }
    let request = list.rows.placeRequest(of: beer.id, from: list.scroll.cursor, in: query)
    (list.pendingPlace, list.focus) = (request, nil)
    return [.loadPlace(request)]
  }

  mutating func acceptPlace(_ request: PlaceRequest, _ result: Result<Int?, StoreError>) -> [Effect] {
    guard request == list.pendingPlace else { return [] }
    switch result {
    case .success(let place):
      let scroll = scroll(to: place, request)
      return turn(to: request.query, at: scroll, focus: list.focus)
    case .failure(let error):
      (list.pendingPlace, list.focus) = (nil, nil)
      notice = Notice(text: "The list stays: " + ErrorText.reason(error) + ".", kind: .problem)
      return list.rows.isOtherList(request.query) ? [] : readAnew()
    }
  }

  /// Shows another list with the cursor at a position.
  ///
  /// - Parameter focus: The beer that the cursor goes to once the rows have been read.
  mutating func turn(to query: BeerQuery, at scroll: ScrollPosition, focus: Int64? = nil) -> [Effect] {
    list.pendingPlace = nil
    self.list.focus = focus
    if list.rows.isOtherList(query) { list.marks.dropRange() }
    if query.filter.isInTrash, !isInTrash { noteBesideTrash() }
    list.rows.turn(to: query)
    list.scroll = scroll
    return [.loadSummary(list.rows.summaryRequest())]
  }
}
