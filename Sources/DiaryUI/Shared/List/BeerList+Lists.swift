import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

// Changing to other lists: searching, filtering, sorting, and going back.
extension BeerList {
  /// The last requested list, whether or not it has been read.
  var wantedQuery: BeerQuery { pendingPlace?.query ?? rows.query }

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
    if isFinding {
      isFinding = false
      return []
    }
    if let shownDrillDown { return goBack(to: shownDrillDown) }
    var query = wantedQuery
    if query.hasWholeTrash { return showTrash() }
    let whole = drillDowns.last?.query ?? BeerQuery()
    if query.searchWords != whole.searchWords {
      query.search = whole.search
    } else {
      query.filter = whole.filter
    }
    return show(query)
  }

  /// Returns to the statistics, or from the trash to the diary, or quits.
  mutating func leave() -> [Intent] {
    if let lastDrillDown { return goBack(to: lastDrillDown) }
    return wantsTrash ? showTrash() : [.leave]
  }

  /// Sorts the list, or reverses the current order.
  mutating func sort(by order: BeerQuery.Order) -> [Intent] {
    var query = rows.query
    query.isReversed = query.order == order && !query.isReversed
    query.order = order
    return show(query)
  }

  /// Shows another list; the cursor stays on its beer if the list contains it.
  mutating func show(_ query: BeerQuery) -> [Intent] {
    guard let beer = rows[scroll.cursor], !rows.showsOtherList else {
      return turn(to: query, at: ScrollPosition())
    }
    focus = nil
    return ask(rows.placeRequest(of: beer.id, from: scroll.cursor, in: query)).map { .effect($0) }
  }

  /// Shows another list with the cursor at a position.
  ///
  /// - Parameter focus: The beer to which the cursor moves after the rows have been read.
  mutating func turn(to query: BeerQuery, at scroll: ScrollPosition, focus: Int64? = nil) -> [Intent] {
    pendingPlace = nil
    self.focus = focus
    if rows.isOtherList(query) { marks.dropRange() }
    if query.filter.isInTrash, !isInTrash { noteListBeforeTrash() }
    rows.turn(to: query)
    self.scroll = scroll
    return [.effect(.loadSummary(rows.summaryRequest()))]
  }

  mutating func acceptPlace(_ request: PlaceRequest, _ result: Result<Int?, StoreError>) -> [Intent] {
    guard request == pendingPlace else { return [] }
    switch result {
    case .success(let place):
      let (scroll, intents) = position(at: place, request)
      return intents + turn(to: request.query, at: scroll, focus: focus)
    case .failure(let error):
      (pendingPlace, focus) = (nil, nil)
      let problem = Intent.say("The list was not changed: " + ErrorText.reason(error) + ".", kind: .problem)
      return [problem] + (rows.isOtherList(request.query) ? [] : readAgain().map { .effect($0) })
    }
  }

  /// Returns the scroll position of a list, depending on the beer's position in it.
  ///
  /// The cursor follows a beer that a change has moved: `focus` identifies it, `reload` finds its position.
  private mutating func position(
    at place: Int?, _ request: PlaceRequest
  ) -> (scroll: ScrollPosition, intents: [Intent]) {
    let isSameList = !rows.isOtherList(request.query)
    guard let place else {
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
        scroll.shift(by: place - scroll.cursor)
      }
      scroll.cursor = place
      if isSameList { rows.noteBeer(at: place) }
    } else {
      // The beer keeps its row on the screen.
      let offset = place - request.position
      scroll.shift(by: offset)
      if isSameList { intents = shift(by: offset) }
    }
    return (scroll, intents + [.placeBeer(request.beer, at: place)])
  }

  /// Moves everything that is known by its position, because beers before it were added or removed.
  private mutating func shift(by offset: Int) -> [Intent] {
    rows.shift(by: offset)
    marks.shiftRange(by: offset)
    return [.shiftShownBeer(by: offset)]
  }
}

extension BeerQuery {
  /// The search and the filter; empty if all beers are shown.
  ///
  /// - Parameter tellsTrash: Whether to name the trash; above the list, the title does.
  func narrowing(separator: String, tellsTrash: Bool = false) -> String {
    let search = searchWords.isEmpty ? nil : "/" + searchWords.joined(separator: " ")
    let filter = tellsTrash ? filter : BeerFilter(filter.alternatives)
    let parts = [search, filter.isEmpty ? nil : filter.description]
    return parts.compactMap { $0.map { separator + $0 } }.joined()
  }

  /// Takes over the search and filter of another query, but not its order.
  mutating func narrow(as other: BeerQuery) { (search, filter) = (other.search, other.filter) }
}
