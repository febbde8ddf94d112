package import DiaryModel
package import DiaryStore
import Foundation
import GRDB
package import SQLiteKit
package import Sync
import SyncStores

/// Synchronizes a diary with a store: starts, runs and stops it, and reads its state.
///
/// The commands and the interface use this type. Functions that only read the diary throw the errors of reading it.
///
///     let session = SyncSession(folder: folders.state + "/sync")
///     try session.create(diary, at: .folder("/home/ada/Sync/beer"), passphrase: passphrase, deviceName: "laptop")
///     let report = try session.synchronize(diary)
///
/// The diary records the location, the device and what was sent; the keys are in a file of their own, so that a copy of
/// the diary does not give them away.
package struct SyncSession: Sendable {
  /// The folder with a folder for each device of this user: its keys and its temporary files.
  let folder: String

  /// How long it takes to guess a new passphrase.
  let cost: WrappedKey.Cost

  /// Whether images are fetched only of photos of the last twelve months.
  private let fetchesOnlyRecentImages: Bool

  /// How long to wait for another process that synchronizes the diary.
  var lockTimeout = Duration.seconds(5)

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
        lastReceived: try state.lastReceived,
        unsentCount: try ChangeTracker(db).changedRowCount + state.unsentCount,
        conflictCount: try ConflictIndex(db).unresolved().count, failure: try state.failure,
        unusableFiles: try state.unusableObjects, delayedFiles: try state.delayedObjects)
    }
  }

  /// Returns the name that this device has for others; `nil` if the diary is not synchronized.
  package static func deviceName(of diary: Diary) throws(StoreError) -> String? {
    try diary.read { try SyncSettings($0).deviceName }
  }

  /// Returns the number of images that stay in the store because they are not recent; 0 if all are fetched.
  package func olderImageCount(of diary: Diary) throws(StoreError) -> Int {
    guard let day = firstPhotoDay(of: diary) else { return 0 }
    return try diary.read { try Self.olderDigests($0, diary, day).count }
  }

  /// Returns the number of images that have not arrived yet, without those that stay in the store because they are not
  /// recent; 0 if the diary is not synchronized.
  package func expectedImageCount(of diary: Diary) throws(StoreError) -> Int {
    let day = firstPhotoDay(of: diary)
    return try diary.read { db in
      guard try SyncSettings(db).device != nil else { return 0 }
      return try SyncedImages(db, externalFolder: diary.externalFolder).missingDigests(since: day).count
    }
  }

  /// Returns the first day of the photos whose images are fetched; `nil` for all.
  func firstPhotoDay(of diary: Diary) -> String? {
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

  /// Returns the number of conflicts of custom fields, however devices spell their names.
  package static func conflictCount(ofCustomFields names: [String], in diary: Diary) throws(StoreError) -> Int
  {
    let fields = Set(names.map { RegisterValues.customField($0) })
    return try diary.read { db in
      try ConflictIndex(db).unresolved().count { fields.contains($0.field) }
    }
  }

  /// Returns whether an edit of a beer ends a conflict, because it changes the field.
  package static func isEnded(
    _ conflict: SyncConflict, byChanging before: BeerFields, to after: BeerFields
  ) -> Bool {
    let field = conflict.id.field
    guard conflict.id.entity == ChangeTracker.Entity.beer.rawValue else { return false }
    if field.hasPrefix(RegisterName.customPrefix) {
      func values(_ fields: BeerFields) -> Extras {
        fields.extras.filter { RegisterValues.customField($0.key) == field }
      }
      return values(before) != values(after)
    }
    return BeerColumn.values.contains { column in
      RegisterName.names(ofColumn: column.name, among: []).contains(field)
        && column.json(of: before) != column.json(of: after)
    }
  }

  /// Returns the number of conflicts of beers and photos that emptying the trash deletes.
  package static func conflictCount(in trash: EmptiedTrash, of diary: Diary) throws(StoreError) -> Int {
    try diary.read { try ConflictIndex($0).unresolvedCount(in: trash) }
  }

  /// Writes one of the values of a conflict, which ends it on all devices, and returns the change, to undo it.
  ///
  /// - Parameters:
  ///   - id: The conflict.
  ///   - index: The index of the value in `choices`. The first one is shown already; choosing it ends the conflict, too.
  ///   - expected: The conflict as the user saw it; if it has changed since, nothing is written. `nil` writes in any case.
  /// - Throws: What ``DiaryStore/Diary/resolveConflict(_:)`` throws, such as `.noSuchConflict`.
  @discardableResult
  package static func resolve(
    _ id: SyncConflict.ID, choosing index: Int, of diary: Diary, expecting expected: SyncConflict? = nil
  ) throws(ConflictError) -> DiaryChange {
    try diary.resolveConflict { try ConflictReader($0).chosenValue(id, index, expecting: expected) }
  }

  /// Writes the preferred value of several conflicts, as ``resolve(_:choosing:of:expecting:)`` does, and returns the
  /// changes, which are undone together.
  ///
  /// Conflicts that have changed since the user saw them, and those of which no value is preferred, or can be written,
  /// stay.
  ///
  /// - Parameter conflicts: The conflicts as the user saw them.
  /// - Throws: `ConflictError.store`.
  package static func resolveAll(
    _ conflicts: [SyncConflict], choosing preference: SyncConflict.Preference, of diary: Diary
  ) throws(ConflictError) -> [DiaryChange] {
    try diary.resolveConflicts {
      try ConflictReader($0).chosenValues(preferring: preference, expecting: conflicts)
    }
  }

  // MARK: - Synchronizing

  /// Sends the changes of this device, and applies those of others.
  ///
  /// The diary records the time, or why it failed. The changes of others are applied even if those of this device
  /// cannot be sent, or a file of the store cannot be read. A device that may only read the folder of the store, and
  /// has nothing to send, succeeds.
  ///
  /// - Parameters:
  ///   - isRepair: Whether to read all objects again, to put damaged ones again, and to apply changes whose
  ///     predecessors are lost.
  ///   - onProgress: Called before each access to the store.
  ///   - isCancelled: Called before each access to the store, and often during it if another program does it; return
  ///     `true` to stop. What was done before is kept.
  /// - Returns: What was exchanged.
  /// - Throws: Any ``SyncFailure``.
  @discardableResult
  package func synchronize(
    _ diary: Diary, isRepair: Bool = false, onProgress: @escaping (SyncProgress) -> Void = { _ in },
    isCancelled: @escaping () -> Bool = { false }
  ) throws(SyncFailure) -> SyncReport {
    var report = SyncReport()
    try synchronize(
      diary, isRepair: isRepair, report: &report, onProgress: onProgress, isCancelled: isCancelled)
    return report
  }

  /// Synchronizes as ``synchronize(_:isRepair:onProgress:isCancelled:)`` does, for callers that need the report even if
  /// an error is thrown.
  ///
  /// - Parameter report: A new report; gets what was exchanged, also before an error.
  /// - Throws: Any ``SyncFailure``.
  package func synchronize(
    _ diary: Diary, isRepair: Bool = false, report: inout SyncReport,
    onProgress: @escaping (SyncProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
  ) throws(SyncFailure) {
    let location = try Self.catching(diary) { try diary.read { try SyncSettings($0).location } } ?? ""
    try Self.catching(diary, location) {
      guard !diary.isReadOnly else { throw diary.readOnlyReason ?? .readOnly(path: diary.path) }
      let (keys, lock): LockedKeys
      do {
        (keys, lock) = try lockKeys(of: diary, location, isCancelled: isCancelled)
      } catch let failure as SyncFailure {
        // If this fails as well, the failure itself is more important.
        if case .missingKeys = failure { try? Self.write(diary) { try $0.setFailure(failure.sentence) } }
        throw failure
      }
      try withExtendedLifetime(lock) {
        do {
          try hashImages(of: diary, isCancelled: isCancelled)
          try exchange(
            diary, keys, isRepair: isRepair, report: &report, onProgress: onProgress, isCancelled: isCancelled
          )
          // Also if a file cannot be read, which may stay so.
          try Self.write(diary) { settings in
            // What a device with another id had not sent is in a snapshot, unless that is too large.
            report.sentChangeCount += try settings.recordAllSent(except: report.unsendableSegments)
            report.unsendableChangeCount = try settings.unsentCount
            report.returnedBeerCount = try settings.returnedBeerCount
            let now = diary.now
            try settings.setExchanged(at: now, report)
            if report.unreadable.isEmpty { try settings.setSynchronized(at: now) }
          }
          if !report.isCloned {
            // The diary is synchronized, whether this succeeds or not.
            try? compactOldSegments(of: diary, keys, isCancelled: isCancelled)
          }
          if !report.unreadable.isEmpty { throw SyncError.unreadable(report.unreadable) }
        } catch {
          let failure = SyncFailure(mapping: error, path: diary.path, location: location)
          // If this fails as well, the error itself is more important.
          if !failure.isCancellation {
            try? Self.write(diary) { settings in
              try settings.setFailure(failure.sentence)
              if report.hasReceivedAll { try settings.setReceived(at: diary.now) }
            }
          }
          throw failure
        }
      }
    }
  }

  /// Computes the hashes that images lack, as after a migration: an image without one is not sent, and a photo without one
  /// is not recognized on other devices.
  private func hashImages(of diary: Diary, isCancelled: () -> Bool) throws {
    while try diary.doBackgroundWork([.hashingPhotos]) != nil { try checkCancellation(isCancelled) }
  }

  /// Exchanges changes while the lock is held, with a new device id if another device uses that of this one.
  private func exchange(
    _ diary: Diary, _ keys: SyncKeys, isRepair: Bool, report: inout SyncReport,
    onProgress: @escaping (SyncProgress) -> Void, isCancelled: @escaping () -> Bool
  ) throws {
    try withStore(of: keys, onProgress: onProgress, isCancelled: isCancelled) { exchange in
      var synced = SyncedDiary(diary)
      synced.firstPhotoDay = firstPhotoDay(of: diary)
      var synchronizer = Synchronizer(
        exchange, envelope: SealedEnvelope(key: keys.diary, device: keys.device), wrappedKey: keys.wrapped)
      synchronizer.lastSequences = try diary.read { try SyncSettings($0).lastSequences }
      try synchronizer.sync(&synced, isRepair: isRepair, report: &report)
      guard report.isCloned else { return }
      // The disk was copied, or an older copy of it was restored. All segments of the present id have been put.
      let (newKeys, lock) = try continueAsNewDevice(
        diary,
        with: SyncKeys(
          diary: keys.diary, device: DeviceKey(), wrapped: keys.wrapped, location: keys.location))
      let earlier = report
      report = SyncReport()
      defer { report.merge(earlier) }
      try withExtendedLifetime(lock) {
        try Synchronizer(exchange, envelope: SealedEnvelope(key: newKeys.diary, device: newKeys.device))
          .sync(&synced, report: &report)
      }
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
  /// - Throws: ``SyncFailure/noFolder(path:)``, ``SyncFailure/notAFolder(path:)``, ``SyncError/system(code:path:)``,
  ///   ``SyncError/unwritable(code:path:)``.
  static func prepare(_ location: StoreLocation, creates: Bool) throws {
    guard case .folder(let path) = location else { return }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SyncFailure.notAFolder(path: path) }
    } else {
      guard errno == ENOENT else { throw SyncError.system(code: errno, path: path) }
      guard creates else { throw SyncFailure.noFolder(path: path) }
      guard mkdir(path, 0o777) == 0 else {
        let code = errno
        let parent = (path as NSString).deletingLastPathComponent
        throw code == ENOENT
          ? SyncFailure.noFolder(path: parent) : SyncError.unwritable(code: code, path: parent)
      }
    }
  }

  /// Calls a function with access to the store of a device, while the lock of the device is held.
  ///
  /// - Parameters:
  ///   - onProgress: Called before each access to the store.
  ///   - isCancelled: Called before each access to the store, and often during it if another program does it.
  func withStore<Result>(
    of keys: SyncKeys, onProgress: @escaping (SyncProgress) -> Void, isCancelled: @escaping () -> Bool,
    _ body: (MonitoredExchange) throws -> Result
  ) throws -> Result {
    let location = try keys.storeLocation()
    try Self.prepare(location, creates: false)
    let monitor = SyncMonitor(onProgress: onProgress, isCancelled: isCancelled)
    return try withExchange(location, in: folder(of: keys.device.device), isCancelled: isCancelled) {
      try body(MonitoredExchange($0, monitor))
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

  static func write(_ diary: Diary, _ body: (SyncSettings) throws -> Void) throws(StoreError) {
    try diary.write { try body(SyncSettings($0)) }
  }

  static func catching<Result>(
    _ diary: Diary, _ location: String = "The store of the diary", _ body: () throws -> Result
  ) throws(SyncFailure) -> Result {
    do {
      return try body()
    } catch {
      throw SyncFailure(mapping: error, path: diary.path, location: location)
    }
  }
}
