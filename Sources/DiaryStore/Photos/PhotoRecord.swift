package import GRDB
import SQLiteKit

/// Writes the rows of `photo` and `removed_photo`; images stay where they are.
///
/// ``PhotoOrder`` finds photos, and moves them among those of their beer. Statements that a migration runs for many
/// photos are cached, because preparing them takes longer than running them.
package struct PhotoRecord {
  /// All columns except the order.
  private static let columns = """
    id, uuid, beer_id, taken_at, caption, format, width, height, camera, byte_count, sha256, described, image_offset,
    external_name, is_missing
    """

  private let db: Database

  /// Gives access to the photos, within a transaction.
  package init(_ db: Database) { self.db = db }

  /// Moves a photo to a placement, usually at another beer.
  func move(to placement: DiaryChange.PhotoPlacement) throws {
    let key = try PhotoOrder(db, beer: placement.beer).key(after: placement.order - 1)
    try db.execute(
      sql: "UPDATE photo SET beer_id = ?, order_key = ? WHERE id = ?",
      arguments: [placement.beer, key, placement.photo])
  }

  /// Removes a photo from its beer; its image stays in the store until the trash is emptied.
  ///
  /// - Throws: `DatabaseError`.
  package func remove(_ placement: DiaryChange.PhotoPlacement, at timestamp: String) throws {
    let copy = try db.cachedStatement(
      sql: """
        INSERT INTO removed_photo (\(Self.columns), user_order, removed_at)
        SELECT \(Self.columns), ?, ? FROM photo WHERE id = ?
        """)
    let delete = try db.cachedStatement(sql: "DELETE FROM photo WHERE id = ?")
    try copy.execute(arguments: [placement.order, timestamp, placement.photo])
    try delete.execute(arguments: [placement.photo])
  }

  /// Restores a removed photo to its position; returns `false` if it was permanently deleted.
  ///
  /// - Throws: `DatabaseError`.
  package func restore(_ placement: DiaryChange.PhotoPlacement) throws -> Bool {
    let sql = "SELECT 1 FROM removed_photo WHERE id = ? AND uuid = ? AND beer_id = ?"
    let arguments: StatementArguments = [placement.photo, placement.uuid, placement.beer]
    guard try Row.fetchOne(db, sql: sql, arguments: arguments) != nil else {
      return false
    }
    let key = try PhotoOrder(db, beer: placement.beer).key(after: max(0, placement.order) - 1)
    try db.execute(
      sql: """
        INSERT INTO photo (\(Self.columns), order_key) SELECT \(Self.columns), ? FROM removed_photo WHERE id = ?
        """,
      arguments: [key, placement.photo])
    try db.execute(sql: "DELETE FROM removed_photo WHERE id = ?", arguments: [placement.photo])
    return true
  }

  /// Replaces the caption of a photo, which may be removed; returns `false` if it is no longer the expected one.
  func setCaption(_ photo: Int64, from expected: String?, to caption: String?) throws -> Bool {
    try PhotoTable.allCases.contains { table in
      try db.execute(
        sql: "UPDATE \(table) SET caption = ? WHERE id = ? AND caption IS ?",
        arguments: [caption, photo, expected])
      return db.changesCount == 1
    }
  }
}
