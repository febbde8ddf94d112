import DiaryModel
import Foundation
import GRDB
import SQLiteKit

struct BeerLists: DatabaseAccess {
  let database: DiaryDatabase
  private var photoEditor: PhotoEditor { PhotoEditor(database: database) }

  func summary(_ query: BeerQuery = BeerQuery(), isCancelled: @escaping () -> Bool = { false })
    throws(StoreError) -> DiarySummary
  {
    let token = lists.token()
    return try read { db in
      let ids = try allIDs(db, query, token, isCancelled)
      let withPhotos = try IDSet(RowIDCursor(db, sql: "SELECT DISTINCT beer_id FROM photo"))
      let isAllInTrash =
        try ids.isEmpty && query.hasAllBeers
        && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM beer)") == true
      return try DiarySummary(
        beerCount: ids.count, beersWithPhotos: ids.count { withPhotos.contains($0) },
        isAllInTrash: isAllInTrash, populatedFields: query.hasAllBeers ? ListField.populated(db) : [])
    }
  }

  func approximateBeerCount() throws(StoreError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT max(id) FROM beer") ?? 0 }
  }

  func rows(
    _ query: BeerQuery = BeerQuery(), in range: Range<Int>, highlighting search: [Substring] = [],
    isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> [BeerListItem] {
    let token = lists.token()
    let search = search.isEmpty ? query.searchWords : search
    return try read { db in
      let window = try ids(db, query, in: range, token, isCancelled)
      let rows = try BeerListItems(db, query.order, highlighting: search).rows(
        window, isCancelled: isCancelled)
      if rows.count == window.count || query.generation == nil { return rows }
      // Another program deleted some of them meanwhile.
      lists.removeAll()
      return try BeerListItems(db, query.order, highlighting: search)
        .rows(ids(db, query, in: range, token, isCancelled), isCancelled: isCancelled)
    }
  }

  func position(
    of id: Int64, in query: BeerQuery, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> Int? {
    let token = lists.token()
    return try read { db in
      if lists.cachedIDs(query) == nil,
        let first = try lists.first(Self.near, db, query, isCancelled: isCancelled),
        let place = first.firstIndex(of: id)
      {
        return place
      }
      return try allIDs(db, query, token, isCancelled).firstIndex(of: id)
    }
  }

  func invalidateListCache() { lists.removeAll() }

  var listCacheStatistics: CacheStatistics { lists.statistics }

  func ids(
    _ query: BeerQuery, in range: Range<Int> = 0..<Int.max, isCancelled: @escaping () -> Bool = { false }
  ) throws(StoreError) -> IDSet {
    let token = lists.token()
    return try read { db in
      let ids = try allIDs(db, query, token, isCancelled)
      return IDSet(ids[range.clamped(to: 0..<ids.count)])
    }
  }

  /// The farthest that is read without the list itself.
  private static let near = 1000

  /// - Parameter token: A moment before the transaction that `db` reads in.
  func allIDs(
    _ db: Database, _ query: BeerQuery, _ token: ChangeToken, _ isCancelled: @escaping () -> Bool
  ) throws -> IDList {
    try lists.ids(db, query, since: token, updates: database.broadcaster.isWatching, isCancelled: isCancelled)
  }

  private func ids(
    _ db: Database, _ query: BeerQuery, in range: Range<Int>, _ token: ChangeToken,
    _ isCancelled: @escaping () -> Bool
  ) throws -> [Int64] {
    let range = max(0, range.lowerBound)..<max(0, range.upperBound)
    let isKnown = lists.cachedIDs(query) != nil
    if !isKnown, range.upperBound <= Self.near,
      let first = try lists.first(range.upperBound, db, query, isCancelled: isCancelled)
    {
      return Array(first.dropFirst(range.lowerBound))
    }
    let ids = try allIDs(db, query, token, isCancelled)
    return Array(ids[range.clamped(to: 0..<ids.count)])
  }

  func forEachRow(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (BeerListItem) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let rows = try BeerListItems(db)
      return { id in try rows.row(id).map { try photoEditor.described($0, db) } }
    } body: {
      try body($0)
    }
  }

  func beer(_ id: Int64) throws(StoreError) -> BeerDetail? {
    try read { db in try BeerDetails(db).beer("id", id) }
  }

  func beer(uuid: UUID) throws(StoreError) -> BeerDetail? {
    try read { db in try BeerDetails(db).beer("uuid", uuid) }
  }

  func forEachBeer(
    _ query: BeerQuery = BeerQuery(), limit: Int = .max, _ body: (BeerDetail) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let details = try BeerDetails(db)
      return { id in
        guard var detail = try details.beer(id) else { return nil }
        detail.photos = try detail.photos.map { try photoEditor.described($0, db) }
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
