import GRDB

/// What is gone for good.
package struct EmptiedTrash: Hashable, Sendable {
  package let beers: IDSet
  /// Those that had been taken off their beers before.
  package let photos: Set<Int64>

  package init(beers: IDSet, photos: Set<Int64>) {
    self.beers = beers
    self.photos = photos
  }
}

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
      arguments: [stamp, ids.jsonArray])
  }

  func restore(_ ids: [Int64]) throws -> [DiaryChange.TrashedBeer] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, deleted_at FROM beer
        WHERE deleted_at IS NOT NULL AND id IN (SELECT value FROM json_each(?)) ORDER BY id
        """,
      arguments: [ids.jsonArray])
    try db.execute(
      sql: """
        UPDATE beer SET deleted_at = NULL
        WHERE deleted_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))
        """,
      arguments: [ids.jsonArray])
    return rows.map { .init(beer: $0[0], deletedAt: $0[1]) }
  }

  func empty() throws -> EmptiedTrash {
    try EmptiedTrash(
      beers: IDSet(
        Int64.fetchCursor(db, sql: "DELETE FROM beer WHERE deleted_at IS NOT NULL RETURNING id")),
      photos: Set(Int64.fetchCursor(db, sql: "DELETE FROM removed_photo RETURNING id")))
  }
}
