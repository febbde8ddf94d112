package import GRDB

/// Switches a store from WAL mode to a rollback journal for large transactions, which then write each page once.
///
/// In WAL mode, each page is written to the -wal and again to the file. The journal only has to keep pages that existed
/// before, which are few if the diary is empty or if images are added. A kill or a power cut rolls the transaction back
/// as usual. Other programs that open the diary wait until the transaction has ended.
package enum RollbackJournalMode {
  /// The transaction size in bytes above which switching saves time.
  package static let worthwhileBytes = 16 << 20

  /// Leaves WAL mode.
  ///
  /// - Returns: `false`, without a change, if another connection to the store is open.
  /// - Throws: Errors of SQLite, such as `SQLITE_FULL` or `SQLITE_IOERR` from the checkpoint.
  package static func begin(_ db: Database) throws -> Bool {
    do {
      guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else { return false }
      // Without `EXTRA`, a deleted journal may exist again after a power cut and roll back a committed transaction.
      try db.execute(sql: "PRAGMA synchronous = EXTRA")
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    }
  }

  /// Returns to WAL mode.
  ///
  /// If another program is reading, this has no effect, and the next connection switches instead.
  package static func end(_ db: Database) {
    // `EXTRA` stays on while the journal is in use.
    guard (try? String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")) == "wal" else { return }
    // SQLite never refuses this outside of a transaction.
    try? db.execute(sql: "PRAGMA synchronous = FULL")
  }
}
