import DiaryModel
import GRDB
import SQLiteKit

/// Reads what a list with one beer of each label shows of the label and its other beers.
struct LabelHistories {
  private let labels: Labels
  private let label: Statement
  private let newestWithPhoto: Statement

  init(_ db: Database) throws {
    labels = Labels(db)
    label = try db.makeStatement(sql: "SELECT label_id FROM beer WHERE id = ?")
    newestWithPhoto = try db.makeStatement(
      sql: """
        SELECT id FROM beer WHERE label_id = ? AND +deleted_at IS NULL
          AND EXISTS (SELECT 1 FROM photo WHERE beer_id = beer.id)
        ORDER BY \(LocalTimeSQL.drunkAt) DESC NULLS LAST, id DESC LIMIT 1
        """)
  }

  /// Returns the history of a beer's label; that of the beer alone if it has none.
  ///
  /// - Parameters:
  ///   - rating: The rating of the beer.
  ///   - drunkAt: When the beer was drunk.
  func history(ofBeer id: Int64, rating: Double?, drunkAt: DiaryDate?) throws -> LabelHistory {
    if let label = try Int64.fetchOne(label, arguments: [id]) { return try labels.history(label) }
    return LabelHistory(
      times: 1, ratedTimes: rating == nil ? 0 : 1, meanRating: rating, bestRating: rating, first: drunkAt,
      last: drunkAt)
  }

  /// Returns an item with what the label shows, with its history, and with the first photo of the newest beer that has
  /// one.
  ///
  /// - Parameter itemOfBeer: Reads the item of a beer by its id.
  func adding(to item: BeerListItem, itemOfBeer: Statement) throws -> BeerListItem {
    var item = item
    item.history = try history(ofBeer: item.id, rating: item.rating, drunkAt: item.drunkAt)
    guard let id = try Int64.fetchOne(label, arguments: [item.id]) else { return item }
    if let facts = try labels.facts(id) {
      item.name = facts.name
      item.brewery = facts.brewery
      item.style = facts.style
      item.abv = facts.abv
    }
    if let beer = try Int64.fetchOne(newestWithPhoto, arguments: [id]),
      let other = try BeerListItem.fetchOne(itemOfBeer, arguments: [beer])
    {
      item.thumbnail = other.thumbnail
      item.thumbnailID = other.thumbnailID
    }
    return item
  }
}
