import DiaryStore
import Telemetry
import Terminal

/// A list and the cursor in it, to come back to.
struct ListPlace: Hashable, Sendable {
  let query: BeerQuery
  let scroll: ScrollPosition
}

extension AppState {
  /// The number of beers, or the last known while it is being counted.
  var listCount: Int? { rows.isCounted ? rows.count : rows.summary?.beerCount }

  private var listPlace: ListPlace { ListPlace(query: rows.query, scroll: list.scroll) }

  /// Carries out a moving action on the list; returns whether it was one.
  mutating func moveInList(_ action: ActionID) -> Bool {
    var scroll = list.scroll
    // In a list that nothing is known of there is nowhere to go yet.
    let isMove = scroll.perform(action, count: rows.count ?? 0, visible: list.beersPerScreen(layout))
    if isMove, rows.count != nil { list.scroll = scroll }
    return isMove
  }

  // MARK: - Search

  mutating func beginSearch() {
    prompt = Prompt(.search(before: listPlace), label: "/", text: rows.query.search)
  }

  /// Shows what was typed so far, from the top.
  mutating func search(_ text: String) -> [Effect] {
    var query = rows.query
    guard query.search != text else { return [] }
    let isSame = query.searchWords == text.split(whereSeparator: \.isWhitespace)
    let isFirst = query.searchWords.isEmpty
    query.search = text
    if isSame { return [] }
    return turn(to: query, at: ScrollPosition()) + (isFirst ? [.record(.searchUsed)] : [])
  }

  /// Goes back to a list as it was.
  mutating func goBack(to place: ListPlace) -> [Effect] {
    var query = place.query
    query.edition = rows.query.edition
    if query == rows.query { return [] }
    return turn(to: query, at: place.scroll)
  }

  mutating func stepToMatch(by offset: Int) {
    guard let count = rows.count, count > 0 else { return }
    let next = list.scroll.cursor + offset
    guard 0..<count ~= next else {
      notice = Notice(text: offset > 0 ? "This is the last match." : "This is the first match.")
      return
    }
    _ = moveInList(offset > 0 ? .moveDown : .moveUp)
  }

  // MARK: - Other lists

  /// Shows all beers again: leaves the search first, then the filter.
  mutating func showAll() -> [Effect] {
    var query = rows.query
    if !query.searchWords.isEmpty { query.search = "" } else { query.filter = BeerFilter() }
    return show(query)
  }

  /// Shows another list; the cursor stays on its beer where that is in it.
  mutating func show(_ query: BeerQuery) -> [Effect] {
    guard let beer = rows[list.scroll.cursor], !rows.showsOtherList else {
      return turn(to: query, at: ScrollPosition())
    }
    let request = rows.placeRequest(of: beer.id, from: list.scroll.cursor, in: query)
    pendingPlace = request
    return [.loadPlace(request)]
  }

  mutating func acceptPlace(_ request: PlaceRequest, _ result: Result<Int?, DiaryError>) -> [Effect] {
    guard request == pendingPlace else { return [] }
    var scroll = list.scroll
    switch result {
    case .success(let place?):
      // The beer keeps its row on the screen.
      let offset = place - request.position
      if request.query.isSameList(as: rows.query) { rows.shift(by: offset) }
      scroll.shift(by: offset)
      shown?.position += offset
    case .success(nil):
      if !request.query.isSameList(as: rows.query) { scroll = ScrollPosition() }
    case .failure(let error):
      pendingPlace = nil
      notice = Notice(text: "The list stays: " + ErrorText.reason(error) + ".", kind: .problem)
      return []
    }
    return turn(to: request.query, at: scroll)
  }

  private mutating func turn(to query: BeerQuery, at scroll: ScrollPosition) -> [Effect] {
    pendingPlace = nil
    rows.turn(to: query)
    list.scroll = scroll
    return [.loadSummary(rows.summaryRequest())]
  }
}
