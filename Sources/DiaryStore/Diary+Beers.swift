package import DiaryModel
package import Foundation
import GRDB
import SQLiteKit

extension Diary {
  /// Counts for the list's header; reads the whole list where it is not known yet.
  ///
  /// - Parameter isWanted: Asked often; on `false` the work ends with `.cancelled`.
  package func summary(_ query: BeerQuery = BeerQuery(), isWanted: @escaping () -> Bool = { true })
    throws(DiaryError) -> DiarySummary
  {
    let mark = lists.mark()
    return try read { db in
      let ids = try allIDs(db, query, mark, isWanted)
      let withPhotos = try IDSet(RowIDCursor(db, sql: "SELECT DISTINCT beer_id FROM photo"))
      let isAllInTrash =
        try ids.isEmpty && query.hasAllBeers
        && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM beer)") == true
      return try DiarySummary(
        beerCount: ids.count, beersWithPhotos: ids.count { withPhotos.contains($0) },
        isAllInTrash: isAllInTrash, filled: query.hasAllBeers ? ListField.filled(db) : [])
    }
  }

  /// How many beers were added so far, as far as their numbers tell, which takes no time in the largest diary.
  package func approximateBeerCount() throws(DiaryError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT max(id) FROM beer") ?? 0 }
  }

  /// The beers at these positions of the query's order; fewer where the list ends before.
  ///
  /// The first of a list come at once, also where reading all of it takes longer.
  ///
  /// - Parameter search: Words that the rows tell of as if the query searched for them.
  package func rows(
    _ query: BeerQuery = BeerQuery(), in range: Range<Int>, tellingOf search: [Substring] = [],
    isWanted: @escaping () -> Bool = { true }
  ) throws(DiaryError) -> [BeerListItem] {
    let mark = lists.mark()
    let search = search.isEmpty ? query.searchWords : search
    return try read { db in
      let window = try ids(db, query, in: range, mark, isWanted)
      let rows = try BeerListItems(db, query.order, tellingOf: search).rows(window, isWanted: isWanted)
      if rows.count == window.count || query.edition == nil { return rows }
      // Another program deleted some of them meanwhile.
      lists.forget()
      return try BeerListItems(db, query.order, tellingOf: search)
        .rows(ids(db, query, in: range, mark, isWanted), isWanted: isWanted)
    }
  }

  /// Where a beer stands in a query's order, from 0; `nil` where it is not in it.
  package func position(
    of id: Int64, in query: BeerQuery, isWanted: @escaping () -> Bool = { true }
  ) throws(DiaryError) -> Int? {
    let mark = lists.mark()
    return try read { db in
      if lists.known(query) == nil, let first = try lists.first(Self.near, db, query, isWanted: isWanted),
        let place = first.firstIndex(of: id)
      {
        return place
      }
      return try allIDs(db, query, mark, isWanted).firstIndex(of: id)
    }
  }

  /// Has lists read anew whatever is known of changes, as for a store on a file system that does not tell of them.
  package func refreshLists() { lists.forget() }

  /// What keeping lists up to date has cost so far.
  package var listWork: CacheStatistics { lists.work }

  /// The beers at these positions of the query's order; reads no beer, only which there are.
  package func ids(
    _ query: BeerQuery, in range: Range<Int> = 0..<Int.max, isWanted: @escaping () -> Bool = { true }
  ) throws(DiaryError) -> IDSet {
    let mark = lists.mark()
    return try read { db in
      let ids = try allIDs(db, query, mark, isWanted)
      return IDSet(ids[range.clamped(to: 0..<ids.count)])
    }
  }

  /// The farthest that is read without the list itself.
  private static let near = 1000

  /// - Parameter mark: A moment before the transaction that `db` reads in.
  func allIDs(
    _ db: Database, _ query: BeerQuery, _ mark: ChangeToken, _ isWanted: @escaping () -> Bool
  ) throws -> IDList {
    try lists.ids(db, query, since: mark, updates: hub.isWatching, isWanted: isWanted)
  }

  private func ids(
    _ db: Database, _ query: BeerQuery, in range: Range<Int>, _ mark: ChangeToken,
    _ isWanted: @escaping () -> Bool
  ) throws -> [Int64] {
    let range = max(0, range.lowerBound)..<max(0, range.upperBound)
    let isKnown = lists.known(query) != nil
    if !isKnown, range.upperBound <= Self.near,
      let first = try lists.first(range.upperBound, db, query, isWanted: isWanted)
    {
      return Array(first.dropFirst(range.lowerBound))
    }
    let ids = try allIDs(db, query, mark, isWanted)
    return Array(ids[range.clamped(to: 0..<ids.count)])
  }

  /// Hands every row of a query to `body`, one after the other, in constant memory and all from one moment.
  ///
  /// Thumbnails that no background work has described yet are described by their headers.
  package func forEachRow(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (BeerListItem) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let rows = try BeerListItems(db)
      return { id in try rows.row(id).map { try self.described($0, db) } }
    } body: {
      try body($0)
    }
  }

  /// One beer with its photos in order; `nil` where it does not exist (any more).
  package func beer(_ id: Int64) throws(DiaryError) -> BeerDetail? {
    try read { db in try BeerDetails(db).beer("id", id) }
  }

  /// One beer by its uuid.
  package func beer(uuid: UUID) throws(DiaryError) -> BeerDetail? {
    try read { db in try BeerDetails(db).beer("uuid", uuid) }
  }

  /// Hands every beer of a query with its photos to `body`, one after the other, in constant memory.
  ///
  /// Photos that no background work has described yet are described by their headers; hashes are not computed.
  /// All are from one moment: what is written meanwhile does not show. An error that `body` throws ends the walk.
  package func forEachBeer(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (BeerDetail) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let details = try BeerDetails(db)
      return { id in
        guard var detail = try details.beer(id) else { return nil }
        detail.photos = try detail.photos.map { try self.described($0, db) }
        return detail
      }
    } body: {
      try body($0)
    }
  }

  /// Walks a query in its order and hands what is read of each beer to `body`.
  ///
  /// A filter's set of ids takes a bit for each beer.
  private func forEachID<Value>(
    _ query: BeerQuery, limit: Int, reading reader: (Database) throws -> (Int64) throws -> Value?,
    body: (Value) throws -> Void
  ) throws {
    try read { db -> Result<Void, any Error> in
      let matching = query.hasAllBeers ? nil : try FilterEvaluation(db, query).ids()
      let value = try reader(db)
      var left = limit
      var failure: (any Error)?
      if left <= 0 { return .success(()) }
      try BeerOrdering(query).forEachID(db) { id in
        guard matching?.contains(id) ?? true, let value = try value(id) else { return true }
        do { try body(value) } catch { failure = error }
        left -= 1
        return left > 0 && failure == nil
      }
      return failure.map { .failure($0) } ?? .success(())
    }.get()
  }
}
