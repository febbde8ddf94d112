import GRDB

/// Everything of a Core Data store that a migration looks at, copied into another database: the images are cut after
/// the few bytes that tell where they lie.
struct MetadataCopy {
  private static let tables = ["Z_METADATA", "Z_PRIMARYKEY"]
  /// One byte more than the name of an external file takes, so that a cut image cannot be taken for one.
  private static let imageStart = 39

  private let db: Database

  /// - Parameter db: An empty database with the store attached as `original`.
  init(into db: Database) { self.db = db }

  func make() throws {
    for table in Self.tables + ["ZBEER", "ZPHOTO"] {
      let sql = try String.fetchOne(
        db, sql: "SELECT sql FROM original.sqlite_master WHERE type = 'table' AND name = ?",
        arguments: [table])
      if let sql { try db.execute(sql: sql) }
    }
    for table in Self.tables + ["ZBEER"] { try copyRows(of: table) { Self.cut($0) } }
    let columns = Set(try db.columns(in: "ZPHOTO").map(\.name))
    guard let image = LegacySchema.imageColumns.first(where: columns.contains) else { return }
    try copyRows(of: "ZPHOTO") { $0 == image ? Self.roomForImage($0) : Self.cut($0) }
    try copyStarts(ofColumn: image)
  }

  private func copyRows(of table: String, _ value: (String) -> String) throws {
    let columns = try db.columns(in: table).map(\.name)
    let names = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let values = columns.map(value).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO main.\(table) (\(names)) SELECT \(values) FROM original.\(table)")
  }

  /// A value as it is; of a large blob, a migration looks at the size alone, and at thumbnails not at all.
  private static func cut(_ column: String) -> String {
    let name = column.quotedDatabaseIdentifier
    if column.contains("THUMBNAIL") { return "NULL" }
    let limit = LegacyRow.largestBlob
    return "iif(typeof(\(name)) = 'blob' AND length(\(name)) > \(limit), zeroblob(\(limit + 1)), \(name))"
  }

  /// The length of a value is known without reading it.
  private static func roomForImage(_ column: String) -> String {
    let name = column.quotedDatabaseIdentifier
    return """
      iif(typeof(\(name)) IN ('blob', 'text'), zeroblob(min(length(\(name)), \(imageStart))), \(name))
      """
  }

  private func copyStarts(ofColumn column: String) throws {
    let source = try IncrementalBlob(db, schema: "original", table: "ZPHOTO", column: column)
    let target = try IncrementalBlob(db, table: "ZPHOTO", column: column, isWritable: true)
    let rows = try Int64.fetchCursor(db, sql: "SELECT Z_PK FROM original.ZPHOTO")
    while let row = try rows.next() {
      guard try target.open(row: row), try source.open(row: row) else { continue }
      let start = try source.read(at: 0, count: min(source.count, target.count))
      try start.withUnsafeBytes { try target.write($0, at: 0) }
    }
  }
}
