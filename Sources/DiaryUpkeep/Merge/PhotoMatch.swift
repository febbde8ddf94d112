import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Finds the photos of a known beer that a diary does not have.
struct PhotoMatch {
  /// How the photos of a beer in both stores match.
  struct Result {
    /// Photos of the other store that the diary does not have, in their order.
    var new: [Int64] = []
    /// Photos of the diary whose image is missing, with the photos of the other store that have it.
    var restored: [(photo: Int64, from: Int64)] = []
    /// The number of photos that the diary has, or that have no image.
    var knownCount = 0
    /// The number of these whose image the diary lacks, but whose image in the other store is not that image.
    var otherImageCount = 0

    var isEmpty: Bool { new.isEmpty && restored.isEmpty }

    /// Adds a photo of the diary whose image is missing.
    ///
    /// - Parameter isImage: Whether the other store has that image.
    fileprivate mutating func add(_ missing: Known, from photo: Known, isImage: Bool) {
      if isImage {
        restored.append((missing.id, photo.id))
      } else {
        knownCount += 1
        otherImageCount += 1
      }
    }
  }

  /// What identifies a photo.
  fileprivate struct Known {
    let id: Int64
    let uuid: UUID
    let byteCount: Int
    let externalName: String?
    let isMissing: Bool
    let takenAt: String?
    let table: PhotoTable
    var sha256: String?

    /// Decodes a row of a table.
    init(_ row: Row, in table: PhotoTable = .photo) throws {
      self.table = table
      id = try row.value(forColumn: "id")
      uuid = try row.value(forColumn: "uuid")
      byteCount = try row.value(forColumn: "byte_count")
      externalName = try row.value(forColumn: "external_name")
      isMissing = try row.value(forColumn: "is_missing")
      takenAt = try row.value(forColumn: "taken_at")
      sha256 = try row.value(forColumn: "sha256")
    }
  }

  /// What the comparisons of one merge share.
  final class Cache {
    /// The photos that a split may have moved to another beer, see ``Diary/splitBeer(_:in:)``, also those that were
    /// removed there.
    ///
    /// They are read only if a photo is new for its beer.
    fileprivate var otherPhotos: OtherPhotos?
    /// The hashes that were computed.
    ///
    /// Photos are compared a second time while the diary is locked, and no image should be read then.
    fileprivate var hashes: [ImageKey: String] = [:]
    fileprivate let creationOfUndatedBeers: String?

    /// Whether the photos of the other store have the primary keys of a store of Beer Diary for iOS as their ids.
    fileprivate var hasLegacyKeys: Bool { creationOfUndatedBeers != nil }

    /// - Parameter creationOfUndatedBeers: See ``StagedStore/creationOfUndatedBeers``.
    init(creationOfUndatedBeers: String?) { self.creationOfUndatedBeers = creationOfUndatedBeers }
  }

  fileprivate final class OtherPhotos {
    /// The photos that did not match yet, by the sizes of their images.
    var byByteCount: [Int: [Known]]
    /// The photos of the other store that have a match among these.
    var matched: Set<Int64> = []

    init(byByteCount: [Int: [Known]]) { self.byByteCount = byByteCount }
  }

  /// Identifies an image as long as it does not change.
  fileprivate struct ImageKey: Hashable {
    let store: String
    let photo: Int64
    let byteCount: Int
  }

  private let from: Database
  private let source: Diary
  private let db: Database
  private let diary: Diary
  private let cache: Cache

  init(_ from: Database, _ source: Diary, _ db: Database, _ diary: Diary, _ cache: Cache) {
    self.from = from
    self.source = source
    self.db = db
    self.diary = diary
    self.cache = cache
  }

