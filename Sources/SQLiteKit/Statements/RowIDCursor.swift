package import GRDB

/// The ids that a query returns.
///
/// Reads them directly from SQLite: for a million ids, GRDB's cursor takes as long as the query itself.
package struct RowIDCursor {
  private let rows: RawStatement

  /// - Parameter sql: A query whose first column is an integer.
  package init(_ db: Database, sql: String, arguments: StatementArguments = []) throws {
    let statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    rows = RawStatement(statement)
  }

  /// Calls `body` for each id, until it returns `false`.
  package func forEach(_ body: (Int64) throws -> Bool) throws {
    try rows.forEachRow { try body(rows.integer(0)) }
  }
}
