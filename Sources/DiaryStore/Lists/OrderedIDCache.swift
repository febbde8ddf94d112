import Synchronization

/// A cache of the ids of whole lists, so that every part of a list is read equally fast.
///
/// A list takes 4 bytes for each beer. Lists without a generation are not cached. ``BeerListReader`` fills the cache, and
/// updates a list of which only a few beers have changed.
final class OrderedIDCache: Sendable {
  private let cache = Mutex(CachedLists())

  /// How often lists were read and updated.
  var statistics: CacheStatistics { cache.withLock { $0.statistics } }

  /// Returns the current position in the sequence of changes, to be taken before the store is read.
  func token() -> ChangeToken { cache.withLock { $0.token } }

  /// Records a change of the store.
  func note(_ change: StoreChange) { cache.withLock { $0.note(change) } }

  func removeAll() { cache.withLock { $0.removeAll() } }

  /// Returns the ids of all beers of a query; `nil` if they are not cached.
  func ids(_ query: BeerQuery) -> IDList? {
    query.generation == nil ? nil : cache.withLock { $0.list(query) }
  }

  /// Returns another generation of a list and the beers that have changed since it was read.
  ///
  /// - Returns: `nil` if the list is not cached, or if the changes are unknown or too many.
  func otherGeneration(_ query: BeerQuery) -> (ids: IDList, changed: Set<Int64>)? {
    query.generation == nil ? nil : cache.withLock { $0.staleEntry(query) }
  }

  /// Caches the ids of all beers of a query in place of other generations of the list.
  ///
  /// - Parameters:
  ///   - token: Taken before the list was read.
  ///   - origin: What to count in the statistics; `nil` for nothing.
  func insert(
    _ ids: IDList, _ query: BeerQuery, since token: ChangeToken,
    counting origin: WritableKeyPath<CacheStatistics, Int>? = nil
  ) {
    guard query.generation != nil else { return }
    cache.withLock {
      if let origin { $0.statistics[keyPath: origin] += 1 }
      $0.insert(ids, query, token)
    }
  }
}

/// A position in the sequence of changes.
struct ChangeToken: Hashable, Sendable {
  fileprivate var changes = 0
}

/// How often the cache of lists had to read or update lists.
struct CacheStatistics: Hashable {
  /// How many lists were read in full from the database.
  var fullReads = 0
  /// How many cached lists were updated by moving only the changed beers.
  var updates = 0
}

// MARK: - Cached lists

/// The lists of a cache, and the changes since they were read.
private struct CachedLists {
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
  var statistics = CacheStatistics()

  /// Removes the lists; those that are being read now will be read again for the next generation.
  mutating func removeAll() {
    lists = []
    changes = []
    token.changes += 1
  }

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
