import GRDB

/// Everything of a Core Data store that a migration looks at, copied into another database: the images are cut after
/// the few bytes that tell where they lie.
struct MetadataCopy {
  /// One byte more than the name of an external file takes, so that a cut image cannot be taken for one.
  private static let imageStart = 39
  /// A column that is told from others by the images in it has a name in the copy that tells it.
  private static let imageColumn = "ZIMAGEDATA"

  private let db: Database

  /// - Parameter db: An empty database with the store attached as `original`.
  init(into db: Database) { self.db = db }

  func make() throws {
    // While the copy has no table of that name, it is the original's that is looked at.
    let image = try LegacyImageColumn(AttachedStore(db: db)).find()
    let tables = try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM original.sqlite_master
        WHERE type = 'table' AND name GLOB 'Z*' AND sql NOT LIKE 'CREATE VIRTUAL%'
        """)
    for table in tables { try db.execute(sql: table[1]) }
    for table in tables.map({ $0[0] as String }) where table != "ZPHOTO" {
      try copyRows(of: table) { Self.cut($0) }
    }
    guard let image, tables.contains(where: { $0[0] == "ZPHOTO" }) else { return }
    try copyRows(of: "ZPHOTO") { $0 == image ? Self.roomForImage($0) : Self.cut($0) }
    try copyStarts(ofColumn: image)
    if image != Self.imageColumn {
      try db.execute(
        sql: "ALTER TABLE main.ZPHOTO RENAME COLUMN \(image.quotedIdentifier) TO \(Self.imageColumn)")
    }
  }

  private func copyRows(of table: String, _ value: (String) -> String) throws {
    let columns = try db.columns(in: table).map(\.name)
    let names = columns.map(\.quotedIdentifier).joined(separator: ", ")
    let values = columns.map(value).joined(separator: ", ")
    let table = table.quotedIdentifier
    try db.execute(sql: "INSERT INTO main.\(table) (\(names)) SELECT \(values) FROM original.\(table)")
  }

  /// A value as it is; of a large blob, a migration looks at the size alone, and at thumbnails not at all.
  private static func cut(_ column: String) -> String {
    let name = column.quotedIdentifier
    if column.contains("THUMBNAIL") { return "NULL" }
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

/// The store that is copied, under its name in the database that it is attached to.
private struct AttachedStore: SchemaReader {
  let db: Database

  func strings(_ sql: String) throws -> [String] { try OpenStore(db: db).strings(sql) }

  func blob(table: String, column: String, row: Int64) throws -> IncrementalBlob? {
    let blob = IncrementalBlob(db, schema: "original", table: table, column: column)
    return try blob.open(row: row) ? blob : nil
  }
}
