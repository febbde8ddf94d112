import DiaryModel
import GRDB
import SQLiteKit

/// The fields of beers of which several devices wrote values without seeing each other's, within a transaction.
struct OpenConflicts {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns whether a column of a beer has values of several devices, and was not written on this device since.
  func contain(_ column: String, ofBeer beer: Int64) throws -> Bool {
    // Without a synchronization, the tables are empty.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT field FROM sync_version v
          WHERE entity = 'beer' AND uuid = (SELECT uuid FROM beer WHERE id = ?1)
            AND NOT EXISTS (
              SELECT 1 FROM sync_dirty WHERE entity = v.entity AND uuid = v.uuid AND field IN (?2, '', ?3))
          """),
      arguments: [beer, column, ChangeTracker.wholeRow])
    return try rows.contains { Self.register(try $0.value(atIndex: 0), has: column) }
  }

  /// Returns whether a register has the value of a column, or a part of it.
  private static func register(_ name: String, has column: String) -> Bool {
    switch column {
    case "latitude", "longitude": name == "coordinates"
    case "extras": name.hasPrefix("custom:")
    default: name == column
    }
  }
}
