import Foundation
import GRDB
package import Pictures

extension Diary {
  /// Moves a photo to a place among its beer's photos and returns them all in their new order.
  ///
  /// The first photo is the beer's thumbnail. Orders stay dense from 0.
  ///
  /// - Parameter index: From 0; a place beyond the ends means the end.
  /// - Throws: `.noSuchPhoto` where it was removed meanwhile.
  package func movePhoto(_ id: Int64, to index: Int) throws(DiaryError) -> [Photo] {
    let timestamp = timestamp
    return try write { db in
      guard
        let row = try Row.fetchOne(
          db, sql: "SELECT beer_id, user_order FROM photo WHERE id = ?", arguments: [id])
      else { throw DiaryError.noSuchPhoto(id) }
      let beer: Int64 = row[0]
      let from: Int = row[1]
      let count =
        try Int.fetchOne(db, sql: "SELECT count(*) FROM photo WHERE beer_id = ?", arguments: [beer]) ?? 0
      let to = min(max(0, index), count - 1)
      if to != from {
        try PhotoOrder(db, beer: beer).move(photo: id, from: from, to: to, of: count)
        try db.execute(sql: "UPDATE beer SET updated_at = ? WHERE id = ?", arguments: [timestamp, beer])
      }
      return try Photo.fetchAll(db, sql: Self.photosOfBeer, arguments: [beer])
    }
  }

  /// Adds a photo behind the others of a beer; its image is streamed in and stored byte for byte.
  ///
  /// - Parameter image: At most 2^31 - 1 bytes, which is what SQLite can hold in a value.
  package func addPhoto(to beer: Int64, image: some ByteSource, caption: String? = nil) throws(DiaryError)
    -> Photo
  {
    let now = now
    let timestamp = timestamp
    return try write { db in
      guard image.count <= Int32.max else {
        throw DiaryError.invalid(field: "photo", reason: "it is larger than 2 GB")
      }
      guard try Row.fetchOne(db, sql: "SELECT 1 FROM beer WHERE id = ?", arguments: [beer]) != nil else {
        throw DiaryError.noSuchBeer(String(beer))
      }
      let id = try PhotoIntake(db).add(image, to: beer, caption: caption, at: now)
      try db.execute(sql: "UPDATE beer SET updated_at = ? WHERE id = ?", arguments: [timestamp, beer])
      guard let photo = try Photo.fetchOne(db, sql: "SELECT * FROM photo WHERE id = ?", arguments: [id])
      else {
        throw DiaryError.noSuchPhoto(id)
      }
      return photo
    }
  }

  /// The photos with what is still missing computed from their images: format, size and date, on request the hash.
  ///
  /// - Parameter withHashes: Reads every byte of an image whose hash is not known yet. Nothing is written.
  package func completed(_ photos: [Photo], withHashes: Bool = true) throws(DiaryError) -> [Photo] {
    try read { db in
      try photos.map { photo in
        let needsHash = withHashes && photo.sha256 == nil
        guard needsHash || photo.facts.format == nil else { return photo }
        guard let bytes = try ImageBytes(db, photo: photo.id, externalFolder: externalFolder) else {
          return photo
        }
        var photo = photo
        photo.take(try ImageHeader(reading: bytes))
        photo.facts.byteCount = bytes.count
        if needsHash { photo.sha256 = try SHA256Digest.hexadecimal(of: bytes) }
        return photo
      }
    }
  }

  /// A photo described by its header, where the background work has not come to it yet.
  func described(_ photo: Photo, _ db: Database) throws -> Photo {
    guard photo.facts.format == nil, !photo.facts.isMissing else { return photo }
    var photo = photo
    photo.take(try header(db, ofPhoto: photo.id))
    return photo
  }

  /// A row whose thumbnail is described by its header, where the background work has not come to it yet.
  func described(_ row: BeerRow, _ db: Database) throws -> BeerRow {
    guard let facts = row.thumbnail, facts.format == nil else { return row }
    let first = "SELECT id FROM photo WHERE beer_id = ? AND user_order = 0"
    guard let id = try Int64.fetchOne(db, sql: first, arguments: [row.id]) else { return row }
    var row = row
    row.thumbnail?.take(try header(db, ofPhoto: id))
    return row
  }

  var externalFolder: String { StoreFile.externalDataFolder(ofStore: file) }

  func header(_ db: Database, ofPhoto id: Int64) throws -> ImageHeader? {
    guard let bytes = try ImageBytes(db, photo: id, externalFolder: externalFolder) else { return nil }
    return try ImageHeader(reading: bytes)
  }
}

extension Photo {
  /// Fills in what is not known yet.
  fileprivate mutating func take(_ header: ImageHeader?) {
    facts.take(header)
    takenAt = takenAt ?? header?.localTime
  }
}

extension PhotoFacts {
  fileprivate mutating func take(_ header: ImageHeader?) {
    guard let header else { return }
    format = header.format.rawValue
    width = header.displayedSize?.width
    height = header.displayedSize?.height
    camera = header.camera
  }
}
