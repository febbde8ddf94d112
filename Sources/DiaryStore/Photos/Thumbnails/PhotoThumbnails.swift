import Foundation
package import SQLiteKit
package import Pictures
import Synchronization

/// The thumbnails of a diary's photos, which are made once and cached in a separate file.
///
/// The file can be deleted at any time. All functions can be called from any thread; none writes to the diary or makes
/// a write wait.
package final class PhotoThumbnails: Sendable {
  private let diary: Diary
  private let cachePath: String?
  private let openCache = Mutex<ThumbnailCache?>(nil)
  private let walk = Mutex(ThumbnailWalk())

  /// Creates an object for the thumbnails of a diary; nothing is read or written yet.
  ///
  /// - Parameter folder: The folder of the cache, which is created if it is missing; `nil` for no cache.
  package init(of diary: Diary, cachedIn folder: String?) {
    self.diary = diary
    cachePath = folder.map { "\($0)/\(Self.fileName(of: diary))" }
  }

  private var photos: ThumbnailPhotos { ThumbnailPhotos(database: diary.database) }

  /// The cache, opened at the first use so that the first screen does not wait for it.
  private var cache: ThumbnailCache {
    openCache.withLock { cache in
      let opened = cache ?? ThumbnailCache(path: cachePath)
      cache = opened
      return opened
    }
  }

  /// Returns the pictures of photos that are in the cache, by the photos' ids.
  ///
  /// - Throws: `StoreError`, as all functions of ``Diary`` that read.
  package func cached(_ photos: [Int64]) throws(StoreError) -> [Int64: PhotoPicture] {
    let uuids = try self.photos.uuids(ofPhotos: photos)
    let pictures = cache.pictures(of: Array(uuids.values))
    return uuids.compactMapValues { pictures[$0] }
  }

  /// Returns the picture of a photo, and makes and caches it if necessary, which takes up to two seconds.
  ///
  /// - Returns: `nil` if the photo does not exist.
  /// - Throws: `StoreError`, as all functions of ``Diary`` that read.
  package func picture(of photo: Int64) throws(StoreError) -> PhotoPicture? {
    guard let uuid = try photos.uuids(ofPhotos: [photo])[photo] else { return nil }
    if let cached = cache.pictures(of: [uuid])[uuid] { return cached }
    return make(photo, uuid)
  }

  /// Returns the picture of a photo in another size than that of thumbnails; it is not cached.
  ///
  /// - Parameter size: The maximum size; at most ``Thumbnail/maxSide`` applies.
  /// - Returns: `nil` if the photo does not exist.
  /// - Throws: `StoreError`, as all functions of ``Diary`` that read.
  package func picture(of photo: Int64, fitting size: PixelSize) throws(StoreError) -> PhotoPicture? {
    guard try photos.uuids(ofPhotos: [photo])[photo] != nil else { return nil }
    do {
      let thumbnail = try diary.withImage(ofPhoto: photo) { source in
        try Thumbnail.make(from: source, fitting: size, budget: .largePicture)
      }
      return thumbnail.map(PhotoPicture.thumbnail) ?? .refused("image missing")
    } catch let refusal as ThumbnailError {
      return .refused(refusal.description)
    } catch {
      return .refused("cannot be read")
    }
  }

  /// Makes some of the missing pictures and returns how many photos are left.
  ///
  ///     while let progress = try thumbnails.makeSome() { report(progress) }
  ///
  /// The first photos of the newest beers come first. At the end, pictures of photos that the diary no longer has are
  /// deleted.
  ///
  /// - Parameter time: No further picture is started after this time.
  /// - Returns: `nil` if no photo is left, or if the program was built without codecs.
  /// - Throws: `StoreError`, as all functions of ``Diary`` that read.
  package func makeSome(within time: Duration = .milliseconds(40)) throws(StoreError) -> BackgroundProgress? {
    guard Thumbnail.hasCodecs else { return nil }
    let end = ContinuousClock.now + time
    repeat {
      guard let batch = try nextBatch() else { return nil }
      let cached = cache.photosWithPicture(among: batch.map(\.uuid))
      for (index, photo) in batch.enumerated() {
        if !cached.contains(photo.uuid) { _ = make(photo.id, photo.uuid) }
        guard ContinuousClock.now < end else {
          walk.withLock { $0.putBack(batch[(index + 1)...]) }
          break
        }
      }
    } while ContinuousClock.now < end
    return BackgroundProgress(work: .makingThumbnails, remaining: walk.withLock { $0.remaining })
  }

  /// Closes the cache; no other call may be running, and none may follow.
  package func close() { openCache.withLock { $0?.close() } }

  private func nextBatch() throws(StoreError) -> [PhotoKey]? {
    var walk = walk.withLock { $0 }
    let batch = try walk.next(in: diary)
    self.walk.withLock { $0 = walk }
    if batch == nil { try deleteOrphans() }
    return batch
  }

  private func make(_ photo: Int64, _ uuid: UUID) -> PhotoPicture {
    do {
      let thumbnail = try diary.withImage(ofPhoto: photo) { source in try Thumbnail.make(from: source) }
      let picture = thumbnail.map(PhotoPicture.thumbnail) ?? .refused("image missing")
      if thumbnail != nil { cache.store(picture, of: uuid) }
      return picture
    } catch let refusal as ThumbnailError {
      let picture = PhotoPicture.refused(refusal.description)
      // An image that is too large will be too large the next time as well.
      if !refusal.isTransient { cache.store(picture, of: uuid) }
      return picture
    } catch {
      return .refused("cannot be read")
    }
  }

  /// Deletes the pictures of photos that the diary no longer has.
  private func deleteOrphans() throws(StoreError) {
    let batchSize = 256
    var last: UUID?
    while true {
      let cached = cache.photos(after: last, limit: batchSize)
      guard let end = cached.last else { return }
      let existing = try photos.existing(among: cached)
      let orphans = cached.filter { !existing.contains($0) }
      if !orphans.isEmpty { cache.remove(orphans) }
      last = end
    }
  }

  /// Returns the name of the cache file, which depends on the path of the store.
  private static func fileName(of diary: Diary) -> String {
    "thumbnails-\(SHA256Digest.hexadecimal(of: diary.file).prefix(16)).sqlite"
  }
}
