package import GRDB

/// The old beer table of a migrated store, whose rows the background work deletes a few at a time.
package struct DiscardedRows {
  /// The name that the old beer table gets.
  package static let table = "discarded_beer"
  private static let rowsAtATime = 8

  private let db: Database

  /// Creates access to the old beer table, which need not exist.
  ///
  /// - Parameter db: A connection that reads, or writes for ``deleteRows(until:)``.
  package init(_ db: Database) { self.db = db }

  /// Whether the table exists.
  ///
  /// - Throws: `DatabaseError`.
  package var isThere: Bool {
    get throws { try db.tableExists(Self.table) }
  }

  /// The number of rows that are left; 0 if there is no table.
  ///
  /// - Throws: `DatabaseError`.
  package var remaining: Int {
    get throws { try isThere ? Int.fetchOne(db, sql: "SELECT count(*) FROM \(Self.table)") ?? 0 : 0 }
  }

  /// Deletes rows until a point in time, and drops the table after the last one.
  ///
  /// - Returns: The number of deleted rows; 0 also if another program has dropped the table.
  /// - Throws: Errors of SQLite, such as `SQLITE_FULL`.
  package func deleteRows(until end: ContinuousClock.Instant) throws -> Int {
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
