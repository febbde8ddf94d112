import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// Replaces a diary with another store, and keeps the diary next to it under a new name.
///
/// A database must not have two names, nor lose its -wal. So the -wal is checkpointed into the diary first; then the
/// two files swap names atomically. The diary's path always leads to one of them, and both are complete. A diary that
/// SQLite cannot open is copied together with its -wal or journal, and so is every diary if the file system cannot swap
/// names.
struct StoreReplacement {
  /// The diary's file.
  let file: String
  /// The new path of the diary.
  let backupFile: String

  init(_ file: String, at date: Date) {
    self.file = file
    let stamp = (DiaryDate(instant: date)?.text ?? "").prefix(19).filter { $0 != ":" && $0 != "-" }
    let (start, ending) = Self.nameParts(of: file)
    let base = start + stamp
    let names = [base + ending] + (2...999).map { "\(base)-\($0)\(ending)" }
    backupFile = names.first { !Self.isTaken($0) } ?? names[0]
  }

  /// Returns what the new path of a diary has before and after the time in it.
  private static func nameParts(of file: String) -> (start: String, ending: String) {
    let url = URL(fileURLWithPath: file)
    return (
      url.deletingPathExtension().path + "-before-restore-",
      url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    )
  }

  /// Returns the files of diaries that were replaced at this path, with the times in their names.
  static func previousDiaries(of file: String) -> [(path: String, date: Date)] {
    let (start, ending) = nameParts(of: file)
    let folder = (start as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      let path = (folder as NSString).appendingPathComponent(name)
      guard path.hasPrefix(start), path.hasSuffix(ending), StoreFile.regularFileSize(path) != nil,
        let date = date(path.dropFirst(start.count).dropLast(ending.count))
      else { return nil }
      return (path, date)
    }
  }

