import GRDB

/// Indices of `beer` that are made anew behind very many rows that come or go, within one transaction.
///
/// Putting a million rows into seven orders one by one moves pages of all of them again and again; sorting each order
/// once takes a quarter of that. The unique indices stay where rows come, as beers are recognised by them.
struct SetAsideIndices {
  private let definitions: [String]

  /// Fewer rows are put into the indices, or taken out, one by one.
  private static let manyRows = 5000

  /// Whether to make them anew takes less than to change them for so many rows beside others that stay.
  static func areWorthIt(for rows: Int, beside others: Int) -> Bool { rows >= manyRows && rows > others }

  /// Drops the indices.
  init(_ db: Database, includingUnique: Bool = false) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM sqlite_master
        WHERE type = 'index' AND tbl_name = 'beer' AND sql IS NOT NULL AND (? OR sql NOT LIKE 'CREATE UNIQUE%')
        ORDER BY rowid
        """, arguments: [includingUnique])
    definitions = rows.map { $0[1] }
    for row in rows { try db.execute(sql: "DROP INDEX \((row[0] as String).quotedIdentifier)") }
  }

  /// Makes the indices again as they were.
  func restore(_ db: Database) throws {
    for definition in definitions { try db.execute(sql: definition) }
  }
}
