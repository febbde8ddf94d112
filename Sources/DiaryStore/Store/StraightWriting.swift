import GRDB

/// Writes very much into an empty diary once instead of twice: straight into its file, and not by way of the -wal.
///
/// SQLite keeps beside the file what its pages were, of which an empty diary has few; a kill or a power cut undoes the
/// transaction as ever. Others who open the diary wait for it, as long as for any write.
enum StraightWriting {
  /// Leaves the -wal for the transaction that follows; `false` where that cannot be.
  ///
  /// It cannot where the diary has beers, whose pages would be written twice again, and where another connection is open.
  static func begin(_ db: Database) throws -> Bool {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM beer)") == false else { return false }
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
  static func end(_ db: Database) {
    // Where another program looks into the diary just now, whoever opens it next does this.
    try? db.execute(sql: "PRAGMA journal_mode = WAL")
    // Not to be refused outside of a transaction.
    try? db.execute(sql: "PRAGMA synchronous = FULL")
  }
}
