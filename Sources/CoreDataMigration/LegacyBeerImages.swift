import Foundation
import GRDB
import Pictures
import SQLiteKit

/// Pictures that an app stored in columns of the beers; they become photos after the other photos of the beer.
///
/// Each is copied to the photo table before the photos are read, with an order key that is larger than all others.
final class LegacyBeerImages {
  /// Larger than any order key of an app.
  static let firstOrderKey: Int64 = 1 << 60
  /// Enough for the signature of every format.
  private static let startSize = 512

  private let insert: PreparedInsert
  private let hasOrder: Bool
  let folder: ExternalImageFolder
  private(set) var mentioned = MentionedBeers()

  /// Call this after the photo table was renamed.
  init(_ db: Database, _ schema: LegacySchema, folder: ExternalImageFolder) throws {
    let order = schema.orderColumns.first.map { [$0] } ?? []
    insert = try PreparedInsert(db, into: "photo_image", ["data", "ZBEER"] + order)
    hasOrder = !order.isEmpty
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
      if hasOrder { values.append(Self.firstOrderKey + Int64(index)) }
    }
    mentioned.add(beer)
    return true
  }

  private func isImage(_ bytes: UnsafeRawBufferPointer, _ column: String) throws -> Bool {
    switch LegacyImage(start: Array(bytes.prefix(LegacyImage.startSize)), byteCount: bytes.count) {
    case .missing: return false
    case .inline(let offset, _):
      let start = Array(bytes.dropFirst(offset).prefix(Self.startSize))
      return try ImageHeader(reading: MemoryBytes(start)) != nil
    case .external(let name):
      // A missing file may return later; until then only the column's name tells whether it is a picture.
      let isOfPictures = LegacyImageColumn.names.contains(column)
      guard let file = folder.open(name, byteCount: 0) else { return isOfPictures }
      do { return try ImageHeader(reading: file) != nil } catch is FileBytesError { return isOfPictures }
    }
  }
}
