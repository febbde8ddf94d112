package import DiaryModel
package import DiaryStore
import Foundation
import GRDB
package import SQLiteKit
package import Sync
package import SyncStores

/// Synchronizes a diary with a store: starts, runs and stops it, and reads its state.
///
/// The commands and the interface use this type.
///
///     let session = SyncSession(folder: folders.state + "/sync")
///     try session.create(diary, at: .folder("/home/ada/Sync/beer"), passphrase: passphrase, deviceName: "laptop")
///     let report = try session.synchronize(diary)
///
/// The diary records the location, the device and what was sent; the keys are in a file of their own, so that a copy of
/// the diary does not give them away.
package struct SyncSession: Sendable {
  /// The folder with a folder for each device of this user: its keys and its temporary files.
  private let folder: String

  /// How long it takes to guess a new passphrase.
  private let cost: WrappedKey.Cost

  /// Whether images are fetched only of photos of the last twelve months.
  private let fetchesOnlyRecentImages: Bool

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - folder: The folder of the keys, such as `~/.local/state/beerdiary/sync`; it may not exist.
  ///   - cost: How long it takes to guess a new passphrase.
  ///   - fetchesOnlyRecentImages: Whether images are fetched only of photos that were taken, or whose beers were drunk,
  ///     in the last twelve months.
  package init(
    folder: String, cost: WrappedKey.Cost = .standard, fetchesOnlyRecentImages: Bool = false
  ) {
    self.folder = folder
    self.cost = cost
    self.fetchesOnlyRecentImages = fetchesOnlyRecentImages
  }

  // MARK: - Status

  /// Returns the state of the synchronization; `nil` if the diary is not synchronized.
  ///
  /// It is read from a few rows, so that an interface can call it after each change.
  package static func status(of diary: Diary) throws(StoreError) -> SyncStatus? {
    try diary.read { db in
      let state = SyncSettings(db)
      guard let device = try state.device else { return nil }
      return SyncStatus(
        location: try state.location ?? "", device: device.description, lastSync: try state.lastSync,
        unsentCount: try ChangeTracker(db).changedRowCount + state.unsentCount,
        conflictCount: try ConflictIndex(db).unresolved().count, failure: try state.failure)
    }
  }

  /// Returns the name that this device has for others; `nil` if the diary is not synchronized.
  package static func deviceName(of diary: Diary) throws(StoreError) -> String? {
    try diary.read { try SyncSettings($0).deviceName }
  }

  /// Returns the number of images that stay in the store because they are not recent; 0 if all are fetched.
  package func olderImageCount(of diary: Diary) throws(StoreError) -> Int {
    guard let day = firstPhotoDay(of: diary) else { return 0 }
    return try diary.read { db in
      let images = SyncedImages(db, externalFolder: diary.externalFolder)
      return try images.missingDigests(since: nil).count - images.missingDigests(since: day).count
    }
  }

  /// Returns the first day of the photos whose images are fetched; `nil` for all.
  private func firstPhotoDay(of diary: Diary) -> String? {
    guard fetchesOnlyRecentImages else { return nil }
    return DiaryDate(instant: diary.now - 365 * 86_400).map { String($0.text.prefix("2025-06-01".count)) }
  }

  /// Returns the devices that have changed the diary, this one first.
  ///
  /// - Throws: ``SyncFailure/notSynchronized``, ``SyncFailure/store(_:)``.
  package static func devices(of diary: Diary) throws(SyncFailure) -> [SyncDevice] {
    let devices = try catching(diary) {
      try diary.read { db -> [SyncDevice]? in
        guard let own = try SyncSettings(db).device else { return nil }
        return try SyncDevice.all(db, own: own)
      }
    }
    guard let devices else { throw .notSynchronized }
    return devices
  }

  // MARK: - Conflicts

  /// Returns the facts for which devices wrote different values without seeing each other's, without those that were
  /// written again since.
  package static func conflicts(of diary: Diary) throws(StoreError) -> [SyncConflict] {
    try diary.read { try ConflictReader($0).conflicts() }
  }

  /// Writes one of the values of a conflict, which ends it on all devices, and returns the change, to undo it.
  ///
  /// - Parameters:
  ///   - id: The conflict.
  ///   - index: The index of the value in `choices`. The first one is shown already; choosing it ends the conflict, too.
  ///   - expected: The conflict as the user saw it; if it has changed since, nothing is written. `nil` writes in any case.
  /// - Throws: ``SyncFailure/noSuchConflict``, ``SyncFailure/store(_:)``.
  @discardableResult
  package static func resolve(
    _ id: SyncConflict.ID, choosing index: Int, of diary: Diary, expecting expected: SyncConflict? = nil
  ) throws(SyncFailure) -> DiaryChange {
    try catching(diary) {
      // The diary converts every error of the function to a `ChangeError`.
      var isMissing = false
      do {
        let change = try diary.resolveConflict { db in
          guard let choice = try ConflictReader(db).choice(id, index, expecting: expected) else {
            isMissing = true
            throw SyncFailure.noSuchConflict
          }
          return choice
        }
        guard let change else { throw SyncFailure.noSuchConflict }
        return change
      } catch {
        throw isMissing ? SyncFailure.noSuchConflict : error
      }
    }
  }

  // MARK: - Starting and stopping

  /// Creates a diary in a store that has none, and starts to synchronize this one with it; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - location: The store; the last folder of a path is created if it does not exist.
  ///   - passphrase: Other devices need it to join.
  ///   - deviceName: How other devices name this one.
  /// - Throws: ``SyncFailure/alreadySynchronized(location:)``, ``SyncFailure/diaryExists(location:)``,
  ///   ``SyncFailure/emptyPassphrase``, and errors of the store and the diary.
  package func create(
    _ diary: Diary, at location: StoreLocation, passphrase: String, deviceName: String
  ) throws(SyncFailure) {
    try Self.catching(diary, location.text) {
      try Self.requireUnsynchronized(diary)
      if passphrase.isEmpty { throw SyncFailure.emptyPassphrase }
      try Self.prepare(location, creates: true)
      let key = try withExchange(location, in: folder) { exchange in
        try StoreSetup.create(in: exchange, passphrase: passphrase, cost: cost)
      }
      try start(
        diary, SyncKeys(diary: key, device: DeviceKey(), location: location.completeText), location,
        deviceName)
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
  ///   ``SyncFailure/wrongPassphrase``, and errors of the store and the diary; then nothing was changed.
  package func join(
    _ diary: Diary, at location: StoreLocation, passphrase: String, deviceName: String,
    keepsName: Bool = false
  ) throws(SyncFailure) {
    try Self.catching(diary, location.text) {
      try Self.prepare(location, creates: false)
      let (device, fingerprint) = try diary.read {
        (try SyncSettings($0).device, try SyncSettings($0).fingerprint)
      }
      let key = try withExchange(location, in: folder) { exchange in
        try StoreSetup.open(exchange, passphrase: passphrase)
      }
      guard let device else {
        let keys = SyncKeys(diary: key, device: DeviceKey(), location: location.completeText)
        return try start(diary, keys, location, deviceName)
      }
      if key.fingerprint != fingerprint { throw SyncFailure.otherDiary(location: location.text) }
      var isSameDevice = false
      if var keys = try? SyncKeys(in: folder(of: device)) {
        isSameDevice = true
        keys.location = location.completeText
        try keys.write(in: folder(of: device))
      } else {
        _ = try continueAsNewDevice(diary, key, location.completeText)
      }
      try Self.write(diary) { state in
        try state.setLocation(location.text)
        if !isSameDevice || !keepsName { try state.setDeviceName(deviceName) }
        try state.setFailure(nil)
      }
    }
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
      let isEmpty = try withExchange(location, in: folder) { try $0.list(ObjectName.diary).isEmpty }
      guard isEmpty != hasDiary else { throw isEmpty ? SyncError.noDiary : SyncError.diaryExists }
    } catch {
      throw SyncFailure(mapping: error, path: folder, location: location.text)
    }
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
  /// - Throws: ``SyncFailure/notSynchronized``, ``SyncFailure/busy``, ``SyncFailure/store(_:)``.
  package func leave(_ diary: Diary) throws(SyncFailure) {
    try Self.catching(diary) {
      guard let device = try diary.read({ try SyncSettings($0).device }) else {
        throw SyncFailure.notSynchronized
      }
      let lock = try SyncLock(in: folder(of: device))
      let (current, replaced) = try diary.read {
        (try SyncSettings($0).device, try SyncSettings($0).replacedDevices)
      }
      guard current == device else { throw SyncFailure.busy }
      try SyncedDiary.stop(diary)
      try withExtendedLifetime(lock) {
        for device in [device] + replaced { try removeKeys(of: device, usedBy: diary.path) }
      }
    }
  }

  /// Removes the keys of a device, unless another diary on this computer uses them.
  private func removeKeys(of device: DeviceID, usedBy diary: String) throws {
    let folder = folder(of: device)
    guard AtomicRename.itemExists(atPath: folder) else { return }
    let users = KeyUsers(in: folder)
    if users.hasOthers(besides: diary) { return try users.remove(diary) }
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Writes the keys, then prepares the diary.
  private func start(_ diary: Diary, _ keys: SyncKeys, _ location: StoreLocation, _ deviceName: String) throws
  {
    let folder = folder(of: keys.device.device)
    try keys.write(in: folder)
    do {
      try KeyUsers(in: folder).insert(diary.path)
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
  }

  /// Gives the diary the id of a new device.
  ///
  /// What the old device has not sent is sent in a snapshot.
  ///
  /// - Returns: The keys of the new device, and its lock, which no other process can have had before.
  private func continueAsNewDevice(_ diary: Diary, _ key: DiaryKey, _ location: String) throws -> LockedKeys {
    let keys = SyncKeys(diary: key, device: DeviceKey(), location: location)
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

  private typealias LockedKeys = (keys: SyncKeys, lock: SyncLock)

  /// Takes the lock of the diary's device, and returns its keys.
  ///
  /// While this process waits for the lock, another one may stop the synchronization, or continue as a new device.
  private func lockKeys(of diary: Diary, _ location: String, isCancelled: () -> Bool) throws -> LockedKeys {
    while true {
      guard let device = try diary.read({ try SyncSettings($0).device }) else {
        throw SyncFailure.notSynchronized
      }
      let folder = folder(of: device)
      guard try SyncKeys(in: folder) != nil else { throw SyncFailure.missingKeys(location: location) }
      let lock = try SyncLock(in: folder, isCancelled: isCancelled)
      guard try diary.read({ try SyncSettings($0).device }) == device else { continue }
      guard let keys = try SyncKeys(in: folder) else { throw SyncFailure.missingKeys(location: location) }
      try KeyUsers(in: folder).insert(diary.path)
      return (keys, lock)
    }
  }

  private static func requireUnsynchronized(_ diary: Diary) throws {
    let (device, location) = try diary.read { (try SyncSettings($0).device, try SyncSettings($0).location) }
    if device != nil { throw SyncFailure.alreadySynchronized(location: location ?? "") }
  }

  // MARK: - Synchronizing

  /// Sends the changes of this device, and applies those of others.
  ///
  /// The diary records the time, or why it failed.
  ///
  /// - Parameters:
  ///   - isRepair: Whether to read all objects again, to put damaged ones again, and to apply changes whose predecessors
  ///     are lost.
  ///   - onProgress: Called before each access to the store.
  ///   - isCancelled: Called before each access to the store, and often during it if another program does it; return
  ///     `true` to stop. What was done before is kept.
  /// - Throws: Any ``SyncFailure``.
  @discardableResult
  package func synchronize(
    _ diary: Diary, isRepair: Bool = false, onProgress: @escaping (SyncProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(SyncFailure) -> SyncReport {
    let location = try Self.catching(diary) { try diary.read { try SyncSettings($0).location } } ?? ""
    return try Self.catching(diary, location) {
      guard !diary.isReadOnly else { throw diary.readOnlyReason ?? .readOnly(path: diary.path) }
      let (keys, lock): LockedKeys
      do {
        (keys, lock) = try lockKeys(of: diary, location, isCancelled: isCancelled)
      } catch let failure as SyncFailure {
        // If this fails as well, the failure itself is more important.
        if case .missingKeys = failure { try? Self.write(diary) { try $0.setFailure(failure.sentence) } }
        throw failure
      }
      return try withExtendedLifetime(lock) {
        do {
          let report = try synchronize(
            diary, keys, isRepair: isRepair, onProgress: onProgress, isCancelled: isCancelled)
          try Self.write(diary) { try $0.setSynchronized(at: diary.now) }
          if !report.isCloned {
            // The diary is synchronized, whether this succeeds or not.
            try? compactOldSegments(of: diary, keys, isCancelled: isCancelled)
          }
          return report
        } catch {
          let failure = SyncFailure(mapping: error, path: diary.path, location: location)
          // If this fails as well, the error itself is more important.
          if !failure.isCancellation { try? Self.write(diary) { try $0.setFailure(failure.sentence) } }
          throw failure
        }
      }
    }
  }

  /// Synchronizes while the lock is held.
  private func synchronize(
    _ diary: Diary, _ keys: SyncKeys, isRepair: Bool, onProgress: @escaping (SyncProgress) -> Void,
    isCancelled: @escaping () -> Bool
  ) throws -> SyncReport {
    let location = try StoreLocation(keys.location, currentFolder: "/", home: "/")
    try Self.prepare(location, creates: false)
    let monitor = SyncMonitor(onProgress: onProgress, isCancelled: isCancelled)
    return try withExchange(location, in: folder(of: keys.device.device), isCancelled: isCancelled) {
      exchange in
      let exchange = MonitoredExchange(exchange, monitor)
      var synced = SyncedDiary(diary)
      synced.firstPhotoDay = firstPhotoDay(of: diary)
      let report = try Synchronizer(
        exchange, envelope: SealedEnvelope(key: keys.diary, device: keys.device)
      ).sync(&synced, isRepair: isRepair)
      guard report.isCloned else { return report }
      // The disk was copied, or an older copy of it was restored. All segments of the present id have been put.
      let (newKeys, lock) = try continueAsNewDevice(diary, keys.diary, keys.location)
      var next = try withExtendedLifetime(lock) {
        try Synchronizer(
          exchange, envelope: SealedEnvelope(key: newKeys.diary, device: newKeys.device)
        ).sync(&synced)
      }
      next.sent += report.sent
      next.applied += report.applied
      next.isCloned = true
      return next
    }
  }

  // MARK: - Files

  /// The folder of a device's keys, lock and temporary files.
  func folder(of device: DeviceID) -> String { folder + "/" + device.description }

  /// Checks that the folder of a location exists, so that a disk that is not connected is not taken for an empty store.
  ///
  /// - Parameters:
  ///   - location: The location; nothing is checked unless it is a folder.
  ///   - creates: Whether to create the folder if only its last part is missing.
  /// - Throws: ``SyncFailure/noFolder(path:)``, ``SyncFailure/notAFolder(path:)``, ``SyncError/system(code:path:)``.
  static func prepare(_ location: StoreLocation, creates: Bool) throws {
    guard case .folder(let path) = location else { return }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SyncFailure.notAFolder(path: path) }
    } else {
      guard errno == ENOENT else { throw SyncError.system(code: errno, path: path) }
      guard creates else { throw SyncFailure.noFolder(path: path) }
      guard mkdir(path, 0o700) == 0 else {
        let parent = (path as NSString).deletingLastPathComponent
        throw errno == ENOENT ? SyncFailure.noFolder(path: parent) : SyncError.system(code: errno, path: path)
      }
    }
  }

  /// Calls a function with access to a store through a private temporary folder, which is removed afterwards.
  func withExchange<Result>(
    _ location: StoreLocation, in parent: String, isCancelled: @escaping () -> Bool = { false },
    _ body: (any ObjectExchange) throws -> Result
  ) throws -> Result {
    try StoreFile.makeFolder(parent)
    ScratchFolder.removeLeftovers(in: parent)
    let scratch = try ScratchFolder(in: parent, for: .staging)
    // A folder of its own, because an exchange removes all other files, such as the mark of the scratch folder.
    let folder = scratch.path + "/objects"
    try StoreFile.makeFolder(folder)
    defer { try? scratch.remove() }
    return try Self.staged(location.store(runner: ProgramRunner(isCancelled: isCancelled)), folder, body)
  }

  private static func staged<Result>(
    _ store: some ObjectStore, _ folder: String, _ body: (any ObjectExchange) throws -> Result
  ) throws -> Result {
    try body(StagedExchange(store, folder: folder))
  }

  // MARK: - Errors

  private static func write(_ diary: Diary, _ body: (SyncSettings) throws -> Void) throws(StoreError) {
    try diary.write { try body(SyncSettings($0)) }
  }

  private static func catching<Result>(
    _ diary: Diary, _ location: String = "The store of the diary", _ body: () throws -> Result
  ) throws(SyncFailure) -> Result {
    do {
      return try body()
    } catch {
      throw SyncFailure(mapping: error, path: diary.path, location: location)
    }
  }
}
