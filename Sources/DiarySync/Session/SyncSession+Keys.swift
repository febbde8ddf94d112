import DiaryStore
import Foundation
import SQLiteKit
import Sync
import SyncStores

/// The keys of the devices of a diary, in the folders of the devices.
extension SyncSession {
  typealias LockedKeys = (keys: SyncKeys, lock: SyncLock)

  /// Writes the keys, then prepares the diary.
  func start(_ diary: Diary, _ keys: SyncKeys, _ location: StoreLocation, _ deviceName: String) throws {
    let folder = folder(of: keys.device.device)
    do {
      // First, so that the keys are found and removed if the process is killed before the diary names their device.
      try StoreFile.makeFolder(folder)
      try KeyUsers(in: folder).insert(diary.path)
      try keys.write(in: folder)
      try Self.requireUnsynchronized(diary)
      // In one transaction, which fails if another process has started to synchronize the diary since.
      try diary.write { db in
        try SyncedDiary.start(db, as: keys.device.device)
        let state = SyncSettings(db)
        try state.setLocation(location.text)
        try state.setFingerprint(keys.diary.fingerprint)
        try state.setDeviceName(deviceName)
      }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    removeUnusedKeys(for: diary.path, except: keys.device.device)
  }

  /// Removes keys that were written for a diary, and were never used, because the process was killed before it had
  /// started to synchronize the diary.
  ///
  /// Call it when the diary is synchronized, so that no other process can start.
  private func removeUnusedKeys(for diary: String, except device: DeviceID) {
    // If this fails, they are removed another time.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let folder = folder + "/" + name
      // Each synchronization has left a lock, also that of a diary that was moved since.
      guard name != device.description, KeyUsers(in: folder).isOnlyUser(diary),
        !AtomicRename.itemExists(atPath: SyncLock.file(in: folder))
      else { continue }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// Gives the diary the id of a new device.
  ///
  /// What the old device has not sent is sent in a snapshot.
  ///
  /// - Parameter keys: The keys of the new device.
  /// - Returns: The keys, and the lock of the new device, which no other process can have had before.
  func continueAsNewDevice(_ diary: Diary, with keys: SyncKeys) throws -> LockedKeys {
    let folder = folder(of: keys.device.device)
    try keys.write(in: folder)
    let lock = try SyncLock(in: folder)
    try KeyUsers(in: folder).insert(diary.path)
    let old = try diary.read { try SyncSettings($0).device }
    try SyncedDiary(diary).changeDevice(to: keys.device.device)
    // The keys stay until the diary leaves, because their folder has the lock that is held now.
    if let old { try KeyUsers(in: self.folder(of: old)).remove(diary.path) }
    return (keys, lock)
  }

  /// Takes the lock of the diary's device, and returns its keys.
  func lockKeys(of diary: Diary, _ location: String, isCancelled: () -> Bool) throws -> LockedKeys {
    let locked = try lockDevice(of: diary, isCancelled: isCancelled) { device in
      guard try SyncKeys(in: self.folder(of: device)) != nil else {
        throw SyncFailure.missingKeys(location: location)
      }
    }
    guard let (device, lock) = locked else { throw SyncFailure.notSynchronized }
    let folder = folder(of: device)
    guard let keys = try SyncKeys(in: folder) else { throw SyncFailure.missingKeys(location: location) }
    try KeyUsers(in: folder).insert(diary.path)
    return (keys, lock)
  }

  /// Takes the lock of the diary's device; returns `nil` if the diary is not synchronized.
  ///
  /// While this process waits for the lock, another one may stop the synchronization, or continue as a new device.
  ///
  /// - Parameter check: Called with a device before its lock is taken, which creates its folder.
  func lockDevice(
    of diary: Diary, isCancelled: () -> Bool = { false }, _ check: (DeviceID) throws -> Void
  ) throws -> (device: DeviceID, lock: SyncLock)? {
    while let device = try diary.read({ try SyncSettings($0).device }) {
      try check(device)
      let lock = try SyncLock(in: folder(of: device), timeout: lockTimeout, isCancelled: isCancelled)
      if try diary.read({ try SyncSettings($0).device }) == device { return (device, lock) }
    }
    return nil
  }

  /// Removes the keys of a device, unless another diary on this computer uses them.
  func removeKeys(of device: DeviceID, usedBy diary: String) throws {
    let folder = folder(of: device)
    guard AtomicRename.itemExists(atPath: folder) else { return }
    let users = KeyUsers(in: folder)
    if users.hasOthers(besides: diary) { return try users.remove(diary) }
    try FileManager.default.removeItem(atPath: folder)
  }

  static func requireUnsynchronized(_ diary: Diary) throws {
    let (device, location) = try diary.read { (try SyncSettings($0).device, try SyncSettings($0).location) }
    if device != nil { throw SyncFailure.alreadySynchronized(location: location ?? "") }
  }
}
