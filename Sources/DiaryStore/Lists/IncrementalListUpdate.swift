import GRDB

/// Updates a list by removing the changed beers and inserting those that belong to it at their new positions.
///
/// For a list of a million beers this takes a few milliseconds; reading it again takes hundreds.
struct IncrementalListUpdate {
  private let db: Database
  private let ordering: BeerOrdering
  private let changed: Set<Int64>
  private let query: BeerQuery

  init(_ db: Database, _ query: BeerQuery, changed: Set<Int64>) {
    self.db = db
    self.query = query
    self.changed = changed
    ordering = BeerOrdering(query)
  }

  func apply(to ids: IDList) throws -> IDList {
    let removed = IDSet(changed)
    let unchanged = IDList(ids.lazy.filter { !removed.contains($0) })
    let inserted = try matchingChanged()
    var updated = IDList()
    updated.reserveCapacity(unchanged.count + inserted.count)
    var start = 0
    let precedes = try ordering.comparison(db)
    for id in inserted {
      let index = try unchanged.partitioningIndex(from: start) { try precedes($0, id) }
      updated.append(contentsOf: unchanged[start..<index])
      updated.append(id)
      start = index
    }
    updated.append(contentsOf: unchanged[start...])
    return updated
  }

  /// Returns the changed beers that the query selects, in its order.
  private func matchingChanged() throws -> [Int64] {
    let ids = try ordering.ids(db, among: Array(changed))
    if query.hasAllBeers || ids.isEmpty { return Array(ids) }
    let matching = try FilterEvaluation(db, query, in: .beers(Array(ids))).ids()
    return ids.filter { matching.contains($0) }
  }
}

extension IDList {
  /// Returns the first index from `start` on whose id `isBefore` rejects, by binary search.
  ///
  /// All ids that `isBefore` accepts must come first.
  func partitioningIndex(from start: Int, _ isBefore: (Int64) throws -> Bool) rethrows -> Int {
    var range = start..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if try isBefore(self[middle]) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
