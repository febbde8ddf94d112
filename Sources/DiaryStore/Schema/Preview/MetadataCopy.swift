import CoreDataMigration
import GRDB
import SQLiteKit

/// Copies everything that a migration reads of a Core Data store into another database.
///
/// Of the images, only the first bytes are copied, which say where they are stored.
struct MetadataCopy {
  private static let tables = ["Z_METADATA", "Z_PRIMARYKEY"]
  /// The number of bytes that are copied of an image.
  ///
  /// One more than a reference to an external file has, so that a cut image is not mistaken for one.
  private static let imageStart = 39

  private let db: Database
  private let imageColumn: String?

  /// Creates a copy operation; ``make()`` copies the tables.
  ///
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
    }
    try makeNamesakes()
  }

  /// Creates a table with the same definition as in the store; returns `false` if the store does not have it.
  ///
  /// Only the first statement of the stored SQL is run, as the file may be malicious.
  private func makeTable(_ name: String) throws -> Bool {
    let sql = try String.fetchOne(
      db, sql: "SELECT sql FROM original.sqlite_master WHERE type = 'table' AND name = ?", arguments: [name])
    guard let sql else { return false }
    try db.makeStatement(sql: sql).execute()
    return true
  }

  /// Creates a table with the columns of one in the store, but without its constraints, which cut values might violate.
  private func makeSimilarTable(_ name: String) throws {
    let columns = try Row.fetchAll(
      db, sql: "SELECT name, type, pk FROM pragma_table_info(?, 'original')", arguments: [name])
    let keys = try columns.filter { try $0.value(Int.self, atIndex: 2) > 0 }.map {
      try $0.value(String.self, atIndex: 0)
    }
    let declared = columns.map { column in
      let name: String = column[0]
      let type: String = column[1]
      if keys == ["Z_PK"], name == "Z_PK" { return "Z_PK INTEGER PRIMARY KEY" }
      return name.quotedIdentifier + (type.isEmpty ? "" : " " + type.quotedIdentifier)
    }
    try db.execute(sql: "CREATE TABLE \(name.quotedIdentifier) (\(declared.joined(separator: ", ")))")
  }

  /// Creates views and triggers that do nothing, with the names of those in the store.
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

  private func copyRows(of table: String, _ value: (ColumnInfo) -> String) throws {
    let columns = try LegacyTables.columns(db, of: table)
    let names = columns.map(\.name.quotedIdentifier).joined(separator: ", ")
    let table = table.quotedIdentifier
    let values = columns.map(value).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO main.\(table) (\(names)) SELECT \(values) FROM original.\(table)")
  }

  /// Returns SQL for a value that the migration treats like the original.
  ///
  /// Of large blobs it needs only the size, and of thumbnails nothing.
  ///
  /// - Parameter keepsStart: Whether a large blob keeps its first bytes, by which a picture is recognized.
  private static func cut(_ column: ColumnInfo, keepsStart: Bool = false) -> String {
    LegacySchema.isThumbnail(column) ? "NULL" : cut(column.name.quotedIdentifier, keepsStart: keepsStart)
  }

  private static func cut(_ name: String, keepsStart: Bool = false) -> String {
    let size = LegacyRow.maxBlobSize + 1
    let start = keepsStart ? "substr(\(name), 1, \(size))" : "zeroblob(\(size))"
    return "iif(typeof(\(name)) = 'blob' AND length(\(name)) > \(size), \(start), \(name))"
  }

  /// Returns SQL for a value of a beer; the thumbnail is only needed if no photo of the beer has its image in the
  /// store.
  private static func beerValue(_ column: ColumnInfo, _ imageColumn: String?) -> String {
    guard LegacySchema.isThumbnail(column) else { return cut(column, keepsStart: true) }
    let name = column.name.quotedIdentifier
    guard let image = imageColumn?.quotedIdentifier else { return cut(name) }
    let withImages = LegacyThumbnails.beersWithStoredImages("original.ZPHOTO", image)
    return "iif(Z_PK IN (\(withImages)), NULL, \(cut(name)))"
  }

  /// Returns SQL for a value of a photo; the thumbnail is only needed if the photo has no image in the store.
  private static func photoValue(_ column: ColumnInfo, _ imageColumn: String) -> String {
    let name = column.name.quotedIdentifier
    if column.name == imageColumn { return emptyImage(column.name) }
    guard LegacySchema.isThumbnail(column) else { return cut(column) }
    return "iif(\(LegacyThumbnails.isNotStored(imageColumn.quotedIdentifier)), \(cut(name)), NULL)"
  }

  /// Returns SQL for an empty blob, as long as the cut image, which `copyStarts` fills.
  ///
  /// SQLite knows the length of a value without reading it.
  private static func emptyImage(_ column: String) -> String {
    let name = column.quotedIdentifier
    return """
      iif(typeof(\(name)) IN ('blob', 'text'), zeroblob(min(length(\(name)), \(imageStart))), \(name))
      """
  }

  /// Copies the first bytes of the images.
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
