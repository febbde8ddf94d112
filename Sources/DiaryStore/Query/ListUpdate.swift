import GRDB

/// Takes changed beers out of a list and puts those that belong to it where they stand now.
///
/// A list of a million beers takes a few milliseconds, where reading it anew takes hundreds.
struct ListUpdate {
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

  func apply(to ids: [Int64]) throws -> [Int64] {
    var gone = IDSet()
    for id in changed { gone.insert(id) }
    let rest = ids.filter { !gone.contains($0) }
    let coming = try belonging()
    var updated: [Int64] = []
    updated.reserveCapacity(rest.count + coming.count)
    var start = 0
    let precedes = try ordering.comparison(db)
    for id in coming {
      let place = try rest.partition(from: start) { try precedes($0, id) }
      updated += rest[start..<place]
      updated.append(id)
      start = place
    }
    return updated + rest[start...]
  }

  /// The changed beers that are in the list, in its order.
  private func belonging() throws -> [Int64] {
    let ids = try ordering.ids(db, among: Array(changed))
    if query.hasAllBeers || ids.isEmpty { return ids }
    let matching = try FilterEvaluation(db, query, in: .beers(ids)).ids()
    return ids.filter { matching.contains($0) }
  }
}

extension [Int64] {
  /// The first index from `start` on whose id does not stand before, in a list where all that do come first.
  fileprivate func partition(from start: Int, _ isBefore: (Int64) throws -> Bool) rethrows -> Int {
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
