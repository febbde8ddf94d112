package import GRDB

/// Asks of a file's pages, in vain, what new tables and rows will ask of them.
///
/// Damage among pages that nobody reads goes unnoticed until they are taken: free ones for rows, and those that have to
/// make room for the first page of a table, which stands near the file's beginning where it can shrink at its end.
package struct PageAllocationCheck {
  /// The beginning of the tables' names, which are never there once a transaction has ended.
  package static let prefix = "page_trial_"

  private let db: Database

  package init(_ db: Database) { self.db = db }

  /// - Parameters:
  ///   - tables: How many tables and indices will be made.
  ///   - pages: How many pages rows will take.
  /// - Throws: What SQLite says of damage.
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
