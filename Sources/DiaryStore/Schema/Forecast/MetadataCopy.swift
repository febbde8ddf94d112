import CoreDataMigration
import GRDB
import SQLiteKit

/// Everything of a Core Data store that a migration looks at, copied into another database: the images are cut after
/// the few bytes that tell where they lie.
struct MetadataCopy {
  private static let tables = ["Z_METADATA", "Z_PRIMARYKEY"]
  /// One byte more than the name of an external file takes, so that a cut image cannot be taken for one.
  private static let imageStart = 39

  private let db: Database
  private let imageColumn: String?

  /// - Parameters:
  ///   - db: An empty database with the store attached as `original`.
  ///   - imageColumn: The column of the photos' images in the store.
  init(into db: Database, imageColumn: String?) {
    self.db = db
    self.imageColumn = imageColumn
  }

  func make() throws {
    for table in Self.tables where try makeTable(table) { try copyRows(of: table) { Self.cut($0) } }
    if try makeTable("ZBEER") { try copyRows(of: "ZBEER") { Self.beerValue($0, imageColumn) } }
    for table in try LegacyTables.others(db, schema: "original") {
      try makeSimilarTable(table)
      try copyRows(of: table) { Self.cut($0) }
    }
    if let imageColumn, try makeTable("ZPHOTO") {
      try copyRows(of: "ZPHOTO") { Self.photoValue($0, imageColumn) }
      try copyStarts(ofColumn: imageColumn)
      try nameImageColumn(imageColumn)
    }
    try makeNamesakes()
  }

  /// Makes a table as the store has it; `false` where it has none.
  ///
  /// What a file says is one statement, and no other is run that stands behind it.
  private func makeTable(_ name: String) throws -> Bool {
    let sql = try String.fetchOne(
      db, sql: "SELECT sql FROM original.sqlite_master WHERE type = 'table' AND name = ?", arguments: [name])
    guard let sql else { return false }
    try db.makeStatement(sql: sql).execute()
    return true
  }

  /// Makes a table with the columns of one in the store, without its constraints: cut values might not meet them.
  private func makeSimilarTable(_ name: String) throws {
    let columns = try Row.fetchAll(
      db, sql: "SELECT name, type, pk FROM pragma_table_info(?, 'original')", arguments: [name])
    let keys = try columns.filter { try $0.value(Int.self, atIndex: 2) > 0 }.map {
      try $0.value(String.self, atIndex: 0)
    }
    let declared = columns.map { column in
      let (name, type): (String, String) = (column[0], column[1])
      if keys == ["Z_PK"], name == "Z_PK" { return "Z_PK INTEGER PRIMARY KEY" }
      return name.quotedIdentifier + (type.isEmpty ? "" : " " + type.quotedIdentifier)
    }
    try db.execute(sql: "CREATE TABLE \(name.quotedIdentifier) (\(declared.joined(separator: ", ")))")
  }

  /// Views and triggers that do nothing, with the names that the store's have.
  private func makeNamesakes() throws {
    let sql = "SELECT name FROM original.sqlite_master WHERE type = ? ORDER BY name"
    for name in try String.fetchAll(db, sql: sql, arguments: ["view"]) {
      try db.execute(sql: "CREATE VIEW \(name.quotedIdentifier) AS SELECT 1")
    }
    for name in try String.fetchAll(db, sql: sql, arguments: ["trigger"]) {
      try db.execute(
        sql: "CREATE TRIGGER \(name.quotedIdentifier) AFTER DELETE ON ZBEER BEGIN SELECT 1; END")
    }
  }

  /// A column that was found by its images would not be found by the few bytes that are left of them.
  private func nameImageColumn(_ column: String) throws {
    guard let name = LegacyImageColumn.names.first, !LegacyImageColumn.names.contains(column) else { return }
    try db.execute(sql: "ALTER TABLE ZPHOTO RENAME COLUMN \(column.quotedIdentifier) TO \(name)")
  }

  private func copyRows(of table: String, _ value: (ColumnInfo) -> String) throws {
    let columns = try LegacyTables.columns(db, of: table)
    let names = columns.map(\.name.quotedIdentifier).joined(separator: ", ")
    let table = table.quotedIdentifier
    let values = columns.map(value).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO main.\(table) (\(names)) SELECT \(values) FROM original.\(table)")
  }

  /// A value as it is; of a large blob, a migration looks at the size alone, and at thumbnails not at all.
  ///
  /// - Parameter keepsStart: Whether a large blob keeps its first bytes, which tell whether it is a picture.
  private static func cut(_ column: ColumnInfo, keepsStart: Bool = false) -> String {
    LegacySchema.isThumbnail(column) ? "NULL" : cut(column.name.quotedIdentifier, keepsStart: keepsStart)
  }

  private static func cut(_ name: String, keepsStart: Bool = false) -> String {
    let size = LegacyRow.maxBlobSize + 1
    let start = keepsStart ? "substr(\(name), 1, \(size))" : "zeroblob(\(size))"
    return "iif(typeof(\(name)) = 'blob' AND length(\(name)) > \(size), \(start), \(name))"
  }

  /// Of a beer without a photo whose image is in the store, its thumbnail is looked at.
  private static func beerValue(_ column: ColumnInfo, _ imageColumn: String?) -> String {
    guard LegacySchema.isThumbnail(column) else { return cut(column, keepsStart: true) }
    let name = column.name.quotedIdentifier
    guard let image = imageColumn?.quotedIdentifier else { return cut(name) }
    let withImages = LegacyThumbnails.beersWithStoredImages("original.ZPHOTO", image)
    return "iif(Z_PK IN (\(withImages)), NULL, \(cut(name)))"
  }

  /// Of a photo without an image in the store, its thumbnail is looked at.
  private static func photoValue(_ column: ColumnInfo, _ imageColumn: String) -> String {
    let name = column.name.quotedIdentifier
    if column.name == imageColumn { return roomForImage(column.name) }
    guard LegacySchema.isThumbnail(column) else { return cut(column) }
    return "iif(\(LegacyThumbnails.isNotStored(imageColumn.quotedIdentifier)), \(cut(name)), NULL)"
  }

  /// The length of a value is known without reading it.
  private static func roomForImage(_ column: String) -> String {
    let name = column.quotedIdentifier
    return """
      iif(typeof(\(name)) IN ('blob', 'text'), zeroblob(min(length(\(name)), \(imageStart))), \(name))
      """
  }

  private func copyStarts(ofColumn column: String) throws {
    let source = IncrementalBlob(db, schema: "original", table: "ZPHOTO", column: column)
    let target = IncrementalBlob(db, table: "ZPHOTO", column: column, isWritable: true)
    let rows = try Int64.fetchCursor(db, sql: "SELECT Z_PK FROM original.ZPHOTO")
    while let row = try rows.next() {
      guard try target.open(row: row), try source.open(row: row) else { continue }
      let start = try source.read(at: 0, count: min(source.count, target.count))
      try start.withUnsafeBytes { try target.write($0, at: 0) }
    }
  }
}
