import DiaryModel
import Foundation
import GRDB
import SQLiteKit

// Reading single beers, and those of a list one by one.
extension BeerListReader {
  private var photoEditor: PhotoEditor { PhotoEditor(database: database) }

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

/// Reads beers with their photos and labels.
struct BeerDetails {
  private let db: Database
  private let byID: Statement
  private let photos: PhotosOfBeer

  init(_ db: Database) throws {
    self.db = db
    byID = try db.makeStatement(sql: "SELECT \(Beer.columns) FROM beer WHERE id = ?")
    photos = try PhotosOfBeer(db)
  }

  func beer(_ id: Int64) throws -> BeerDetail? {
    try detail(Beer.fetchOne(byID, arguments: [id]))
  }

  func beer(_ column: String, _ value: some DatabaseValueConvertible) throws -> BeerDetail? {
    let sql = "SELECT \(Beer.columns) FROM beer WHERE \(column) = ?"
    return try detail(Beer.fetchOne(db, sql: sql, arguments: [value]))
  }

  private func detail(_ beer: Beer?) throws -> BeerDetail? {
    try beer.map {
      try BeerDetail(
        beer: $0, photos: photos.all(ofBeer: $0.id), label: BeerLabel.ofBeer($0.id, db),
        importedAt: $0.origin == nil ? nil : importDate(ofBeer: $0.id))
    }
  }

  /// Returns when the import that added a beer was started; `nil` if another device imported the beer.
  private func importDate(ofBeer id: Int64) throws -> DiaryDate? {
    let statement = try db.cachedStatement(
      sql: "SELECT i.started_at FROM beer b JOIN import_batch i ON i.id = b.import_batch WHERE b.id = ?")
    return try String.fetchOne(statement, arguments: [id]).flatMap { DiaryDate($0) }
  }
}

extension BeerLabel {
  /// Returns the label of a beer with the number of its beers; `nil` if the beer has none yet.
  static func ofBeer(_ id: Int64, _ db: Database) throws -> BeerLabel? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT l.uuid, (SELECT count(*) FROM beer WHERE label_id = l.id AND deleted_at IS NULL)
        FROM beer b JOIN label l ON l.id = b.label_id WHERE b.id = ?
        """)
    return try Row.fetchOne(statement, arguments: [id]).map {
      try BeerLabel(uuid: $0.value(atIndex: 0), times: $0.value(atIndex: 1))
    }
  }
}
