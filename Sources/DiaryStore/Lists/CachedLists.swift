/// A moment in the course of changes.
struct ChangeToken: Hashable, Sendable {
  fileprivate var changes = 0
}

/// What keeping lists has cost.
package struct CacheStatistics: Hashable, Sendable {
  /// Orders that were read as a whole.
  package var wholes = 0
  /// Lists that were brought up to date beer by beer.
  package var updates = 0

  package init(wholes: Int = 0, updates: Int = 0) {
    self.wholes = wholes
    self.updates = updates
  }
}

/// The lists that are kept, and what was changed since they were read.
struct CachedLists {
  private struct Kept {
    let query: BeerQuery
    let ids: IDList
    let mark: ChangeToken
  }

  /// An order, a filtered list in it, and the one before a search, which comes back when that is left.
  private static let mostLists = 4
  /// Over all lists: 8 MB.
  private static let mostIDs = 2_000_000
  private static let mostChanges = 256

  private var lists: [Kept] = []
  /// The newest changes, the last of which `mark` counts.
  private var changes: [StoreChange] = []
  private(set) var mark = ChangeToken()
  var work: CacheStatistics

  init(work: CacheStatistics = CacheStatistics()) { self.work = work }

  mutating func note(_ change: StoreChange) {
    if change.beers?.isEmpty == true { return }
    mark.changes += 1
    changes.append(change)
    if changes.count > Self.mostChanges { changes.removeFirst(Self.mostChanges / 2) }
  }

  /// A list as it was kept, which from now on is the last to go: searches look at their order again and again.
  mutating func list(_ query: BeerQuery) -> IDList? {
    guard let index = lists.firstIndex(where: { $0.query == query }) else { return nil }
    lists.insert(lists.remove(at: index), at: 0)
    return lists[0].ids
  }

  /// Another edition of a list, and what has changed since it was read; `nil` where that is not known.
  func outdated(_ query: BeerQuery) -> (ids: IDList, changed: Set<Int64>)? {
    guard let list = lists.first(where: { $0.query.isSameList(as: query) }) else { return nil }
    let count = mark.changes - list.mark.changes
    guard count <= changes.count else { return nil }
    var changed: Set<Int64> = []
    for change in changes.suffix(count) {
      guard let beers = change.beers else { return nil }
      changed.formUnion(beers)
    }
    return changed.count <= StoreChange.mostBeers ? (list.ids, changed) : nil
  }

  /// - Parameter mark: A moment before the list was read.
  mutating func keep(_ ids: IDList, _ query: BeerQuery, _ mark: ChangeToken) {
    lists.removeAll { $0.query.isSameList(as: query) }
    lists.insert(Kept(query: query, ids: ids, mark: mark), at: 0)
    while lists.count > 1, lists.count > Self.mostLists || idCount > Self.mostIDs { lists.removeLast() }
  }

  private var idCount: Int { lists.reduce(0) { $0 + $1.ids.count } }
}

extension BeerQuery {
  /// Whether it is the same list, read at whatever time.
  package func isSameList(as other: BeerQuery) -> Bool {
    var same = other
    same.edition = edition
    return self == same
  }
}
