import CoreDataMigration
import Crypto
import DiaryModel
import Dispatch
package import Foundation
package import GRDB
package import Pictures
import SQLiteKit
import Synchronization

/// Writes photos and the metadata from their headers.
package struct PhotoWriter {
  let db: Database

  /// Creates a writer for a transaction of the database.
  package init(_ db: Database) { self.db = db }

  /// The maximum size of an image in bytes.
  static let maxByteCount = ExternalImageFolder.maxByteCount

  /// Images up to this size, in bytes, are written in one piece, which avoids writing zeros first.
  private static let maxInMemory = 4 << 20

  /// Adds a photo after the others of a beer and returns its id.
  ///
  /// - Parameters:
  ///   - allowsDuplicate: Whether the beer may have another photo with the same bytes.
  ///   - date: The time from which the photo's UUID is made.
  /// - Throws: `PhotoError.samePhoto` if the beer has a photo with the same bytes, unless `allowsDuplicate` is `true`.
  package func add(
    _ image: some ByteSource, to beer: Int64, caption: String?, allowsDuplicate: Bool, at date: Date
  ) throws
    -> Int64
  {
    let (id, digest) = try store(image)
    if !allowsDuplicate, let order = try order(of: digest, on: beer) {
      throw PhotoError.samePhoto(order: order)
    }
    var random = SystemRandomNumberGenerator()
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, caption, byte_count, sha256) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, UUID.version7(at: date, using: &random), beer, try PhotoOrder(db, beer: beer).keyAfterAll(),
        caption,
        image.count, digest,
      ])
    try describe(photo: id, try ImageHeader(reading: image))
    return id
  }

  /// Adds a photo without an image after the others of a beer, and returns its id.
  ///
  /// It keeps its position, so that the other photos keep theirs.
  ///
  /// - Parameters:
  ///   - externalName: The name of the image file in Core Data's folder; `nil` if there was none.
  ///   - date: The time from which the photo's UUID is made.
  /// - Throws: `DatabaseError`.
  package func addMissing(to beer: Int64, caption: String?, externalName: String?, at date: Date) throws
    -> Int64
  {
    var random = SystemRandomNumberGenerator()
    let id = try IDSequence.photo.nextID(db)
    try db.execute(sql: "INSERT INTO photo_image (id) VALUES (?)", arguments: [id])
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, caption, byte_count, external_name, is_missing)
        VALUES (?, ?, ?, ?, ?, 0, ?, 1)
        """,
      arguments: [
        id, UUID.version7(at: date, using: &random), beer, try PhotoOrder(db, beer: beer).keyAfterAll(),
        caption,
        externalName,
      ])
    return id
  }

  /// Writes the row of an image, whose id is the photo's as well.
  private func store(_ image: some ByteSource) throws -> (id: Int64, sha256: String) {
    let id = try IDSequence.photo.nextID(db)
    if image.count <= Self.maxInMemory {
      let data = try image.allBytes()
      let digest = ParallelDigest(of: data)
      let insert = try PreparedInsert(db, into: "photo_image", ["id", "data"])
      try data.withUnsafeBytes { bytes in
        try insert.execute { values in
          values.append(id)
          values.append(bytes: bytes)
        }
      }
      return (id, digest.hexadecimal)
    }
    try db.execute(
      sql: "INSERT INTO photo_image (id, data) VALUES (?, zeroblob(?))", arguments: [id, image.count])
    return (id, try write(image, row: id))
  }

  /// Returns the position of a beer's first photo with a hash; `nil` if there is none.
  private func order(of digest: String, on beer: Int64) throws -> Int? {
    try Int.fetchOne(
      db, sql: "SELECT min(user_order) FROM ordered_photo WHERE beer_id = ? AND sha256 = ?",
      arguments: [beer, digest])
  }

  /// Records the metadata from a photo's header; `nil` if the format is unknown.
  func describe(photo id: Int64, _ header: ImageHeader?) throws {
    try db.execute(
      sql: """
        UPDATE photo SET described = 1, format = ?, width = ?, height = ?, camera = ?,
          taken_at = coalesce(taken_at, ?)
        WHERE id = ?
        """,
      arguments: [
        header?.format.rawValue, header?.displayedSize?.width, header?.displayedSize?.height, header?.camera,
        header?.localTime?.text, id,
      ])
  }

  /// Copies the bytes into the row's value and returns their SHA-256.
  func write(_ image: some ByteSource, row id: Int64) throws -> String {
    var hash = SHA256()
    let blob = IncrementalBlob(db, table: "photo_image", column: "data", isWritable: true)
    guard try blob.open(row: id) else { throw PhotoError.noSuchPhoto(id) }
    var offset = 0
    try image.forEachPart { part in
      hash.update(bufferPointer: part)
      try blob.write(part, at: offset)
      offset += part.count
    }
    return hash.finalize().hexadecimal
  }
}

// MARK: - Images of photos that the diary has

/// The hashes of images, and images that arrive after their photos.
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

// MARK: - What is written

extension ImageHeader {
  /// The time of the camera's clock when the photo was taken; `nil` if the header does not have it.
  ///
  /// The time zone that some cameras record is left out, as the diary shows local times.
  var localTime: DiaryDate? {
    takenAt.flatMap { DiaryDate($0) ?? DiaryDate(String($0.prefix(19))) }
  }
}

/// The SHA-256 of bytes, computed on another thread while they are written.
private final class ParallelDigest: Sendable {
  /// A serial queue: concurrent ones use the system's thread pool, which a timer wakes up every second after its first
  /// use.
  private static let queue = DispatchQueue(label: "diary.digests", qos: .userInitiated)

  private let result = Mutex("")
  private let group = DispatchGroup()

  init(of data: Data) {
    Self.queue.async(group: group) {
      let digest = SHA256.hash(data: data).hexadecimal
      self.result.withLock { $0 = digest }
    }
  }

  /// The digest as 64 lowercase hexadecimal digits; waits until it is computed.
  var hexadecimal: String {
    group.wait()
    return result.withLock { $0 }
  }
}
