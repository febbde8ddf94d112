import DiaryModel
import SQLiteKit
import GRDB

/// Finds the next beer with some words in a list.
struct MatchFinder: DiaryComponent {
  let database: DiaryDatabase

  func position(
    ofMatch search: String, from start: Int, isBackward: Bool, in query: BeerQuery,
    isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> Int? {
    try BeerListReader(database: database).readIDs(isCancelled: isCancelled) { lists in
      let db = lists.db
      let ids = try lists.all(query)
      let step = isBackward ? ids.count - 1 : 1
      var position = start
      var words = BeerQuery(search: search)
      words.filter.isInTrash = query.filter.isInTrash
      // In most cases a match is near. Only if there is none, the whole diary is searched.
      let nearby = (0..<min(ids.count, Self.nearbyCount)).map { (start + ($0 + 1) * step) % ids.count }
      let nearbyMatches = try FilterEvaluation(
        db, words, in: .beers(nearby.map { ids[$0] }), isCancelled: isCancelled
      ).ids()
      if let match = nearby.first(where: { nearbyMatches.contains(ids[$0]) }) { return match }
      if nearby.count == ids.count { return nil }
      let matching = try FilterEvaluation(db, words, isCancelled: isCancelled).ids()
      for _ in ids.indices {
        position = (position + step) % ids.count
        if matching.contains(ids[position]) { return position }
      }
      return nil
    }
  }

  /// How many of the next beers are searched first.
  private static let nearbyCount = 500
}
