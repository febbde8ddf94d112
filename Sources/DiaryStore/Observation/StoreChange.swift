/// What one transaction, or several that were told of together, changed in the store.
package struct StoreChange: Hashable, Sendable {
  /// Of more beers than this nobody keeps account.
  static let maxBeers = 1000

  /// The beers that are new, different or gone, none where only photos are described better; `nil` where it is unknown.
  package private(set) var beers: Set<Int64>?
  /// Whether another process, or another `Diary` on the same store, had a part in it.
  package private(set) var isExternal: Bool

  init(beers: Set<Int64>?, isExternal: Bool = false) {
    self.beers = beers.flatMap { $0.count > Self.maxBeers ? nil : $0 }
    self.isExternal = isExternal
  }

  /// Another process says nothing of what it changed.
  static let external = StoreChange(beers: nil, isExternal: true)

  /// Takes up a later change.
  mutating func merge(_ later: StoreChange) {
    let both = beers.flatMap { mine in later.beers.map(mine.union) }
    self = StoreChange(beers: both, isExternal: isExternal || later.isExternal)
  }
}

/// The beers that a transaction changes, while they are few enough to keep account of.
struct ChangedBeers {
  /// `nil` once they are too many.
  private(set) var ids: Set<Int64>? = []

  mutating func insert(_ id: Int64) {
    ids?.insert(id)
    if let count = ids?.count, count > StoreChange.maxBeers { ids = nil }
  }
}
