import Crypto
import Foundation
import GRDB
import Pictures

/// Writes photos and what their headers tell.
struct PhotoIntake {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Streams an image into the store and returns the photo's id.
  func add(_ image: some ByteSource, to beer: Int64, caption: String?, at date: Date) throws -> Int64 {
    var random = SystemRandomNumberGenerator()
    try db.execute(
      sql: """
        INSERT INTO photo (uuid, beer_id, user_order, caption, byte_count)
        SELECT ?, ?, count(*), ?, ? FROM photo WHERE beer_id = ?
        """,
      arguments: [UUID.version7(at: date, using: &random), beer, caption, image.count, beer])
    let id = db.lastInsertedRowID
    try db.execute(
      sql: "INSERT INTO photo_image (id, data) VALUES (?, zeroblob(?))", arguments: [id, image.count])
    let digest = try write(image, row: id)
    try db.execute(sql: "UPDATE photo SET sha256 = ? WHERE id = ?", arguments: [digest, id])
    try describe(photo: id, try ImageHeader(reading: image))
    return id
  }

  /// Brings an image that is a file of its own into the store; the file stays where it is.
  ///
  /// The old store's thumbnail, which can be made again, goes: behind other values SQLite would build the whole row in
  /// memory instead of leaving room for the image.
  func collectExternalImage(ofPhoto id: Int64, from folder: String) throws {
    guard let image = try ImageBytes(db, photo: id, externalFolder: folder) else {
      return try db.execute(sql: "UPDATE photo SET is_missing = 1 WHERE id = ?", arguments: [id])
    }
    let thumbnails = try db.columns(in: "photo_image").filter { column in
      column.name.contains("THUMBNAIL") && column.type.uppercased() == "BLOB"
    }
    let cleared = thumbnails.map { ", \($0.name.quotedIdentifier) = NULL" }.joined()
    try db.execute(
      sql: "UPDATE photo_image SET data = zeroblob(?)\(cleared) WHERE id = ?", arguments: [image.count, id])
    let digest = try write(image, row: id)
    try db.execute(
      sql: "UPDATE photo SET sha256 = ?, byte_count = ?, image_offset = 0, external_name = NULL WHERE id = ?",
      arguments: [digest, image.count, id])
  }

  /// Records what a photo's header tells; `nil` where the format is unknown.
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
  private func write(_ image: some ByteSource, row id: Int64) throws -> String {
    var hash = SHA256()
    let blob = IncrementalBlob(db, table: "photo_image", column: "data", isWritable: true)
    guard try blob.open(row: id) else { throw DiaryError.noSuchPhoto(id) }
    var offset = 0
    try image.forEachPart { part in
      hash.update(bufferPointer: part)
      try blob.write(part, at: offset)
      offset += part.count
    }
    return hash.finalize().hexadecimal
  }
}

enum SHA256Digest {
  /// The SHA-256 of all bytes as 64 lowercase hexadecimal digits.
  static func hexadecimal(of bytes: some ByteSource) throws -> String {
    var hash = SHA256()
    try bytes.forEachPart { hash.update(bufferPointer: $0) }
    return hash.finalize().hexadecimal
  }
}

extension SHA256.Digest {
  fileprivate var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

extension ImageHeader {
  /// When the photo was taken by the camera's own clock.
  ///
  /// The offset that some cameras record is left out: a diary tells the time on the wall.
  var localTime: DiaryDate? {
    takenAt.flatMap { DiaryDate($0) ?? DiaryDate(String($0.prefix(19))) }
  }
}
