import GRDB

/// Beers that are out of the diary and can come back.
struct Trash {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func discard(_ ids: [Int64], at stamp: String) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        UPDATE beer SET deleted_at = ?
        WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?)) RETURNING id
        """,
      arguments: [stamp, json(ids)])
  }

  func restore(_ ids: [Int64]) throws -> [DiaryChange.TrashedBeer] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, deleted_at FROM beer
        WHERE deleted_at IS NOT NULL AND id IN (SELECT value FROM json_each(?)) ORDER BY id
        """,
      arguments: [json(ids)])
    try db.execute(
      sql: """
        UPDATE beer SET deleted_at = NULL
        WHERE deleted_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))
        """,
      arguments: [json(ids)])
    return rows.map { .init(beer: $0[0], deletedAt: $0[1]) }
  }

  func empty() throws -> Int {
    try db.execute(sql: "DELETE FROM removed_photo")
    try db.execute(sql: "DELETE FROM beer WHERE deleted_at IS NOT NULL")
    return db.changesCount
  }

  /// One argument for any number of ids.
  private func json(_ ids: [Int64]) -> String { "[" + ids.map(String.init).joined(separator: ",") + "]" }
}
