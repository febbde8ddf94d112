import DiaryModel
package import Foundation
import GRDB
package import Pictures

extension PhotoWriter {
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

  /// Gives a photo without an image its image.
  ///
  /// - Throws: `DatabaseError`.
  package func restore(photo id: Int64, _ image: some ByteSource) throws {
    try db.execute(sql: "INSERT OR IGNORE INTO photo_image (id) VALUES (?)", arguments: [id])
    try store(image, inPhoto: id)
    try describe(photo: id, try ImageHeader(reading: image))
  }
}
