import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// Updates the row of a photo from its registers, within a transaction; its image may arrive later.
struct PhotoRowWriter {
  private let db: Database
  private let state: ReplicaTables
  private let photo: RecordID
  private let images: SyncedImages

  init(_ db: Database, _ state: ReplicaTables, _ photo: RecordID, _ images: SyncedImages) {
    self.db = db
    self.state = state
    self.photo = photo
    self.images = images
  }

  private func value(_ field: String) throws -> Value {
    try state.value(Register(photo, field))
  }

  private func text(_ field: String) throws -> String? {
    if case .text(let text) = try value(field) { text } else { nil }
  }

  /// Writes the row, unless the diary does not have the photo's beer.
  ///
  /// Values that are the same are not written, because the caller counts changed rows to find edited beers.
  ///
  /// - Returns: The ids of the beer and of the one that had the photo before; empty if the photo was not written.
  func write() throws -> Set<Int64> {
    guard case .blob(let bytes) = try value("beer"), let uuid = UUID(bytes),
      let beer = try Int64.fetchOne(db, sql: "SELECT id FROM beer WHERE uuid = ?", arguments: [uuid])
    else { return [] }
    let removedAt = try text("removed_at")
    let records = PhotoRecord(db)
    if let id = try id(in: .removed) {
      try db.execute(
        sql: "UPDATE removed_photo SET beer_id = ?1 WHERE id = ?2 AND beer_id <> ?1", arguments: [beer, id])
      let placement = DiaryChange.PhotoPlacement(photo: id, uuid: photo.uuid, beer: beer, order: .max)
      if removedAt == nil { _ = try records.restore(placement) }
    }
    if let id = try id(in: .removed) {
      try setSharedColumns(in: .removed, id)
      try db.execute(
        sql: "UPDATE removed_photo SET removed_at = ?1 WHERE id = ?2 AND removed_at <> ?1",
        arguments: [removedAt, id])
      return [beer]
    }
    let id = try id(in: .photo) ?? insert(into: beer)
    try setSharedColumns(in: .photo, id)
    let beerOfPhoto = "SELECT beer_id FROM photo WHERE id = ?"
    let before = try Int64.fetchOne(db, sql: beerOfPhoto, arguments: [id]) ?? beer
    if before != beer {
      try db.execute(
        sql: "UPDATE photo SET beer_id = ?, order_key = ? WHERE id = ?",
        arguments: [beer, try PhotoOrder(db, beer: beer).keyAfterAll(), id])
    }
    if let removedAt { try records.remove(PhotoOrder.placement(of: id, db), at: removedAt) }
    return [beer, before]
  }

  /// Deletes the row.
  func delete() throws {
    for table in PhotoTable.allCases {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE uuid = ?").execute(arguments: [photo.uuid])
    }
  }

  private func id(in table: PhotoTable) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE uuid = ?", arguments: [photo.uuid])
  }

  /// Inserts a row after the other photos of a beer, and returns its id.
  private func insert(into beer: Int64) throws -> Int64 {
    let id = try IDSequence.photo.nextID(db)
    try db.execute(
      sql: """
        INSERT INTO photo (id, uuid, beer_id, order_key, byte_count, is_missing) VALUES (?, ?, ?, ?, 0, 1)
        """,
      arguments: [id, photo.uuid, beer, try PhotoOrder(db, beer: beer).keyAfterAll()])
    return id
  }

  /// Sets the columns that both tables have, and the hash if it is not known yet.
  private func setSharedColumns(in table: PhotoTable, _ id: Int64) throws {
    var digest: String?
    if case .blob(let bytes) = try value("image"), bytes.count == 32 { digest = bytes.hexadecimal }
    try db.execute(
      sql: """
        UPDATE \(table) SET taken_at = ?1, caption = ?2, sha256 = coalesce(sha256, ?3)
        WHERE id = ?4 AND (taken_at IS NOT ?1 OR caption IS NOT ?2 OR sha256 IS NULL AND ?3 IS NOT NULL)
        """,
      arguments: [try text("taken_at"), try text("caption"), digest, id])
    let isMissing = "SELECT is_missing FROM \(table) WHERE id = ?"
    guard let digest, try Bool.fetchOne(db, sql: isMissing, arguments: [id]) == true,
      let image = try images.image(digest)
    else { return }
    // Another photo has the same image.
    try images.insert(image, digest)
  }
}
