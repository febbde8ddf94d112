import GRDB
import Synchronization

/// The newest lists, kept so that any part of them is as near as the first.
///
/// 8 bytes for each beer; a list without an edition is not kept.
final class BeerLists: Sendable {
  private let orders = Mutex<(key: BeerOrdering, ids: [Int64])?>(nil)
  private let lists = Mutex<[(query: BeerQuery, ids: [Int64])]>([])
  /// The list before a search comes back when the search is left.
  private static let listsKept = 3

  /// The ids of all beers of a query, if they are known.
  func known(_ query: BeerQuery) -> [Int64]? {
    if query.hasAllBeers { return knownOrder(BeerOrdering(query)) }
    return lists.withLock { lists in lists.first { $0.query == query }?.ids }
  }

  /// The ids of all beers of a query in its order.
  ///
  /// - Throws: `CancellationError` when it is no longer wanted.
  func ids(_ db: Database, _ query: BeerQuery, isWanted: @escaping () -> Bool) throws -> [Int64] {
    if query.edition != nil, let known = known(query) { return known }
    if query.hasAllBeers { return try order(db, BeerOrdering(query), query, isWanted) }
    let matching = try FilterEvaluation(db, query, isWanted: isWanted).ids()
    let ids = try order(db, BeerOrdering(query), query, isWanted).filter { matching.contains($0) }
    if query.edition != nil { keep(ids, query) }
    return ids
  }

  /// The first ids of a query, read as fast as possible; `nil` where that takes the whole list.
  func first(_ count: Int, _ db: Database, _ query: BeerQuery, isWanted: @escaping () -> Bool) throws
    -> [Int64]?
  {
    let ordering = BeerOrdering(query)
    let reach = query.hasAllBeers ? count : max(count, Self.reach)
    let ids = try knownOrder(ordering).map { Array($0.prefix(reach)) } ?? ordering.ids(db, limit: reach)
    if query.hasAllBeers { return ids }
    let matching = try FilterEvaluation(db, query, in: .beers(ids), isWanted: isWanted).ids()
    let found = ids.filter { matching.contains($0) }
    return found.count >= count || ids.count < reach ? Array(found.prefix(count)) : nil
  }

  /// How far to look for the first beers of a query before all of it is read.
  private static let reach = 1000

  func forget() {
    orders.withLock { $0 = nil }
    lists.withLock { $0 = [] }
  }

  private func knownOrder(_ key: BeerOrdering) -> [Int64]? {
    orders.withLock { $0.flatMap { $0.key == key ? $0.ids : nil } }
  }

  private func order(_ db: Database, _ key: BeerOrdering, _ query: BeerQuery, _ isWanted: () -> Bool) throws
    -> [Int64]
  {
    if query.edition != nil, let known = knownOrder(key) { return known }
    let ids = try key.ids(db, isWanted: isWanted)
    if query.edition != nil { orders.withLock { $0 = (key, ids) } }
    return ids
  }

  private func keep(_ ids: [Int64], _ query: BeerQuery) {
    lists.withLock { lists in
      lists.removeAll { $0.query == query || $0.query.edition != query.edition }
      lists.insert((query, ids), at: 0)
      if lists.count > Self.listsKept { lists.removeLast() }
    }
  }
}
