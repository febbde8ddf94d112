package import DiaryStore
package import Foundation
package import SQLiteKit

/// A dated backup in the folder of backups, or a diary that a restored backup has replaced.
package struct DatedBackup: Hashable, Sendable {
  /// The file of the backup.
  package let path: String
  /// The time in its name.
  package let time: BackupTime
  /// The size of the file in bytes.
  package let bytes: Int
  /// The version of the store; `nil` if the file is not a diary.
  package let version: Int?
  /// The number of beers, without those in the trash; `nil` if the store has to be migrated first, or is damaged.
  package let beers: Int?
  /// Whether the file is as it was after the backup, when it was checked.
  package let isAsChecked: Bool
  /// Whether the file was the diary until a backup was restored; its time is when that was.
  package let isPreviousDiary: Bool
}

/// The folder with the dated backups of a diary, next to its file.
///
/// Every backup in it was checked before it got its name. Files with other names are left alone.
package struct BackupFolder: Sendable {
  /// The diary's file.
  package let store: String
  /// The folder, which may not exist.
  package let path: String
  /// The name of the diary's file, with which the names of its backups begin, without the extension that these have.
  private let base: String

  /// Names the folder of a diary's backups; it is not created.
  ///
  /// - Parameter folder: Another folder; `nil` for the one next to the diary.
  package init(ofStore store: String, in folder: String? = nil) {
    let file = store as NSString
    self.store = store
    path = folder ?? (file.deletingLastPathComponent as NSString).appendingPathComponent("backups")
    // Another extension stays, so that `diary.db` does not share its backups with `diary.sqlite`.
    base =
      file.pathExtension == "sqlite"
      ? (file.lastPathComponent as NSString).deletingPathExtension : file.lastPathComponent
  }

  /// Returns the time and the path of a new backup, whose name no file has.
  ///
  /// It comes after the other backups of its minute, even if the first of them was removed.
  package func newBackup(at date: Date, in timeZone: TimeZone = .current)
    -> (time: BackupTime, path: String)
  {
    let now = BackupTime(date, in: timeZone)
    let others = times().filter { $0.day == now.day && $0.minute == now.minute }
    var number = (others.map(\.number).max() ?? 0) + 1
    while true {
      let time = BackupTime(day: now.day, minute: now.minute, number: number)
      let path = path(of: time)
      if !StoreFile.withSidecars(path).contains(where: AtomicRename.itemExists(atPath:)) {
        return (time, path)
      }
      number += 1
    }
  }

  /// Creates the folder, and does nothing if it exists.
  ///
  /// - Throws: `StoreError`, such as `.permissionDenied`.
  package func create() throws(StoreError) { try StoreFile.makeFolder(path) }

  /// Returns the dated backups, and the diaries that restored backups have replaced, the newest first.
  package func backups() -> [DatedBackup] {
    let previous = StoreReplacement.previousDiaries(of: StoreFile.resolvedDestination(store)).map {
      backup($0.path, BackupTime($0.date), isPreviousDiary: true)
    }
    return (times().map { backup(path(of: $0), $0) } + previous).sorted { $0.time > $1.time }
  }

  /// Returns the files of backups that others make superfluous, the oldest first.
  ///
  /// Only backups that this program has made are considered: a single file, of the current version and not in
  /// use as a diary. A copy that was made before a migration stays. None is superfluous while another diary has backups of
  /// the same name, as `diary` and `diary.sqlite` have, because nothing says which diary a backup is of.
  ///
  /// - Parameters:
  ///   - added: The new backup, which counts as one of them even before it is made. It is never superfluous, even if the
  ///     clock was set back and others seem to be newer.
  ///   - date: The current time.
  package func superfluousBackups(
    adding added: BackupTime? = nil, at date: Date, in timeZone: TimeZone = .current
  ) -> [String] {
    if sharesNames { return [] }
    let backups = times().filter { isDatedBackup(path(of: $0)) } + (added.map { [$0] } ?? [])
    let superfluous = BackupSeries.superfluous(backups, today: BackupTime(date, in: timeZone).day)
    return superfluous.sorted().filter { $0 != added }.map(path(of:))
  }

  /// Removes a backup.
  ///
  /// - Throws: `StoreError`, such as `.permissionDenied`.
  package func remove(_ backup: String) throws(StoreError) {
    guard unlink(backup) == 0 || errno == ENOENT else { throw StoreError(systemError: errno, path: backup) }
  }

  /// Whether a file next to the diary would have backups of the same name.
  private var sharesNames: Bool {
    let folder = (store as NSString).deletingLastPathComponent as NSString
    return [base, "\(base).sqlite"].contains { name in
      let other = folder.appendingPathComponent(name)
      var status = stat()
      return stat(other, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && !StoreFile.isSame(other, store) && BackupFolder(ofStore: other).base == base
    }
  }

  private func path(of time: BackupTime) -> String {
    (path as NSString).appendingPathComponent(time.fileName(of: base))
  }

  /// Returns the times in the names of regular files.
  private func times() -> [BackupTime] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { BackupTime(fileName: $0, of: base) }
      .filter { StoreFile.regularFileSize(path(of: $0)) != nil }
  }

  private func backup(_ path: String, _ time: BackupTime, isPreviousDiary: Bool = false) -> DatedBackup {
    let version = try? Diary.version(ofStoreAt: path)
    return DatedBackup(
      path: path, time: time, bytes: StoreFile.size(path) ?? 0, version: version,
      beers: version == Diary.currentVersion ? Self.beers(path) : nil,
      isAsChecked: !isPreviousDiary && version != nil && isUnchanged(path, since: time),
      isPreviousDiary: isPreviousDiary)
  }

  private static func beers(_ path: String) -> Int? {
    guard let diary = try? Diary.openReadOnly(at: path) else { return nil }
    defer { try? diary.close() }
    return try? diary.summary().beerCount
  }

  /// Returns whether a file was last changed when its backup was made.
  ///
  /// The backup may have taken hours, and its name may be in another time zone.
  private func isUnchanged(_ path: String, since time: BackupTime) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let made = (time.day * 1440 + time.minute) * 60
    return abs(Int(status.st_mtim.tv_sec) - made) <= 24 * 60 * 60
  }

  /// Returns whether a file is a backup that this program has made.
  private func isDatedBackup(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
      !Diary.hasOpen(path), !StoreFile.isSame(path, store),
      !StoreFile.withSidecars(path).dropFirst().contains(where: AtomicRename.itemExists(atPath:)),
      !AtomicRename.itemExists(atPath: StoreFile.supportFolder(ofStore: path)), !Self.usesWAL(path)
    else { return false }
    return (try? Diary.isCurrent(at: path)) == true
  }

  /// Returns whether a file was opened as a diary for writing; backups are not in WAL mode.
  ///
  /// Source: SQLite's "Database File Format", 1.3.3 File format version numbers.
  private static func usesWAL(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 20)) ?? Data()
    return start.count < 20 || start[18] != 1 || start[19] != 1
  }
}

// MARK: - Before a migration

extension BackupFolder {
  /// Copies an old store to the folder before it is migrated.
  ///
  /// - Returns: The path of the copy; `nil` if the store needs no migration.
  /// - Throws: What opening the store would throw, and the reason why it cannot be copied.
  package func backUpBeforeMigration(isCancelled: @escaping @Sendable () -> Bool) throws(OpeningError)
    -> String?
  {
    guard let version = try Diary.version(ofStoreAt: store), 1..<Diary.currentVersion ~= version else {
      return nil
    }
    do throws(BackupError) {
      try BackupError.mapErrors(at: path) { try create() }
      let copy = newBackup(at: Date()).path
      try Diary.backUp(store, to: copy, isCancelled: isCancelled)
      return copy
    } catch {
      switch error {
      case .store(let error): throw .store(error)
      case .opening(let error): throw error
      case .unusableImage, .invalidCopy:
        let reason = "no copy could be made before its migration: \(error.sentence)"
        throw .store(.failed(path: store, reason: reason))
      }
    }
  }
}
