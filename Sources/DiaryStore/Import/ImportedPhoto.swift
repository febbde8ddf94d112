package import Foundation
import GRDB
import Pictures

/// A photo of an imported beer, on its way into a diary.
package struct ImportedPhoto: Hashable, Sendable {
  /// How the diary recognises the photo and its beer.
  package enum Identity: Hashable, Sendable {
    /// By their uuids, as in this program's own exports.
    case uuid(UUID, beer: UUID)
    /// The beer by its origin, the photo by its link or its file's name, and by its image.
    case name(String, beer: Origin)
  }

  package enum Outcome: String, Hashable, Sendable {
    case added
    /// The diary has it, or had it and it was taken away.
    case known
    /// Its file is not there: the photo is in the diary without an image.
    case withoutFile = "without_file"
    /// The export names no file of it.
    case notExported = "not_exported"
    /// Its file is not the image that was exported: the photo is in the diary without an image.
    case otherFile = "other_file"
    /// The beer is not in the diary.
    case withoutBeer = "without_beer"
    /// The file that was found for a row is no picture of a known format, or cannot be read.
    case notAPicture = "not_a_picture"
  }

  package var identity: Identity
  package var takenAt: String?
  package var caption: String?
  /// The image's file, empty if the export names none; `nil` where the diary that was exported had no image either.
  package var path: String?
  /// The SHA-256 of the image that was exported, in hexadecimal digits; `nil` if the export does not say.
  package var sha256: String?

  package init(
    beer: UUID, uuid: UUID, takenAt: String? = nil, caption: String? = nil, path: String? = nil,
    sha256: String? = nil
  ) {
    identity = .uuid(uuid, beer: beer)
    self.takenAt = takenAt
    self.caption = caption
    self.path = path
    self.sha256 = sha256
  }

  /// A file that was found for a row of another program's file.
  ///
  /// - Parameter name: The photo's link or its file's name.
  package init(named name: String, path: String, of beer: Origin) {
    identity = .name(name, beer: beer)
    self.path = path
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
  /// Images are stored byte for byte; a photo is recognised by its uuid. One whose file is missing or another keeps its
  /// place without an image, and gets it when it is imported again with the file.
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
    switch photo.identity {
    case .uuid(let uuid, let beer): try add(photo, uuid, toBeer: beer, db, at: now)
    case .name(let name, let origin): try add(photo, named: name, toBeerOf: origin, db, at: now)
    }
  }

  private func add(_ photo: ImportedPhoto, _ uuid: UUID, toBeer beer: UUID, _ db: Database, at now: Date)
    throws -> ImportedPhoto.Outcome
  {
    let known = """
      SELECT id, is_missing FROM kept_photo WHERE uuid = ?1
      UNION ALL SELECT id, 0 FROM removed_photo WHERE uuid = ?1
      """
    if let row = try Row.fetchOne(db, sql: known, arguments: [uuid]) {
      return row[1] ? try restore(photo, row[0], db) : .known
    }
    let sql = "SELECT id FROM beer WHERE uuid = ?"
    guard let beer = try Int64.fetchOne(db, sql: sql, arguments: [beer]) else { return .withoutBeer }
    if photo.path == "" { return .notExported }
    let intake = PhotoIntake(db)
    let (image, outcome) = try image(of: photo)
    let id =
      if let image {
        try intake.add(image, to: beer, caption: photo.caption, allowsSame: true, at: now)
      } else {
        try intake.addMissing(to: beer, caption: photo.caption, externalName: nil, at: now)
      }
    try db.execute(
      sql: "UPDATE kept_photo SET uuid = ?, taken_at = coalesce(?, taken_at) WHERE id = ?",
      arguments: [uuid, photo.takenAt, id])
    return outcome
  }

  /// Adds a picture unless its beer has it already, or had it.
  private func add(
    _ photo: ImportedPhoto, named name: String, toBeerOf origin: Origin, _ db: Database, at now: Date
  ) throws -> ImportedPhoto.Outcome {
    let sql = "SELECT id, uuid FROM beer WHERE source = ? AND source_id = ?"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [origin.source, origin.id]) else {
      return .withoutBeer
    }
    let beer: Int64 = row["id"]
    let uuid = UUID(photoNamed: name, of: row["uuid"])
    guard let image = photo.path.flatMap(Self.image), try ImageHeader(reading: image) != nil else {
      return .notAPicture
    }
    let known = """
      SELECT id, is_missing FROM kept_photo WHERE uuid = ?1 OR beer_id = ?2 AND sha256 = ?3
      UNION ALL SELECT id, 0 FROM removed_photo WHERE uuid = ?1 OR beer_id = ?2 AND sha256 = ?3
      """
    let digest = try SHA256Digest.hexadecimal(of: image)
    if let row = try Row.fetchOne(db, sql: known, arguments: [uuid, beer, digest]) {
      return row[1] ? try restore(photo, row[0], db) : .known
    }
    let id = try PhotoIntake(db).add(image, to: beer, caption: nil, allowsSame: true, at: now)
    try db.execute(sql: "UPDATE kept_photo SET uuid = ? WHERE id = ?", arguments: [uuid, id])
    return .added
  }

  /// The image to store, and what becomes of the photo.
  private func image(of photo: ImportedPhoto) throws -> (FileBytes?, ImportedPhoto.Outcome) {
    guard let path = photo.path else { return (nil, .added) }
    guard let image = Self.image(at: path) else { return (nil, .withoutFile) }
    return try photo.isImage(image) ? (image, .added) : (nil, .otherFile)
  }

  /// Gives a photo of the diary its image if the file has it.
  private func restore(_ photo: ImportedPhoto, _ id: Int64, _ db: Database) throws -> ImportedPhoto.Outcome {
    if photo.path == "" { return .known }
    let (image, outcome) = try image(of: photo)
    guard let image else { return photo.path == nil ? .known : outcome }
    try PhotoIntake(db).restore(photo: id, image)
    return .added
  }

  /// `nil` if the file is not there or cannot be stored.
  private static func image(at path: String) -> FileBytes? {
    guard let image = try? FileBytes(path: path), image.count <= Int32.max else { return nil }
    return image
  }
}
