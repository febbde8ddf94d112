import DiaryModel
import GRDB
import Synchronization

/// A cache of the ids of whole lists, so that every part of a list is read equally fast.
///
/// A list takes 4 bytes for each beer. Lists without a generation are not cached. If only a few beers have changed, the
/// new generation of a list is computed from the previous one. Until a list is cached, its first ids are found without
/// reading all of it.
final class OrderedIDCache: Sendable {
  private let cache = Mutex(CachedLists())

  /// How often lists were read and updated.
  var statistics: CacheStatistics { cache.withLock { $0.statistics } }

  /// Returns the current position in the sequence of changes, to be taken before the store is read.
  func token() -> ChangeToken { cache.withLock { $0.token } }

  /// Records a change of the store.
  func note(_ change: StoreChange) { cache.withLock { $0.note(change) } }

  func removeAll() { cache.withLock { $0.removeAll() } }

  /// Returns the ids of all beers of a query if they are cached; otherwise `nil`.
  func cachedIDs(_ query: BeerQuery) -> IDList? {
    query.generation == nil ? nil : cache.withLock { $0.list(query) }
  }

  /// Returns the ids of all beers of a query, in its order.
  ///
  /// - Parameters:
  ///   - token: Taken before the transaction of `db` began.
  ///   - updates: Whether changes of other processes are recorded too, so that an earlier generation can be updated.
  /// - Throws: `CancellationError`.
  func ids(
    _ db: Database, _ query: BeerQuery, since token: ChangeToken, updates: Bool,
    isCancelled: @escaping () -> Bool
  ) throws -> IDList {
    if let cached = cachedIDs(query) { return cached }
    if updates, query.generation != nil, let ids = try updated(db, query, token) { return ids }
    var ids: IDList
    if query.isDistinct {
      ids = try self.ids(db, query.withRepeats, since: token, updates: updates, isCancelled: isCancelled)
        .distinct(by: LabelMap(db, isCancelled: isCancelled))
      if query.isReversed { ids = try BeerOrdering(query.withRepeats).reversed(ids, db) }
    } else if query == query.unfiltered {
      ids = try BeerOrdering(query).ids(db, isCancelled: isCancelled)
      if query.generation != nil { cache.withLock { $0.statistics.fullReads += 1 } }
    } else {
      let matching = try FilterEvaluation(db, query, isCancelled: isCancelled).ids()
      ids = try self.ids(db, query.unfiltered, since: token, updates: updates, isCancelled: isCancelled)
        .intersection(matching)
    }
    if query.generation != nil { cache.withLock { $0.insert(ids, query, token) } }
    return ids
  }

  /// Returns the first ids of a query as fast as possible; `nil` if that needs the whole list.
  ///
  /// The first beers of the order are searched directly. If too few of them match, the search index is used.
  func first(_ count: Int, _ db: Database, _ query: BeerQuery, isCancelled: @escaping () -> Bool) throws
    -> [Int64]?
  {
    if query.isDistinct { return try firstDistinct(count, db, query, isCancelled: isCancelled) }
    let limit = query.hasAllBeers ? count : max(2 * count, Self.maxScanned)
    let order = cachedIDs(query.unfiltered)
    let ids = try order.map { Array($0.prefix(limit)) } ?? Array(BeerOrdering(query).ids(db, limit: limit))
    if query.hasAllBeers { return ids }
    func matches(_ part: ArraySlice<Int64>) throws -> [Int64] {
      let matching = try FilterEvaluation(db, query, in: .beers(Array(part)), isCancelled: isCancelled).ids()
      return part.filter { matching.contains($0) }
    }
    let start = ids.prefix(max(2 * count, Self.maxScannedFirst))
    var first = try matches(start)
    if first.count >= count || ids.count < limit && start.count == ids.count {
      return Array(first.prefix(count))
    }
    // If the order is in memory, looking up one word in the index is faster than reading the texts of more beers.
    if order != nil, query.searchWords.count == 1,
      let first = try firstFromIndex(count, db, query, isCancelled)
    {
      return first
    }
    first += try matches(ids.dropFirst(start.count))
    if first.count >= count || ids.count < limit { return Array(first.prefix(count)) }
    return try firstWithRareWord(count, db, query, isCancelled)
      ?? firstFromIndex(count, db, query, isCancelled)
  }

