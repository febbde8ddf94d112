package import DiaryStore
import Foundation
import SQLiteKit
import Sync
package import SyncStores

extension SyncSession {
  /// Creates a diary in a store that has none, and starts to synchronize this one with it; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - location: The store; the last folder of a path is created if it does not exist.
  ///   - passphrase: Other devices need it to join.
  ///   - deviceName: How other devices name this one.
  /// - Throws: ``SyncFailure/alreadySynchronized(location:)``, ``SyncFailure/diaryExists(location:)``,
  ///   ``SyncFailure/folderOfDiary(path:)``, ``SyncFailure/emptyPassphrase``, and errors of the store and the diary.
  package func create(
    _ diary: Diary, at location: StoreLocation, passphrase: String, deviceName: String
  ) throws(SyncFailure) {
    try Self.catching(diary, location.text) {
      try Self.requireUnsynchronized(diary)
      if passphrase.isEmpty { throw SyncFailure.emptyPassphrase }
      try Self.requireApart(location, from: diary)
      try Self.prepare(location, creates: true)
      let opened = try withExchange(location, in: folder) { exchange in
        try StoreSetup.create(in: exchange, passphrase: passphrase, cost: cost)
      }
      try start(diary, SyncKeys(opened, location), location, deviceName)
    }
  }

  /// Starts to synchronize this diary with one in a store; nothing is sent or received yet.
  ///
  /// A diary that was synchronized with it before, and whose keys are missing because it was copied or restored,
  /// continues as a new device. One that is synchronized with it continues with the new location.
  ///
  /// - Parameters:
  ///   - location: The store.
  ///   - passphrase: The one with which the diary was created.
  ///   - deviceName: How other devices name this one.
  ///   - keepsName: Whether a device that continues with the new location keeps the name that it has.
  /// - Throws: ``SyncFailure/noDiary(location:)``, ``SyncFailure/otherDiary(location:)``,
  ///   ``SyncFailure/wrongPassphrase``, ``SyncFailure/busy``, and errors of the store and the diary; then nothing was
  ///   changed.
  package func join(
    _ diary: Diary, at location: StoreLocation, passphrase: String, deviceName: String,
    keepsName: Bool = false
  ) throws(SyncFailure) {
    try Self.catching(diary, location.text) {
      try Self.prepare(location, creates: false)
      let opened = try withExchange(location, in: folder) { exchange in
        try StoreSetup.open(exchange, passphrase: passphrase)
      }
      let locked = try lockDevice(of: diary) { _ in
        guard try diary.read({ try SyncSettings($0).fingerprint }) == opened.key.fingerprint else {
          throw SyncFailure.otherDiary(location: location.text)
        }
      }
      guard let (device, lock) = locked else {
        return try start(diary, SyncKeys(opened, location), location, deviceName)
      }
      try withExtendedLifetime(lock) {
        let isSameDevice = try move(diary, device, to: location, opened)
        try Self.write(diary) { state in
          try state.setLocation(location.text)
          if !isSameDevice || !keepsName { try state.setDeviceName(deviceName) }
          try state.setFailure(nil)
        }
      }
    }
  }

  /// Writes the keys of a diary for a new location, while the lock of its device is held.
  ///
  /// - Returns: Whether the device stays the same, because its keys are not missing.
  private func move(
    _ diary: Diary, _ device: DeviceID, to location: StoreLocation, _ opened: StoreSetup.OpenedDiary
  ) throws -> Bool {
    guard var keys = try? SyncKeys(in: folder(of: device)) else {
      _ = try continueAsNewDevice(diary, with: SyncKeys(opened, location))
      return false
    }
    keys.wrapped = opened.wrapped
    keys.location = location.completeText
    try keys.write(in: folder(of: device))
    return true
  }

