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
    /// The beer is not in the diary.
    case withoutBeer = "without_beer"
  }

  package var beer: UUID
  package var uuid: UUID
  package var takenAt: String?
  package var caption: String?
  /// The image's file; `nil` where the diary that was exported had no image either.
  package var path: String?

  package init(beer: UUID, uuid: UUID, takenAt: String? = nil, caption: String? = nil, path: String? = nil) {
    self.beer = beer
    self.uuid = uuid
    self.takenAt = takenAt
    self.caption = caption
    self.path = path
  }
}

extension Diary {
  /// Adds photos behind those that their beers have, in one transaction; the beers' times stay as they are.
  ///
  /// Images are stored byte for byte; a photo is recognised by its uuid.
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
    let known =
      "SELECT 1 FROM kept_photo WHERE uuid = ?1 UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?1"
    if try Row.fetchOne(db, sql: known, arguments: [photo.uuid]) != nil { return .known }
    let sql = "SELECT id FROM beer WHERE uuid = ?"
    guard let beer = try Int64.fetchOne(db, sql: sql, arguments: [photo.beer]) else { return .withoutBeer }
    let intake = PhotoIntake(db)
    let id: Int64
    if let path = photo.path {
      guard let image = try? FileBytes(path: path), image.count <= Int32.max else { return .withoutFile }
      id = try intake.add(image, to: beer, caption: photo.caption, allowsSame: true, at: now)
    } else {
      id = try intake.addMissing(to: beer, caption: photo.caption, externalName: nil, at: now)
    }
    try db.execute(
      sql: "UPDATE kept_photo SET uuid = ?, taken_at = coalesce(?, taken_at) WHERE id = ?",
      arguments: [photo.uuid, photo.takenAt, id])
    return .added
  }
}
