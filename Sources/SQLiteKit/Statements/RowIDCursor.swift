package import GRDB

/// The ids that a query gives, read straight from SQLite: of a million, a cursor takes as long as the query itself.
package struct RowIDCursor {
  private let rows: RawStatement

  /// - Parameter sql: A query whose first column is an id.
  package init(_ db: Database, sql: String, arguments: StatementArguments = []) throws {
    let statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
    rows = RawStatement(statement)
  }

  /// Hands over one id after the other until `body` returns false.
  package func forEach(_ body: (Int64) throws -> Bool) throws {
    try rows.forEachRow { try body(rows.integer(0)) }
  }
}
