import CoreDataMigration
import Foundation
import GRDB
package import Pictures
import SQLiteKit

/// The images of photos that the diary has: their hashes, and images that arrive after the photos.
extension PhotoWriter {
  /// Returns the hashes of a beer's photos, also of removed ones, that have not been computed in the background yet, by
  /// the ids of the photos.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the images of which the hashes are needed, in bytes; `nil` for all.
  ///   - known: Hashes that need not be computed.
  ///   - folder: The folder of external images.
  func missingHashes(
    ofBeer beer: Int64, byteCount: Int?, except known: [Int64: String], externalFolder folder: String
  ) throws -> [Int64: String] {
    var hashes: [Int64: String] = [:]
    for table in PhotoTable.allCases {
      let photos = try db.cachedStatement(
        sql: """
          SELECT id FROM \(table)
          WHERE beer_id = ?1 AND byte_count = coalesce(?2, byte_count) AND sha256 IS NULL AND is_missing = 0
          """)
      for photo in try Int64.fetchAll(photos, arguments: [beer, byteCount]) where known[photo] == nil {
        hashes[photo] = try ImageBytes.read(db, photo: photo, in: table, externalFolder: folder) {
          try SHA256Digest.hexadecimal(of: $0)
        }
      }
    }
    return hashes
  }

  /// Records hashes of photos, which may be removed, unless they have one.
  func record(_ hashes: [Int64: String]) throws {
    for (photo, hash) in hashes {
      for table in PhotoTable.allCases {
        try db.execute(
          sql: "UPDATE \(table) SET sha256 = ? WHERE id = ? AND sha256 IS NULL AND is_missing = 0",
          arguments: [hash, photo])
      }
    }
  }

  /// Copies the external image file of a photo, which may be removed, into the store; the file itself stays.
  ///
  /// If the file is missing, cannot be read or has another hash than recorded, the photo keeps its position and is
  /// marked missing. Nothing happens if another process has copied the image already.
  func copyExternalImage(ofPhoto id: Int64, from folder: String) throws {
    for table in PhotoTable.allCases {
      let sql = "SELECT sha256 FROM \(table) WHERE id = ? AND external_name IS NOT NULL"
      guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { continue }
      if let image = try ImageBytes(db, photo: id, in: table, externalFolder: folder),
        try storeWhole(image, inPhoto: id, of: table, expecting: row.value(atIndex: 0))
      {
        return
      }
      try db.execute(sql: "UPDATE \(table) SET is_missing = 1 WHERE id = ?", arguments: [id])
    }
  }

  /// Stores an image unless its file fails or it does not have the expected SHA-256; returns whether it did.
  func storeWhole(
    _ image: some ByteSource, inPhoto id: Int64, of table: PhotoTable = .photo, expecting expected: String?
  ) throws -> Bool {
    var isWhole = false
    try db.inSavepoint {
      do {
        let digest = try store(image, inPhoto: id, of: table)
        isWhole = expected == nil || digest == expected
      } catch is FileBytesError {
        isWhole = false
      }
      return isWhole ? .commit : .rollback
    }
    return isWhole
  }

  /// Writes an image into the row of a photo that has none.
  ///
  /// The thumbnail from an old store is deleted, as it can be made again: with other values after the image, SQLite
  /// would build the whole row in memory instead of reserving space for the image.
  ///
  /// - Returns: The SHA-256 of the image in hexadecimal digits.
  @discardableResult
  func store(_ image: some ByteSource, inPhoto id: Int64, of table: PhotoTable = .photo) throws -> String {
    let thumbnails = try db.columns(in: "photo_image").filter(LegacySchema.isThumbnail)
    let cleared = thumbnails.map { ", \($0.name.quotedIdentifier) = NULL" }.joined()
    try db.execute(
      sql: "UPDATE photo_image SET data = zeroblob(?)\(cleared) WHERE id = ?", arguments: [image.count, id])
    let digest = try write(image, row: id)
    try db.execute(
      sql: """
        UPDATE \(table) SET sha256 = ?, byte_count = ?, image_offset = 0, external_name = NULL, is_missing = 0,
          described = iif(format IS NULL, 0, described)
        WHERE id = ?
        """,
      arguments: [digest, image.count, id])
    return digest
  }

  /// Gives a photo without an image its image.
  ///
  /// - Throws: `DatabaseError`.
  package func restore(photo id: Int64, _ image: some ByteSource) throws {
    try db.execute(sql: "INSERT OR IGNORE INTO photo_image (id) VALUES (?)", arguments: [id])
    try store(image, inPhoto: id)
    try describe(photo: id, try ImageHeader(reading: image))
  }
}
