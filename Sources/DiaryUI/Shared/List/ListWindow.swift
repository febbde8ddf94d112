import DiaryModel
import DiaryStore
import SQLiteKit

/// The part of the list that has been read: the items on the screen and a margin around them.
///
/// Only this part is ever fetched, so long lists are as fast as short ones. Items stay until newer ones arrive.
struct ListWindow: Hashable, Sendable {
  private(set) var query: BeerQuery
  private(set) var summary: DiarySummary?
  /// The length of the list, as far as known; `nil` until a part of it has been read.
  private(set) var count: Int?
  /// Whether the whole list was counted; otherwise it is at least as long.
  private(set) var isCounted = false
  /// The list of the items: the previous one until the first answer for another list arrives.
  private(set) var displayedQuery: BeerQuery
  /// The length of the list of the items.
  private(set) var displayedCount: Int?
  /// Why the last request failed; nothing more is requested until `invalidate`.
  private(set) var failure: StoreError?

  private(set) var first = 0
  private(set) var items: [BeerListItem] = []
  /// Photos that are shown and not saved yet, by the ids of their beers.
  private var unsavedPhotos: [Int64: [Photo]] = [:]

  /// The words that the items highlight in addition to the list's search.
  private var highlightedSearch = ""
  /// The fields that the items have in addition to the usual ones.
  private var fields: [ListItemField] = []
  private var pending: ListItemRequest?
  private var needsItems = true
  /// The generation of the last request for items, for a position or for a beer.
  private var generation = 0
  /// The generation of the list, which increases when beers may have been added, removed or moved.
  private var listGeneration = 1
  /// The generation of the oldest request whose items are accepted.
  private var oldestAccepted = 0
  /// The generation of the last request for the summary; 0 before the first.
  private var summaryGeneration = 0
  /// Whether the list is being counted.
  private(set) var isCounting = false
  /// Whether the list is being counted or was counted.
  var wasCounted: Bool { summaryGeneration > 0 }

  init(order: BeerQuery.Order = .date, isReversed: Bool = false) {
    query = BeerQuery(order: order, isReversed: isReversed, generation: 1)
    displayedQuery = query
  }

  /// The positions that have been read.
  var range: Range<Int> { first..<first + items.count }

  var isReading: Bool { pending != nil }

  /// Whether no items have been read yet.
  private(set) var isUnread = true

  /// Whether the list has photos whose metadata is still to be read, as far as known.
  var hasPhotos: Bool {
    (summary?.beersWithPhotos ?? 0) > 0 || items.contains { $0.photoCount > 0 || $0.thumbnailID != nil }
  }

  /// The beer at a position of the list; `nil` if it has not been read.
  subscript(position: Int) -> BeerListItem? { range.contains(position) ? items[position - first] : nil }

  func position(of id: Int64) -> Int? { items.firstIndex { $0.id == id }.map { first + $0 } }

  /// Whether the items are still those of the previous list.
  var showsOtherList: Bool { !displayedQuery.isSameList(as: query) }

  /// Whether a query has other beers than the last requested list, or another order.
  func isOtherList(_ query: BeerQuery) -> Bool { !query.isSameList(as: self.query) }

  /// Changes to another list, or to a later generation of it; the current items stay until the new ones arrive.
  mutating func switchList(to query: BeerQuery) {
    // The counts of a list with a line for each beer are not those of one with a line for each label.
    if query.isDistinct != self.query.isDistinct { summary = nil }
    self.query = query
    listGeneration = max(listGeneration, query.generation ?? 0)
    invalidate(listMayHaveChanged: false)
    guard showsOtherList else { return }
    count = nil
    isCounted = false
  }

  /// Moves the items to their new positions, because beers before them were added or removed.
  mutating func shift(by offset: Int) {
    first += offset
    if first < 0 {
      items.removeFirst(min(items.count, -first))
      first = 0
    }
    count = count.map { max($0, range.upperBound) }
    displayedCount = displayedCount.map { max($0, range.upperBound) }
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
    needsItems = true
    pending = nil
    failure = nil
    oldestAccepted = generation + 1
  }

  /// Requests items in which these words are highlighted.
  mutating func highlight(_ search: String) {
    guard search != highlightedSearch else { return }
    highlightedSearch = search
    if search.isEmpty { return }
    needsItems = true
    pending = nil
  }

