import Pictures
package import SQLiteKit

/// Finds the column of an old store's photos that holds the images: by its name, else by what is in it.
package struct LegacyImageColumn {
  /// The most telling first.
  package static let names = ["ZIMAGEDATA", "ZIMAGE", "ZDATA", "ZPHOTODATA", "ZPICTURE"]
  /// Photos that are looked at.
  private static let sampleSize = 32
  /// Enough for the signature of every format.
  private static let startSize = 512
  /// Core Data makes a file of its own of what is larger; whatever is in such a file is wider than a thumbnail.
  private static let externalSize = 100_000

  private let store: any SchemaReader

  package init(_ store: some SchemaReader) { self.store = store }

  /// The column's name; `nil` where no column has a known name, and none has images in its first rows.
  package func find() throws -> String? {
    let columns = try store.strings("SELECT name FROM pragma_table_info('ZPHOTO')")
    return try Self.names.first(where: columns.contains) ?? widestWithImages()
  }

  /// Beside the images, an app keeps thumbnails of them.
  private func widestWithImages() throws -> String? {
    let columns = try store.strings("SELECT name FROM pragma_table_info('ZPHOTO') WHERE upper(type) = 'BLOB'")
    if columns.isEmpty { return nil }
    let rows = try store.strings("SELECT Z_PK FROM ZPHOTO LIMIT \(Self.sampleSize)").compactMap { Int64($0) }
    var widest: (column: String, width: Int)?
    for column in columns {
      let width = try rows.map { try imageSize(column, row: $0) }.reduce(0, +)
      if width > widest?.width ?? 0 { widest = (column, width) }
    }
    return widest?.column
  }

  /// In bytes; 0 where there is no image.
  private func imageSize(_ column: String, row: Int64) throws -> Int {
    guard let blob = try store.blob(table: "ZPHOTO", column: column, row: row) else { return 0 }
    switch try LegacyImage(storedIn: blob) {
    case .missing: return 0
    case .external: return Self.externalSize
    case .inline(let offset, let byteCount):
      let start = try blob.read(at: offset, count: min(byteCount, Self.startSize))
      return try ImageHeader(reading: MemoryBytes(start)) == nil ? 0 : byteCount
    }
  }
}
