import Foundation
import GRDB
import Pictures
import Synchronization

extension Diary {
  /// Does a slice of the background work and tells how much of its kind remains; `nil` where nothing is left to do.
  ///
  /// To be called again until it returns `nil`. A slice is one short transaction, so writes of the user's wait a few
  /// milliseconds at most, and it can be stopped at any time; only an image that is brought in takes as long as its
  /// file.
  package func workInBackground() throws(DiaryError) -> BackgroundProgress? {
    if isReadOnly { return nil }
    for work in BackgroundWork.allCases {
      guard let done = try slice(of: work) else { continue }
      // Counting what remains is slower than a slice, so it is counted once and then counted down.
      let known = remainingWork.withLock { $0[work] }
      let remaining = if let known { max(0, known - done) } else { try count(of: work) }
      remainingWork.withLock { $0[work] = remaining == 0 ? nil : remaining }
      return BackgroundProgress(work: work, remaining: remaining)
    }
    return nil
  }

  /// How much a slice did; `nil` where there was nothing to do.
  private func slice(of work: BackgroundWork) throws(DiaryError) -> Int? {
    switch work {
    case .describingPhotos: try describePhotos()
    case .indexingSearch: try indexBeers()
    case .collectingImages: try collectImage()
    case .hashingPhotos: try hashPhoto()
    case .discardingRows: try discardRows()
    case .shrinking: try shrink()
    case .makingThumbnails: nil
    }
  }

  private func count(of work: BackgroundWork) throws(DiaryError) -> Int {
    try read { db in
      switch work {
      case .describingPhotos: try Int.fetchOne(db, sql: "SELECT count(*) \(Self.undescribed)") ?? 0
      case .indexingSearch: try SearchIndex(db).remaining
      case .collectingImages: try Int.fetchOne(db, sql: "SELECT count(*) \(Self.external)") ?? 0
      case .hashingPhotos: try Int.fetchOne(db, sql: "SELECT count(*) \(Self.unhashed)") ?? 0
      case .discardingRows: try DiscardedRows(db).remaining
      case .shrinking: try max(0, freePages(db) - Self.pagesKeptFree)
      case .makingThumbnails: 0
      }
    }
  }

  private static let undescribed = "FROM kept_photo WHERE described = 0 AND is_missing = 0"
  private static let external = "FROM kept_photo WHERE external_name IS NOT NULL AND is_missing = 0"
  private static let unhashed = "FROM kept_photo WHERE sha256 IS NULL AND is_missing = 0"
  private static let photosPerSlice = 24
  /// What a write of the user's may have to wait for.
  private static let sliceTime = Duration.milliseconds(10)

  private func describePhotos() throws(DiaryError) -> Int? {
    let headers = try read { db in
      let ids = try Int64.fetchAll(
        db, sql: "SELECT id \(Self.undescribed) ORDER BY id LIMIT \(Self.photosPerSlice)")
      return try ids.map { ($0, try header(db, ofPhoto: $0)) }
    }
    if headers.isEmpty { return nil }
    return try write { db in
      for (id, header) in headers { try PhotoIntake(db).describe(photo: id, header) }
      try requireProgress(db, past: headers[0].0, Self.undescribed)
      return headers.count
    }
  }

  private func indexBeers() throws(DiaryError) -> Int? {
    if try read({ try SearchIndex($0).isComplete }) { return nil }
    return try write { try SearchIndex($0).indexSlice() }
  }

  private func hashPhoto() throws(DiaryError) -> Int? {
    let hash = try read { db -> (id: Int64, sha256: String?)? in
      guard let id = try Int64.fetchOne(db, sql: "SELECT id \(Self.unhashed) ORDER BY id LIMIT 1") else {
        return nil
      }
      let bytes = try ImageBytes(db, photo: id, externalFolder: externalFolder)
      return (id, try bytes.map { try SHA256Digest.hexadecimal(of: $0) })
    }
    guard let hash else { return nil }
    return try write { db in
      try db.execute(
        sql: "UPDATE kept_photo SET sha256 = ?, is_missing = ? WHERE id = ?",
        arguments: [hash.sha256, hash.sha256 == nil, hash.id])
      try requireProgress(db, past: hash.id, Self.unhashed)
      return 1
    }
  }

  /// Brings one image that lies beside the store into it; `nil` where none does.
  func collectImage() throws(DiaryError) -> Int? {
    try expectReturnedImages()
    let next = try read { try Int64.fetchOne($0, sql: "SELECT id \(Self.external) ORDER BY id LIMIT 1") }
    guard let next else { return nil }
    return try write { db in
      try PhotoIntake(db).collectExternalImage(ofPhoto: next, from: externalFolder)
      try requireProgress(db, past: next, Self.external)
      return 1
    }
  }

  /// Looks once for files that were not there at an earlier time; without their folder, nothing is read for that.
  private func expectReturnedImages() throws(DiaryError) {
    let isFirstLook = hasLookedForReturnedImages.withLock { hasLooked in
      defer { hasLooked = true }
      return !hasLooked
    }
    guard isFirstLook, access(externalFolder, R_OK | X_OK) == 0 else { return }
    let folder = externalFolder
    let returned = try read { try ExternalImages($0, folder: folder).returned() }
    if returned.isEmpty { return }
    try write { try ExternalImages($0, folder: folder).unmark(returned) }
  }

  /// A photo that is done and still waits is only in a damaged index: the work would go on forever.
  private func requireProgress(_ db: Database, past photo: Int64, _ waiting: String) throws {
    if try Int64.fetchOne(db, sql: "SELECT id \(waiting) ORDER BY id LIMIT 1") == photo {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "an index names photo \(photo), which is not there")
    }
  }

  private func discardRows() throws(DiaryError) -> Int? {
    guard try read({ try DiscardedRows($0).isThere }) else { return nil }
    return try write { try DiscardedRows($0).discard(until: .now + Self.sliceTime) }
  }

  /// Free pages that are left for the next writes: about 1 MB.
  private static let pagesKeptFree = 256
  private static let pagesAtATime = 16

  private func shrink() throws(DiaryError) -> Int? {
    let isIncremental = try read { try Int.fetchOne($0, sql: "PRAGMA auto_vacuum") == 2 }
    let free = try read { try freePages($0) }
    guard isIncremental, free > Self.pagesKeptFree else { return nil }
    return try write { db in
      let end = ContinuousClock.now + Self.sliceTime
      var left = free
      while left > Self.pagesKeptFree, ContinuousClock.now < end {
        _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(Self.pagesAtATime))")
        left = try freePages(db)
      }
      return left < free ? free - left : nil
    }
  }

  private func freePages(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
  }
}
