import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

// Changing to other lists: searching, filtering, sorting, and going back.
extension BeerList {
  /// The last requested list, whether or not it has been read.
  var wantedQuery: BeerQuery { pendingPosition?.query ?? window.query }

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
    if highlightsMatches {
      highlightsMatches = false
      return []
    }
    if let currentDrillDown { return goBack(to: currentDrillDown) }
    var query = wantedQuery
    if query.hasWholeTrash { return showTrash() }
    let whole = drillDowns.last?.query ?? BeerQuery()
    if query.searchWords != whole.searchWords {
      query.search = whole.search
    } else {
      query.filter = whole.filter
    }
    isToBeAnnounced = true
    return switchListKeepingBeer(to: query)
  }

  /// Returns to the statistics, or from the trash to the diary, or quits.
  mutating func leave() -> [Intent] {
    if let lastDrillDown { return goBack(to: lastDrillDown) }
    return wantsTrash ? showTrash() : [.leave]
  }

  /// Sorts the list, or reverses the current order.
  mutating func sort(by order: BeerQuery.Order) -> [Intent] {
    var query = window.query
    query.isReversed = query.order == order && !query.isReversed
    query.order = order
    return rearrange(query)
  }

  /// Shows one line for each label instead of one for each beer, or the other way around.
  mutating func switchLabels() -> [Intent] {
    var query = wantedQuery
    query.isDistinct.toggle()
    return rearrange(query)
  }

  /// Shows the same beers in another arrangement; a cursor at the top stays there, any other one on its beer or label.
  private mutating func rearrange(_ query: BeerQuery) -> [Intent] {
    isToBeAnnounced = true
    // The user has not chosen the beer at the top.
    return scroll.cursor == 0 && focus == nil
      ? switchList(to: query, at: ScrollPosition()) : switchListKeepingBeer(to: query)
  }

  /// Shows another list; the cursor stays on its beer if the list contains it.
  ///
  /// From an empty list, it goes back to where it was before a search or a filter.
  mutating func switchListKeepingBeer(to query: BeerQuery) -> [Intent] {
    var query = query
    // A label counts the beers that are not in the trash.
    if query.filter.isInTrash { query.isDistinct = false }
    guard let beer = window[scroll.cursor], !window.showsOtherList else {
      let isBack = window.count == 0 && query.isSameList(as: beforeTyping.query)
      return switchList(to: query, at: isBack ? beforeTyping.scroll : ScrollPosition())
    }
    focus = nil
    return requestPosition(window.positionRequest(of: beer.id, from: scroll.cursor, in: query))
  }

  /// Shows the list of a request with the cursor on its beer.
  ///
  /// - Parameter openBeer: The beer on a screen of its own; `nil` if there is none.
  mutating func applyPosition(
    _ request: PositionRequest, _ result: Result<Int?, StoreError>, openBeer: Int64?
  ) -> [Intent] {
    guard request == pendingPosition else { return [] }
    switch result {
    case .success(let position):
      // A beer that is back in the list takes the cursor from the one that had its position.
      let isBack = position != nil && request.beer == openBeer && window.position(of: request.beer) == nil
      if isBack, !window.isOtherList(request.query) { focus = request.beer }
      let (scroll, intents) = scrollPosition(forBeerAt: position, request)
      return intents + switchList(to: request.query, at: scroll, focus: focus)
    case .failure(let error):
      pendingPosition = nil
      focus = nil
      let problem = Intent.say("The list was not changed: " + ErrorText.reason(error) + ".", kind: .problem)
      return [problem] + (window.isOtherList(request.query) ? [] : readAgain())
    }
  }

  /// Returns the scroll position of a list, depending on the beer's position in it.
  ///
  /// The cursor follows a beer that a change has moved: `focus` identifies it, `reload` finds its position.
  private mutating func scrollPosition(
    forBeerAt position: Int?, _ request: PositionRequest
  ) -> (scroll: ScrollPosition, intents: [Intent]) {
    let isSameList = !window.isOtherList(request.query)
    guard let position else {
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
        scroll.shift(by: position - scroll.cursor)
      }
      scroll.cursor = position
      if isSameList { window.noteBeer(at: position) }
    } else {
      // The beer keeps its row on the screen.
      let offset = position - request.position
      scroll.shift(by: offset)
      if isSameList { intents = shift(by: offset) }
    }
    return (scroll, intents + [.setPosition(ofBeer: request.beer, to: position)])
  }

  /// Moves everything that is known by its position, because beers before it were added or removed.
  private mutating func shift(by offset: Int) -> [Intent] {
    window.shift(by: offset)
    marks.shiftRange(by: offset)
    return [.shiftCurrentBeer(by: offset)]
  }
}

extension BeerQuery {
  /// The search and the filter; empty if all beers are shown.
  ///
  /// - Parameter namesTrash: Whether to name the trash; above the list, the title does.
  func narrowing(_ context: ScreenContext, namesTrash: Bool = false) -> String {
    let search = searchWords.isEmpty ? nil : "/" + searchWords.joined(separator: " ")
    let filter = namesTrash ? filter : BeerFilter(filter.alternatives)
    let parts = [search, filter.isEmpty ? nil : context.text(of: filter)]
    return parts.compactMap { $0.map { " \(context.glyphs.separator) " + $0 } }.joined()
  }

  /// Takes over the beers that another query selects, but not its order.
  mutating func narrow(as other: BeerQuery) {
    search = other.search
    filter = other.filter
    isDistinct = other.isDistinct
  }
}
