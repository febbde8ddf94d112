import GRDB
import SQLiteKit

/// Turns the photo table of an old store into `photo_image`, without rewriting rows.
struct LegacyPhotoTable {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Renames the table and its columns for the key and the image.
  func rename(imageColumn: String) throws {
    try freeColumnNames()
    try db.execute(
      sql: """
        ALTER TABLE ZPHOTO RENAME TO photo_image;
        ALTER TABLE photo_image RENAME COLUMN Z_PK TO id;
        ALTER TABLE photo_image RENAME COLUMN \(imageColumn.quotedIdentifier) TO data;
        """)
  }

  /// Drops Core Data's indexes, which only its own queries use.
  func dropIndexes() throws {
    let indexes = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND tbl_name = 'photo_image' AND sql IS NOT NULL
        """)
    for index in indexes { try db.execute(sql: "DROP INDEX \(index.quotedIdentifier)") }
  }

  /// Renames columns that happen to have one of the new names.
  private func freeColumnNames() throws {
    let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_xinfo('ZPHOTO')")
    for column in columns where ["id", "data"].contains(column.lowercased()) {
      var free = "old_" + column
      while columns.contains(where: { $0.lowercased() == free.lowercased() }) { free = "old_" + free }
      try db.execute(
        sql: "ALTER TABLE ZPHOTO RENAME COLUMN \(column.quotedIdentifier) TO \(free.quotedIdentifier)")
    }
  }
}
