import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Pictures
import SQLiteKit

/// The beer to which orphaned photos and images are moved.
struct LostAndFound {
  private static let name = "Photos without a beer"
  private static let origin = Origin(source: "doctor", id: "photos")

  private let db: Database
  private let now: Date
  private let beer: Int64

  /// Finds the beer, and restores it if it is in the trash, or creates it.
  init(_ db: Database, at now: Date, timestamp: String) throws {
    self.db = db
    self.now = now
    let origin = Self.origin
    try db.execute(
      sql: """
        INSERT INTO beer (id, uuid, name, created_at, updated_at, source, source_id)
        VALUES (?6, ?1, ?2, ?3, ?3, ?4, ?5)
        ON CONFLICT (source, source_id) WHERE source_id IS NOT NULL
        DO UPDATE SET deleted_at = NULL, updated_at = excluded.updated_at
        """,
      arguments: [
        Self.newUUID(at: now), Self.name, timestamp, origin.source, origin.id, try IDSequence.beer.nextID(db),
      ])
    let sql = "SELECT id FROM beer WHERE source = ? AND source_id = ?"
    guard let beer = try Int64.fetchOne(db, sql: sql, arguments: [origin.source, origin.id]) else {
      throw EditError.noSuchBeer(Self.name)
    }
    self.beer = beer
  }

  /// Moves a photo to the beer.
  func attach(photo id: Int64) throws {
    try db.execute(
      sql: "UPDATE photo SET beer_id = ?, order_key = ? WHERE id = ?",
      arguments: [beer, try PhotoOrder(db, beer: beer).keyAfterAll(), id])
  }

  /// Adds a photo for an image; the background work describes it.
  func attach(image id: Int64) throws {
    let offset = try self.offset(ofImage: id)
    let uuid = Self.newUUID(at: now)
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, byte_count, image_offset)
        SELECT id, ?1, ?2, ?3, length(data) - ?4, ?4 FROM photo_image WHERE id = ?5
        """,
      arguments: [uuid, beer, try PhotoOrder(db, beer: beer).keyAfterAll(), offset, id])
    try ChangeTracker(db).recordInsertion(of: .photo, uuid)
  }

  /// Returns 1 if the image is preceded by the byte with which Core Data marks images in the store, or else 0.
  private func offset(ofImage id: Int64) throws -> Int {
    let blob = IncrementalBlob(db, table: "photo_image", column: "data")
    guard try blob.open(row: id), blob.count > 1, try blob.read(at: 0, count: 1) == [1] else { return 0 }
    let start = try blob.read(at: 1, count: min(blob.count - 1, 1 << 16))
    return try ImageHeader(reading: MemoryBytes(start)) == nil ? 0 : 1
  }

  private static func newUUID(at date: Date) -> UUID {
    var random = SystemRandomNumberGenerator()
    return UUID.version7(at: date, using: &random)
  }
}
