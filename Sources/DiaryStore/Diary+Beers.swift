package import Foundation
import GRDB

extension Diary {
  /// Counts for the list's header.
  package func summary(_ query: BeerQuery = BeerQuery()) throws(DiaryError) -> DiarySummary {
    try read { db in
      DiarySummary(
        beerCount: try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0,
        beersWithPhotos: try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM photo p JOIN beer b ON b.id = p.beer_id
            WHERE p.user_order = 0 AND b.deleted_at IS NULL
            """) ?? 0)
    }
  }

  /// The beers at these positions of the query's order; fewer where the list ends before.
  package func rows(_ query: BeerQuery = BeerQuery(), in range: Range<Int>) throws(DiaryError) -> [BeerRow] {
    let offset = max(0, range.lowerBound)
    let count = max(0, range.upperBound - offset)
    return try read { db in
      try BeerRow.fetchAll(db, sql: query.rows("LIMIT ? OFFSET ?"), arguments: [count, offset])
    }
  }

  /// Hands every row of a query to `body`, one after the other, in constant memory and all from one moment.
  ///
  /// Thumbnails that no background work has described yet are described by their headers.
  package func forEachRow(_ query: BeerQuery = BeerQuery(), _ body: (BeerRow) throws -> Void) throws {
    try read { db -> Result<Void, any Error> in
      let rows = try BeerRow.fetchCursor(db, sql: query.rows(""))
      while let row = try rows.next() {
        let described = try described(row, db)
        do { try body(described) } catch { return .failure(error) }
      }
      return .success(())
    }.get()
  }

  /// One beer with its photos in order; `nil` where it does not exist (any more).
  package func beer(_ id: Int64) throws(DiaryError) -> BeerDetail? {
    try detail("id = ?", [id])
  }

  /// One beer by its uuid.
  package func beer(uuid: UUID) throws(DiaryError) -> BeerDetail? {
    try detail("uuid = ?", [uuid])
  }

  /// Hands every beer of a query with its photos to `body`, one after the other, in constant memory.
  ///
  /// Photos that no background work has described yet are described by their headers; hashes are not computed.
  /// All are from one moment: what is written meanwhile does not show. An error that `body` throws ends the walk.
  package func forEachBeer(_ query: BeerQuery = BeerQuery(), _ body: (BeerDetail) throws -> Void) throws {
    try read { db -> Result<Void, any Error> in
      let beers = try Beer.fetchCursor(
        db, sql: "SELECT \(Beer.columns) FROM beer WHERE deleted_at IS NULL ORDER BY \(query.order.sql)")
      let photos = try db.makeStatement(sql: Self.photosOfBeer)
      while let beer = try beers.next() {
        let detail = BeerDetail(
          beer: beer, photos: try Photo.fetchAll(photos, arguments: [beer.id]).map { try described($0, db) })
        do { try body(detail) } catch { return .failure(error) }
      }
      return .success(())
    }.get()
  }

  static let photosOfBeer = "SELECT * FROM photo WHERE beer_id = ? ORDER BY user_order"

  private func detail(_ condition: String, _ arguments: StatementArguments) throws(DiaryError) -> BeerDetail?
  {
    try read { db in
      let sql = "SELECT \(Beer.columns) FROM beer WHERE \(condition)"
      guard let beer = try Beer.fetchOne(db, sql: sql, arguments: arguments) else { return nil }
      return BeerDetail(
        beer: beer, photos: try Photo.fetchAll(db, sql: Self.photosOfBeer, arguments: [beer.id]))
    }
  }
}

extension BeerQuery {
  /// The list's rows; the window is cut out of an index before anything else is read.
  fileprivate func rows(_ window: String) -> String {
    """
    SELECT b.id, b.name, b.brewery, b.style, b.abv, b.ibu, b.rating, b.place, b.drunk_at,
      p.id AS thumbnail_id, p.format, p.width, p.height, p.camera, p.byte_count, p.is_missing,
      (SELECT count(*) FROM photo WHERE beer_id = b.id) AS photo_count
    FROM (SELECT id, drunk_at FROM beer WHERE deleted_at IS NULL ORDER BY \(order.sql) \(window)) window
    JOIN beer b ON b.id = window.id
    LEFT JOIN photo p ON p.beer_id = b.id AND p.user_order = 0
    ORDER BY window.drunk_at DESC, window.id DESC
    """
  }
}

extension BeerQuery.Order {
  fileprivate var sql: String {
    switch self {
    case .newestFirst: "drunk_at DESC, id DESC"
    }
  }
}
