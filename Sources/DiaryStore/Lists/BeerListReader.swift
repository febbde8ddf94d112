import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Reads lists of beers, and single beers with their photos.
struct BeerListReader: DiaryComponent {
  let database: DiaryDatabase
  private var photoEditor: PhotoEditor { PhotoEditor(database: database) }

  func summary(_ query: BeerQuery, isCancelled: @escaping () -> Bool)
    throws(StoreError) -> DiarySummary
  {
    let token = listCache.token()
    return try read { db in
      let ids = try allIDs(db, query, token, isCancelled)
      // A label is listed with a photo of any of its beers.
      let beers = try query.isDistinct ? allIDs(db, query.withRepeats, token, isCancelled) : ids
      let withPhotos = try IDSet(RowIDCursor(db, sql: "SELECT DISTINCT beer_id FROM photo"))
      let isAllInTrash =
        try ids.isEmpty && query.hasAllBeers
        && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM beer)") == true
      return try DiarySummary(
        beerCount: ids.count,
        countWithRepeats: query.isDistinct ? beers.count : nil,
        beersWithPhotos: beers.count { withPhotos.contains($0) },
        labelCount: query.isDistinct ? nil : labelCount(db, of: ids, isAll: query.hasAllBeers),
        lacksLabels: query.isDistinct && !LabelAssignment(db).isComplete,
        isAllInTrash: isAllInTrash, populatedFields: query.hasAllBeers ? ListField.populated(db) : [])
    }
  }

  /// Returns how many different labels the beers of a list have; `nil` if some beers have no label yet, or if counting
  /// takes too long.
  ///
  /// - Parameter isAll: Whether the list has every beer of the diary.
  private func labelCount(_ db: Database, of ids: IDList, isAll: Bool) throws -> Int? {
    guard try LabelAssignment(db).isComplete else { return nil }
    if isAll {
      return try Int.fetchOne(
        db, sql: "SELECT count(DISTINCT label_id) FROM beer WHERE label_id > 0 AND +deleted_at IS NULL")
    }
    guard ids.count <= Self.maxBeersToCountLabels else { return nil }
    let labels = try VisitedLabels(db)
    return try ids.count { try labels.insert(labelOf: $0) }
  }

  /// Looking up the labels of more beers takes more than about 20 ms, which is too long after each key of a search.
  private static let maxBeersToCountLabels = 20_000

  func approximateBeerCount() throws(StoreError) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT max(id) FROM beer") ?? 0 }
  }

  func listItems(
    _ query: BeerQuery, in range: Range<Int>, highlighting search: [Substring], with fields: [ListItemField],
    isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [BeerListItem] {
    let token = listCache.token()
    let search = search.isEmpty ? query.searchWords : search
    return try read { db in
      let window = try ids(db, query, in: range, token, isCancelled)
      let reading = try BeerListItems(db, query, highlighting: search, with: fields)
      let items = try reading.items(window, isCancelled: isCancelled)
      if items.count == window.count || query.generation == nil { return items }
      // Another program has deleted some of them since the list was cached.
      listCache.removeAll()
      return try reading.items(ids(db, query, in: range, token, isCancelled), isCancelled: isCancelled)
    }
  }

  func position(
    of id: Int64, in query: BeerQuery, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> Int? {
    let token = listCache.token()
    return try read { db in
      if listCache.cachedIDs(query) == nil,
        let first = try listCache.first(Self.maxUncached, db, query, isCancelled: isCancelled),
        let index = first.firstIndex(of: id)
      {
        return index
      }
      let ids = try allIDs(db, query, token, isCancelled)
      if let index = ids.firstIndex(of: id) { return index }
      guard query.isDistinct else { return nil }
      // Another beer stands for the label.
      let same = try IDSet(
        RowIDCursor(
          db, sql: "SELECT id FROM beer WHERE label_id = (SELECT label_id FROM beer WHERE id = ?)",
          arguments: [id]))
      return ids.firstIndex { same.contains($0) }
    }
  }

  func invalidateListCache() { listCache.removeAll() }

  func ids(
    _ query: BeerQuery, in range: Range<Int>, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> IDSet {
    let token = listCache.token()
    return try read { db in
      let ids = try allIDs(db, query, token, isCancelled)
      return IDSet(ids[range.clamped(to: 0..<ids.count)])
    }
  }

  /// Up to this position, beers are found without reading the whole list.
  private static let maxUncached = 1000

  /// Returns the ids of all beers of a query, in its order.
  ///
  /// - Parameter token: Taken before the transaction of `db` began.
  func allIDs(
    _ db: Database, _ query: BeerQuery, _ token: ChangeToken, _ isCancelled: @escaping () -> Bool
  ) throws -> IDList {
    try listCache.ids(
      db, query, since: token, updates: database.broadcaster.isWatching, isCancelled: isCancelled)
  }

  private func ids(
    _ db: Database, _ query: BeerQuery, in range: Range<Int>, _ token: ChangeToken,
    _ isCancelled: @escaping () -> Bool
  ) throws -> [Int64] {
    let range = max(0, range.lowerBound)..<max(0, range.upperBound)
    let isCached = listCache.cachedIDs(query) != nil
    if !isCached, range.upperBound <= Self.maxUncached,
      let first = try listCache.first(range.upperBound, db, query, isCancelled: isCancelled)
    {
      return Array(first.dropFirst(range.lowerBound))
    }
    let ids = try allIDs(db, query, token, isCancelled)
    return Array(ids[range.clamped(to: 0..<ids.count)])
  }

  func forEachListItem(
    _ query: BeerQuery, limit: Int, _ body: (BeerListItem) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let items = try BeerListItems(db, query)
      return { id in try items.item(id).map { try photoEditor.addingMetadata(to: $0, db) } }
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
    _ query: BeerQuery, limit: Int = .max, _ body: (BeerDetail) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let details = try BeerDetails(db)
      return { id in
        guard var detail = try details.beer(id) else { return nil }
        detail.photos = try detail.photos.map { try photoEditor.addingMetadata(to: $0, db) }
        return detail
      }
    } body: {
      try body($0)
    }
  }

  func forEachBeer(
    _ query: BeerQuery, values properties: [BeerProperty], limit: Int,
    _ body: ([JSONValue?]) throws -> Void
  ) throws {
    try forEachID(query, limit: limit) { db in
      let values = try BeerValues(db, query.isDistinct ? properties.map(\.inListOfLabels) : properties)
      return { try values.values(of: $0) }
    } body: {
      try body($0)
    }
  }

  /// Calls `body` with what `reader` reads of each beer of a query, in the query's order.
  ///
  /// The set of ids that a filter needs takes one bit for each beer.
  private func forEachID<Value>(
    _ query: BeerQuery, limit: Int, reading reader: (Database) throws -> (Int64) throws -> Value?,
    body: (Value) throws -> Void
  ) throws {
    try read { db -> Result<Void, any Error> in
      let read = try reader(db)
      var failure: (any Error)?
      try Self.forEachID(db, query, limit: limit) { id in
        guard let value = try read(id) else { return true }
        do { try body(value) } catch { failure = error }
        return failure == nil
      }
      return failure.map { .failure($0) } ?? .success(())
    }.get()
  }

  /// Calls `body` with the id of each beer of a query, in the query's order, until it returns `false`.
  static func forEachID(
    _ db: Database, _ query: BeerQuery, limit: Int, _ body: (Int64) throws -> Bool
  ) throws {
    if limit <= 0 { return }
    let matching = query.hasAllBeers ? nil : try FilterEvaluation(db, query).ids()
    var remaining = limit
    func visit(_ id: Int64) throws -> Bool {
      remaining -= 1
      return try body(id) && remaining > 0
    }
    guard query.isDistinct else {
      return try BeerOrdering(query).forEachID(db) { id in
        try matching?.contains(id) == false || visit(id)
      }
    }
    let visited = try VisitedLabels(db)
    let ordering = BeerOrdering(query.withRepeats)
    var distinct = IDList()
    try ordering.forEachID(db) { id in
      guard matching?.contains(id) != false, try visited.insert(labelOf: id) else { return true }
      if !query.isReversed { return try visit(id) }
      distinct.append(id)
      return true
    }
    if !query.isReversed { return }
    for id in try ordering.reversed(distinct, db) { if try !visit(id) { return } }
  }
}
