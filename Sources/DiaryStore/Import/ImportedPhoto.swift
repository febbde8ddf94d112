package import Foundation
import GRDB
import Pictures
import SQLiteKit

/// A photo of an imported beer, to be written to a diary.
package struct ImportedPhoto: Hashable, Sendable {
  /// How the diary recognizes the photo.
  package enum Identity: Hashable, Sendable {
    /// By its UUID, as in this program's own exports; if its beer is not `beer`, by its image as well.
    case uuid(UUID, beer: UUID)
    /// By its link or file name, and by its image.
    case name(String)
  }

  /// The result of importing the photo; the raw value is the name for scripts.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The photo was added, restored, or given its missing image.
    case added
    /// The diary has the photo.
    case known
    /// The diary has the photo with another beer, where it stays.
    case otherBeer = "other_beer"
    /// The diary has another image for the photo, which stays.
    case otherImage = "other_image"
    /// The diary had the photo, and the user removed it.
    case removed
    /// The image's file is missing; the photo is in the diary without an image, unless the export has only the name of its
    /// file.
    case withoutFile = "without_file"
    /// The export names no file for the photo, which was not added.
    case notExported = "not_exported"
    /// The file is not the image that was exported; the photo is in the diary without an image.
    case otherFile = "other_file"
    /// The beer is no longer in the diary.
    case withoutBeer = "without_beer"
    /// The file for a row is not a picture of a known format, or cannot be read.
    case notAPicture = "not_a_picture"
  }

  /// How the diary recognizes the photo.
  package var identity: Identity
  /// When the photo was taken, as the export says; `nil` if it does not.
  package var takenAt: String?
  /// `nil` for none.
  package var caption: String?
  /// Whether the export says what the caption is; otherwise that of the diary's photo stays.
  package var isCaptionGiven = true
  /// The path of the image's file; empty if the export names none, `nil` if the exported diary had no image either.
  package var path: String?
  /// The SHA-256 of the exported image in hexadecimal digits; `nil` if the export does not have it.
  package var sha256: String?

  /// Creates a photo of an export of this program.
  ///
  /// - Parameters:
  ///   - beer: The UUID of the exported beer.
  ///   - path: Empty if the export names no file; `nil` if the exported diary had no image.
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

  /// Creates a photo from a file that was found for a row of another program's export, or that the user added to an
  /// export of this program.
  ///
  /// - Parameter name: The photo's link or file name, by which it is recognized.
  package init(named name: String, path: String) {
    identity = .name(name)
    self.path = path
  }

  /// Returns the UUID that the photo gets; `nil` if its beer is no longer in the diary.
  func uuid(on beer: Int64, _ db: Database) throws -> UUID? {
    guard let beer = try Self.uuid(ofBeer: beer, db) else { return nil }
    return switch identity {
    case .uuid(let uuid, _): uuid
    case .name(let name): UUID(photoNamed: name, of: beer)
    }
  }

  /// Returns the photo for a beer that is added next to the diary's beer with the photo, with a UUID that is the same in
  /// each import.
  func copy(on beer: Int64, _ db: Database) throws -> ImportedPhoto {
    guard case .uuid(let uuid, _) = identity, let beer = try Self.uuid(ofBeer: beer, db) else { return self }
    var copy = self
    copy.identity = .uuid(UUID(photoNamed: uuid.uuidString, of: beer), beer: beer)
    return copy
  }

  /// Returns the UUID of a beer; `nil` if it is not in the diary.
  fileprivate static func uuid(ofBeer id: Int64, _ db: Database) throws -> UUID? {
    try UUID.fetchOne(db.cachedStatement(sql: "SELECT uuid FROM beer WHERE id = ?"), arguments: [id])
  }

  /// Returns the hash of the image, and its size in bytes if that is known; `nil` if neither the export nor a file says
  /// the hash.
  fileprivate func digest() throws -> (sha256: String, byteCount: Int?)? {
    if let sha256 { return (sha256.lowercased(), nil) }
    guard let image else { return nil }
    return (try SHA256Digest.hexadecimal(of: image), image.count)
  }

  /// The bytes of the file; `nil` if there is none, or if it cannot be opened or is too large.
  fileprivate var image: FileBytes? {
    guard let path, let image = try? FileBytes(userImageAt: path), image.count <= PhotoWriter.maxByteCount
    else { return nil }
    return image
  }

  /// Returns whether a file is the image that was exported; `true` if the export has no hash.
  fileprivate func isImage(_ file: FileBytes) throws -> Bool {
    guard let sha256 else { return true }
    return try SHA256Digest.hexadecimal(of: file) == sha256.lowercased()
  }
}

