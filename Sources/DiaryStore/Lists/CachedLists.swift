/// A position in the sequence of changes.
struct ChangeToken: Hashable, Sendable {
  fileprivate var changes = 0
}

/// How often the cache of lists had to read or update lists.
package struct CacheStatistics: Hashable, Sendable {
  /// How many lists were read in full from the database.
  package var fullReads = 0
  /// How many cached lists were updated by moving only the changed beers.
  package var updates = 0

  /// Creates statistics, by default of an unused cache.
  package init(fullReads: Int = 0, updates: Int = 0) {
    self.fullReads = fullReads
    self.updates = updates
  }
}

/// The cached lists, and the changes since they were read.
struct CachedLists {
  private struct Entry {
    let query: BeerQuery
    let ids: IDList
    let token: ChangeToken
  }

  /// Room for a sorted list, a filtered list, the list before a search, to which the user returns, and one more.
  private static let maxLists = 4
  /// The total number of ids in all lists, which take 8 MB.
  private static let maxIDs = 2_000_000
  private static let maxChanges = 256

  private var lists: [Entry] = []
  /// The newest changes; `token` is the position after the last one.
  private var changes: [StoreChange] = []
  private(set) var token = ChangeToken()
  var statistics: CacheStatistics

  init(statistics: CacheStatistics = CacheStatistics()) { self.statistics = statistics }

  mutating func note(_ change: StoreChange) {
    if change.beers?.isEmpty == true { return }
    token.changes += 1
    changes.append(change)
    if changes.count > Self.maxChanges { changes.removeFirst(Self.maxChanges / 2) }
  }

  /// Returns a cached list, and marks it as the most recently used.
  mutating func list(_ query: BeerQuery) -> IDList? {
    guard let index = lists.firstIndex(where: { $0.query == query }) else { return nil }
    lists.insert(lists.remove(at: index), at: 0)
    return lists[0].ids
  }

  /// Returns another generation of a list and the beers that have changed since it was read.
  ///
  /// - Returns: `nil` if the list is not cached, or if the changes are unknown or too many.
  func staleEntry(_ query: BeerQuery) -> (ids: IDList, changed: Set<Int64>)? {
    guard let list = lists.first(where: { $0.query.isSameList(as: query) }) else { return nil }
    let count = token.changes - list.token.changes
    guard count <= changes.count else { return nil }
    var changed: Set<Int64> = []
    for change in changes.suffix(count) {
      guard let beers = change.beers else { return nil }
      changed.formUnion(beers)
    }
    return changed.count <= StoreChange.maxBeers ? (list.ids, changed) : nil
  }

  /// Caches a list in place of its other generations.
  ///
  /// - Parameter token: Taken before the list was read.
  mutating func insert(_ ids: IDList, _ query: BeerQuery, _ token: ChangeToken) {
    lists.removeAll { $0.query.isSameList(as: query) }
    lists.insert(Entry(query: query, ids: ids, token: token), at: 0)
    while lists.count > 1, lists.count > Self.maxLists || idCount > Self.maxIDs { lists.removeLast() }
  }

  private var idCount: Int { lists.reduce(0) { $0 + $1.ids.count } }
}

extension BeerQuery {
  /// Returns whether two queries select the same beers in the same order; their generations may differ.
  package func isSameList(as other: BeerQuery) -> Bool {
    var same = other
    same.generation = generation
    return self == same
  }
}
