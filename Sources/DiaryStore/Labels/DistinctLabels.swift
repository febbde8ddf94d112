import DiaryModel
import GRDB
import SQLiteKit

/// The labels of beers that were visited one after the other, within a transaction.
final class DistinctLabels {
  private let statement: Statement
  private var seen: Set<Int64> = []

  init(_ db: Database) throws {
    statement = try db.makeStatement(sql: "SELECT label_id FROM beer WHERE id = ?")
  }

  /// Returns whether no beer with the label of this one was visited before.
  ///
  /// A beer without a label is the only one of its label, so each must be visited once.
  ///
  /// - Returns: `false` if the beer does not exist.
  func insert(labelOf beer: Int64) throws -> Bool {
    guard let row = try Row.fetchOne(statement, arguments: [beer]) else { return false }
    guard let label = try row.value(Int64?.self, atIndex: 0) else { return true }
    return seen.insert(label).inserted
  }
}

/// Reads what a list with one beer of each label shows of the other beers.
struct LabelHistories {
  private let labels: Labels
  private let label: Statement
  private let pictured: Statement

  init(_ db: Database) throws {
    labels = Labels(db)
    label = try db.makeStatement(sql: "SELECT label_id FROM beer WHERE id = ?")
    // The + keeps SQLite from reading all beers by date until one has the label and a photo.
    pictured = try db.makeStatement(
      sql: """
        SELECT id FROM beer WHERE label_id = ? AND +deleted_at IS NULL
          AND EXISTS (SELECT 1 FROM photo WHERE beer_id = beer.id)
        ORDER BY +drunk_at DESC NULLS LAST, id DESC LIMIT 1
        """)
  }

  /// Returns an item with the label's history, and with the first photo of the newest beer that has one.
  ///
  /// - Parameter photos: Reads the item of a beer.
  func adding(to item: BeerListItem, photos: Statement) throws -> BeerListItem {
    var item = item
    guard let id = try Int64.fetchOne(label, arguments: [item.id]) else {
      item.history = LabelHistory(
        times: 1, ratedTimes: item.rating == nil ? 0 : 1, meanRating: item.rating, bestRating: item.rating,
        first: item.drunkAt, last: item.drunkAt)
      return item
    }
    item.history = try labels.history(id)
    if let beer = try Int64.fetchOne(pictured, arguments: [id]),
      let other = try BeerListItem.fetchOne(photos, arguments: [beer])
    {
      item.thumbnail = other.thumbnail
      item.thumbnailID = other.thumbnailID
    }
    return item
  }
}
