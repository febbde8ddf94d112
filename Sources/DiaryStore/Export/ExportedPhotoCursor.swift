import GRDB
import SQLiteKit

/// Iterates over photos in the order of their beers.
struct ExportedPhotoCursor {
  /// SQL for all photos, by the ids of their beers.
  static let all = """
    SELECT beer_id, \(ExportedBeer.Photo.columns) FROM photo ORDER BY beer_id, order_key
    """
  /// SQL for the photos of the beers whose ids are the argument, a JSON array, by the indices of the ids.
  static let ofBeers = """
    SELECT ids.key, \(ExportedBeer.Photo.columns)
    FROM json_each(?) AS ids CROSS JOIN photo ON photo.beer_id = ids.value ORDER BY ids.key, order_key
    """

  private let rows: RowCursor
  private var next: Row?

  /// Begins with the first photo.
  ///
  /// - Parameter rows: Rows of `all` or `ofBeers`.
  init(_ rows: RowCursor) throws {
    self.rows = rows
    next = try rows.next()
  }

  /// Returns the photos of a beer.
  ///
  /// - Parameter beer: What the rows are sorted by, greater than before.
  mutating func photos(of beer: Int64) throws -> [ExportedBeer.Photo] {
    var photos: [ExportedBeer.Photo] = []
    while let row = next {
      let owner: Int64 = try row.value(atIndex: 0)
      if owner > beer { break }
      if owner == beer { photos.append(try ExportedBeer.Photo(row, from: 1)) }
      next = try rows.next()
    }
    return photos
  }
}
