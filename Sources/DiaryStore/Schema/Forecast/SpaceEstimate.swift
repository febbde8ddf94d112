import CoreDataMigration
import GRDB
import SQLiteKit

/// What a migration writes, estimated from counts and the lengths of texts; no image is read.
struct SpaceEstimate {
  /// A beer's row with its identity, its origin and their entries in the indexes, without its texts.
  private static let bytesPerBeer = 800
  /// A photo's row with its entries in the indexes and in the table that it is sorted by.
  private static let bytesPerPhoto = 400
  /// The schema, half empty pages and the -shm.
  private static let fixedBytes = 1 << 20
  /// Rows are written to the -wal first and moved into the file then.
  private static let copies = 2
  /// Blobs become text.
  private static let textBytesPerByte = 2
  /// Sums of larger keys might not fit a number.
  private static let maxKey = 1 << 40
  /// SQLite refuses expressions that are deeper than 1000.
  private static let columnsAtATime = 100

  private let store: any SchemaReader

  init(_ store: some SchemaReader) { self.store = store }

  /// Bytes to bring a store from a version to the current one, and to fill its search index then.
  func bytes(from version: Int) throws -> Int {
    guard version < StoreVersion.current else { return 0 }
    switch version {
    // Later versions rename tables and columns and write few rows.
    case 0, 7...: return Self.fixedBytes
    case 1...2:
      let beers = try store.integer("SELECT count(*) FROM ZBEER")
      let photos = try store.integer("SELECT count(*) FROM ZPHOTO")
      let texts = try (["ZBEER"] + linkedTables()).reduce(0) { try $0 + lengths(inTable: $1) }
      let images = Self.copies * (try beerImageBytes() + thumbnailBytes())
      return images + Self.bytes(beers: beers, photos: photos, texts: texts)
    default:
      let photos = try store.integer("SELECT count(*) FROM photo")
      return Self.fixedBytes + Self.copies * photos * Self.bytesPerPhoto + (try lengths(inTable: "beer"))
    }
  }

  /// Tables whose rows become custom fields of beers.
  private func linkedTables() throws -> [String] {
    try store.strings(
      """
      SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.rootpage > 0 AND c.name = 'ZBEER' AND m.name <> 'ZPHOTO'
        AND m.name NOT GLOB '*[^A-Z0-9_]*'
      """)
  }

  /// The thumbnails of beers and photos without an image in the store: all that may be copied, were every file missing.
  private func thumbnailBytes() throws -> Int {
    guard let image = try LegacyImageColumn(store).find() else { return 0 }
    let withImages = LegacyThumbnails.beersWithStoredImages("ZPHOTO", image.quotedIdentifier)
    return try thumbnailBytes(of: "ZBEER", where: "Z_PK NOT IN (\(withImages))")
      + thumbnailBytes(of: "ZPHOTO", where: LegacyThumbnails.isNotStored(image.quotedIdentifier))
  }

  private func thumbnailBytes(of table: String, where condition: String) throws -> Int {
    let columns = try store.strings(
      """
      SELECT name FROM pragma_table_info('\(table)') WHERE upper(type) = 'BLOB' AND name LIKE '%THUMBNAIL%'
      """)
    return try columns.reduce(0) { sum, column in
      let length = "CAST(total(length(\(column.quotedIdentifier))) AS INTEGER)"
      return try sum + store.integer("SELECT \(length) FROM \(table) WHERE \(condition)")
    }
  }

  /// The pictures on the beers, which are copied.
  private func beerImageBytes() throws -> Int {
    let columns = try store.strings(
      """
      SELECT name FROM pragma_table_info('ZBEER') WHERE upper(type) = 'BLOB' AND name NOT LIKE '%THUMBNAIL%'
      """)
    return try columns.reduce(0) { sum, column in
      let length = "CAST(total(length(\(column.quotedIdentifier))) AS INTEGER)"
      return try sum + store.integer("SELECT \(length) FROM ZBEER")
    }
  }

  /// Never less than `bytes(from:)` for an old store, and told without reading its rows; `nil` for other versions.
  ///
  /// The rows of a store of some gigabytes lie far apart: where the disk has room for several of it, none need be read.
  func bound(from version: Int) throws -> Int? {
    guard 1...2 ~= version else { return nil }
    let storeBytes = try store.integer("PRAGMA page_count") * store.integer("PRAGMA page_size")
    guard let beers = try rowBound("ZBEER"), let photos = try rowBound("ZPHOTO") else { return nil }
    return Self.bytes(beers: beers, photos: photos, texts: Self.textBytesPerByte * storeBytes)
  }

  /// No fewer than the rows of a table, by its first and last key; `nil` where these do not tell.
  private func rowBound(_ table: String) throws -> Int? {
    let key = try store.strings("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0")
    guard key == ["Z_PK"] else { return nil }
    let first = try store.integer("SELECT min(Z_PK) FROM \(table)")
    let last = try store.integer("SELECT max(Z_PK) FROM \(table)")
    return 0...Self.maxKey ~= first && first...Self.maxKey ~= last ? last - first + 1 : nil
  }

  private static func bytes(beers: Int, photos: Int, texts: Int) -> Int {
    let rows = beers * bytesPerBeer + photos * bytesPerPhoto + texts + texts / 5
    return fixedBytes + copies * rows + texts
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
      WHEN 'blob' THEN min(length(\(column)), \(LegacyRow.maxBlobSize)) * \(textBytesPerByte) ELSE 0 END
    """
  }
}
