package import GRDB

/// Checks that new tables and rows can be added to a file, by adding some and rolling back.
///
/// Damage in pages that are not read goes unnoticed until they are needed: free pages for new rows, and pages that
/// auto-vacuum moves away to make room for the root page of a new table near the beginning of the file.
package struct PageAllocationCheck {
  /// The beginning of the names of the temporary tables, which never exist after a transaction.
  package static let prefix = "page_trial_"

  private let db: Database

  /// Creates a check of a connection's database.
  ///
  /// - Parameter db: A writing connection, inside a transaction.
  package init(_ db: Database) { self.db = db }

  /// Adds tables and rows in a savepoint, which is rolled back.
  ///
  /// - Parameters:
  ///   - tables: The number of tables and indexes that will be created.
  ///   - pages: The number of pages that rows will take.
  /// - Throws: `SQLITE_CORRUPT` if the file is damaged, `SQLITE_FULL` if the disk is full.
  package func run(tables: Int, pages: Int) throws {
    let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    try db.inSavepoint {
      for number in 0..<tables {
        try db.execute(sql: "CREATE TABLE \(Self.prefix)\(number) (bytes BLOB)")
      }
      if free > 0 {
        try db.execute(
          sql: "INSERT INTO \(Self.prefix)0 VALUES (zeroblob(?))", arguments: [min(free, pages) * pageSize])
      }
      return .rollback
    }
  }
}
