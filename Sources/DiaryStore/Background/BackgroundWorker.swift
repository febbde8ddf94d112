import CoreDataMigration
import Foundation
import GRDB
import Pictures
import SQLiteKit
import Synchronization

/// Does the background work, one slice per call.
struct BackgroundWorker: DiaryComponent {
  let database: DiaryDatabase

  func doBackgroundWork(_ kinds: [BackgroundWork]) throws(StoreError) -> BackgroundProgress? {
    if database.isReadOnly { return nil }
    try checkForReturnedImages()
    for work in kinds where try isWaiting(work) {
      guard try acquireLease() else { return try waitForOthers(work) }
      guard let done = try slice(of: work) else { continue }
      // Counting what remains is slower than a slice, so it is counted once and then counted down.
      let known = database.remainingWork.withLock { $0[work] }
      let remaining = if let known { max(0, known - done) } else { try count(of: work) }
      database.remainingWork.withLock { $0[work] = remaining == 0 ? nil : remaining }
      return BackgroundProgress(work: work, remaining: remaining)
    }
    if database.backgroundLease.isHeld { try write { try database.backgroundLease.release($0) } }
    return nil
  }

  private func acquireLease() throws(StoreError) -> Bool {
    if database.backgroundLease.isFresh { return true }
    return try write { try database.backgroundLease.acquire($0) }
  }

  /// How long a call waits while another program does the work, in microseconds.
  private static let pause: UInt32 = 100_000

  private func waitForOthers(_ work: BackgroundWork) throws(StoreError) -> BackgroundProgress {
    database.remainingWork.withLock { $0 = [:] }
    usleep(Self.pause)
    return BackgroundProgress(work: work, remaining: try count(of: work))
  }

  private func isWaiting(_ work: BackgroundWork) throws(StoreError) -> Bool {
    try read { db in
      switch work {
      case .readingPhotoMetadata: try firstPhoto(db, Self.undescribed) != nil
      case .indexingSearch: try !SearchIndex(db).isComplete
      case .copyingImages: try firstPhoto(db, ExternalImages.waitingFromClause) != nil
      case .labelingBeers: try !LabelAssignment(db).isComplete
      case .hashingPhotos: try PhotoTable.allCases.contains { try firstPhoto(db, Self.unhashed($0)) != nil }
      case .discardingRows: try DiscardedRows(db).isThere
      case .shrinking: try canShrink(db)
      case .makingThumbnails: false
      }
    }
  }

  /// Does a slice and returns how much it did; `nil` if it could do nothing.
  private func slice(of work: BackgroundWork) throws(StoreError) -> Int? {
    switch work {
    case .readingPhotoMetadata: try readPhotoMetadata()
    case .indexingSearch: try write { try SearchIndex($0).indexSlice() }
    case .copyingImages: try copyExternalImage()
    case .labelingBeers: try write { try labelBeers($0) }
    case .hashingPhotos: try hashPhoto()
    case .discardingRows: try write { try DiscardedRows($0).deleteRows(until: .now + Self.sliceTime) }
    case .shrinking: try shrink()
    case .makingThumbnails: nil
    }
  }

  private func count(of work: BackgroundWork) throws(StoreError) -> Int {
    try read { db in
      switch work {
      case .readingPhotoMetadata: try Int.fetchOne(db, sql: "SELECT count(*) \(Self.undescribed)") ?? 0
      case .indexingSearch: try SearchIndex(db).remaining
      case .copyingImages: try ExternalImages(db, folder: externalFolder).waitingCount
      case .labelingBeers: try LabelAssignment(db).remaining
      case .hashingPhotos:
        try PhotoTable.allCases.reduce(0) {
          try $0 + (Int.fetchOne(db, sql: "SELECT count(*) \(Self.unhashed($1))") ?? 0)
        }
      case .discardingRows: try DiscardedRows(db).remaining
      case .shrinking: try max(0, freePages(db) - Self.pagesKeptFree)
      case .makingThumbnails: 0
      }
    }
  }

  /// The photos whose images have not been read for their metadata.
  static let undescribed = "FROM photo WHERE described = 0 AND is_missing = 0"

  /// The photos of a table that have no hash.
  ///
  /// Removed ones need it as well: other devices can restore a photo only with its image, which is sent by its hash.
  private static func unhashed(_ table: PhotoTable) -> String {
    "FROM \(table) WHERE sha256 IS NULL AND is_missing = 0"
  }

  private static let photosPerSlice = 24

  /// Takes about as long as `sliceTime`.
  private static let beersPerSlice = 100

  /// The maximum time for which a slice makes the user's writes wait.
  private static let sliceTime = Duration.milliseconds(10)

