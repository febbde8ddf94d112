import GRDB

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
    for table in Self.tables + ["ZBEER"] where try makeTable(table) {
      try copyRows(of: table) { Self.cut($0) }
    }
    for table in LegacyRelation.tables(of: try db.columns(in: "ZBEER")) where try makeTable(table) {
      try copyRows(of: table) { Self.cut($0) }
    }
    guard let imageColumn, try makeTable("ZPHOTO") else { return }
    try copyRows(of: "ZPHOTO") { $0.name == imageColumn ? Self.roomForImage($0.name) : Self.cut($0) }
    try copyStarts(ofColumn: imageColumn)
    try nameImageColumn(imageColumn)
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

  /// A column that was found by its images would not be found by the few bytes that are left of them.
  private func nameImageColumn(_ column: String) throws {
    guard let name = LegacyImageColumn.names.first, !LegacyImageColumn.names.contains(column) else { return }
    try db.execute(sql: "ALTER TABLE ZPHOTO RENAME COLUMN \(column.quotedIdentifier) TO \(name)")
  }

  private func copyRows(of table: String, _ value: (ColumnInfo) -> String) throws {
    let columns = try db.columns(in: table)
    let names = columns.map(\.name.quotedIdentifier).joined(separator: ", ")
    let table = table.quotedIdentifier
    let values = columns.map(value).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO main.\(table) (\(names)) SELECT \(values) FROM original.\(table)")
  }

  /// A value as it is; of a large blob, a migration looks at the size alone, and at thumbnails not at all.
  private static func cut(_ column: ColumnInfo) -> String {
    let name = column.name.quotedIdentifier
    if LegacySchema.isThumbnail(column) { return "NULL" }
    let limit = LegacyRow.largestBlob
    return "iif(typeof(\(name)) = 'blob' AND length(\(name)) > \(limit), zeroblob(\(limit + 1)), \(name))"
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
