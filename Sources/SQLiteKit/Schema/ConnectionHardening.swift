package import GRDB
import GRDBSQLite

/// Settings of every connection that limit what a malicious or damaged file can do.
///
/// Source: https://www.sqlite.org/security.html
package enum ConnectionHardening {
  /// Statements to run before a connection reads anything.
  static let sql = checksCells + (canDistrustSchema ? distrustsSchema : "")

  /// Checks each page for impossible cell sizes when it is read.
  private static let checksCells = "PRAGMA cell_size_check = ON;"
  /// Refuses functions and virtual tables in the schema that could have effects outside the database.
  private static let distrustsSchema = "PRAGMA trusted_schema = OFF;"

  /// Whether this version of SQLite accepts JSON functions, which a diary uses, in an untrusted schema.
  ///
  /// Some versions, such as 3.40, reject them by mistake and could not open any diary. With these, only DiaryStore's
  /// `SchemaValidator` limits what a schema may do.
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
  /// Returns the configuration that every connection starts from.
  ///
  /// Opening a connection with it throws `SQLITE_READONLY_DBMOVED` if another file has taken the name of the file.
  ///
  /// - Parameter check: Called before a connection reads anything; an error that it throws closes the connection.
  package static func hardened(_ check: @escaping @Sendable () throws -> Void = {}) -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try check()
      try db.execute(sql: ConnectionHardening.sql)
      try db.requireCurrentFile()
    }
    return configuration
  }
}

extension Database {
  /// Throws `SQLITE_READONLY_DBMOVED` if another file has taken the name of the file.
  ///
  /// Restoring a backup exchanges the diary under SQLite's exclusive lock. A connection that opened the old file before
  /// and waited for the lock would write to the -wal of the restored diary, which it finds by name. After its first
  /// read, a connection in WAL mode holds a lock that keeps the diary from being exchanged.
  fileprivate func requireCurrentFile() throws {
    _ = try Int.fetchOne(self, sql: "PRAGMA schema_version")
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    // A VFS that does not support this.
    if code == SQLITE_NOTFOUND { return }
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    if hasMoved != 0 { throw DatabaseError(resultCode: .SQLITE_READONLY_DBMOVED) }
  }
}
