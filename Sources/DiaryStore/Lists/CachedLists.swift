/// A moment in the course of changes.
struct ChangeToken: Hashable, Sendable {
  fileprivate var changes = 0
}

/// What keeping lists has cost.
package struct CacheStatistics: Hashable, Sendable {
  /// Orders that were read as a whole.
  package var fullReads = 0
  /// Lists that were brought up to date beer by beer.
  package var updates = 0

  package init(fullReads: Int = 0, updates: Int = 0) {
    self.fullReads = fullReads
    self.updates = updates
  }
}

/// The lists that are kept, and what was changed since they were read.
struct CachedLists {
  private struct Entry {
    let query: BeerQuery
    let ids: IDList
    let token: ChangeToken
  }

  /// An order, a filtered list in it, and the one before a search, which comes back when that is left.
  private static let maxLists = 4
  /// Over all lists: 8 MB.
  private static let maxIDs = 2_000_000
  private static let maxChanges = 256

  private var lists: [Entry] = []
  /// The newest changes, the last of which `token` counts.
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

  /// A list as it was kept, which from now on is the last to go: searches look at their order again and again.
  mutating func list(_ query: BeerQuery) -> IDList? {
    guard let index = lists.firstIndex(where: { $0.query == query }) else { return nil }
    lists.insert(lists.remove(at: index), at: 0)
    return lists[0].ids
  }

  /// Another generation of a list, and what has changed since it was read; `nil` where that is not known.
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

  /// - Parameter token: A moment before the list was read.
  mutating func insert(_ ids: IDList, _ query: BeerQuery, _ token: ChangeToken) {
    lists.removeAll { $0.query.isSameList(as: query) }
    lists.insert(Entry(query: query, ids: ids, token: token), at: 0)
    while lists.count > 1, lists.count > Self.maxLists || idCount > Self.maxIDs { lists.removeLast() }
  }

  private var idCount: Int { lists.reduce(0) { $0 + $1.ids.count } }
}

extension BeerQuery {
  /// Whether it is the same list, read at whatever time.
  package func isSameList(as other: BeerQuery) -> Bool {
    var same = other
    same.generation = generation
    return self == same
  }
}
