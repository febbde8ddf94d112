import Foundation
import GRDB
import SQLiteKit

/// Records which photos an import has added to beers that were in the diary before, so that they can be removed again.
///
/// The photos of beers that the import itself has added are moved to the trash with these beers.
struct ImportedPhotos {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Records that an import has added a photo, unless it has added the photo's beer as well.
  func record(_ photo: Int64, of beer: Int64, importID: Int64) throws {
    let sql = "SELECT 1 FROM beer WHERE id = ? AND import_batch = ?"
    guard try Row.fetchOne(db, sql: sql, arguments: [beer, importID]) == nil else { return }
    try db.execute(
      sql: "INSERT OR REPLACE INTO imported_photo (photo_id, batch) VALUES (?, ?)",
      arguments: [photo, importID])
  }

  /// Returns SQL that counts the photos of an import that have not been removed.
  ///
  /// - Parameter importID: SQL for the id of the import.
  static func count(ofImport importID: String) -> String {
    """
    (SELECT count(*) FROM imported_photo i JOIN photo p ON p.id = i.photo_id WHERE i.batch = \(importID))
    """
  }

  /// Returns whether an import that was undone has photos in the trash.
  func areInTrash(ofImport importID: Int64) throws -> Bool {
    let sql = "SELECT 1 FROM imported_photo WHERE batch = ? LIMIT 1"
    return try Row.fetchOne(db, sql: sql, arguments: [importID]) != nil
  }

  /// Returns whether the trash has photos of an import that were moved there at a time.
  func areInTrash(ofImport importID: Int64, at timestamp: String) throws -> Bool {
    let sql = """
      SELECT 1 FROM imported_photo i JOIN removed_photo r ON r.id = i.photo_id
      WHERE i.batch = ? AND r.removed_at = ? LIMIT 1
      """
    return try Row.fetchOne(db, sql: sql, arguments: [importID, timestamp]) != nil
  }

  /// Moves the photos of an import to the trash and returns how many.
  ///
  /// Photos that were moved when the import was undone before get the same time, so that all of them are found by it.
  /// Photos that the user has removed no longer belong to the import.
  ///
  /// - Parameters:
  ///   - before: When the import was undone before; `nil` if it was not.
  ///   - isCancelled: Called after each photo; return `true` to throw `CancellationError`.
  func moveToTrash(
    ofImport importID: Int64, at timestamp: String, undoneBefore before: String?, isCancelled: () -> Bool
  ) throws -> Int {
    try db.execute(
      sql: """
        DELETE FROM imported_photo WHERE batch = ? AND photo_id NOT IN (SELECT id FROM photo)
          AND photo_id NOT IN (SELECT id FROM removed_photo WHERE removed_at = ?)
        """, arguments: [importID, before ?? ""])
    try db.execute(
      sql: """
        UPDATE removed_photo SET removed_at = ?
        WHERE id IN (SELECT photo_id FROM imported_photo WHERE batch = ?)
        """, arguments: [timestamp, importID])
    let photos = try Int64.fetchAll(
      db,
      sql: """
        SELECT p.id FROM imported_photo i JOIN photo p ON p.id = i.photo_id WHERE i.batch = ?
        ORDER BY p.beer_id, p.order_key DESC
        """, arguments: [importID])
    let records = PhotoRecord(db)
    for photo in photos {
      try records.remove(try PhotoOrder.placement(of: photo, db), at: timestamp)
      try checkCancellation(isCancelled)
    }
    return photos.count
  }

  /// Restores the photos of an import that were moved to the trash at a time, and returns how many.
  ///
  /// - Parameter isCancelled: Called before each photo; return `true` to throw `CancellationError`.
  func restore(ofImport importID: Int64, trashedAt timestamp: String, isCancelled: () -> Bool) throws -> Int {
    let sql = """
      SELECT r.id, r.uuid, r.beer_id, r.user_order FROM imported_photo i JOIN removed_photo r ON r.id = i.photo_id
      WHERE i.batch = ? AND r.removed_at = ? ORDER BY r.beer_id, r.user_order
      """
    return try Row.fetchAll(db, sql: sql, arguments: [importID, timestamp]).count { row in
      try checkCancellation(isCancelled)
      return try PhotoRecord(db).restore(
        try .init(
          photo: row.value(atIndex: 0), uuid: row.value(atIndex: 1), beer: row.value(atIndex: 2),
          order: row.value(atIndex: 3))) != nil
    }
  }

  /// Returns whether a photo is in the trash because its import was undone.
  func isOfUndoneImport(_ uuid: UUID) throws -> Bool {
    let sql = """
      SELECT 1 FROM removed_photo r JOIN imported_photo i ON i.photo_id = r.id
      JOIN import_run u ON u.batch = i.batch WHERE r.uuid = ? AND r.removed_at = u.undone_at
      """
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [uuid]) != nil
  }

  /// Returns whether a photo is in the trash.
  func isRemoved(_ photo: Int64) throws -> Bool {
    let sql = "SELECT 1 FROM removed_photo WHERE id = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [photo]) != nil
  }

  /// Restores a photo that is in the trash because its import was undone, for another import.
  ///
  /// - Returns: `false` if the photo is not in the trash, or is there because the user removed it.
  func restore(_ photo: Int64, importID: Int64) throws -> Bool {
    let sql = """
      SELECT r.id, r.uuid, r.beer_id, r.user_order FROM removed_photo r JOIN imported_photo i ON i.photo_id = r.id
      JOIN import_run u ON u.batch = i.batch WHERE r.id = ? AND r.removed_at = u.undone_at
      """
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [photo]) else { return false }
    let placement = try DiaryChange.PhotoPlacement(
      photo: row.value(atIndex: 0), uuid: row.value(atIndex: 1), beer: row.value(atIndex: 2),
      order: row.value(atIndex: 3))
    guard try PhotoRecord(db).restore(placement) != nil else { return false }
    try record(photo, of: placement.beer, importID: importID)
    return true
  }

  /// Restores a removed photo to another beer if its own is no longer in the diary, as after undoing that it was added.
  ///
  /// - Returns: `false` if the photo is not in the trash, or if its beer is in the diary.
  func restoreToOtherBeer(_ photo: Int64, _ beer: Int64, importID: Int64) throws -> Bool {
    let sql = "SELECT uuid FROM removed_photo WHERE id = ? AND beer_id NOT IN (SELECT id FROM beer)"
    guard let uuid = try UUID.fetchOne(db, sql: sql, arguments: [photo]) else { return false }
    try db.execute(sql: "UPDATE removed_photo SET beer_id = ? WHERE id = ?", arguments: [beer, photo])
    let end = DiaryChange.PhotoPlacement(photo: photo, uuid: uuid, beer: beer, order: .max)
    guard try PhotoRecord(db).restore(end) != nil else { return false }
    try record(photo, of: beer, importID: importID)
    return true
  }
}
