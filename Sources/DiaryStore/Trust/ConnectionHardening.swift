import GRDB
import GRDBSQLite

/// What every connection does because its file may come from somebody else.
///
/// Source: https://www.sqlite.org/security.html
enum ConnectionHardening {
  /// Statements for a connection that has not read anything yet.
  static let sql = checksCells + (canDistrustSchema ? distrustsSchema : "")

  /// Looks for impossible sizes in each page as it is read.
  private static let checksCells = "PRAGMA cell_size_check = ON;"
  /// Functions and virtual tables that could have effects outside the database are refused in its schema.
  private static let distrustsSchema = "PRAGMA trusted_schema = OFF;"

  /// Whether SQLite lets an untrusted schema use JSON functions, as that of a diary does.
  ///
  /// Some versions, such as 3.40, take them for dangerous by mistake, and could not open any diary. With those, what a
  /// schema may do depends on ``StoreTrust`` alone.
  static let canDistrustSchema: Bool = {
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
  static func hardened() -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: ConnectionHardening.sql) }
    return configuration
  }
}
