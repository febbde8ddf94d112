import DiaryModel
import GRDB
import Synchronization

/// The newest lists, kept so that any part of them is as near as the first.
///
/// 4 bytes for each beer; a list without an generation is not kept. A new generation of a list is made of the one before
/// where only a few beers have changed since.
final class OrderedIDCache: Sendable {
  private let cache = Mutex(CachedLists())

  /// What keeping lists has cost.
  var statistics: CacheStatistics { cache.withLock { $0.statistics } }

  /// Marks a moment in the course of changes, to be taken before the store is read.
  func token() -> ChangeToken { cache.withLock { $0.token } }

  /// Notes what was changed.
  func note(_ change: StoreChange) { cache.withLock { $0.note(change) } }

  func removeAll() { cache.withLock { $0 = CachedLists(statistics: $0.statistics) } }

  /// The ids of all beers of a query, if they are known.
  func cachedIDs(_ query: BeerQuery) -> IDList? {
    query.generation == nil ? nil : cache.withLock { $0.list(query) }
  }

  /// The ids of all beers of a query in its order.
  ///
  /// - Parameters:
  ///   - token: A moment before the transaction that `db` reads in.
  ///   - updates: Whether changes of other processes are noted too, so that an earlier generation can be brought up to
  ///     date.
  /// - Throws: `CancellationError` when it is no longer wanted.
  func ids(
    _ db: Database, _ query: BeerQuery, since token: ChangeToken, updates: Bool,
    isCancelled: @escaping () -> Bool
  ) throws -> IDList {
    if let known = cachedIDs(query) { return known }
    if updates, query.generation != nil, let ids = try updated(db, query, token) { return ids }
    let ids: IDList
    if query == query.unfiltered {
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

  /// The first ids of a query, read as fast as possible; `nil` where that takes the whole list.
  func first(_ count: Int, _ db: Database, _ query: BeerQuery, isCancelled: @escaping () -> Bool) throws
    -> [Int64]?
  {
    let reach = query.hasAllBeers ? count : max(2 * count, Self.reach)
    let order = cachedIDs(query.unfiltered)
    let ids = try order.map { Array($0.prefix(reach)) } ?? Array(BeerOrdering(query).ids(db, limit: reach))
    if query.hasAllBeers { return ids }
    func found(_ part: ArraySlice<Int64>) throws -> [Int64] {
      let matching = try FilterEvaluation(db, query, in: .beers(Array(part)), isCancelled: isCancelled).ids()
      return part.filter { matching.contains($0) }
    }
    let near = ids.prefix(max(2 * count, Self.shortReach))
    var first = try found(near)
    if first.count >= count || ids.count < reach && near.count == ids.count {
      return Array(first.prefix(count))
    }
    // Where the order is in memory, the index tells of one word sooner than the texts of more beers.
    if order != nil, query.searchWords.count == 1, let first = try firstOfMany(count, db, query, isCancelled)
    {
      return first
    }
    first += try found(ids.dropFirst(near.count))
    if first.count >= count || ids.count < reach { return Array(first.prefix(count)) }
    return try firstOfRare(count, db, query, isCancelled) ?? firstOfMany(count, db, query, isCancelled)
  }

  /// The first ids of a search that none of the first beers match: the order is walked until they come.
  ///
  /// `nil` where the index does not have all that is looked for.
  private func firstOfMany(
    _ count: Int, _ db: Database, _ query: BeerQuery, _ isCancelled: @escaping () -> Bool
  ) throws -> [Int64]? {
    let evaluation = try FilterEvaluation(db, query, isCancelled: isCancelled)
    guard evaluation.needsIndexOnly else { return nil }
    let matching = try evaluation.ids()
    var found: [Int64] = []
    if let order = cachedIDs(query.unfiltered) {
      return Array(order.lazy.filter(matching.contains).prefix(count))
    }
    var walked = 0
    try BeerOrdering(query).forEachID(db) { id in
      walked += 1
      if walked & 0xFFF == 0, isCancelled() { throw CancellationError() }
      if matching.contains(id) { found.append(id) }
      return found.count < count
    }
    return found
  }

  /// The first ids of a query with a word that few beers have: only those are looked at, in their order.
  private func firstOfRare(
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
    var lookedAt = 0
    func look() throws {
      let matching = try FilterEvaluation(db, query, in: .beers(candidates), isCancelled: isCancelled).ids()
      found += candidates.filter { matching.contains($0) }
      lookedAt += candidates.count
      candidates = []
    }
    /// Whether more are wanted.
    func take(_ id: Int64) throws -> Bool {
      guard rare.contains(id) else { return true }
      candidates.append(id)
      if candidates.count == (lookedAt == 0 ? min(count, Self.batch) : Self.batch) { try look() }
      return found.count < count && lookedAt < Self.maxCandidates
    }
    if let order {
      for id in order { if try !take(id) { break } }
    } else {
      try ordering.forEachID(db, take)
    }
    if found.count < count, lookedAt >= Self.maxCandidates { return nil }
    try look()
    return Array(found.prefix(count))
  }

  /// A word that fewer beers have is rare.
  private static let maxRareMatches = 50_000
  private static let batch = 250
  /// Reading the text of more takes longer than bringing all words together.
  private static let maxCandidates = 3000

  /// How far to look for the first beers of a query before all of it is read, and how far before the index is asked.
  private static let reach = 1000
  private static let shortReach = 200

  /// An earlier generation of the list brought up to date; `nil` where there is none, or too much has changed.
  private func updated(_ db: Database, _ query: BeerQuery, _ token: ChangeToken) throws -> IDList? {
    guard let (ids, changed) = cache.withLock({ $0.staleEntry(query) }),
      changed.isEmpty || BeerOrdering(query).comparesBeers
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

extension BeerQuery {
  /// All beers in the same order, in the diary or in its trash.
  fileprivate var unfiltered: BeerQuery {
    BeerQuery(
      order: order, isReversed: isReversed, filter: BeerFilter(isInTrash: filter.isInTrash),
      generation: generation)
  }
}
