import Foundation
import GRDB
import Pictures
package import SQLiteKit

/// How Core Data stored an image, according to the first bytes of the blob.
enum LegacyImage: Equatable {
  /// The image is in the blob, from `offset` on.
  case inline(offset: Int, byteCount: Int)
  /// The image is a file with this name in ``ExternalImageFolder``.
  case external(name: String)
  /// There is no image.
  case missing
}

extension LegacyImage {
  /// The first byte of a blob that could be an external file and is not.
  private static let inlinePrefix: UInt8 = 1
  /// The first byte of a reference to an external file; a UUID in 36 characters and a NUL follow.
  private static let externalPrefix: UInt8 = 2
  /// The size of a reference to an external file in bytes, which is enough to tell how an image is stored.
  static let referenceSize = 38
  /// The number of bytes that are enough for the signature of every image format.
  fileprivate static let signatureSize = 512

  /// Reads from the start of a blob how an image is stored.
  ///
  /// - Parameter blob: Open on the row of the image.
  init(storedIn blob: IncrementalBlob) throws {
    let count = blob.count
    self.init(
      start: count == 0 ? [] : try blob.read(at: 0, count: min(count, Self.referenceSize)), byteCount: count)
  }

  /// Determines from the start of a blob how an image is stored.
  ///
  /// - Parameters:
  ///   - start: The first ``referenceSize`` bytes of the blob, or all if it has fewer.
  ///   - count: The size of the blob in bytes.
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
    guard start.first == externalPrefix, count == referenceSize, start.last == 0 else { return nil }
    let name = String(decoding: start.dropFirst().dropLast(), as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }
}

extension LegacyImage {
  /// Returns the text for a custom field if a blob refers to an external file; `nil` for any other blob.
  static func pointerText(_ blob: Data, in folder: ExternalImageFolder) -> String? {
    guard case .external(let name) = LegacyImage(start: Array(blob), byteCount: blob.count) else {
      return nil
    }
    let size =
      folder.byteCount(of: name).map { "\($0) bytes" }
      ?? (folder.isTooLarge(name) ? "1 GB or more" : "which is not there")
    return "\(CoreDataMigration.valueIsInFile)\(name), \(size)"
  }
}

/// Reads the first bytes of image blobs, one row after the other.
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

/// Finds the image column of an old store's photo table, by its name or else by its contents.
package struct LegacyImageColumn {
  /// Known names, the most specific first.
  package static let names = ["ZIMAGEDATA", "ZIMAGE", "ZDATA", "ZPHOTODATA", "ZPICTURE"]
  /// The number of photos whose images are compared.
  private static let sampleSize = 32
  /// The size to assume for an image in a file of its own, in bytes: Core Data does this only for large images.
  private static let externalSize = 100_000

  private let store: any SchemaReader

  /// Creates a finder; ``find()`` reads the store.
  ///
  /// - Parameter store: A Core Data store with a table `ZPHOTO`.
  package init(_ store: some SchemaReader) { self.store = store }

  /// Returns the column's name; `nil` if no column has a known name or images in its first rows.
  ///
  /// - Throws: Errors of SQLite.
  package func find() throws -> String? {
    let columns = try store.strings("SELECT name FROM pragma_table_info('ZPHOTO')")
    return try Self.names.first(where: columns.contains) ?? columnWithLargestImages()
  }

  /// Returns the column with the largest images: others may have thumbnails.
  private func columnWithLargestImages() throws -> String? {
    let columns = try store.strings("SELECT name FROM pragma_table_info('ZPHOTO') WHERE upper(type) = 'BLOB'")
    if columns.isEmpty { return nil }
    let rows = try store.strings("SELECT Z_PK FROM ZPHOTO LIMIT \(Self.sampleSize)").compactMap { Int64($0) }
    var largest: (column: String, byteCount: Int)?
    for column in columns {
      let byteCount = try rows.map { try imageSize(column, row: $0) }.reduce(0, +)
      if byteCount > largest?.byteCount ?? 0 { largest = (column, byteCount) }
    }
    return largest?.column
  }

  /// Returns the size of an image in bytes; 0 if there is none.
  private func imageSize(_ column: String, row: Int64) throws -> Int {
    guard let blob = try store.blob(table: "ZPHOTO", column: column, row: row) else { return 0 }
    switch try LegacyImage(storedIn: blob) {
    case .missing: return 0
    case .external: return Self.externalSize
    case .inline(let offset, let byteCount):
      let start = try blob.read(at: offset, count: min(byteCount, LegacyImage.signatureSize))
      return try ImageHeader(reading: MemoryBytes(start)) == nil ? 0 : byteCount
    }
  }
}

// MARK: - Pictures of beers

/// Pictures that an app stored in columns of the beers; they become photos after the other photos of the beer.
///
/// Each is copied to the photo table before the photos are read, without an order key: ``LegacyPhotoOrder`` puts it last.
final class LegacyBeerImages {
  private let db: Database
  private let insert: PreparedInsert
  let folder: ExternalImageFolder
  private(set) var mentioned = MentionedBeers()
  /// The ids of the photos, in the order in which they were added.
  private(set) var added: [Int64] = []

  /// Call this after the photo table was renamed.
  init(_ db: Database, folder: ExternalImageFolder) throws {
    self.db = db
    insert = try PreparedInsert(db, into: "photo_image", ["data", "ZBEER"])
    self.folder = folder
  }

  /// Adds a photo if a value is a picture.
  ///
  /// - Parameters:
  ///   - index: The index of the column in the row.
  ///   - column: The name of the column.
  /// - Returns: Whether the value is a picture.
  func addPhoto(from row: LegacyRow, at index: Int, of column: String, ofBeer beer: Int64) throws -> Bool {
    guard let bytes = row.bytes(ofBlob: index), try isImage(bytes, column) else { return false }
    try insert.execute { values in
      values.append(bytes: bytes)
      values.append(beer)
    }
    added.append(db.lastInsertedRowID)
    mentioned.add(beer)
    return true
  }

  private func isImage(_ bytes: UnsafeRawBufferPointer, _ column: String) throws -> Bool {
    switch LegacyImage(start: Array(bytes.prefix(LegacyImage.referenceSize)), byteCount: bytes.count) {
    case .missing: return false
    case .inline(let offset, _):
      let start = Array(bytes.dropFirst(offset).prefix(LegacyImage.signatureSize))
      return try ImageHeader(reading: MemoryBytes(start)) != nil
    case .external(let name):
      // A missing file may return later; until then only the column's name tells whether it is a picture.
      let isOfPictures = LegacyImageColumn.names.contains(column)
      guard let file = folder.open(name, byteCount: 0) else { return isOfPictures }
      do { return try ImageHeader(reading: file) != nil } catch is FileBytesError { return isOfPictures }
    }
  }
}
