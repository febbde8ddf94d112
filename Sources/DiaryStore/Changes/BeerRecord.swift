import DiaryModel
import Foundation
package import GRDB

/// Reads and writes the rows of `beer`.
package struct BeerRecord {
  private let db: Database

  /// Creates a reader and writer of rows within a transaction.
  package init(_ db: Database) { self.db = db }

  /// Returns the beer with an id.
  ///
  /// - Throws: `EditError.noSuchBeer`, which other operations convert to their own error.
  func beer(_ id: Int64) throws -> Beer {
    let statement = try db.cachedStatement(sql: "SELECT \(Beer.columns) FROM beer WHERE id = ?")
    guard let beer = try Beer.fetchOne(statement, arguments: [id]) else {
      throw EditError.noSuchBeer(String(id))
    }
    return beer
  }

  /// Returns whether there is a beer with an id; one in the trash counts.
  func exists(_ id: Int64) throws -> Bool {
    try Row.fetchOne(db, sql: "SELECT 1 FROM beer WHERE id = ?", arguments: [id]) != nil
  }

  /// Returns the id of the beer with a UUID; `nil` if there is none.
  func id(of uuid: UUID) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT id FROM beer WHERE uuid = ?", arguments: [uuid])
  }

  /// Replaces the fields of a beer, and records its imported values before.
  func update(_ id: Int64, to fields: BeerFields, timestamp: String) throws {
    try ImportedValues(db).preserve(id)
    try write(fields, over: beer(id).fields, of: id, timestamp: timestamp)
  }

  /// Writes the fields that differ, so that an unreadable value, such as a date in a 13th month, stays if it is not
  /// set.
  ///
  /// - Parameter current: The fields as they are stored.
  func write(_ fields: BeerFields, over current: BeerFields, of id: Int64, timestamp: String) throws {
    let changed = BeerColumn.all.filter { $0.databaseValue(of: current) != $0.databaseValue(of: fields) }
    let assignments = changed.map { "\($0.name) = ?, " }.joined()
    let values = changed.map { $0.databaseValue(of: fields) } + [timestamp.databaseValue, id.databaseValue]
    try db.cachedStatement(sql: "UPDATE beer SET \(assignments)updated_at = ? WHERE id = ?")
      .execute(arguments: StatementArguments(values))
  }

  /// Inserts a deleted beer again, with its id, its UUID and its times.
  func insert(_ beer: Beer) throws {
    try db.execute(
      sql: """
        INSERT INTO beer (id, uuid, created_at, updated_at, deleted_at, source, source_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        beer.id, beer.uuid, beer.createdAt.text, beer.updatedAt.text, beer.deletedAt?.text,
        beer.origin?.source, beer.origin?.id,
      ])
    try ChangeTracker(db).recordInsertion(of: .beer, beer.uuid)
    // Photos that were removed from the beer belong to it again.
    let photos = "SELECT uuid FROM removed_photo WHERE beer_id = ?"
    for photo in try UUID.fetchAll(db, sql: photos, arguments: [beer.id]) {
      try ChangeTracker(db).recordInsertion(of: .photo, photo)
    }
    try update(beer.id, to: beer.fields, timestamp: beer.updatedAt.text)
  }

  /// Returns the time of a beer's last change.
  ///
  /// - Throws: `EditError.noSuchBeer`, which other operations convert to their own error.
  func updatedAt(_ id: Int64) throws -> String {
    let sql = "SELECT updated_at FROM beer WHERE id = ?"
    guard let updatedAt = try String.fetchOne(db, sql: sql, arguments: [id]) else {
      throw EditError.noSuchBeer(String(id))
    }
    return updatedAt
  }

  /// Sets the time of a beer's last change, and returns the previous time.
  ///
  /// - Throws: `EditError.noSuchBeer`, which other operations convert to their own error.
  @discardableResult
  package func touch(_ id: Int64, timestamp: String) throws -> String {
    let before = try updatedAt(id)
    try db.execute(sql: "UPDATE beer SET updated_at = ? WHERE id = ?", arguments: [timestamp, id])
    return before
  }

  /// Returns how messages name a beer: `“Orval”`, or `Beer 5` if it has no name.
  func title(_ id: Int64) throws -> String {
    let name = try String.fetchOne(db, sql: "SELECT name FROM beer WHERE id = ?", arguments: [id])
    return name.map { "“\($0)”" } ?? "Beer \(id)"
  }
}
