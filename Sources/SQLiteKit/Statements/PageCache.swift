import CMalloc
package import GRDB
import GRDBSQLite

extension Database {
  /// Sets how much memory the page cache of this connection may take, in kilobytes.
  ///
  /// If pages have to go, they go when SQLite needs others; ``shrinkPageCache(toKilobytes:)`` frees them at once.
  package func setPageCacheSize(kilobytes: Int) throws {
    try execute(sql: "PRAGMA cache_size = -\(kilobytes)")
  }

  /// Makes the page cache of this connection smaller, and returns the memory to the system at once.
  ///
  /// - Throws: `DatabaseError`, for example if the disk is full, as changed pages are written to the file first.
  package func shrinkPageCache(toKilobytes kilobytes: Int) throws {
    let code = sqlite3_db_cacheflush(sqliteConnection)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    try setPageCacheSize(kilobytes: kilobytes)
    malloc_trim(0)
  }
}
