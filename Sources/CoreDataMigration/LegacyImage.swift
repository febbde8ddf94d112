import Foundation
import GRDB
import Pictures
package import SQLiteKit

/// How Core Data stored an image: told from the blob's first bytes, without reading it in full.
enum LegacyImage: Equatable {
  /// The image starts after `offset` bytes of the blob and takes `byteCount`.
  case inline(offset: Int, byteCount: Int)
  /// The image is a file of its own in the store's external data folder.
  case external(name: String)
  case missing
}

extension LegacyImage {
  /// Before an image that may be external and is not.
  private static let inlinePrefix: UInt8 = 1
  /// Before the name of an external file: a UUID in 36 characters and a NUL.
  private static let externalPrefix: UInt8 = 2
  private static let externalLength = 38
  /// How many bytes tell where an image lies.
  static let startSize = externalLength

  /// - Parameter blob: On the row that is asked for.
  init(storedIn blob: IncrementalBlob) throws {
    let count = blob.count
    self.init(
      start: count == 0 ? [] : try blob.read(at: 0, count: min(count, Self.startSize)), byteCount: count)
  }

  /// - Parameter start: The first `startSize` bytes of the value, all if it has fewer.
  init(start: [UInt8], byteCount count: Int) {
    guard count > 0 else {
      self = .missing
      return
    }
    if start.first == Self.inlinePrefix {
      self = count == 1 ? .missing : .inline(offset: 1, byteCount: count - 1)
    } else if let name = Self.externalName(start, of: count) {
      self = .external(name: name)
    } else {
      self = .inline(offset: 0, byteCount: count)
    }
  }

  private static func externalName(_ start: [UInt8], of count: Int) -> String? {
    guard start.first == externalPrefix, count == externalLength, start.last == 0 else { return nil }
    let name = String(decoding: start.dropFirst().dropLast(), as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }
}

extension LegacyImage {
  /// What is said of a small blob that is the name of a file of its own; `nil` for any other.
  static func pointerText(_ blob: Data, in folder: ExternalImageFolder) -> String? {
    guard case .external(let name) = LegacyImage(start: Array(blob), byteCount: blob.count) else {
      return nil
    }
    let size = folder.byteCount(of: name).map { "\($0) bytes" } ?? "which is not there"
    return "kept beside the store: file \(name), \(size)"
  }
}

/// Looks at the start of one image blob after the other.
struct LegacyImageProbe {
  private let blob: IncrementalBlob

  init(_ db: Database, table: String, column: String) throws {
    blob = IncrementalBlob(db, table: table, column: column)
  }

  func image(ofRow id: Int64) throws -> LegacyImage {
    try blob.open(row: id) ? LegacyImage(storedIn: blob) : .missing
  }
}

// MARK: - The column of the images

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
