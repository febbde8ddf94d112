import DiaryModel
import SQLiteKit
import DiaryStore

/// The part of the list that has been read: the rows on the screen and a margin around them.
///
/// A list of any length is as fast as a short one, because only this part is ever fetched. Rows stay shown until newer
/// ones come.
struct RowWindow: Hashable, Sendable {
  private(set) var query: BeerQuery
  private(set) var summary: DiarySummary?
  /// How long the list is, as far as known; `nil` until something of it has been read.
  private(set) var count: Int?
  /// Whether all of it was counted; it is at least as long otherwise.
  private(set) var isCounted = false
  /// What the rows belong to: the list before until the first answer of another comes.
  private(set) var shownQuery: BeerQuery
  /// How long the list is that the rows belong to.
  private(set) var shownCount: Int?
  /// Why the last answer was none; nothing more is asked for until `invalidate`.
  private(set) var failure: StoreError?

  private(set) var first = 0
  private(set) var rows: [BeerListItem] = []

  /// What rows tell of besides what the list searches for.
  private var toldSearch = ""
  private var pending: RowRequest?
  private var isOutdated = true
  private var generation = 0
  private var listGeneration = 1
  /// Answers to requests before this one are no longer wanted.
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

  /// Whether no answer has come at all.
  private(set) var isUnread = true

  /// Whether there is a photo to be described in the list, as far as known.
  var hasPhotos: Bool { summary.map { $0.beersWithPhotos > 0 } ?? rows.contains { $0.photoCount > 0 } }

  /// The beer at a position of the list, where it has been read.
  subscript(position: Int) -> BeerListItem? { range.contains(position) ? rows[position - first] : nil }

  func position(of id: Int64) -> Int? { rows.firstIndex { $0.id == id }.map { first + $0 } }

  /// Whether the rows are still those of the list before.
  var showsOtherList: Bool { !shownQuery.isSameList(as: query) }

  /// Whether a query is for other beers than the list that was asked for last, or in another order.
  func isOtherList(_ query: BeerQuery) -> Bool { !query.isSameList(as: self.query) }

  /// Turns to another list, or to a later generation of it; what is there stays until its rows come.
  mutating func turn(to query: BeerQuery) {
    self.query = query
    listGeneration = max(listGeneration, query.generation ?? 0)
    invalidate(readsListAnew: false)
    guard showsOtherList else { return }
    (count, isCounted) = (nil, false)
  }

  /// Takes what has been read along to where it stands now, as beers came or went before it.
  mutating func shift(by offset: Int) {
    first += offset
    if first < 0 {
      rows.removeFirst(min(rows.count, -first))
      first = 0
    }
    count = count.map { max($0, range.upperBound) }
    shownCount = shownCount.map { max($0, range.upperBound) }
  }

  /// Learns that there is a beer at a position, behind what may have been the end so far.
  mutating func noteBeer(at position: Int) { count = count.map { max($0, position + 1) } }

  /// Has everything read again; what is there stays until then.
  ///
  /// - Parameter readsListAnew: Beers may have come, gone or changed places.
  mutating func invalidate(readsListAnew: Bool = true) {
    if readsListAnew {
      listGeneration += 1
      query.generation = listGeneration
    }
    isOutdated = true
    pending = nil
    failure = nil
    oldestWanted = generation + 1
  }

  /// Has the rows tell where these words are.
  mutating func tell(of search: String) {
    guard search != toldSearch else { return }
    toldSearch = search
    if search.isEmpty { return }
    isOutdated = true
    pending = nil
  }

  /// What has to be read so that these positions, and some around them, are there; `nil` where they are or will be.
  mutating func request(visible: Range<Int>) -> RowRequest? {
    guard failure == nil else { return nil }
    let margin = max(8, visible.count / 2)
    let near = around(visible, by: margin)
    let expected = pending?.range ?? (isOutdated ? 0..<0 : range)
    guard !expected.covers(near) else { return nil }
    // Of a list that has not been seen yet only what the screen shows is waited for.
    let wanted = around(visible, by: isUnread || showsOtherList ? margin : max(64, visible.count * 2))
    if pending == nil, !isOutdated, wanted == range { return nil }
    generation += 1
    isOutdated = false
    let request = RowRequest(query: query, range: wanted, search: toldSearch, generation: generation)
    pending = request
    return request
  }

  /// Takes rows in, unless newer ones are there already; returns whether it did.
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

  /// Shows a beer's photos as they are now without reading the list again.
  mutating func show(_ photos: [Photo], of beerID: Int64) {
    guard let index = rows.firstIndex(where: { $0.id == beerID }) else { return }
    rows[index].photoCount = photos.count
    rows[index].thumbnail = photos.first?.metadata
    rows[index].thumbnailID = photos.first?.id
  }

  /// What came tells the list's length better than a count that may be older.
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

  /// Asks where a beer stands in a list.
  ///
  /// - Parameter readsListAnew: Beers may have come, gone or changed places.
  mutating func placeRequest(
    of beer: Int64, from position: Int, in query: BeerQuery, readsListAnew: Bool = false
  ) -> PlaceRequest {
    generation += 1
    if readsListAnew { listGeneration += 1 }
    var query = query
    query.generation = listGeneration
    return PlaceRequest(query: query, beer: beer, position: position, generation: generation)
  }

  /// The number of another request about a beer of the list.
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