  /// Compares the photos of a beer by UUID, by the name of the external image file, by image, and at last with those whose
  /// image the iOS store lacked, which a split may have moved to another beer.
  ///
  /// Each photo of the diary, also a removed one, matches only one photo, so an image that the beer has twice is added
  /// twice.
  func match(_ beer: Int64, with known: Int64) throws -> Result {
    var candidates = try photos(of: known, db)
    var removed = try removedPhotos(of: known, db)
    var result = Result()
    for var photo in try photos(of: beer, from) {
      if let match = try index(of: &photo, in: &candidates) {
        let found = candidates.remove(at: match)
        if found.isMissing, !photo.isMissing {
          try result.add(found, from: photo, isImage: isImage(photo, of: found))
        } else {
          result.knownCount += 1
        }
        continue
      }
      let placeholder = try uuidWithoutImage(photo, ofBeer: beer)
      // A photo without an image is not worth adding, and a photo that the user removed stays removed.
      if try photo.isMissing || take(&photo, from: &removed) || placeholder.map(isRemoved) ?? false
        || belongsToAnotherBeer(photo, than: known) || takeFromOtherBeers(&photo)
      {
        result.knownCount += 1
      } else if let missing = try placeholder.flatMap(missingPhoto) {
        candidates.removeAll { $0.id == missing.id }
        try result.add(missing, from: photo, isImage: isImage(photo, of: missing))
      } else {
        result.new.append(photo.id)
      }
    }
    return result
  }

  /// Returns how many removed photos of a beer the diary has, and how many of those it has as removed photos.
  ///
  /// A photo of the diary counts only if it has an image; a removed one can then be restored.
  func matchRemoved(_ beer: Int64, with known: Int64) throws -> (known: Int, removed: Int) {
    var candidates = try photos(of: known, db).filter { !$0.isMissing }
    var removed = try removedPhotos(of: known, db)
    var counts = (known: 0, removed: 0)
    for var photo in try removedPhotos(of: beer, from) {
      if let index = try index(of: &photo, in: &removed) {
        guard try image(db, removed.remove(at: index), diary) != nil else { continue }
        counts.known += 1
        counts.removed += 1
      } else if try take(&photo, from: &candidates) {
        counts.known += 1
      }
    }
    return counts
  }

  private func photos(of beer: Int64, _ db: Database) throws -> [Known] {
    try Row.fetchAll(db.cachedStatement(sql: PhotosOfBeer.sql), arguments: [beer]).map { try Known($0) }
  }

