package import Foundation
import GRDB
import Pictures
import SQLiteKit

/// A photo of an imported beer, on its way into a diary.
package struct ImportedPhoto: Hashable, Sendable {
  /// How the diary recognises the photo.
  package enum Identity: Hashable, Sendable {
    /// By its uuid, as in this program's own exports; on another beer than the exported one, by its image as well.
    case uuid(UUID, beer: UUID)
    /// By its link or its file's name, and by its image.
    case name(String)
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
    /// The beer is not in the diary any more.
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
  package init(named name: String, path: String) {
    identity = .name(name)
    self.path = path
  }

  /// Whether a file holds the image that was exported, as far as the export says.
  fileprivate func isImage(_ file: FileBytes) throws -> Bool {
    guard let sha256 else { return true }
    return try SHA256Digest.hexadecimal(of: file) == sha256.lowercased()
  }
}

struct ImportedPhotoStore: DatabaseAccess {
  typealias WriteError = ChangeError

  let database: DiaryDatabase

  /// Photos that are added together: what was added stays if the import is killed.
  private static let photosAtATime = 16

  func importPhotos(_ photos: [(beer: Int64, photo: ImportedPhoto)], _ batch: ImportBatch)
    throws(ChangeError) -> [ImportedPhoto.Outcome: Int]
  {
    let now = now
    var outcomes: [ImportedPhoto.Outcome: Int] = [:]
    var rest = photos[...]
    while !rest.isEmpty {
      let next = rest.prefix(Self.photosAtATime)
      rest = rest.dropFirst(next.count)
      let added = try write { db in
        let target = ImportedPhotoTarget(db: db, batch: batch.id, now: now)
        return try next.map { try target.add($0.photo, to: $0.beer) }
      }
      for outcome in added { outcomes[outcome, default: 0] += 1 }
    }
    return outcomes
  }
}

/// Counts the photos of imported beers that are there and that the diary does not have, by their uuids.
struct NewPhotos {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// - Parameter existing: The diary's beer; `nil` for a new one.
  func count(of beer: ImportedBeer, existing: Int64?) throws -> Int {
    let photos = beer.photos.filter { $0.path.map { access($0, R_OK) == 0 } ?? true }
    guard !photos.isEmpty, let existing else { return photos.count }
    let sql = "SELECT uuid FROM beer WHERE id = ?"
    let uuid = try UUID.fetchOne(db.cachedStatement(sql: sql), arguments: [existing])
    return try photos.count { photo in
      switch photo.identity {
      case .uuid(let own, _): try isNew(own)
      case .name(let name): try uuid.map { try isNew(UUID(photoNamed: name, of: $0)) } ?? true
      }
    }
  }

  private func isNew(_ photo: UUID) throws -> Bool {
    let sql = "SELECT 1 FROM photo WHERE uuid = ?1 UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?1"
    let isKnown = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [photo]) != nil
    return try !isKnown || ImportedPhotos(db).isOfUndoneImport(photo)
  }
}

/// Adds photos of an import, within a transaction.
private struct ImportedPhotoTarget {
  let db: Database
  let batch: Int64
  let now: Date

  func add(_ photo: ImportedPhoto, to beer: Int64) throws -> ImportedPhoto.Outcome {
    let sql = "SELECT uuid FROM beer WHERE id = ?"
    guard let uuid = try UUID.fetchOne(db, sql: sql, arguments: [beer]) else { return .withoutBeer }
    return switch photo.identity {
    case .uuid(let own, let exported):
      try add(photo, own, to: beer, knowsImage: exported != uuid)
    case .name(let name): try add(photo, UUID(photoNamed: name, of: uuid), to: beer)
    }
  }

  private func add(_ photo: ImportedPhoto, _ uuid: UUID, to beer: Int64, knowsImage: Bool) throws
    -> ImportedPhoto.Outcome
  {
    let digest = knowsImage ? photo.sha256?.lowercased() : nil
    if let known = try known(uuid, on: beer, sha256: digest) { return try settle(photo, known) }
    if photo.path == "" { return .notExported }
    let writer = PhotoWriter(db)
    let (image, outcome) = try image(of: photo)
    let id =
      if let image {
        try writer.add(image, to: beer, caption: photo.caption, allowsSame: true, at: now)
      } else {
        try writer.addMissing(to: beer, caption: photo.caption, externalName: nil, at: now)
      }
    try note(id, uuid, on: beer, takenAt: photo.takenAt)
    return outcome
  }

  /// Adds a picture unless its beer has it already, or had it.
  private func add(_ photo: ImportedPhoto, _ uuid: UUID, to beer: Int64) throws -> ImportedPhoto.Outcome {
    guard let image = photo.path.flatMap(Self.image), try ImageHeader(reading: image) != nil else {
      return .notAPicture
    }
    let digest = try SHA256Digest.hexadecimal(of: image)
    if let known = try known(uuid, on: beer, sha256: digest) { return try settle(photo, known) }
    let id = try PhotoWriter(db).add(image, to: beer, caption: nil, allowsSame: true, at: now)
    try note(id, uuid, on: beer, takenAt: nil)
    return .added
  }

  private func note(_ photo: Int64, _ uuid: UUID, on beer: Int64, takenAt: String?) throws {
    try db.execute(
      sql: "UPDATE photo SET uuid = ?, taken_at = coalesce(?, taken_at) WHERE id = ?",
      arguments: [uuid, takenAt, photo])
    try ImportedPhotos(db).record(photo, of: beer, batch: batch)
  }

  /// A photo that the diary has, or had and that was taken off.
  ///
  /// - Parameter sha256: Of an image by which the beer's photos are recognised, too.
  private func known(_ uuid: UUID, on beer: Int64, sha256: String?) throws -> (id: Int64, isMissing: Bool)? {
    let sql = """
      SELECT id, is_missing FROM photo WHERE uuid = ?1 OR beer_id = ?2 AND sha256 = ?3
      UNION ALL SELECT id, 0 FROM removed_photo WHERE uuid = ?1 OR beer_id = ?2 AND sha256 = ?3
      """
    return try Row.fetchOne(db, sql: sql, arguments: [uuid, beer, sha256]).map {
      try ($0.value(atIndex: 0), $0.value(atIndex: 1))
    }
  }

  /// Puts a known photo back if its import was undone, and gives it its image if that is missing.
  private func settle(_ photo: ImportedPhoto, _ known: (id: Int64, isMissing: Bool)) throws
    -> ImportedPhoto.Outcome
  {
    if try ImportedPhotos(db).bringBack(known.id, batch: batch) { return .added }
    return known.isMissing ? try restore(photo, known.id) : .known
  }

  /// The image to store, and what becomes of the photo.
  private func image(of photo: ImportedPhoto) throws -> (FileBytes?, ImportedPhoto.Outcome) {
    guard let path = photo.path else { return (nil, .added) }
    guard let image = Self.image(at: path) else { return (nil, .withoutFile) }
    return try photo.isImage(image) ? (image, .added) : (nil, .otherFile)
  }

  /// Gives a photo of the diary its image if the file has it.
  private func restore(_ photo: ImportedPhoto, _ id: Int64) throws -> ImportedPhoto.Outcome {
    if photo.path == "" { return .known }
    let (image, outcome) = try image(of: photo)
    guard let image else { return photo.path == nil ? .known : outcome }
    try PhotoWriter(db).restore(photo: id, image)
    return .added
  }

  /// `nil` if the file is not there or cannot be stored.
  private static func image(at path: String) -> FileBytes? {
    guard let image = try? FileBytes(userImageAt: path), image.count <= Int32.max else { return nil }
    return image
  }
}
