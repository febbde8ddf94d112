import DiaryStore
import Foundation
import GRDB
import Pictures
import SQLiteKit

/// Reads and writes the images of photos by their hashes, within a transaction.
struct SyncedImages {
  private let db: Database
  private let externalFolder: String

  init(_ db: Database, externalFolder: String) {
    self.db = db
    self.externalFolder = externalFolder
  }

  private static let tables = ["photo", "removed_photo"]

  /// The SHA-256 of each image that a photo refers to, with its size in bytes; the size is 0 if no photo has the image.
  var sizes: [String: Int] {
    get throws {
      let all = Self.tables.map {
        "SELECT sha256, iif(is_missing, 0, byte_count) AS size FROM \($0) WHERE sha256 IS NOT NULL"
      }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT sha256, max(size) FROM (\(all.joined(separator: " UNION ALL "))) GROUP BY sha256")
      var sizes: [String: Int] = [:]
      while let row = try rows.next() {
        sizes[try row.value(atIndex: 0)] = try row.value(Int.self, atIndex: 1)
      }
      return sizes
    }
  }

  /// The SHA-256 of each image that a photo refers to and no photo has.
  var missingDigests: Set<String> {
    get throws {
      let all = Self.tables.map { "SELECT sha256, is_missing FROM \($0) WHERE sha256 IS NOT NULL" }
      return try String.fetchSet(
        db,
        sql: """
          SELECT sha256 FROM (\(all.joined(separator: " UNION ALL "))) GROUP BY sha256 HAVING min(is_missing) = 1
          """)
    }
  }

  /// Returns an image; `nil` if no photo has it, or its file cannot be read.
  func image(_ digest: String) throws -> Data? {
    for table in Self.tables {
      let sql = """
        SELECT substr(i.data, p.image_offset + 1) FROM \(table) p JOIN photo_image i ON i.id = p.id
        WHERE p.sha256 = ? AND p.is_missing = 0 AND p.external_name IS NULL AND i.data IS NOT NULL LIMIT 1
        """
      if let image = try Data.fetchOne(db, sql: sql, arguments: [digest]) { return image }
    }
    return try externalImage(digest)
  }

  /// Returns an image that Core Data stored as a file; `nil` if there is none, or it cannot be read.
  private func externalImage(_ digest: String) throws -> Data? {
    let sql = "SELECT id FROM photo WHERE sha256 = ? AND is_missing = 0 AND external_name IS NOT NULL LIMIT 1"
    guard let photo = try Int64.fetchOne(db, sql: sql, arguments: [digest]) else { return nil }
    do {
      guard let bytes = try ImageBytes(db, photo: photo, externalFolder: externalFolder) else { return nil }
      var image = Data(count: bytes.count)
      let count = try image.withUnsafeMutableBytes { try bytes.read(at: 0, into: $0) }
      return count == bytes.count ? image : nil
    } catch is FileBytesError {
      return nil
    }
  }

  /// Stores an image for all photos that lack it; the background work describes them.
  func insert(_ image: Data, _ digest: String) throws {
    for table in Self.tables {
      let photos = try Int64.fetchAll(
        db, sql: "SELECT id FROM \(table) WHERE sha256 = ? AND is_missing = 1", arguments: [digest])
      for photo in photos {
        try db.execute(
          sql: """
            INSERT INTO photo_image (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data
            """, arguments: [photo, image])
        try db.execute(
          sql: """
            UPDATE \(table) SET byte_count = ?, is_missing = 0, image_offset = 0, external_name = NULL, described = 0
            WHERE id = ?
            """, arguments: [image.count, photo])
      }
    }
  }
}
