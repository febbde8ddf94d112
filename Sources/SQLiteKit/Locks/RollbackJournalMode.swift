package import GRDB

/// Writes very much once instead of twice: straight into the diary's file, and not by way of the -wal.
///
/// SQLite keeps beside the file what its pages were, which are to be few: an empty diary has no others, and images only
/// take new ones. A kill or a power cut undoes the transaction as ever. Others who open the diary wait until it
/// ends.
package enum RollbackJournalMode {
  /// From here on, what is gained is more than what changing the journal takes.
  package static let worthwhileBytes = 16 << 20

  /// Leaves the -wal for the transactions that follow; `false` where another connection is open.
  package static func begin(_ db: Database) throws -> Bool {
    do {
      guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else { return false }
      // A journal that came back after a power cut would undo what was told to be stored.
      try db.execute(sql: "PRAGMA synchronous = EXTRA")
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    }
  }

  /// Goes back to the -wal.
  package static func end(_ db: Database) {
    // Where another program looks into the diary just now, whoever opens it next does this, and journals stay as safe.
    guard (try? String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")) == "wal" else { return }
    // Not to be refused outside of a transaction.
    try? db.execute(sql: "PRAGMA synchronous = FULL")
  }
}
