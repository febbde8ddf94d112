import GRDB

/// What is gone for good.
package struct EmptiedTrash: Hashable, Sendable {
  package var beers: IDSet
  /// Those that had been taken off their beers before.
  package var photos: Set<Int64>

  package init(beers: IDSet = [], photos: Set<Int64> = []) {
    self.beers = beers
    self.photos = photos
  }

  mutating func formUnion(_ other: EmptiedTrash) {
    beers.formUnion(other.beers)
    photos.formUnion(other.photos)
  }
}

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

  func contents() throws -> Contents {
    Contents(
      photos: try Int64.fetchAll(db, sql: "SELECT id FROM removed_photo ORDER BY id DESC"),
      beers: try Int64.fetchAll(db, sql: "SELECT id FROM beer WHERE deleted_at IS NOT NULL ORDER BY id DESC"))
  }

  /// Deletes for good what is still in the trash, until a point in time, and returns what that was.
  func delete(_ contents: inout Contents, until end: ContinuousClock.Instant) throws -> EmptiedTrash {
    let photo = try db.makeStatement(sql: "DELETE FROM removed_photo WHERE id = ?")
    let beer = try db.makeStatement(sql: "DELETE FROM beer WHERE id = ? AND deleted_at IS NOT NULL")
    var emptied = EmptiedTrash()
    repeat {
      if let id = contents.photos.popLast() {
        try photo.execute(arguments: [id])
        emptied.photos.insert(id)
      } else if let id = contents.beers.popLast() {
        try beer.execute(arguments: [id])
        if db.changesCount > 0 { emptied.beers.insert(id) }
      }
    } while !contents.isEmpty && ContinuousClock.now < end
    return emptied
  }
}
