import GRDB

/// Beers that are out of the diary and can come back.
struct Trash {
  /// What was in the trash at one time.
  struct Contents {
    /// Taken off their beers; the lowest number last.
    fileprivate(set) var photos: [Int64]
    fileprivate(set) var beers: [Int64]

    var isEmpty: Bool { photos.isEmpty && beers.isEmpty }
  }

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

  func contents() throws -> Contents {
    Contents(
      photos: try Int64.fetchAll(db, sql: "SELECT id FROM removed_photo ORDER BY id DESC"),
      beers: try Int64.fetchAll(db, sql: "SELECT id FROM beer WHERE deleted_at IS NOT NULL ORDER BY id DESC"))
  }

  /// Deletes for good what is still in the trash, until a point in time, and returns how many beers that were.
  func delete(_ contents: inout Contents, until end: ContinuousClock.Instant) throws -> Int {
    let photo = try db.makeStatement(sql: "DELETE FROM removed_photo WHERE id = ?")
    let beer = try db.makeStatement(sql: "DELETE FROM beer WHERE id = ? AND deleted_at IS NOT NULL")
    var count = 0
    repeat {
      if let id = contents.photos.popLast() {
        try photo.execute(arguments: [id])
      } else if let id = contents.beers.popLast() {
        try beer.execute(arguments: [id])
        count += db.changesCount
      }
    } while !contents.isEmpty && ContinuousClock.now < end
    return count
  }

  /// One argument for any number of ids.
  private func json(_ ids: [Int64]) -> String { "[" + ids.map(String.init).joined(separator: ",") + "]" }
}
