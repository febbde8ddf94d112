import DiaryModel
import SQLiteKit
import DiaryStore

/// The part of the list that has been read: the rows on the screen and a margin around them.
///
/// Only this part is ever fetched, so long lists are as fast as short ones. Rows stay until newer ones arrive.
struct RowWindow: Hashable, Sendable {
  private(set) var query: BeerQuery
  private(set) var summary: DiarySummary?
  /// The length of the list, as far as known; `nil` until a part of it has been read.
  private(set) var count: Int?
  /// Whether the whole list was counted; otherwise it is at least as long.
  private(set) var isCounted = false
  /// The list of the rows: the previous one until the first answer for another list arrives.
  private(set) var shownQuery: BeerQuery
  /// The length of the list of the rows.
  private(set) var shownCount: Int?
  /// Why the last request failed; nothing more is requested until `invalidate`.
  private(set) var failure: StoreError?

  private(set) var first = 0
  private(set) var rows: [BeerListItem] = []

  /// The words that the rows highlight in addition to the list's search.
  private var highlightedSearch = ""
  private var pending: RowRequest?
  private var isOutdated = true
  private var generation = 0
  private var listGeneration = 1
  /// Answers to older requests are discarded.
  private var oldestWanted = 0
  private var newestSummary = 0
  /// Whether the list is being counted.
  private(set) var isCounting = false

  init(order: BeerQuery.Order = .date, isReversed: Bool = false) {
    query = BeerQuery(order: order, isReversed: isReversed, generation: 1)
    shownQuery = query
  }

  /// The positions that have been read.
  var range: Range<Int> { first..<first + rows.count }

  var isReading: Bool { pending != nil }

  /// Whether no rows have been read yet.
  private(set) var isUnread = true

  /// Whether the list has photos to describe, as far as known.
  var hasPhotos: Bool { summary.map { $0.beersWithPhotos > 0 } ?? rows.contains { $0.photoCount > 0 } }

  /// The beer at a position of the list; `nil` if it has not been read.
  subscript(position: Int) -> BeerListItem? { range.contains(position) ? rows[position - first] : nil }

  func position(of id: Int64) -> Int? { rows.firstIndex { $0.id == id }.map { first + $0 } }

  /// Whether the rows are still those of the previous list.
  var showsOtherList: Bool { !shownQuery.isSameList(as: query) }

  /// Whether a query has other beers than the last requested list, or another order.
  func isOtherList(_ query: BeerQuery) -> Bool { !query.isSameList(as: self.query) }

  /// Changes to another list, or to a later generation of it; the current rows stay until the new ones arrive.
  mutating func turn(to query: BeerQuery) {
    self.query = query
    listGeneration = max(listGeneration, query.generation ?? 0)
    invalidate(listMayHaveChanged: false)
    guard showsOtherList else { return }
    (count, isCounted) = (nil, false)
  }

  /// Moves the rows to their new positions, because beers before them were added or removed.
  mutating func shift(by offset: Int) {
    first += offset
    if first < 0 {
      rows.removeFirst(min(rows.count, -first))
      first = 0
    }
    count = count.map { max($0, range.upperBound) }
    shownCount = shownCount.map { max($0, range.upperBound) }
  }

  /// Makes sure that the list is long enough for a beer at a position.
  mutating func noteBeer(at position: Int) { count = count.map { max($0, position + 1) } }

  /// Requests all data again; the current data stays until the answers arrive.
  ///
  /// - Parameter listMayHaveChanged: Whether beers may have been added, removed or moved.
  mutating func invalidate(listMayHaveChanged: Bool = true) {
    if listMayHaveChanged {
      listGeneration += 1
      query.generation = listGeneration
    }
    isOutdated = true
    pending = nil
    failure = nil
    oldestWanted = generation + 1
  }

  /// Requests rows in which these words are highlighted.
  mutating func highlight(_ search: String) {
    guard search != highlightedSearch else { return }
    highlightedSearch = search
    if search.isEmpty { return }
    isOutdated = true
    pending = nil
  }

