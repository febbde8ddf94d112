import GRDB
import SQLiteKit

/// The labels of beers that were visited one after the other, within a transaction.
final class VisitedLabels {
  private let statement: Statement
  private var seen: Set<Int64> = []

  init(_ db: Database) throws {
    statement = try db.makeStatement(sql: "SELECT label_id FROM beer WHERE id = ?")
  }

  /// Notes the label of a beer, and returns whether no beer with that label was visited before.
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
