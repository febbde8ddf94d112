import DiaryModel
import GRDB
import SQLiteKit

/// Reads what a list with one beer of each label shows of the other beers.
struct LabelHistories {
  private let labels: Labels
  private let label: Statement
  private let newestWithPhoto: Statement

  init(_ db: Database) throws {
    labels = Labels(db)
    label = try db.makeStatement(sql: "SELECT label_id FROM beer WHERE id = ?")
    // The + keeps SQLite from reading all beers by date until one has the label and a photo.
    newestWithPhoto = try db.makeStatement(
      sql: """
        SELECT id FROM beer WHERE label_id = ? AND +deleted_at IS NULL
          AND EXISTS (SELECT 1 FROM photo WHERE beer_id = beer.id)
        ORDER BY +drunk_at DESC NULLS LAST, id DESC LIMIT 1
        """)
  }

  /// Returns an item with the label's history, and with the first photo of the newest beer that has one.
  ///
  /// - Parameter itemOfBeer: Reads the item of a beer by its id.
  func adding(to item: BeerListItem, itemOfBeer: Statement) throws -> BeerListItem {
    var item = item
    guard let id = try Int64.fetchOne(label, arguments: [item.id]) else {
      item.history = LabelHistory(
        times: 1, ratedTimes: item.rating == nil ? 0 : 1, meanRating: item.rating, bestRating: item.rating,
        first: item.drunkAt, last: item.drunkAt)
      return item
    }
    item.history = try labels.history(id)
    if let beer = try Int64.fetchOne(newestWithPhoto, arguments: [id]),
      let other = try BeerListItem.fetchOne(itemOfBeer, arguments: [beer])
    {
      item.thumbnail = other.thumbnail
      item.thumbnailID = other.thumbnailID
    }
    return item
  }
}