/// Writes the photos of imports.
struct ImportedPhotoStore: DiaryComponent {
  typealias WriteError = PhotoError

  let database: DiaryDatabase

  /// How many photos are added in one transaction; they stay if the import is killed afterwards.
  private static let photosPerTransaction = 16

  /// Adds photos after those that their beers have, or where the file has them, and counts the results.
  ///
  /// Images are stored byte for byte, in transactions of a few photos. A photo whose file is missing or is another
  /// image keeps its position without an image, and gets its image when it is imported again with the right file. The
  /// beers do not count as changed.
  ///
  /// - Parameters:
  ///   - ordered: For beers that get new photos in the places that these have in the file: all their photos in the file,
  ///     by the ids of the beers.
  ///   - onMissingFile: Called with the path of each file that is missing.
  func importPhotos(
    _ photos: [(beer: Int64, photo: ImportedPhoto)], ordered: [Int64: [ImportedPhoto]] = [:],
    _ startedImport: StartedImport, onMissingFile: (String) -> Void = { _ in }
  ) throws(PhotoError) -> [ImportedPhoto.Outcome: Int] {
    let now = now
    var outcomes: [ImportedPhoto.Outcome: Int] = [:]
    var matches = try readMappingErrors { db in
      ImportedPhotoMatches(uuids: Set(try photos.compactMap { try $0.photo.uuid(on: $0.beer, db) }))
    }
    var rest = photos[...]
    while !rest.isEmpty {
      let next = rest.prefix(Self.photosPerTransaction)
      rest = rest.dropFirst(next.count)
      let hashes = try readMappingErrors { db in
        try ImportedPhotoHashes(of: next, db, externalFolder: externalFolder)
      }
      let added: [ImportedPhoto.Outcome]
      (added, matches) = try write { [matches] db in
        var target = ImportedPhotoTarget(
          db: db, importID: startedImport.id, now: now, externalFolder: externalFolder, matches: matches)
        try PhotoWriter(db).record(hashes.stored)
        let outcomes = try zip(next, hashes.imported).map { next, sha256 in
          try target.add(next.photo, to: next.beer, sha256: sha256)
        }
        for (beer, new) in target.newPhotos {
          guard let photos = ordered[beer] else { continue }
          try PhotoDifferences(db).place(new, among: photos, on: beer)
        }
        return (outcomes, target.matches)
      }
      for ((_, photo), outcome) in zip(next, added) {
        outcomes[outcome, default: 0] += 1
        if outcome == .withoutFile, let path = photo.path { onMissingFile(path) }
      }
    }
    return outcomes
  }
}

/// Counts what an import would do with the photos of its beers, without writing anything.
struct PlannedPhotos {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns how many photos of a beer would be added, and how many would stay as they are because the diary has them with
  /// another beer or another image.
  ///
  /// - Parameters:
  ///   - existing: The id of the diary's beer; `nil` for a new one.
  ///   - areCopies: Whether the photos become photos of their own, whatever the diary has.
  func outcomes(of beer: ImportedBeer, existing: Int64?, areCopies: Bool) throws
    -> [ImportedPhoto.Outcome: Int]
  {
    var outcomes: [ImportedPhoto.Outcome: Int] = [:]
    for photo in beer.photos {
      let uuid = try areCopies ? nil : knownUUID(of: photo, on: existing)
      if let uuid, let difference = try difference(of: photo, uuid, on: existing) {
        outcomes[difference, default: 0] += 1
      } else if try uuid.map(isNew) ?? true, photo.path.map({ access($0, R_OK) == 0 }) ?? true {
        outcomes[.added, default: 0] += 1
      }
    }
    return outcomes
  }

  /// Returns the UUID that a photo would have; `nil` if it follows from the UUID of a beer that is yet to be added.
  private func knownUUID(of photo: ImportedPhoto, on beer: Int64?) throws -> UUID? {
    if let beer { return try photo.uuid(on: beer, db) }
    return if case .uuid(let uuid, _) = photo.identity { uuid } else { nil }
  }

