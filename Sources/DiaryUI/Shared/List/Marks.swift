package import DiaryStore

/// Asks which beers stand at positions of a list, to be marked.
package struct MarkRequest: Hashable, Sendable {
  package let query: BeerQuery
  package let range: Range<Int>
  /// Rises with every request, so that an answer to an older one can be told.
  package let generation: Int

  package init(query: BeerQuery, range: Range<Int>, generation: Int) {
    self.query = query
    self.range = range
    self.generation = generation
  }
}

/// The beers that are marked, which the actions on many work on.
///
/// They are known by their ids alone, so that a million are marked as fast as one and stay marked in any order of the
/// list and under any filter.
struct Marks: Hashable, Sendable {
  private(set) var ids = IDSet()
  private(set) var count = 0
  /// Where a range begins that reaches to the cursor and is not marked yet.
  private(set) var rangeStart: Int?
  /// Those that the list does not show, as far as it is known.
  private(set) var hidden = IDSet()
  /// The list that they are known of, or asked about.
  private var compared: BeerQuery?
  private var pending: MarkRequest?
  private var generation = 0

  var isEmpty: Bool { count == 0 }

  /// Whether it will be known soon which beers are marked.
  var isReading: Bool { pending != nil }

  func contains(_ beer: Int64) -> Bool { ids.contains(beer) }

  /// Marks a beer of a list, or takes its mark away.
  mutating func toggle(_ beer: Int64, in query: BeerQuery) {
    if isEmpty { (compared, hidden) = (query, IDSet()) }
    if contains(beer) { ids.remove(beer) } else { ids.insert(beer) }
    count = ids.count
  }

  mutating func remove(_ beers: IDSet) {
    guard !isEmpty else { return }
    ids.subtract(beers)
    hidden.subtract(beers)
    count = ids.count
  }

  mutating func beginRange(at position: Int) { rangeStart = position }

  /// Follows beers that came or went before the range.
  mutating func shiftRange(by offset: Int) { rangeStart = rangeStart.map { max(0, $0 + offset) } }

  mutating func dropRange() { rangeStart = nil }

  /// The positions of the range, or of the one that is being marked.
  func range(to cursor: Int) -> Range<Int>? {
    if let start = rangeStart { return min(start, cursor)..<max(start, cursor) + 1 }
    return pending.flatMap { $0.range.upperBound < .max ? $0.range : nil }
  }

  mutating func request(_ range: Range<Int>, of query: BeerQuery) -> MarkRequest {
    rangeStart = nil
    generation += 1
    let request = MarkRequest(query: query, range: range, generation: generation)
    pending = request
    return request
  }

  /// Marks what was asked for; where all of it is marked already, it is unmarked.
  mutating func accept(_ request: MarkRequest, _ beers: IDSet?) {
    guard request == pending else { return }
    pending = nil
    guard let beers else { return }
    let before = count
    // What is marked in a list is shown by it.
    if isEmpty {
      (compared, hidden) = (request.query, IDSet())
    } else if compared != request.query {
      compared = nil
    }
    ids.formUnion(beers)
    count = ids.count
    if count == before, request.range.upperBound == .max { remove(beers) }
  }

  /// Asks which beers a list shows, where it is another than the marks have been compared with.
  mutating func comparison(with query: BeerQuery) -> MarkRequest? {
    guard !isEmpty, compared != query else { return nil }
    compared = query
    generation += 1
    return MarkRequest(query: query, range: 0..<Int.max, generation: generation)
  }

  /// Has it asked again, as other beers may be in the list now.
  mutating func forgetComparison() { compared = nil }

  /// Learns which beers the list shows; `nil` where that could not be read.
  mutating func acceptComparison(_ request: MarkRequest, _ shown: IDSet?) {
    guard request.query == compared else { return }
    hidden = IDSet()
    guard let shown else { return }
    hidden = ids
    hidden.subtract(shown)
  }

  mutating func removeAll() { self = Marks(generation: generation) }

  init() {}

  private init(generation: Int) { self.generation = generation }
}
