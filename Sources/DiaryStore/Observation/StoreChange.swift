/// What one transaction, or several that are reported together, changed in the store.
package struct StoreChange: Hashable, Sendable {
  /// The maximum number of beers that a change lists.
  static let maxBeers = 1000

  /// The beers that were added, changed or deleted; `nil` if they are unknown or too many.
  ///
  /// Empty if only the descriptions of photos changed.
  package private(set) var beers: Set<Int64>?
  /// Whether another process, or another `Diary` of the same store, made at least a part of the change.
  package private(set) var isExternal: Bool

  init(beers: Set<Int64>?, isExternal: Bool = false) {
    self.beers = beers.flatMap { $0.count > Self.maxBeers ? nil : $0 }
    self.isExternal = isExternal
  }

  /// A change by another process, of which nothing more is known.
  static let external = StoreChange(beers: nil, isExternal: true)

  /// Adds a later change to this one.
  mutating func merge(_ later: StoreChange) {
    let both = beers.flatMap { mine in later.beers.map(mine.union) }
    self = StoreChange(beers: both, isExternal: isExternal || later.isExternal)
  }
}

/// The beers that a transaction changes, up to `StoreChange.maxBeers`.
struct ChangedBeers {
  /// `nil` if there are too many.
  private(set) var ids: Set<Int64>? = []

  mutating func insert(_ id: Int64) {
    ids?.insert(id)
    if let count = ids?.count, count > StoreChange.maxBeers { ids = nil }
  }
}
