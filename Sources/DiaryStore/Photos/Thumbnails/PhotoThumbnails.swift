import Foundation
package import SQLiteKit
import Pictures
import Synchronization

/// The pictures of a diary's photos: made once, small, and kept in a file of their own that can be deleted any time.
///
/// Safe from any thread. Nothing here writes to the diary, and no write waits for it.
package final class PhotoThumbnails: Sendable {
  private let diary: Diary
  private let cachePath: String?
  private let openCache = Mutex<ThumbnailCache?>(nil)
  private let walk = Mutex(ThumbnailWalk())

  /// - Parameter folder: Where pictures are kept, made where it is missing; `nil` to keep none.
  package init(of diary: Diary, cachedIn folder: String?) {
    self.diary = diary
    cachePath = folder.map { "\($0)/\(Self.fileName(of: diary))" }
  }

  /// Opened when it is first wanted, which an interface does not wait for.
  private var cache: ThumbnailCache {
    openCache.withLock { cache in
      let opened = cache ?? ThumbnailCache(path: cachePath)
      cache = opened
      return opened
    }
  }

  /// The pictures of photos that are kept already; it takes a moment.
  package func kept(_ photos: [Int64]) throws(StoreError) -> [Int64: PhotoPicture] {
    let uuids = try diary.uuids(ofPhotos: photos)
    let pictures = cache.pictures(of: Array(uuids.values))
    return uuids.compactMapValues { pictures[$0] }
  }

  /// The picture of a photo, made and kept where it is not yet; that takes up to two seconds.
  ///
  /// - Returns: `nil` where the photo is gone.
  package func picture(of photo: Int64) throws(StoreError) -> PhotoPicture? {
    guard let uuid = try diary.uuids(ofPhotos: [photo])[photo] else { return nil }
    if let kept = cache.pictures(of: [uuid])[uuid] { return kept }
    return make(photo, uuid)
  }

  /// Makes some of the pictures that are missing and tells how many photos are left; `nil` where none is.
  ///
  /// To be called again until it returns `nil`. The first photos of the newest beers come first. At the end pictures
  /// of photos that the diary no longer has are deleted.
  package func makeSome(within time: Duration = .milliseconds(40)) throws(StoreError) -> BackgroundProgress? {
    guard Thumbnail.hasCodecs else { return nil }
    let end = ContinuousClock.now + time
    repeat {
      guard let batch = try nextBatch() else { return nil }
      let known = cache.known(of: batch.map(\.uuid))
      for (index, photo) in batch.enumerated() {
        if !known.contains(photo.uuid) { _ = make(photo.id, photo.uuid) }
        guard ContinuousClock.now < end else {
          walk.withLock { $0.putBack(batch[(index + 1)...]) }
          break
        }
      }
    } while ContinuousClock.now < end
    return BackgroundProgress(work: .makingThumbnails, remaining: walk.withLock { $0.remaining })
  }

  /// Closes the file; no other call may be under way, and none may follow.
  package func close() { openCache.withLock { $0?.close() } }

  private func nextBatch() throws(StoreError) -> [PhotoKey]? {
    var walk = walk.withLock { $0 }
    let batch = try walk.next(in: diary)
    self.walk.withLock { $0 = walk }
    if batch == nil { try forgetRemoved() }
    return batch
  }

  private func make(_ photo: Int64, _ uuid: UUID) -> PhotoPicture {
    do {
      let thumbnail = try diary.withImage(ofPhoto: photo) { source in try Thumbnail.make(from: source) }
      let picture = thumbnail.map(PhotoPicture.thumbnail) ?? .refused("image missing")
      if thumbnail != nil { cache.keep(picture, of: uuid) }
      return picture
    } catch let refusal as ThumbnailError {
      let picture = PhotoPicture.refused(refusal.description)
      // Tried once: what is too large today would be too large each time.
      if !refusal.isTransient { cache.keep(picture, of: uuid) }
      return picture
    } catch {
      return .refused("cannot be read")
    }
  }

  private func forgetRemoved() throws(StoreError) {
    let batchSize = 256
    var last: UUID?
    while true {
      let known = cache.photos(after: last, limit: batchSize)
      guard let end = known.last else { return }
      let there = try diary.existing(known)
      let gone = known.filter { !there.contains($0) }
      if !gone.isEmpty { cache.forget(gone) }
      last = end
    }
  }

  /// One file for each store, told by the store's place.
  private static func fileName(of diary: Diary) -> String {
    "thumbnails-\(SHA256Digest.hexadecimal(of: diary.file).prefix(16)).sqlite"
  }
}
