import GRDB
import GRDBSQLite

/// The ids that a query gives, read straight from SQLite: of a million, a cursor takes as long as the query itself.
struct IDRows {
  private let db: Database
  private let statement: Statement

  /// - Parameter sql: A query whose first column is an id.
  init(_ db: Database, sql: String, arguments: StatementArguments = []) throws {
    self.db = db
    statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
  }

  /// Hands over one id after the other until `body` returns false.
  func forEach(_ body: (Int64) throws -> Bool) throws {
    let rows = statement.sqliteStatement
    defer { sqlite3_reset(rows) }
    while true {
      switch sqlite3_step(rows) {
      case SQLITE_ROW: if try !body(sqlite3_column_int64(rows, 0)) { return }
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
    }
  }
}