  /// Returns `.otherBeer` or `.otherImage` if the diary has a photo with another beer or another image; `nil` if it does
  /// not, or if an image's hash is not known.
  private func difference(of photo: ImportedPhoto, _ uuid: UUID, on beer: Int64?) throws
    -> ImportedPhoto.Outcome?
  {
    let sql = "SELECT id, beer_id, is_missing, uuid, sha256 FROM photo WHERE uuid = ? AND NOT is_missing"
    guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [uuid]) else { return nil }
    return try KnownPhoto(row).difference(from: photo, on: beer)
  }

  private func isNew(_ photo: UUID) throws -> Bool {
    let sql = """
      SELECT 1 FROM photo WHERE uuid = ?1
      UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?1 AND beer_id IN (SELECT id FROM beer)
      """
    let isKnown = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [photo]) != nil
    return try !isKnown || ImportedPhotos(db).isOfUndoneImport(photo)
  }
}

/// The hashes by which the photos of a transaction are recognized.
///
/// They are computed before the diary is locked, because reading large images takes long.
private struct ImportedPhotoHashes {
  /// The hashes of the images, in the order of the photos; `nil` for a photo that is recognized only by its UUID.
  private(set) var imported: [String?] = []
  /// The hashes of photos of the diary that were not recorded yet, by their ids.
  private(set) var stored: [Int64: String] = [:]

  init(of photos: ArraySlice<(beer: Int64, photo: ImportedPhoto)>, _ db: Database, externalFolder: String)
    throws
  {
    for (beer, photo) in photos {
      let image = try Self.comparesImages(photo, beer, db) ? try photo.digest() : nil
      imported.append(image?.sha256)
      guard let image else { continue }
      let missing = try PhotoWriter(db).missingHashes(
        ofBeer: beer, byteCount: image.byteCount, except: stored, externalFolder: externalFolder)
      stored.merge(missing) { first, _ in first }
    }
  }

  private static func comparesImages(_ photo: ImportedPhoto, _ beer: Int64, _ db: Database) throws -> Bool {
    guard case .uuid(_, let exported) = photo.identity else { return true }
    return try ImportedPhoto.uuid(ofBeer: beer, db) != exported
  }
}

/// The photos of the diary that photos of an import may no longer be recognized as by their images, because each is only
/// one of them.
private struct ImportedPhotoMatches {
  /// The UUIDs of all photos of the import, by which they are recognized.
  let uuids: Set<UUID>
  /// The ids of photos of the diary that were recognized by their images.
  var ids: Set<Int64> = []
}

/// A photo of the diary, or one that was removed from it.
private struct KnownPhoto {
  let id: Int64
  /// The id of its beer.
  let beer: Int64
  let isMissing: Bool
  let uuid: UUID
  /// The SHA-256 of its image; `nil` if it has not been computed yet.
  let sha256: String?

  /// - Parameter row: The columns `id`, `beer_id`, `is_missing`, `uuid` and `sha256`.
  init(_ row: Row) throws {
    id = try row.value(atIndex: 0)
    beer = try row.value(atIndex: 1)
    isMissing = try row.value(atIndex: 2)
    uuid = try row.value(atIndex: 3)
    sha256 = try row.value(atIndex: 4)
  }

  /// Returns `.otherBeer` or `.otherImage` if a photo of a file has another beer or another image; `nil` if it has not, or
  /// if an image's hash is not known.
  ///
  /// - Parameter other: The beer of the photo of the file; `nil` for a new one.
  func difference(from photo: ImportedPhoto, on other: Int64?) -> ImportedPhoto.Outcome? {
    if beer != other { return .otherBeer }
    guard case .uuid(uuid, _) = photo.identity, let sha256, let exported = photo.sha256 else { return nil }
    return exported.lowercased() == sha256 ? nil : .otherImage
  }
}

/// Adds photos of an import, within a transaction.
private struct ImportedPhotoTarget {
  let db: Database
  let importID: Int64
  let now: Date
  let externalFolder: String
  var matches: ImportedPhotoMatches
  /// The UUIDs of the photos that were added, by the ids of their beers; photos from the trash are not among them.
  private(set) var newPhotos: [Int64: Set<UUID>] = [:]

  /// Adds a photo, unless its beer has it, or had it and the user removed it.
  ///
  /// - Parameter sha256: The hash of the image by which the photo is recognized as well; `nil` for none.
  mutating func add(_ photo: ImportedPhoto, to beer: Int64, sha256: String?) throws -> ImportedPhoto.Outcome {
    guard let uuid = try photo.uuid(on: beer, db) else { return .withoutBeer }
    if case .name = photo.identity { return try addPicture(photo, uuid, to: beer, sha256: sha256) }
    if let known = try known(uuid, on: beer, sha256: sha256) { return try resolve(photo, known, on: beer) }
    if photo.path == "" { return .notExported }
    let writer = PhotoWriter(db)
    let (image, outcome) = try image(of: photo)
    let id =
      if let image {
        try writer.add(image, to: beer, caption: photo.caption, allowsDuplicate: true, at: now)
      } else {
        try writer.addMissing(to: beer, caption: photo.caption, externalName: nil, at: now)
      }
    try note(id, uuid, on: beer, takenAt: photo.takenAt)
    return outcome
  }

