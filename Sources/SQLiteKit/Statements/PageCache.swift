import CMalloc
package import GRDB
import GRDBSQLite

extension Database {
  /// Sets how much memory the page cache of this connection may take, in kilobytes.
  ///
  /// A smaller size frees unchanged pages immediately. Changed pages stay until they are written;
  /// ``shrinkPageCache(toKilobytes:)`` writes them first.
  ///
  /// - Throws: `DatabaseError`.
  package func setPageCacheSize(kilobytes: Int) throws {
    try execute(sql: "PRAGMA cache_size = -\(kilobytes)")
  }

  /// Makes the page cache of this connection smaller, and returns the memory to the system immediately.
  ///
  /// - Throws: `DatabaseError`, for example if the disk is full, as changed pages are written to the file first.
  package func shrinkPageCache(toKilobytes kilobytes: Int) throws {
    let code = sqlite3_db_cacheflush(sqliteConnection)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    try setPageCacheSize(kilobytes: kilobytes)
    // Without it, the heap keeps the memory, which is freed in thousands of places.
    malloc_trim(0)
  }
}
