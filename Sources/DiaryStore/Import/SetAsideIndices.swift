import GRDB

/// Indices of `beer` that are made anew behind very many rows that come or change, within one transaction.
///
/// Putting a million rows into seven orders one by one moves pages of all of them again and again; sorting each order
/// once takes a quarter of that. The unique indices stay where rows come, as beers are recognised by them.
///
/// A trigger that would do nothing with the rows can be set aside too: for a statement with a trigger SQLite keeps a copy
/// of each page before it changes it.
struct SetAsideIndices {
  private let definitions: [String]

  /// Fewer rows are put into the indices, or taken out, one by one.
  private static let manyRows = 5000

  /// Whether to make them anew takes less than to change them for so many rows beside others that stay.
  static func areWorthIt(for rows: Int, beside others: Int) -> Bool { rows >= manyRows && rows > others }

  /// Drops the indices.
  ///
  /// - Parameter column: Only those that have this column; all if `nil`.
  init(_ db: Database, on column: String? = nil) throws {
    try self.init(
      db, where: "type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%' AND sql LIKE ?",
      arguments: [column.map { "%\($0)%" } ?? "%"])
  }

  /// Drops one trigger.
  init(_ db: Database, trigger: String) throws {
    try self.init(db, where: "type = 'trigger' AND name = ?", arguments: [trigger])
  }

  private init(_ db: Database, where condition: String, arguments: StatementArguments) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, sql FROM sqlite_master
        WHERE tbl_name = 'beer' AND sql IS NOT NULL AND \(condition) ORDER BY rowid
        """, arguments: arguments)
    definitions = rows.map { $0["sql"] }
    for row in rows {
      try db.execute(sql: "DROP \(row["type"] as String) \((row["name"] as String).quotedIdentifier)")
    }
  }

  /// Makes again what was dropped, as it was.
  func restore(_ db: Database) throws {
    for definition in definitions { try db.execute(sql: definition) }
  }
}