  /// Returns a request for the rows at these positions, and some around them; `nil` if they have been read or
  /// requested.
  mutating func request(visible: Range<Int>) -> RowRequest? {
    guard failure == nil else { return nil }
    let margin = max(8, visible.count / 2)
    let near = around(visible, by: margin)
    let expected = pending?.range ?? (isOutdated ? 0..<0 : range)
    guard !expected.covers(near) else { return nil }
    // For the first answer of a list, only the rows on the screen are requested, which is faster.
    let wanted = around(visible, by: isUnread || showsOtherList ? margin : max(64, visible.count * 2))
    if pending == nil, !isOutdated, wanted == range { return nil }
    generation += 1
    isOutdated = false
    let request = RowRequest(query: query, range: wanted, search: highlightedSearch, generation: generation)
    pending = request
    return request
  }

  /// Takes over rows unless newer ones have arrived; returns whether it did.
  @discardableResult
  mutating func accept(_ request: RowRequest, _ result: Result<[BeerListItem], StoreError>) -> Bool {
    guard request.generation >= oldestWanted, request.query == query else { return false }
    if request.generation == pending?.generation { pending = nil }
    oldestWanted = request.generation
    isUnread = false
    switch result {
    case .success(let rows): show(rows, for: request)
    case .failure(let error): failure = error
    }
    return true
  }

  mutating func summaryRequest() -> SummaryRequest {
    newestSummary += 1
    isCounting = true
    return SummaryRequest(query: query, generation: newestSummary)
  }

  mutating func accept(_ request: SummaryRequest, _ result: Result<DiarySummary, StoreError>) {
    guard request.generation == newestSummary else { return }
    isCounting = false
    guard request.query == query else { return }
    switch result {
    case .success(let summary):
      self.summary = summary
      (count, isCounted) = (summary.beerCount, true)
      if !showsOtherList { shownCount = count }
    case .failure(let error): failure = error
    }
  }

  /// Updates a beer's photos without reading the list again.
  mutating func show(_ photos: [Photo], of beerID: Int64) {
    guard let index = rows.firstIndex(where: { $0.id == beerID }) else { return }
    rows[index].photoCount = photos.count
    rows[index].thumbnail = photos.first?.metadata
    rows[index].thumbnailID = photos.first?.id
  }

  /// The rows show the list's length more reliably than an older count.
  private mutating func show(_ rows: [BeerListItem], for request: RowRequest) {
    shownQuery = request.query
    first = request.range.lowerBound
    self.rows = rows
    let isEnd = rows.count < request.range.count
    if isEnd, !rows.isEmpty || first == 0 { (count, isCounted) = (first + rows.count, true) }
    if isEnd, rows.isEmpty, let known = count { count = min(known, first) }
    count = max(count ?? 0, range.upperBound)
    shownCount = count
  }

  /// Returns a request for the position of a beer in a list.
  ///
  /// - Parameter listMayHaveChanged: Whether beers may have been added, removed or moved.
  mutating func placeRequest(
    of beer: Int64, from position: Int, in query: BeerQuery, listMayHaveChanged: Bool = false
  ) -> PlaceRequest {
    generation += 1
    if listMayHaveChanged { listGeneration += 1 }
    var query = query
    query.generation = listGeneration
    return PlaceRequest(query: query, beer: beer, position: position, generation: generation)
  }

  /// Returns the generation of a new request about a beer of the list.
  mutating func nextGeneration() -> Int {
    generation += 1
    return generation
  }

  mutating func matchRequest(_ search: String, from position: Int, isBackward: Bool) -> MatchRequest {
    generation += 1
    return MatchRequest(
      query: query, search: search, position: position, isBackward: isBackward, generation: generation)
  }

  private func around(_ visible: Range<Int>, by margin: Int) -> Range<Int> {
    let end = min(visible.upperBound + margin, count ?? .max)
    return max(0, min(visible.lowerBound - margin, end))..<max(0, end)
  }
}

extension Range<Int> {
  fileprivate func covers(_ other: Range<Int>) -> Bool {
    other.isEmpty || lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