  private func firstPhoto(_ db: Database, _ waiting: String) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT id \(waiting) ORDER BY id LIMIT 1")
  }

  /// A value computed from an image outside of a write transaction; it is recorded only if the image is unchanged.
  private struct ImageResult<Value> {
    let id: Int64
    let externalName: String?
    /// `nil` if the image is missing or cannot be read.
    let value: Value?
  }

  private func readImages<Value>(
    _ waiting: String, in table: PhotoTable = .photo, limit: Int, _ body: (ImageBytes) throws -> Value
  ) throws(StoreError) -> [ImageResult<Value>] {
    try read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT id, external_name \(waiting) ORDER BY id LIMIT \(limit)")
      return try rows.map { row in
        let value = try ImageBytes.read(
          db, photo: row.value(atIndex: 0), in: table, externalFolder: externalFolder, body)
        return try ImageResult(id: row.value(atIndex: 0), externalName: row.value(atIndex: 1), value: value)
      }
    }
  }

  /// Records each value unless another program has changed the photo; a photo without its image is marked missing.
  ///
  /// - Returns: How many photos there were; `nil` if none.
  private func record<Value>(
    _ results: [ImageResult<Value>], _ waiting: String, in table: PhotoTable = .photo,
    _ body: (Database, Int64, Value) throws -> Void
  ) throws(StoreError) -> Int? {
    guard let first = results.first else { return nil }
    return try write { db in
      let isSame = try db.makeStatement(sql: "SELECT 1 \(waiting) AND id = ? AND external_name IS ?")
      for photo in results {
        guard try Int.fetchOne(isSame, arguments: [photo.id, photo.externalName]) != nil else { continue }
        if let value = photo.value {
          try body(db, photo.id, value)
        } else {
          try db.execute(sql: "UPDATE \(table) SET is_missing = 1 WHERE id = ?", arguments: [photo.id])
        }
      }
      try requireProgress(db, past: first.id, waiting)
      return results.count
    }
  }

  private func readPhotoMetadata() throws(StoreError) -> Int? {
    let headers = try readImages(Self.undescribed, limit: Self.photosPerSlice) {
      try ImageHeader(reading: $0)
    }
    return try record(headers, Self.undescribed) { db, id, header in
      try PhotoWriter(db).describe(photo: id, header)
    }
  }

  private func hashPhoto() throws(StoreError) -> Int? {
    for table in PhotoTable.allCases {
      let waiting = Self.unhashed(table)
      let hashes = try readImages(waiting, in: table, limit: 1) { try SHA256Digest.hexadecimal(of: $0) }
      let count = try record(hashes, waiting, in: table) { db, id, hash in
        try db.execute(sql: "UPDATE \(table) SET sha256 = ? WHERE id = ?", arguments: [hash, id])
      }
      if let count { return count }
    }
    return nil
  }

  /// Throws if beers are pending and none of them exists: their index is damaged, and the work would never end.
  private func labelBeers(_ db: Database) throws -> Int {
    let labels = LabelAssignment(db)
    let count = try labels.assign(atMost: Self.beersPerSlice)
    if count == 0, try !labels.isComplete {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index lists beers that do not exist")
    }
    return count
  }

  func copyExternalImage() throws(StoreError) -> Int? {
    try checkForReturnedImages()
    guard try read({ try firstPhoto($0, ExternalImages.waitingFromClause) }) != nil else { return nil }
    return try write { db in
      // Another program may have copied it.
      guard let next = try firstPhoto(db, ExternalImages.waitingFromClause) else { return 0 }
      try PhotoWriter(db).copyExternalImage(ofPhoto: next, from: externalFolder)
      try requireProgress(db, past: next, ExternalImages.waitingFromClause)
      return 1
    }
  }

  /// Looks for image files that were missing before; only in the first call, and if their folder exists.
  private func checkForReturnedImages() throws(StoreError) {
    let isFirstCall = database.hasLookedForReturnedImages.withLock { hasLooked in
      defer { hasLooked = true }
      return !hasLooked
    }
    guard isFirstCall, access(externalFolder, R_OK | X_OK) == 0 else { return }
    let folder = externalFolder
    let returned = try read { try ExternalImages($0, folder: folder).returned() }
    if returned.isEmpty { return }
    try write { try ExternalImages($0, folder: folder).unmark(returned) }
  }

  /// Throws if a finished photo is still pending: its index is damaged, and the work would never end.
  private func requireProgress(_ db: Database, past photo: Int64, _ waiting: String) throws {
    if try firstPhoto(db, waiting) == photo {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "an index names photo \(photo), which is not there")
    }
  }

  /// Free pages that are left for the next writes: about 1 MB.
  private static let pagesKeptFree = 256

  /// How many pages are freed before the time is checked.
  private static let pagesPerStep = 16

  private func shrink() throws(StoreError) -> Int? {
    try write { db in
      let free = try freePages(db)
      let end = ContinuousClock.now + Self.sliceTime
      var left = free
      while left > Self.pagesKeptFree, ContinuousClock.now < end {
        _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(Self.pagesPerStep))")
        left = try freePages(db)
      }
      return left < free ? free - left : nil
    }
  }

  private func canShrink(_ db: Database) throws -> Bool {
    try freePages(db) > Self.pagesKeptFree && Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
  }

  private func freePages(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
  }
}
