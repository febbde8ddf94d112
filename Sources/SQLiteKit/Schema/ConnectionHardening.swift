package import GRDB
import GRDBSQLite

/// Settings of every connection, because a file may come from somebody else.
///
/// Source: https://www.sqlite.org/security.html
package enum ConnectionHardening {
  /// Statements for a connection that has not read anything yet.
  static let sql = checksCells + (canDistrustSchema ? distrustsSchema : "")

  /// Looks for impossible sizes in each page as it is read.
  private static let checksCells = "PRAGMA cell_size_check = ON;"
  /// Functions and virtual tables that could have effects outside the database are refused in its schema.
  private static let distrustsSchema = "PRAGMA trusted_schema = OFF;"

  /// Whether SQLite lets an untrusted schema use JSON functions, as that of a diary does.
  ///
  /// Some versions, such as 3.40, take them for dangerous by mistake, and could not open any diary. With those, what a
  /// schema may do depends on ``SchemaValidator`` alone.
  package static let canDistrustSchema: Bool = {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    guard sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      return false
    }
    let trial = distrustsSchema + "CREATE TABLE trial (text CHECK (json_valid(text)))"
    return sqlite3_exec(connection, trial, nil, nil, nil) == SQLITE_OK
  }()
}

extension Configuration {
  /// The configuration that every connection starts from.
  package static func hardened() -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: ConnectionHardening.sql)
      try db.requireCurrentFile()
    }
    return configuration
  }
}

extension Database {
  /// Refuses a file that has lost its name to another one.
  ///
  /// A restoration exchanges the diary while it has the lock of SQLite's writers. Who opened the file before and waited
  /// for that lock would write into the -wal of the restored diary, which it finds by its name. From the first read on,
  /// a connection to a diary with a -wal holds a lock that no restoration gets past.
  ///
  /// - Throws: `SQLITE_READONLY_DBMOVED`.
  fileprivate func requireCurrentFile() throws {
    _ = try Int.fetchOne(self, sql: "PRAGMA schema_version")
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    // A file system of SQLite's that cannot tell.
    if code == SQLITE_NOTFOUND { return }
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    if hasMoved != 0 { throw DatabaseError(resultCode: .SQLITE_READONLY_DBMOVED) }
  }
}
