import GRDB
import SQLiteKit

/// Version 8: sparse keys for the order of photos, so that a move writes one row and not all those in between.
///
/// Shipped; the SQL must never be edited. The view `photo` has the photos with their positions, which are counted, and
/// so are dense from 0 and unique. The positions of earlier versions become keys; for beers with many photos, they are
/// spread to make room between them.
enum SchemaV8 {
  private static let sql = """
    ALTER TABLE photo RENAME TO kept_photo;
    ALTER TABLE kept_photo RENAME COLUMN user_order TO order_key;
    UPDATE kept_photo SET order_key = 1099511627776 + 1024 * order_key
    WHERE beer_id IN (SELECT beer_id FROM kept_photo GROUP BY beer_id HAVING count(*) > 100);
    CREATE VIEW photo AS
    SELECT id, uuid, beer_id,
      (SELECT count(*) FROM kept_photo o WHERE o.beer_id = p.beer_id AND o.order_key < p.order_key) AS user_order,
      taken_at, caption, format, width, height, camera, byte_count, sha256, described, image_offset, external_name,
      is_missing
    FROM kept_photo p;
    """

  private static let others = """
    SELECT type, name, sql FROM sqlite_master WHERE type IN ('view', 'trigger') AND name NOT IN
      ('beer_search_insert', 'beer_search_delete', 'beer_search_update', 'photo_image_follows_photo',
       'photo_image_follows_removed_photo')
    ORDER BY rowid
    """

  /// Migrates from version 7.
  ///
  /// Views and triggers of others are dropped during the migration and then created again: SQLite would rewrite them
  /// for the new names, and would refuse to rename a table if one of them refers to something that does not exist.
  static func run(_ db: Database) throws -> MigrationOutcome {
    let objects = try Row.fetchAll(db, sql: others)
    for object in objects {
      let type: String = object[0]
      let name: String = object[1]
      try db.execute(sql: "DROP \(type) IF EXISTS \(name.quotedIdentifier)")
    }
    try db.execute(sql: sql)
    var outcome = MigrationOutcome()
    for object in objects {
      let type: String = object[0]
      let name: String = object[1]
      let sql: String = object[2]
      do { try db.execute(sql: sql) } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR
      {
        outcome.warnings.append("The \(type) \(name), which this program did not create, was not kept.")
      }
    }
    return outcome
  }
}
