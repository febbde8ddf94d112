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

  /// The SHA-256 of each image that a photo refers to, with its size in bytes; the size is 0 if no photo has the image.
  var sizes: [String: Int] {
    get throws {
      let all = PhotoTable.allCases.map {
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

  /// Returns the SHA-256 of each image that a photo lacks, even if another photo got the same image since.
  ///
  /// - Parameter day: The first day of the photos that count, such as `2025-06-01`: those that were taken then or later,
  ///   or whose beers were drunk, or else added, then or later. `nil` for all photos.
  func missingDigests(since day: String?) throws -> Set<String> {
    // A date may be only a year or a month.
    func isSince(_ date: String) -> String { "\(date) >= substr(:day, 1, length(\(date)))" }
    let drunkAt = "coalesce(drunk_at, created_at)"
    let isWanted = """
      :day IS NULL OR \(isSince("taken_at")) OR EXISTS (SELECT 1 FROM beer WHERE id = beer_id AND \(isSince(drunkAt)))
      """
    let all = PhotoTable.allCases.map {
      "SELECT sha256 FROM \($0) WHERE sha256 IS NOT NULL AND is_missing = 1 AND (\(isWanted))"
    }
    return try String.fetchSet(db, sql: all.joined(separator: " UNION ALL "), arguments: ["day": day])
  }

  /// Returns the SHA-256 of each image that photos refer to, and that this device does not have.
  ///
  /// - Parameter ids: The ids of the photos.
  func missingDigests(ofPhotos ids: Set<Int64>) throws -> Set<String> {
    let sql = "SELECT sha256 FROM photo WHERE id = ? AND is_missing = 1 AND sha256 IS NOT NULL"
    let statement = try db.cachedStatement(sql: sql)
    return try Set(ids.compactMap { try String.fetchOne(statement, arguments: [$0]) })
  }

  /// Returns an image; `nil` if no photo has it, or its file cannot be read.
  func image(_ digest: String) throws -> Data? {
    for table in PhotoTable.allCases {
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
    for table in PhotoTable.allCases {
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
