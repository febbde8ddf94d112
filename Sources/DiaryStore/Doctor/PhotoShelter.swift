import Foundation
import GRDB
import Pictures

/// The beer that takes in photos and images that belong to none.
struct PhotoShelter {
  private static let name = "Photos without a beer"
  /// Behind all photos, even where they have gaps; the beer is the first argument.
  private static let nextOrder = "SELECT coalesce(max(user_order) + 1, 0) FROM photo WHERE beer_id = ?1"
  private static let origin = Origin(source: "doctor", id: "photos")

  private let db: Database
  private let now: Date
  private let beer: Int64

  /// Finds the beer, wherever it is, or makes it.
  init(_ db: Database, at now: Date, stamp: String) throws {
    self.db = db
    self.now = now
    let origin = Self.origin
    try db.execute(
      sql: """
        INSERT INTO beer (id, uuid, name, created_at, updated_at, source, source_id)
        VALUES ((\(BeerNumber.unused)), ?1, ?2, ?3, ?3, ?4, ?5)
        ON CONFLICT (source, source_id) WHERE source_id IS NOT NULL
        DO UPDATE SET deleted_at = NULL, updated_at = excluded.updated_at
        """, arguments: [Self.newUUID(at: now), Self.name, stamp, origin.source, origin.id])
    let sql = "SELECT id FROM beer WHERE source = ? AND source_id = ?"
    guard let beer = try Int64.fetchOne(db, sql: sql, arguments: [origin.source, origin.id]) else {
      throw DiaryError.noSuchBeer(Self.name)
    }
    self.beer = beer
  }

  func take(photo id: Int64) throws {
    try db.execute(
      sql: """
        UPDATE photo SET beer_id = ?1, user_order = (\(Self.nextOrder)) WHERE id = ?2
        """, arguments: [beer, id])
  }

  /// Makes a photo of an image; the background work finds out the rest.
  func take(image id: Int64) throws {
    let offset = try self.offset(ofImage: id)
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, user_order, byte_count, image_offset)
        SELECT id, ?2, ?1, (\(Self.nextOrder)), length(data) - ?3, ?3 FROM photo_image WHERE id = ?4
        """, arguments: [beer, Self.newUUID(at: now), offset, id])
  }

  /// 1 where Core Data's mark of an image in the store stands before it, else 0.
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