  /// Requests items with these fields in addition to the usual ones.
  mutating func requestFields(_ fields: [ListItemField]) {
    guard fields != self.fields else { return }
    let isMissing = !Set(fields).isSubset(of: self.fields)
    self.fields = fields
    guard isMissing else { return }
    needsItems = true
    pending = nil
  }

  /// Returns a request for the items at these positions, and some around them; `nil` if they have been read or
  /// requested.
  mutating func request(visible: Range<Int>) -> ListItemRequest? {
    guard failure == nil else { return nil }
    let margin = max(8, visible.count / 2)
    let near = around(visible, by: margin)
    let expected = pending?.range ?? (needsItems ? 0..<0 : range)
    guard !expected.covers(near) else { return nil }
    // For the first answer of a list, only the items on the screen are requested, which is faster.
    let wanted = around(visible, by: isUnread || showsOtherList ? margin : max(64, visible.count * 2))
    if pending == nil, !needsItems, wanted == range { return nil }
    generation += 1
    needsItems = false
    let request = ListItemRequest(
      query: query, range: wanted, search: highlightedSearch, fields: fields, generation: generation)
    pending = request
    return request
  }

  /// Takes over items unless newer ones have arrived; returns whether it did.
  @discardableResult
  mutating func apply(_ request: ListItemRequest, _ result: Result<[BeerListItem], StoreError>) -> Bool {
    guard request.generation >= oldestAccepted, request.query == query else { return false }
    if request.generation == pending?.generation { pending = nil }
    oldestAccepted = request.generation
    isUnread = false
    switch result {
    case .success(let items): setItems(items, for: request)
    case .failure(let error): failure = error
    }
    return true
  }

  mutating func summaryRequest() -> SummaryRequest {
    summaryGeneration += 1
    isCounting = true
    return SummaryRequest(query: query, generation: summaryGeneration)
  }

  mutating func apply(_ request: SummaryRequest, _ result: Result<DiarySummary, StoreError>) {
    guard request.generation == summaryGeneration else { return }
    isCounting = false
    guard request.query == query else { return }
    switch result {
    case .success(let summary):
      self.summary = summary
      count = summary.beerCount
      isCounted = true
      if !showsOtherList { displayedCount = count }
    case .failure(let error): failure = error
    }
  }

  /// Shows photos of a beer that are not saved yet, also with items that are read before they are.
  ///
  /// - Parameter photos: `nil` to show those that are read.
  mutating func setPhotos(_ photos: [Photo]?, of beerID: Int64) {
    unsavedPhotos[beerID] = photos
    showUnsavedPhotos()
  }

  /// Notes that all photos that are shown are saved; items that are being read may be older, and are requested again.
  mutating func noteSavedPhotos() {
    unsavedPhotos = [:]
    if isReading { invalidate(listMayHaveChanged: false) }
  }

  private mutating func showUnsavedPhotos() {
    guard !unsavedPhotos.isEmpty else { return }
    for index in items.indices {
      guard let photos = unsavedPhotos[items[index].id] else { continue }
      items[index].photoCount = photos.count
      items[index].thumbnail = photos.first?.metadata
      items[index].thumbnailID = photos.first?.id
    }
  }

  /// Stores items that were read, which say the list's length more reliably than an older count.
  private mutating func setItems(_ items: [BeerListItem], for request: ListItemRequest) {
    displayedQuery = request.query
    first = request.range.lowerBound
    self.items = items
    showUnsavedPhotos()
    let isEnd = items.count < request.range.count
    if isEnd, !items.isEmpty || first == 0 {
      count = first + items.count
      isCounted = true
    }
    if isEnd, items.isEmpty, let known = count { count = min(known, first) }
    count = max(count ?? 0, range.upperBound)
    displayedCount = count
  }

  /// Returns a request for the position of a beer in a list.
  ///
  /// - Parameter listMayHaveChanged: Whether beers may have been added, removed or moved.
  mutating func positionRequest(
    of beer: Int64, from position: Int, in query: BeerQuery, listMayHaveChanged: Bool = false
  ) -> PositionRequest {
    generation += 1
    if listMayHaveChanged { listGeneration += 1 }
    var query = query
    query.generation = listGeneration
    return PositionRequest(query: query, beer: beer, position: position, generation: generation)
  }

  /// Returns the generation of a new request about a beer of the list.
  mutating func nextGeneration() -> Int {
    generation += 1
    return generation
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
