package import GRDB

/// The beer table of an adopted store, whose content has a new place: its rows go a few at a time.
package struct DiscardedRows {
  package static let table = "discarded_beer"
  private static let rowsAtATime = 8

  private let db: Database

  package init(_ db: Database) { self.db = db }

  package var isThere: Bool {
    get throws { try db.tableExists(Self.table) }
  }

  package var remaining: Int {
    get throws { try isThere ? Int.fetchOne(db, sql: "SELECT count(*) FROM \(Self.table)") ?? 0 : 0 }
  }

  /// Deletes rows until a point in time, the table with the last of them, and returns how many.
  ///
  /// Another program may have dropped the table since it was last looked for.
  package func discard(until end: ContinuousClock.Instant) throws -> Int {
    guard try isThere else { return 0 }
    let delete = try db.makeStatement(
      sql: """
        DELETE FROM \(Self.table)
        WHERE rowid IN (SELECT rowid FROM \(Self.table) ORDER BY rowid LIMIT \(Self.rowsAtATime))
        """)
    var count = 0
    repeat {
      try delete.execute()
      count += db.changesCount
    } while db.changesCount > 0 && ContinuousClock.now < end
    if db.changesCount == 0 { try db.execute(sql: "DROP TABLE \(Self.table)") }
    return count
  }
}