  /// Checks that a store can be read and has a diary, or has none, without changing anything.
  ///
  /// Needs no passphrase, so that a wrong location is reported before the user is asked for one.
  ///
  /// - Throws: What ``join(_:at:passphrase:deviceName:keepsName:)`` throws about the store if it has to have a diary,
  ///   else what ``create(_:at:passphrase:deviceName:)`` throws about it.
  package func check(_ location: StoreLocation, hasDiary: Bool) throws(SyncFailure) {
    do {
      if !hasDiary, case .folder(let path) = location, !AtomicRename.itemExists(atPath: path) {
        let parent = (path as NSString).deletingLastPathComponent
        return try Self.prepare(.folder(parent), creates: false)
      }
      try Self.prepare(location, creates: false)
      try withExchange(location, in: folder) { exchange in
        let isEmpty = try exchange.list(ObjectName.diary).isEmpty
        if isEmpty, hasDiary { throw try StoreSetup.missingDiaryError(in: exchange) }
        if !isEmpty, !hasDiary { throw SyncError.diaryExists }
      }
    } catch {
      throw SyncFailure(mapping: error, path: folder, location: location.text)
    }
  }

  /// Checks that a folder for a new store does not contain the diary, which a program that copies the folder would damage.
  ///
  /// - Throws: ``SyncFailure/folderOfDiary(path:)``.
  package static func requireApart(_ location: StoreLocation, from diary: Diary) throws(SyncFailure) {
    guard case .folder(let path) = location else { return }
    let folder = StoreFile.resolvedDestination(path)
    let isInside = (StoreFile.resolved(diary.path) as NSString).pathComponents
      .starts(with: (folder as NSString).pathComponents)
    if isInside { throw .folderOfDiary(path: path) }
  }

  /// Returns whether a folder has files that are not part of a store; `false` for other locations.
  ///
  /// Hidden files, such as those of Syncthing, do not count.
  package static func hasOtherFiles(_ location: StoreLocation) -> Bool {
    guard case .folder(let path) = location,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { return false }
    return names.contains { !$0.hasPrefix(".") && !ObjectName.topLevel.contains($0) }
  }

  /// Checks that a location has a diary with a passphrase, without changing anything.
  ///
  /// - Throws: What ``join(_:at:passphrase:deviceName:)`` throws about the store.
  package func check(_ location: StoreLocation, passphrase: String) throws(SyncFailure) {
    do {
      try Self.prepare(location, creates: false)
      _ = try withExchange(location, in: folder) { exchange in
        try StoreSetup.open(exchange, passphrase: passphrase)
      }
    } catch {
      throw SyncFailure(mapping: error, path: folder, location: location.text)
    }
  }

  /// Stops synchronizing a diary; beers and photos stay, also in the store and on other devices.
  ///
  /// Images that are only in the store are fetched before.
  ///
  /// - Parameters:
  ///   - withoutImages: Whether to leave images that this device does not have.
  ///   - onProgress: Called before each access to the store.
  ///   - isCancelled: Called before each access to the store; return `true` to stop. The diary is still synchronized then.
  /// - Throws: ``SyncFailure/notSynchronized``, ``SyncFailure/missingImages(count:reason:)``, ``SyncFailure/busy``,
  ///   ``SyncFailure/store(_:)``.
  package func leave(
    _ diary: Diary, withoutImages: Bool = false, onProgress: @escaping (SyncProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(SyncFailure) {
    try Self.catching(diary) {
      guard let device = try diary.read({ try SyncSettings($0).device }) else {
        throw SyncFailure.notSynchronized
      }
      let lock = try SyncLock(in: folder(of: device), timeout: lockTimeout)
      let (current, replaced) = try diary.read {
        (try SyncSettings($0).device, try SyncSettings($0).replacedDevices)
      }
      guard current == device else { throw SyncFailure.busy }
      if !withoutImages {
        try withExtendedLifetime(lock) {
          try fetchAllImages(of: diary, device, onProgress: onProgress, isCancelled: isCancelled)
        }
      }
      try SyncedDiary.stop(diary)
      try withExtendedLifetime(lock) {
        for device in [device] + replaced { try removeKeys(of: device, usedBy: diary.path) }
      }
    }
  }
}

extension SyncKeys {
  /// Creates the keys of a new device.
  fileprivate init(_ opened: StoreSetup.OpenedDiary, _ location: StoreLocation) {
    self.init(
      diary: opened.key, device: DeviceKey(), wrapped: opened.wrapped, location: location.completeText)
  }
}