  /// Adds a picture from a file.
  private mutating func addPicture(_ photo: ImportedPhoto, _ uuid: UUID, to beer: Int64, sha256: String?)
    throws -> ImportedPhoto.Outcome
  {
    guard let path = photo.path, access(path, R_OK) == 0 else {
      if let known = try known(uuid, on: beer, sha256: sha256) { return try resolve(photo, known, on: beer) }
      return photo.path == "" ? .notExported : .withoutFile
    }
    guard let image = photo.image, try ImageHeader(reading: image) != nil else {
      return .notAPicture
    }
    if let known = try known(uuid, on: beer, sha256: sha256) { return try resolve(photo, known, on: beer) }
    let id = try PhotoWriter(db).add(image, to: beer, caption: photo.caption, allowsDuplicate: true, at: now)
    try note(id, uuid, on: beer, takenAt: photo.takenAt)
    return .added
  }

  private mutating func note(_ photo: Int64, _ uuid: UUID, on beer: Int64, takenAt: String?) throws {
    newPhotos[beer, default: []].insert(uuid)
    try db.execute(
      sql: "UPDATE photo SET uuid = ?, taken_at = coalesce(?, taken_at) WHERE id = ?",
      arguments: [uuid, takenAt, photo])
    try ImportedPhotos(db).record(photo, of: beer, importID: importID)
  }

  /// Returns a photo that the diary has, or had and that was removed; `nil` if there is none.
  ///
  /// - Parameter sha256: The hash of an image by which the beer's photos are recognized as well; `nil` for none.
  private mutating func known(_ uuid: UUID, on beer: Int64, sha256: String?) throws
    -> KnownPhoto?
  {
    let sql = """
      SELECT id, beer_id, is_missing, uuid, sha256 FROM photo WHERE uuid = ?1 OR beer_id = ?2 AND sha256 = ?3
      UNION ALL
        SELECT id, beer_id, 0, uuid, sha256 FROM removed_photo WHERE uuid = ?1 OR beer_id = ?2 AND sha256 = ?3
      """
    let found = try Row.fetchAll(db, sql: sql, arguments: [uuid, beer, sha256]).map { try KnownPhoto($0) }
    if let known = found.first(where: { $0.uuid == uuid }) { return known }
    let known = found.first { !matches.ids.contains($0.id) && !matches.uuids.contains($0.uuid) }
    guard let known else { return nil }
    matches.ids.insert(known.id)
    return known
  }

  /// Restores a known photo if its import was undone or its beer is gone, and gives it its image if that is missing.
  private func resolve(_ photo: ImportedPhoto, _ known: KnownPhoto, on beer: Int64) throws
    -> ImportedPhoto.Outcome
  {
    let photos = ImportedPhotos(db)
    if try photos.restore(known.id, importID: importID) { return .added }
    if try photos.restoreToOtherBeer(known.id, beer, importID: importID) { return .added }
    if try photos.isRemoved(known.id) { return .removed }
    let outcome = known.isMissing ? try restore(photo, known.id) : .known
    return outcome == .known ? known.difference(from: photo, on: beer) ?? .known : outcome
  }

  /// Returns the image to store, and the result for the photo.
  private func image(of photo: ImportedPhoto) throws -> (FileBytes?, ImportedPhoto.Outcome) {
    if photo.path == nil { return (nil, .added) }
    guard let image = photo.image else { return (nil, .withoutFile) }
    return try photo.isImage(image) ? (image, .added) : (nil, .otherFile)
  }

  /// Gives a photo of the diary its image, if the file is that image.
  private func restore(_ photo: ImportedPhoto, _ id: Int64) throws -> ImportedPhoto.Outcome {
    if photo.path == "" { return .known }
    var photo = photo
    if case .uuid = photo.identity {
      // The diary may know which image is missing.
      let sql = "SELECT sha256 FROM photo WHERE id = ?"
      photo.sha256 = try String.fetchOne(db, sql: sql, arguments: [id]) ?? photo.sha256
    }
    let (image, outcome) = try image(of: photo)
    guard let image else { return photo.path == nil ? .known : outcome }
    try PhotoWriter(db).restore(photo: id, image)
    return .added
  }
}