  /// Reads the time in the name of a replaced diary, such as `20261125T173000`, which a number may follow.
  private static func date(_ text: Substring) -> Date? {
    let form = #/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:-\d+)?/#
    guard let match = text.wholeMatch(of: form) else { return nil }
    let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    guard numbers.count == 6, 1...12 ~= numbers[1], 1...31 ~= numbers[2] else { return nil }
    let day = CivilDay.number(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = ((day * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func isTaken(_ file: String) -> Bool {
    let paths =
      [file, StoreFile.supportFolder(ofStore: file)] + StoreSidecar.withData.map { $0.path(of: file) }
    return paths.contains(where: AtomicRename.itemExists(atPath:))
  }

  /// The error if another file has got the new name since it was chosen: building the restored diary can take minutes.
  private var backupFileIsTaken: StoreError {
    .failed(path: file, reason: "there is another \((backupFile as NSString).lastPathComponent) now")
  }

  /// Renames a -wal or journal whose diary is missing.
  ///
  /// - Throws: `.busy` if a program still uses it; `.failed` if another file has the new name.
  func renameOrphans() throws -> [(name: String, newName: String)] {
    guard !SharedMemoryFile.isInUse(for: file) else { throw StoreError.busy(path: file) }
    let left = StoreSidecar.withData.filter { $0.hasBytes(of: file) }
    for sidecar in left {
      guard try AtomicRename.renameNoReplace(sidecar.path(of: file), to: sidecar.path(of: backupFile)) else {
        throw backupFileIsTaken
      }
    }
    try synchronizeFolder()
    return left.map { ($0.path(of: file), $0.path(of: backupFile)) }
  }

  /// Moves `replacement` to the diary's path.
  ///
  /// - Returns: The new path of the old diary.
  /// - Throws: `.busy` if a program has the diary open; `.failed` if another file has the new path.
  func replace(with replacement: String) throws -> String {
    try StoreFile.refuseHardLinks(file, as: file)
    // Checked under the lock, so no connection of this process is open.
    if try ExclusiveLock(store: file).hasDatabaseHeader { try recoverSidecars() }
    let mayNeedImages = mayNeedImages
    let lock = try ExclusiveLock(store: file)
    try withExtendedLifetime(lock) {
      let sidecars = StoreSidecar.withData.filter { $0.hasBytes(of: file) }
      if sidecars.isEmpty { try lock.leaveWALMode() }
      try lock.synchronize()
      if mayNeedImages { try linkImages() }
      if try !sidecars.isEmpty || !swap(replacement) {
        try replaceCopied(by: replacement, sidecars, lock)
      }
      try synchronizeFolder()
    }
    return backupFile
  }

  /// Checkpoints the -wal into the file, or rolls back a journal.
  ///
  /// If that fails, the diary or the disk is damaged, and the diary is kept together with these files.
  private func recoverSidecars() throws {
    guard StoreSidecar.withData.contains(where: { $0.size(of: file) != nil }) else { return }
    do {
      var configuration = Configuration.hardened()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: file, configuration: configuration)
      try queue.writeWithoutTransaction { db in
        // Reading rolls back a hot journal.
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        if try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal" { _ = try db.checkpoint(.truncate) }
      }
      try queue.close()
    } catch let error as DatabaseError where ![.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      return
    }
  }

  /// Whether the diary has images in Core Data's folder; also `true` if that cannot be read.
  private var mayNeedImages: Bool {
    guard (try? Diary.isCurrent(at: file)) == true else { return true }
    let count = try? NonMutatingReader(file) { store in
      try store.integer("SELECT \(ExternalImages.existCondition)")
    }
    return count != 0
  }

  /// Links the image folder under the old diary's new name, so that it still finds its images.
  ///
  /// The folder itself stays: its name lacks the store's extension, so it may belong to another diary as well.
  private func linkImages() throws {
    let folder = StoreFile.supportFolder(ofStore: file)
    guard AtomicRename.itemExists(atPath: folder) else { return }
    let link = StoreFile.supportFolder(ofStore: backupFile)
    guard symlink((folder as NSString).lastPathComponent, link) == 0 else {
      throw StoreFile.cannotCreate(link)
    }
  }

  /// Swaps the names of both files; returns `false` if the file system cannot do that.
  private func swap(_ replacement: String) throws -> Bool {
    // First to the old diary's new name, so that the old diary is never in the staging folder, which is removed after
    // the process is killed.
    guard try AtomicRename.renameNoReplace(replacement, to: backupFile) else { throw backupFileIsTaken }
    // These files are empty, and a -shm is useless without connections.
    for sidecar in StoreSidecar.allCases { unlink(sidecar.path(of: file)) }
    if try AtomicRename.exchange(backupFile, file) { return true }
    guard try AtomicRename.renameNoReplace(backupFile, to: replacement) else {
      throw StoreError.busy(path: file)
    }
    return false
  }

  /// Copies the diary with its -wal or journal, and then renames `replacement` over it.
  ///
  /// No file has two names, and the diary's path always leads to a file: it is replaced only after the copies are
  /// complete and on the disk under their new name.
  private func replaceCopied(by replacement: String, _ sidecars: [StoreSidecar], _ lock: ExclusiveLock) throws
  {
    // The copy of the diary itself comes last.
    let suffixes = sidecars.map(\.rawValue) + [""]
    for suffix in suffixes {
      // In the staging folder, which is removed if this fails.
      let copy = FileCopy(from: file + suffix, to: replacement + "-kept" + suffix) { _ in }
      try copy.make()
      guard try copy.isEqual() else { throw StoreError.busy(path: file) }
      // If this fails, the user who restores the diary owns the copy and can read it.
      _ = try FilePermissions(of: file + suffix).apply(to: copy.to)
    }
    for suffix in suffixes {
      guard try AtomicRename.renameNoReplace(replacement + "-kept" + suffix, to: backupFile + suffix) else {
        throw backupFileIsTaken
      }
    }
    try synchronizeFolder()
    for sidecar in StoreSidecar.allCases {
      let path = sidecar.path(of: file)
      guard unlink(path) == 0 || errno == ENOENT else { throw StoreError(systemError: errno, path: path) }
    }
    try lock.leaveWALMode()
    guard rename(replacement, file) == 0 else { throw StoreFile.cannotCreate(file) }
  }

  private func synchronizeFolder() throws {
    try StoreFile.synchronize((file as NSString).deletingLastPathComponent)
  }
}

/// SQLite's exclusive lock on a diary.
///
/// In WAL mode, every open connection holds a shared lock, so taking the exclusive lock proves that there is none.
private final class ExclusiveLock {
  private let file: String
  private let descriptor: Int32

  init(store file: String) throws {
    self.file = file
    descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: file) }
    guard !LockableFile.lock(descriptor, .write, SQLiteLockBytes.shared), errno == EAGAIN || errno == EACCES
    else {
      // Other errors mean that the file system has no locks, so nothing can be checked.
      return
    }
    throw StoreError.busy(path: file)
  }

  deinit { close(descriptor) }

  /// Records in the file that it is no longer in WAL mode.
  ///
  /// A program that opened it before and waits for the lock would take the -wal of the next diary for this one's.
  /// Without WAL mode, SQLite checks that the file still has its name before it writes. Opening the diary restores WAL
  /// mode.
  ///
  /// Source: SQLite's "Database File Format", 1.3.3 File Format Version Numbers.
  func leaveWALMode() throws(StoreError) {
    var versions: [UInt8] = [0, 0]
    guard hasDatabaseHeader, pread(descriptor, &versions, 2, 18) == 2, versions == [2, 2] else { return }
    guard pwrite(descriptor, [1, 1] as [UInt8], 2, 18) == 2 else {
      throw StoreError(systemError: errno, path: file)
    }
  }

  /// Whether the file begins with a database header; SQLite would delete the -wal of a file that does not.
  ///
  /// Source: SQLite's "Database File Format", 1.3 The Database Header.
  var hasDatabaseHeader: Bool {
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, header.count, 0) == header.count,
      header.starts(with: Array("SQLite format 3\0".utf8))
    else { return false }
    let pageSize = Int(header[16]) << 8 | Int(header[17])
    // 1 stands for 65,536.
    return pageSize == 1 || (512...32_768 ~= pageSize && pageSize.nonzeroBitCount == 1)
  }

  /// Waits until the file's contents are on the disk.
  func synchronize() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw StoreError(systemError: errno, path: file) }
  }
}
