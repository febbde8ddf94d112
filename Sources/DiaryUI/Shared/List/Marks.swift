package import DiaryStore

/// A request for the beers at positions of a list, to mark them.
package struct MarkRequest: Hashable, Sendable {
  /// The list, in its order.
  package let query: BeerQuery
  /// The positions of the beers to mark, from 0.
  package let range: Range<Int>
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(query: BeerQuery, range: Range<Int>, generation: Int) {
    self.query = query
    self.range = range
    self.generation = generation
  }
}

/// The marked beers, to which actions on several beers apply.
///
/// Only their ids are stored, so a million beers are marked as fast as one, and stay marked in any order and under any
/// filter.
struct Marks: Hashable, Sendable {
  private(set) var ids = IDSet()
  private(set) var count = 0
  /// Where a range starts that extends to the cursor and is not marked yet.
  private(set) var rangeStart: Int? { didSet { if rangeStart == nil { firstOfRange = nil } } }
  /// The beer at which the range starts; `nil` if there is no range.
  private(set) var firstOfRange: Int64?
  /// The marked beers that the list does not show, as far as known.
  private(set) var hidden = IDSet()
  /// The list with which the marks were, or are being, compared.
  private var compared: BeerQuery?
  /// The beers that were marked when they last went to the trash, which undoing that marks again.
  private var trashed = IDSet()
  private var pending = Pending<MarkRequest>()
  private var comparing = Pending<MarkRequest>()

  var isEmpty: Bool { count == 0 }

  /// Whether a request for marks is unanswered.
  var isReading: Bool { pending.isAwaited }

  func contains(_ beer: Int64) -> Bool { ids.contains(beer) }

  /// Marks or unmarks a beer of a list.
  mutating func toggle(_ beer: Int64, in query: BeerQuery) {
    if isEmpty {
      compared = query
      hidden = IDSet()
    }
    if contains(beer) { ids.remove(beer) } else { ids.insert(beer) }
    count = ids.count
  }

  mutating func remove(_ beers: IDSet) {
    guard !isEmpty else { return }
    ids.subtract(beers)
    hidden.subtract(beers)
    count = ids.count
  }

  /// Unmarks beers that went to the trash.
  mutating func trash(_ beers: IDSet) {
    var others = ids
    others.subtract(beers)
    var marked = ids
    marked.subtract(others)
    // The same beers may be reported twice.
    if marked != IDSet() { trashed = marked }
    remove(beers)
  }

  /// Unmarks beers that left the trash, and does not mark them again.
  mutating func forget(_ beers: IDSet) {
    trashed.subtract(beers)
    remove(beers)
  }

  /// Marks those of the beers again that were marked when they went to the trash.
  mutating func restore(_ beers: [Int64]) {
    let marked = beers.filter(trashed.contains)
    guard !marked.isEmpty else { return }
    trashed = IDSet()
    ids.formUnion(IDSet(marked))
    count = ids.count
    compared = nil
  }

  mutating func beginRange(at position: Int, with beer: Int64?) {
    rangeStart = position
    firstOfRange = beer
  }

  /// Moves the range, because beers before it were added or removed.
  mutating func shiftRange(by offset: Int) { rangeStart = rangeStart.map { max(0, $0 + offset) } }

  /// Moves the start of the range to the position of its beer, because beers in the range were added or removed.
  mutating func moveRangeStart(to position: Int) { if rangeStart != nil { rangeStart = position } }

  mutating func dropRange() { rangeStart = nil }

  /// The positions of the range, or of the range that is being marked.
  func range(to cursor: Int) -> Range<Int>? {
    if let start = rangeStart { return min(start, cursor)..<max(start, cursor) + 1 }
    return pending.request.flatMap { $0.range.upperBound < .max ? $0.range : nil }
  }

  mutating func request(_ range: Range<Int>, of query: BeerQuery) -> MarkRequest {
    rangeStart = nil
    return pending.begin { MarkRequest(query: query, range: range, generation: $0) }
  }

  /// Marks the requested beers; unmarks them if all of them are marked.
  ///
  /// - Parameter beers: The beers; `nil` if they could not be read.
  /// - Returns: Whether the request was awaited, and not replaced by a newer one.
  mutating func apply(_ request: MarkRequest, _ beers: IDSet?) -> Bool {
    guard pending.end(with: request) else { return false }
    guard let beers else { return true }
    let before = count
    // Beers that are marked in a list are shown by it.
    if isEmpty {
      compared = request.query
      hidden = IDSet()
    } else if compared != request.query {
      compared = nil
    }
    ids.formUnion(beers)
    count = ids.count
    if count == before, request.range.upperBound == .max { remove(beers) }
    return true
  }

  /// Returns a request for the beers of a list, unless the marks have been compared with it.
  mutating func comparison(with query: BeerQuery) -> MarkRequest? {
    guard !isEmpty, compared != query else { return nil }
    compared = query
    return comparing.begin { MarkRequest(query: query, range: 0..<Int.max, generation: $0) }
  }

  /// Requests another comparison, because the list may contain other beers now.
  mutating func forgetComparison() { compared = nil }

  /// Handles the beers of a list; `nil` if they could not be read.
  mutating func applyComparison(_ request: MarkRequest, _ shown: IDSet?) {
    guard comparing.end(with: request), request.query == compared else { return }
    hidden = IDSet()
    guard let shown else { return }
    hidden = ids
    hidden.subtract(shown)
  }

  mutating func removeAll() { self = Marks(pending: pending.cancelled, comparing: comparing.cancelled) }
}