  private func removedPhotos(of beer: Int64, _ db: Database) throws -> [Known] {
    let sql = "SELECT * FROM removed_photo WHERE beer_id = ? ORDER BY id"
    let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [beer])
    return try rows.map { try Known($0, in: .removed) }
  }

  /// Returns whether another beer of the diary has a photo, also as a removed one.
  private func belongsToAnotherBeer(_ photo: Known, than beer: Int64) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM photo WHERE uuid = ?1 AND beer_id <> ?2
        UNION ALL SELECT 1 FROM removed_photo WHERE uuid = ?1 AND beer_id <> ?2
        """)
    return try Row.fetchOne(statement, arguments: [photo.uuid, beer]) != nil
  }

  /// Removes the photo's match from the photos of other beers; returns `false` if there is none.
  ///
  /// A photo can be compared twice, before and after the diary is locked, and has its match then as well.
  private func takeFromOtherBeers(_ photo: inout Known) throws -> Bool {
    let others = try cache.otherPhotos ?? OtherPhotos(byByteCount: photosOfOtherBeers())
    cache.otherPhotos = others
    if others.matched.contains(photo.id) { return true }
    let byteCount = photo.byteCount
    let isMatched = try take(&photo, from: &others.byByteCount[byteCount, default: []])
    if isMatched { others.matched.insert(photo.id) }
    return isMatched
  }

  /// Returns the photos that a split may have moved to another beer, by the sizes of their images.
  ///
  /// Such a beer has no origin, and the other store does not have it. What the user has removed, the photo or the beer,
  /// counts only if the photo is older than its beer, as their UUIDs say: then a split has moved it there. The user may
  /// have added any other to a beer to which it did not belong, and removed it for that reason.
  ///
  /// Photos with the UUID of a photo of the other store are left out, because they are recognized by it.
  private func photosOfOtherBeers() throws -> [Int: [Known]] {
    var knownBeers: Set<Int64> = []
    for id in try Int64.fetchAll(from, sql: "SELECT id FROM beer") {
      let beer = try MergedBeer(from, id, creationOfUndatedBeers: cache.creationOfUndatedBeers)
      if case .known(let known) = try BeerMatch(beer, in: db) { knownBeers.insert(known) }
    }
    let uuids = try UUID.fetchSet(from, sql: "SELECT uuid FROM photo")
    var photos: [Int: [Known]] = [:]
    for table in PhotoTable.allCases {
      let isMoved = "substr(p.uuid, 1, 6) < substr(b.uuid, 1, 6)"
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT p.* FROM \(table) p JOIN beer b ON b.id = p.beer_id
          WHERE p.is_missing = 0 AND b.source IS NULL
            AND \(table == .photo ? "(b.deleted_at IS NULL OR \(isMoved))" : isMoved)
          ORDER BY p.id
          """)
      while let row = try rows.next() {
        let photo = try Known(row, in: table)
        if try knownBeers.contains(row.value(forColumn: "beer_id")) || uuids.contains(photo.uuid) { continue }
        photos[photo.byteCount, default: []].append(photo)
      }
    }
    return photos
  }

  /// Removes the photo's match from `candidates`; returns `false` if there is none.
  private func take(_ photo: inout Known, from candidates: inout [Known]) throws -> Bool {
    guard let index = try index(of: &photo, in: &candidates) else { return false }
    candidates.remove(at: index)
    return true
  }

  /// Returns the index of the photo's match; `nil` if there is none.
  ///
  /// Hashes that have to be computed are stored in `photo` and `candidates`.
  private func index(of photo: inout Known, in candidates: inout [Known]) throws -> Int? {
    if let index = candidates.firstIndex(where: { $0.uuid == photo.uuid }) { return index }
    if let name = photo.externalName,
      let index = candidates.firstIndex(where: { $0.externalName == name })
    {
      return index
    }
    guard !photo.isMissing else { return nil }
    for index in candidates.indices where candidates[index].byteCount == photo.byteCount {
      if candidates[index].isMissing { continue }
      if photo.sha256 == nil { photo.sha256 = try digest(from, photo, source) }
      if candidates[index].sha256 == nil {
        candidates[index].sha256 = try digest(db, candidates[index], diary)
      }
      if photo.sha256 != nil, candidates[index].sha256 == photo.sha256 { return index }
    }
    return nil
  }

  /// Returns the UUID that the photo has if it comes from the same row of an iOS store, which lacked the image then; `nil`
  /// if it cannot have one.
  ///
  /// - Parameter beer: The photo's beer in the other store.
  private func uuidWithoutImage(_ photo: Known, ofBeer beer: Int64) throws -> UUID? {
    guard cache.hasLegacyKeys, !photo.isMissing, let takenAt = photo.takenAt else { return nil }
    let ids = try from.cachedStatement(sql: "SELECT source_id FROM beer WHERE id = ?")
    guard let origin = try String.fetchOne(ids, arguments: [beer]) else { return nil }
    return .photoWithoutImage(key: photo.id, ofBeer: origin, takenAt: takenAt)
  }

  /// Returns whether the user removed a photo from any beer.
  private func isRemoved(_ uuid: UUID) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM removed_photo WHERE uuid = ?")
    return try Row.fetchOne(statement, arguments: [uuid]) != nil
  }

  /// Returns the photo of any beer that has a UUID and no image; `nil` if there is none.
  private func missingPhoto(_ uuid: UUID) throws -> Known? {
    let statement = try db.cachedStatement(sql: "SELECT * FROM photo WHERE uuid = ? AND is_missing = 1")
    return try Row.fetchOne(statement, arguments: [uuid]).map { try Known($0) }
  }

  /// Returns whether the image of a photo of the other store is the one that a photo of the diary lacks; `true` if the
  /// diary does not know which image that is.
  private func isImage(_ photo: Known, of missing: Known) throws -> Bool {
    guard let sha256 = missing.sha256 else { return true }
    // The hash that the other store has recorded does not say what its image is now.
    return try digest(from, photo, source).map { $0 == sha256 } ?? true
  }

  private func digest(_ db: Database, _ photo: Known, _ diary: Diary) throws -> String? {
    let key = ImageKey(store: diary.path, photo: photo.id, byteCount: photo.byteCount)
    if let hash = cache.hashes[key] { return hash }
    let hash = try image(db, photo, diary).map { try SHA256Digest.hexadecimal(of: $0) }
    cache.hashes[key] = hash
    return hash
  }

  private func image(_ db: Database, _ photo: Known, _ diary: Diary) throws -> ImageBytes? {
    try ImageBytes(db, photo: photo.id, in: photo.table, externalFolder: diary.externalFolder)
  }
}
