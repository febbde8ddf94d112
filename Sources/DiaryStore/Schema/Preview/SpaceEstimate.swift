import CoreDataMigration
import GRDB
import SQLiteKit

/// Estimates how many bytes a migration writes, from the number of rows and the lengths of texts; no image is read.
struct SpaceEstimate {
  /// The bytes of a beer's row without its texts, and of its entries in the indexes.
  private static let bytesPerBeer = 800
  /// The bytes of a photo's row, and of its entries in the indexes and in the table by which photos are sorted.
  private static let bytesPerPhoto = 400
  /// The bytes of a beer's entry in an index, without its texts.
  private static let bytesPerIndexEntry = 24
  /// The bytes of the schema, of half empty pages and of the -shm.
  private static let fixedBytes = 1 << 20
  /// How often rows are written: first to the -wal, then to the file.
  private static let copies = 2
  /// The bytes of text that a byte of a blob becomes.
  private static let textBytesPerByte = 2
  /// The highest key with which the number of rows is computed, so that no sum overflows.
  private static let maxKey = 1 << 40
  /// How many columns are added up in one expression; SQLite's limit for the depth of expressions is 1000.
  private static let columnsPerQuery = 100

  private let store: any SchemaReader
  private let version: Int
  private let imageColumn: String?

  init(_ store: some SchemaReader, _ identity: StoreInspection.Identity) {
    self.store = store
    version = identity.version
    imageColumn = identity.imageColumn
  }

  /// Returns the number of bytes to migrate the store to the current version, and to fill its search index.
  func bytes() throws -> Int {
    guard version < StoreVersion.current else { return 0 }
    switch version {
    case 0: return Self.fixedBytes
    case 1...2:
      let beers = try store.integer("SELECT count(*) FROM ZBEER")
      let photos = try store.integer("SELECT count(*) FROM ZPHOTO")
      let texts = try (["ZBEER"] + linkedTables()).reduce(0) { try $0 + lengths(inTable: $1) }
      let images = Self.copies * (try beerImageBytes() + thumbnailBytes())
      return images + Self.bytes(beers: beers, photos: photos, texts: texts)
    default:
      let indexes = MigrationChain.steps(from: version).reduce(0) { $0 + $1.beerIndexes }
      let beers = try indexes > 0 ? store.integer("SELECT count(*) FROM beer") : 0
      // Version 8 changes the keys by which photos are ordered, and version 7 replaces the search index.
      let photos = try version < 8 ? store.integer("SELECT count(*) FROM photo") : 0
      let texts = try version < 7 ? lengths(inTable: "beer") : 0
      let rows = indexes * beers * Self.bytesPerIndexEntry + photos * Self.bytesPerPhoto
      return Self.fixedBytes + Self.copies * rows + texts
    }
  }

  /// Returns the tables whose rows become custom fields of beers.
  private func linkedTables() throws -> [String] {
    try store.strings(
      """
      SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.rootpage > 0 AND c.name = 'ZBEER' AND m.name <> 'ZPHOTO'
        AND m.name NOT GLOB '*[^A-Z0-9_]*'
      """)
  }

  /// Returns the bytes of all thumbnails that are copied if every external image file is missing.
  private func thumbnailBytes() throws -> Int {
    guard let imageColumn else { return 0 }
    let withImages = LegacyThumbnails.beersWithStoredImages("ZPHOTO", imageColumn.quotedIdentifier)
    return try thumbnailBytes(of: "ZBEER", where: "Z_PK NOT IN (\(withImages))")
      + thumbnailBytes(of: "ZPHOTO", where: LegacyThumbnails.isNotStored(imageColumn.quotedIdentifier))
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

  /// Returns the bytes of the pictures in the table of beers, which are copied.
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

  /// Returns an upper bound of `bytes()` for an iOS store without reading its rows; `nil` for other versions.
  ///
  /// In a store of several gigabytes, rows are far apart. If the disk has enough space for the upper bound, they need
  /// not be read.
  func bound() throws -> Int? {
    guard 1...2 ~= version else { return nil }
    let storeBytes = try store.integer("PRAGMA page_count") * store.integer("PRAGMA page_size")
    guard let beers = try rowBound("ZBEER"), let photos = try rowBound("ZPHOTO") else { return nil }
    return Self.bytes(beers: beers, photos: photos, texts: Self.textBytesPerByte * storeBytes)
  }

  /// Returns an upper bound of the number of rows by the first and the last key; `nil` if they are not usable.
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

  /// Returns the bytes of all texts and small blobs; large blobs stay where they are, and thumbnails are not copied.
  private func lengths(inTable table: String) throws -> Int {
    let names = try store.strings("SELECT name FROM pragma_table_info('\(table)')")
    let columns = names.filter { !$0.contains("THUMBNAIL") }
    var total = 0
    for start in stride(from: 0, to: columns.count, by: Self.columnsPerQuery) {
      let part = columns[start..<min(columns.count, start + Self.columnsPerQuery)]
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
