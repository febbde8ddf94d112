import DiaryModel
import GRDB
import SQLiteKit

/// Reads beers for exports.
struct ExportedBeers: DiaryComponent {
  let database: DiaryDatabase

  func forEachExportedBeer(selectedBy query: BeerQuery?, _ body: (ExportedBeer) throws -> Void) throws {
    try read { db -> Result<Void, any Error> in
      let ids = try query.map { try matching($0, db) }
      var photos = try ExportedPhotoCursor(Row.fetchCursor(db, sql: ExportedPhotoCursor.all))
      var labels = try ExportedLabels(db, includesDecisions: true)
      try labels.countAll(db)
      let rows = try Row.fetchCursor(db, sql: ExportedBeer.select(from: "beer", by: "beer.id"))
      while let row = try rows.next() {
        let id: Int64 = try row.value(atIndex: 0)
        let own = try photos.photos(of: id)
        if let ids, !ids.contains(id) { continue }
        let beer = try ExportedBeer(row, id: id, photos: own, label: labels.label(of: row))
        do { try body(beer) } catch { return .failure(error) }
      }
      return .success(())
    }.get()
  }

  func forEachExportedBeer(_ query: BeerQuery, limit: Int, _ body: (ExportedBeer) throws -> Void) throws {
    let photoEditor = PhotoEditor(database: database)
    try read { db -> Result<Void, any Error> in
      var batch = try ExportedBatch(db, hasHistories: query.isDistinct) {
        try photoEditor.header(db, ofPhoto: $0)
      }
      var ids: [Int64] = []
      var failure: (any Error)?
      func deliver() throws {
        let beers = try batch.beers(ids)
        ids.removeAll(keepingCapacity: true)
        do { try beers.forEach(body) } catch { failure = error }
      }
      try BeerListReader.forEachID(db, query, limit: limit) { id in
        ids.append(id)
        if ids.count == ExportedBatch.size { try deliver() }
        return failure == nil
      }
      if failure == nil { try deliver() }
      return failure.map { .failure($0) } ?? .success(())
    }.get()
  }

  func beersWithPhotos(selectedBy query: BeerQuery?) throws(StoreError) -> [Int64] {
    try read { db in
      let ids = try query.map { try matching($0, db) }
      let all = try Int64.fetchAll(db, sql: "SELECT DISTINCT beer_id FROM photo ORDER BY beer_id")
      return all.filter { ids?.contains($0) ?? true }
    }
  }

  /// Returns the ids of the beers that a query selects, without those on the other side of the trash.
  private func matching(_ query: BeerQuery, _ db: Database) throws -> IDSet {
    var ids = try FilterEvaluation(db, query).ids()
    let side = "SELECT id FROM beer WHERE deleted_at IS \(query.filter.isInTrash ? "NOT NULL" : "NULL")"
    ids.formIntersection(try IDSet(RowIDCursor(db, sql: side)))
    return ids
  }
}
