import GRDB

/// What a migration writes, estimated from counts and the lengths of texts; no image is read.
struct SpaceEstimate {
  /// A beer's row with its identity, its origin and their entries in the indices, without its texts.
  private static let bytesPerBeer = 800
  /// A photo's row with its entries in the indices and in the table that it is sorted by.
  private static let bytesPerPhoto = 400
  /// The schema, half empty pages and the -shm.
  private static let fixedBytes = 1 << 20
  /// Rows are written to the -wal first and moved into the file then.
  private static let copies = 2
  /// SQLite refuses expressions that are deeper than 1000.
  private static let columnsAtATime = 100

  private let store: any SchemaReader

  init(_ store: some SchemaReader) { self.store = store }

  /// Bytes to bring a store from a version to the current one, and to fill its search index then.
  func bytes(from version: Int) throws -> Int {
    guard version < StoreVersion.current else { return 0 }
    switch version {
    case 0: return Self.fixedBytes
    case 1...2:
      let texts = try lengths(inTable: "ZBEER")
      let beers = try store.integer("SELECT count(*) FROM ZBEER")
      let photos = try store.integer("SELECT count(*) FROM ZPHOTO")
      let rows = beers * Self.bytesPerBeer + photos * Self.bytesPerPhoto + texts + texts / 5
      return Self.fixedBytes + Self.copies * rows + texts
    default:
      let photos = try store.integer("SELECT count(*) FROM photo")
      return Self.fixedBytes + Self.copies * photos * Self.bytesPerPhoto + (try lengths(inTable: "beer"))
    }
  }

  /// Bytes of all texts and small blobs; large ones stay where they are, and thumbnails are left behind.
  private func lengths(inTable table: String) throws -> Int {
    let names = try store.strings("SELECT name FROM pragma_table_info('\(table)')")
    let columns = names.filter { !$0.contains("THUMBNAIL") }
    var total = 0
    for start in stride(from: 0, to: columns.count, by: Self.columnsAtATime) {
      let part = columns[start..<min(columns.count, start + Self.columnsAtATime)]
      let terms = part.map { Self.length($0.quotedIdentifier) }
      total += try store.integer(
        "SELECT CAST(total(\(terms.joined(separator: " + "))) AS INTEGER) FROM \(table)")
    }
    return total
  }

  private static func length(_ column: String) -> String {
    """
    CASE typeof(\(column)) WHEN 'text' THEN length(CAST(\(column) AS BLOB))
      WHEN 'blob' THEN min(length(\(column)), \(LegacyRow.largestBlob)) * 2 ELSE 0 END
    """
  }
}
