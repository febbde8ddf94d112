import GRDB
import SQLiteKit

/// Indexes of `beer`, and triggers, that are dropped before many rows are written and recreated afterwards, within one
/// transaction.
///
/// Inserting a million rows into seven indexes one by one rewrites their pages again and again; sorting each index once
/// takes a quarter of the time. Unique indexes stay during inserts, which need them to find existing beers.
///
/// A trigger that would do nothing for nearly all rows can be dropped too: SQLite copies each page before a statement
/// with a trigger changes it.
struct DeferredSchemaObjects {
  private let definitions: [String]

  /// For fewer rows the indexes are updated row by row.
  private static let minRows = 5000

  /// Returns whether recreating the indexes is faster than updating them.
  ///
  /// - Parameters:
  ///   - rows: The number of rows that are inserted or changed.
  ///   - others: The number of rows that stay as they are.
  static func areWorthwhile(for rows: Int, otherRows others: Int) -> Bool {
    rows >= minRows && rows > others
  }

  /// Drops indexes of `beer`, and returns them.
  ///
  /// - Parameter column: Drops only the indexes with this column; `nil` for all.
  static func dropIndexes(from db: Database, on column: String? = nil) throws -> Self {
    try drop(
      from: db,
      where: "type = 'index' AND tbl_name = 'beer' AND sql NOT LIKE 'CREATE UNIQUE%' AND sql LIKE ?",
      arguments: [column.map { "%\($0)%" } ?? "%"])
  }

  /// Drops one trigger if it exists, and returns it.
  static func dropTrigger(_ name: String, from db: Database) throws -> Self {
    try drop(from: db, where: "type = 'trigger' AND name = ?", arguments: [name])
  }

  private static func drop(from db: Database, where condition: String, arguments: StatementArguments) throws
    -> Self
  {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND \(condition) ORDER BY rowid
        """, arguments: arguments)
    let definitions: [String] = try rows.map { try $0.value(forColumn: "sql") }
    for row in rows {
      try db.execute(
        sql:
          "DROP \(try row.value(String.self, forColumn: "type")) \((try row.value(String.self, forColumn: "name")).quotedIdentifier)"
      )
    }
    return Self(definitions: definitions)
  }

  /// Recreates what was dropped.
  func restore(_ db: Database) throws {
    for definition in definitions { try db.execute(sql: definition) }
  }
}
