import GRDB
import SQLiteKit

/// The photo table of an old store, which stays and becomes `photo_image`: no row of it is rewritten.
struct LegacyPhotoTable {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func rename(imageColumn: String) throws {
    try freeColumnNames()
    try db.execute(
      sql: """
        ALTER TABLE ZPHOTO RENAME TO photo_image;
        ALTER TABLE photo_image RENAME COLUMN Z_PK TO id;
        ALTER TABLE photo_image RENAME COLUMN \(imageColumn.quotedIdentifier) TO data;
        """)
  }

  /// Core Data's indices serve its own queries.
  func dropIndexes() throws {
    let indexes = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'index' AND tbl_name = 'photo_image' AND sql IS NOT NULL
        """)
    for index in indexes { try db.execute(sql: "DROP INDEX \(index.quotedIdentifier)") }
  }

  /// A column that has one of the new names by chance keeps what is in it under another.
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