  /// Returns the first beers of a list with one beer of each label; `nil` if the query does not select every beer, or is
  /// reversed.
  private func firstDistinct(
    _ count: Int, _ db: Database, _ query: BeerQuery, isCancelled: () -> Bool
  ) throws -> [Int64]? {
    guard query.hasAllBeers, !query.isReversed else { return nil }
    let labels = try VisitedLabels(db)
    var first: [Int64] = []
    var visited = 0
    try BeerOrdering(query).forEachID(db) { id in
      visited += 1
      if visited & 0xFFF == 0, isCancelled() { throw CancellationError() }
      if try labels.insert(labelOf: id) { first.append(id) }
      return first.count < count
    }
    return first
  }

  /// Returns the first ids of a search for words: the search index finds all matches, of which the first in the order are
  /// taken.
  ///
  /// - Returns: `nil` if the search index is not complete or the query has other conditions.
  private func firstFromIndex(
    _ count: Int, _ db: Database, _ query: BeerQuery, _ isCancelled: @escaping () -> Bool
  ) throws -> [Int64]? {
    let evaluation = try FilterEvaluation(db, query, isCancelled: isCancelled)
    guard evaluation.needsIndexOnly else { return nil }
    let matching = try evaluation.ids()
    var found: [Int64] = []
    if let order = cachedIDs(query.unfiltered) {
      return Array(order.lazy.filter(matching.contains).prefix(count))
    }
    var visited = 0
    try BeerOrdering(query).forEachID(db) { id in
      visited += 1
      if visited & 0xFFF == 0, isCancelled() { throw CancellationError() }
      if matching.contains(id) { found.append(id) }
      return found.count < count
    }
    return found
  }

  /// Returns the first ids of a query with a word that few beers have, by evaluating the query for these only.
  ///
  /// - Returns: `nil` if every word is frequent, or if too many beers would have to be read.
  private func firstWithRareWord(
    _ count: Int, _ db: Database, _ query: BeerQuery, _ isCancelled: @escaping () -> Bool
  ) throws -> [Int64]? {
    guard
      let rare = try FilterEvaluation(db, query, isCancelled: isCancelled).rarest(atMost: Self.maxRareMatches)
    else {
      return nil
    }
    let ordering = BeerOrdering(query)
    let order =
      try cachedIDs(query.unfiltered)
      ?? (ordering.comparesBeers && rare.count <= Self.maxCandidates
        ? ordering.ids(db, among: rare.ascending) : nil)
    var found: [Int64] = []
    var candidates: [Int64] = []
    var evaluated = 0
    func evaluate() throws {
      let matching = try FilterEvaluation(db, query, in: .beers(candidates), isCancelled: isCancelled).ids()
      found += candidates.filter { matching.contains($0) }
      evaluated += candidates.count
      candidates = []
    }
    /// Returns whether more ids are needed.
    func visit(_ id: Int64) throws -> Bool {
      guard rare.contains(id) else { return true }
      candidates.append(id)
      if candidates.count == (evaluated == 0 ? min(count, Self.batchSize) : Self.batchSize) { try evaluate() }
      return found.count < count && evaluated < Self.maxCandidates
    }
    if let order {
      for id in order { if try !visit(id) { break } }
    } else {
      try ordering.forEachID(db, visit)
    }
    if found.count < count, evaluated >= Self.maxCandidates { return nil }
    try evaluate()
    return Array(found.prefix(count))
  }

  /// A word that fewer beers have counts as rare.
  private static let maxRareMatches = 50_000
  private static let batchSize = 250
  /// Reading the texts of more beers takes longer than combining the sets of all words.
  private static let maxCandidates = 3000

  /// How many beers of the order are read before the whole query is evaluated.
  private static let maxScanned = 1000
  /// How many of these are read before the search index is used.
  private static let maxScannedFirst = 200

  /// Returns the list updated from an earlier generation; `nil` if there is none or too much has changed.
  private func updated(_ db: Database, _ query: BeerQuery, _ token: ChangeToken) throws -> IDList? {
    guard let (ids, changed) = cache.withLock({ $0.staleEntry(query) }),
      changed.isEmpty || BeerOrdering(query).comparesBeers && !query.dependsOnOtherBeers
    else { return nil }
    let updated =
      try changed.isEmpty ? ids : IncrementalListUpdate(db, query, changed: changed).apply(to: ids)
    cache.withLock {
      $0.statistics.updates += 1
      $0.insert(updated, query, token)
    }
    return updated
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
