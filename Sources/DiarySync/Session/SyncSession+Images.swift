package import DiaryStore
import Foundation
import GRDB
package import SQLiteKit
package import Sync
import SyncStores

extension SyncSession {
  /// Returns the ids of the photos whose images are only in the store.
  ///
  /// - Parameter readsStore: Whether to look into the store. If not, or if it cannot be read, these are the photos whose
  ///   images stay there because they are not recent.
  package func photosOnlyInStore(of diary: Diary, readsStore: Bool) throws(StoreError) -> Set<Int64> {
    let day = firstPhotoDay(of: diary)
    if !readsStore, day == nil { return [] }
    let (device, photos, older) = try diary.read { db -> (DeviceID?, [Int64: String], Set<String>) in
      guard let device = try SyncSettings(db).device else { return (nil, [:], []) }
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, sha256 FROM photo WHERE is_missing = 1 AND sha256 IS NOT NULL")
      var photos: [Int64: String] = [:]
      for row in rows { photos[try row.value(atIndex: 0)] = try row.value(String.self, atIndex: 1) }
      return (device, photos, try Self.olderDigests(db, diary, day))
    }
    if photos.isEmpty { return [] }
    let stored = readsStore ? device.flatMap { storedImages(in: folder(of: $0)) } : nil
    return Set(photos.filter { stored?($0.value) ?? older.contains($0.value) }.keys)
  }

  /// Gets the images of photos that this device does not have, also if they are not recent, and exchanges nothing else.
  ///
  /// The status of the synchronization stays as it is.
  ///
  /// - Parameters:
  ///   - photos: The ids of the photos; those that have an image are left out.
  ///   - onProgress: Called before each access to the store.
  ///   - isCancelled: Called before each access to the store, and often during it if another program does it; return
  ///     `true` to stop. Images that were received before are kept.
  /// - Returns: The images that were received, those that are not in the store, and those that are damaged there.
  /// - Throws: ``SyncFailure/notSynchronized``, ``SyncFailure/missingKeys(location:)``, ``SyncFailure/busy``, and errors
  ///   of the store and the diary.
  package func fetchImages(
    ofPhotos photos: Set<Int64>, of diary: Diary,
    onProgress: @escaping (SyncProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(SyncFailure) -> SyncReport {
    let location = try Self.catching(diary) { try diary.read { try SyncSettings($0).location } } ?? ""
    return try Self.catching(diary, location) {
      guard !diary.isReadOnly else { throw diary.readOnlyReason ?? .readOnly(path: diary.path) }
      let (keys, lock) = try lockKeys(of: diary, location, isCancelled: isCancelled)
      return try withExtendedLifetime(lock) {
        try fetchImages(ofPhotos: photos, of: diary, keys, onProgress: onProgress, isCancelled: isCancelled)
      }
    }
  }

  /// Gets images that this device does not have, and exchanges nothing else, while the lock of the device is held.
  ///
  /// - Parameter photos: The ids of the photos; `nil` for all.
  private func fetchImages(
    ofPhotos photos: Set<Int64>?, of diary: Diary, _ keys: SyncKeys,
    onProgress: @escaping (SyncProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws -> SyncReport {
    try withStore(of: keys, onProgress: onProgress, isCancelled: isCancelled) { exchange in
      var synced = SyncedDiary(diary)
      synced.photosToFetch = photos
      let envelope = SealedEnvelope(key: keys.diary, device: keys.device)
      let report = try Synchronizer(exchange, envelope: envelope).fetchImages(of: &synced)
      if !report.unreadable.isEmpty { throw SyncError.unreadable(report.unreadable) }
      return report
    }
  }

  /// Returns the number of images that photos of a diary refer to, and that this device does not have.
  private func missingImageCount(of diary: Diary) throws -> Int {
    try diary.read { db in
      try SyncedImages(db, externalFolder: diary.externalFolder).missingDigests(since: nil).count
    }
  }

  /// Gets all images that this device does not have, also those that are not recent, while its lock is held.
  ///
  /// Nothing else is exchanged, so that a backup that was just restored stays as it is.
  ///
  /// - Throws: ``SyncFailure/missingImages(count:reason:)`` if an image is still missing, and `CancellationError`.
  func fetchAllImages(
    of diary: Diary, _ device: DeviceID, onProgress: @escaping (SyncProgress) -> Void,
    isCancelled: @escaping () -> Bool
  ) throws {
    if try missingImageCount(of: diary) == 0 { return }
    var reason: String?
    do {
      let location = try diary.read { try SyncSettings($0).location } ?? ""
      guard let keys = try SyncKeys(in: folder(of: device)) else {
        throw SyncFailure.missingKeys(location: location)
      }
      try Self.catching(diary, location) {
        _ = try fetchImages(
          ofPhotos: nil, of: diary, keys, onProgress: onProgress, isCancelled: isCancelled)
      }
    } catch let failure as SyncFailure where !failure.isCancellation {
      reason = failure.sentence
    }
    let count = try missingImageCount(of: diary)
    if count > 0 { throw SyncFailure.missingImages(count: count, reason: reason) }
  }

  /// Returns the hashes of the images that are not fetched because they are not recent; none if all are fetched.
  ///
  /// - Parameter day: The first day of the photos whose images are fetched; `nil` for all.
  static func olderDigests(_ db: Database, _ diary: Diary, _ day: String?) throws -> Set<String> {
    guard let day else { return [] }
    let images = SyncedImages(db, externalFolder: diary.externalFolder)
    return try images.missingDigests(since: nil).subtracting(images.missingDigests(since: day))
  }

  /// Returns a function that says whether the store has the image with a hash; `nil` if the store cannot be read.
  ///
  /// - Parameter folder: The folder of the keys of this device.
  private func storedImages(in folder: String) -> ((String) -> Bool)? {
    guard let keys = try? SyncKeys(in: folder),
      let location = try? keys.storeLocation(),
      (try? Self.prepare(location, creates: false)) != nil,
      let objects = try? location.store().list(ObjectName.photo)
    else { return nil }
    let envelope = SealedEnvelope(key: keys.diary, device: keys.device)
    let names = Set(objects.map(\.name))
    return { digest in
      Data(hexadecimal: digest).map { names.contains(envelope.photoName(of: $0)) } ?? false
    }
  }
}
