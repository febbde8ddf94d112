import GRDB
import SQLiteKit

/// The days on which the diary has the beers of labels, also those that a query does not select.
enum LabelDays {
  /// Calls `body` with the label and the day of each beer of some labels that has a date and is not in the trash.
  ///
  /// - Throws: `CancellationError`.
  static func forEach(
    _ db: Database, of labels: [Int64], _ isCancelled: () -> Bool, _ body: (Int64, LocalDay) -> Void
  ) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT label_id, drunk_at FROM beer
        WHERE label_id IN (SELECT value FROM json_each(?)) AND +deleted_at IS NULL
        """)
    try statement.setArguments([labels.jsonArray])
    let keys = try LocalTimeKeys(db)
    let rows = RawStatement(statement)
    var count = 0
    try rows.forEachRow {
      if count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
      count += 1
      if let day = try rows.text(1).flatMap({ try keys.key($0)?.day }) { body(rows.integer(0), day) }
      return true
    }
  }
}
