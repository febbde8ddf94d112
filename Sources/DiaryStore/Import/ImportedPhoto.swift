package import Foundation
import GRDB
import Pictures

/// A photo of an exported beer, on its way back into a diary.
package struct ImportedPhoto: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case added
    /// The diary has it, or had it and it was taken away.
    case known
    /// Its file is not there.
    case withoutFile = "without_file"
    /// Its file is not the image that was exported: the photo is in the diary without an image.
    case otherFile = "other_file"
    /// The beer is not in the diary.
    case withoutBeer = "without_beer"
  }

  package var beer: UUID
  package var uuid: UUID
  package var takenAt: String?
  package var caption: String?
  /// The image's file; `nil` where the diary that was exported had no image either.
  package var path: String?
  /// The SHA-256 of the image that was exported, in hexadecimal digits; `nil` if the export does not say.
  package var sha256: String?

  package init(
    beer: UUID, uuid: UUID, takenAt: String? = nil, caption: String? = nil, path: String? = nil,
    sha256: String? = nil
  ) {
    self.beer = beer
    self.uuid = uuid
    self.takenAt = takenAt
    self.caption = caption
    self.path = path
    self.sha256 = sha256
  }

  /// Whether a file holds the image that was exported, as far as the export says.
  fileprivate func isImage(_ file: FileBytes) throws -> Bool {
    guard let sha256 else { return true }
    return try SHA256Digest.hexadecimal(of: file) == sha256.lowercased()
  }
}

extension Diary {
  /// Adds photos behind those that their beers have, in one transaction; the beers' times stay as they are.
  ///
  /// Images are stored byte for byte; a photo is recognised by its uuid. One whose image is missing gets it.
  package func importPhotos(_ photos: some Sequence<ImportedPhoto>) throws(DiaryError)
    -> [ImportedPhoto.Outcome: Int]
  {
    let now = now
    return try write { db in
      var outcomes: [ImportedPhoto.Outcome: Int] = [:]
      for photo in photos { outcomes[try add(photo, db, at: now), default: 0] += 1 }
      return outcomes
    }
  }

  private func add(_ photo: ImportedPhoto, _ db: Database, at now: Date) throws -> ImportedPhoto.Outcome {
    let known = """
      SELECT id, is_missing FROM kept_photo WHERE uuid = ?1
      UNION ALL SELECT id, 0 FROM removed_photo WHERE uuid = ?1
      """
    if let row = try Row.fetchOne(db, sql: known, arguments: [photo.uuid]) {
      return row[1] ? try restore(photo, row[0], db) : .known
    }
    let sql = "SELECT id FROM beer WHERE uuid = ?"
    guard let beer = try Int64.fetchOne(db, sql: sql, arguments: [photo.beer]) else { return .withoutBeer }
    let intake = PhotoIntake(db)
    var outcome = ImportedPhoto.Outcome.added
    let id: Int64
    if let path = photo.path {
      guard let image = Self.image(at: path) else { return .withoutFile }
      if try photo.isImage(image) {
        id = try intake.add(image, to: beer, caption: photo.caption, allowsSame: true, at: now)
      } else {
        outcome = .otherFile
        id = try intake.addMissing(to: beer, caption: photo.caption, externalName: nil, at: now)
      }
    } else {
      id = try intake.addMissing(to: beer, caption: photo.caption, externalName: nil, at: now)
    }
    try db.execute(
      sql: "UPDATE kept_photo SET uuid = ?, taken_at = coalesce(?, taken_at) WHERE id = ?",
      arguments: [photo.uuid, photo.takenAt, id])
    return outcome
  }

  /// Gives a photo of the diary its image if the file has it.
  private func restore(_ photo: ImportedPhoto, _ id: Int64, _ db: Database) throws -> ImportedPhoto.Outcome {
    guard let path = photo.path, let image = Self.image(at: path) else { return .known }
    guard try photo.isImage(image) else { return .otherFile }
    try PhotoIntake(db).restore(photo: id, image)
    return .added
  }

  /// `nil` if the file is not there or cannot be stored.
  private static func image(at path: String) -> FileBytes? {
    guard let image = try? FileBytes(path: path), image.count <= Int32.max else { return nil }
    return image
  }
}
