import DiaryModel
import SQLiteKit
import GRDB

struct MatchFinder: DatabaseAccess {
  let database: DiaryDatabase

  func position(
    ofMatch search: String, from start: Int, isBackward: Bool = false, in query: BeerQuery,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> Int? {
    let token = lists.token()
    return try read { db in
      let ids = try BeerLists(database: database).allIDs(db, query, token, isCancelled)
      let step = isBackward ? ids.count - 1 : 1
      var position = start
      var words = BeerQuery(search: search)
      words.filter.isInTrash = query.filter.isInTrash
      // Mostly one is near; only where none is, the whole diary is searched.
      let near = (0..<min(ids.count, Self.nearMatches)).map { (start + ($0 + 1) * step) % ids.count }
      let nearby = try FilterEvaluation(
        db, words, in: .beers(near.map { ids[$0] }), isCancelled: isCancelled
      ).ids()
      if let match = near.first(where: { nearby.contains(ids[$0]) }) { return match }
      if near.count == ids.count { return nil }
      let matching = try FilterEvaluation(db, words, isCancelled: isCancelled).ids()
      for _ in ids.indices {
        position = (position + step) % ids.count
        if matching.contains(ids[position]) { return position }
      }
      return nil
    }
  }

  private static let nearMatches = 500
}
