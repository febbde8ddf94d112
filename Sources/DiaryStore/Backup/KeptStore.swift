import Foundation
import GRDB

/// A diary that makes room for another and stays beside it under a name of its own.
///
/// SQLite forbids two names for a database and taking its -wal away. So the -wal is emptied into the diary first, and
/// then both files swap names in one step: at every moment the diary's path leads to one of them, and both are whole.
/// A diary that SQLite cannot open keeps its -wal or journal and moves with it, which takes more than one step.
struct KeptStore {
  private static let companions = ["-wal", "-journal"]

  private let file: String
  private let keptFile: String

  init(_ file: String, at date: Date) {
    self.file = file
    let stamp = (DiaryDate(instant: date)?.text ?? "").prefix(19).filter { $0 != ":" && $0 != "-" }
    let url = URL(fileURLWithPath: file)
    let stem = url.deletingPathExtension().path
    let ending = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    let base = "\(stem)-before-restore-\(stamp)"
    let names = [base + ending] + (2...999).map { "\(base)-\($0)\(ending)" }
    keptFile = names.first { !Self.isTaken($0) } ?? names[0]
  }

  private static func isTaken(_ file: String) -> Bool {
    let places = [file, StoreFile.supportFolder(ofStore: file)] + companions.map { file + $0 }
    return places.contains(where: FileMove.isTaken)
  }

  /// Gives `replacement` the diary's name and the diary another, which is returned.
  ///
  /// - Throws: `.busy` if a program has the diary open.
  func exchange(for replacement: String) throws -> String {
    // Read under the lock, which no connection of this process has then.
    if try SoleLock(store: file).hasDatabaseHeader { try emptyLog() }
    let lock = try SoleLock(store: file)
    try withExtendedLifetime(lock) {
      try lock.synchronize()
      if Self.companions.contains(where: { fileSize(file + $0) ?? 0 > 0 }) {
        try move(replacement)
      } else if try !swap(replacement) {
        try move(replacement)
      }
      try synchronizeFolder()
    }
    return keptFile
  }

  /// Moves what is in the -wal or a journal into the file, as opening it would.
  ///
  /// A diary for which that fails is damaged, or its disk is: it moves with all that lies beside it.
  private func emptyLog() throws {
    guard Self.companions.contains(where: { fileSize(file + $0) != nil }) else { return }
    do {
      var configuration = Configuration.hardened()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: file, configuration: configuration)
      try queue.writeWithoutTransaction { db in
        // Reading rolls back what a journal holds.
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        if try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal" { _ = try db.checkpoint(.truncate) }
      }
      try queue.close()
    } catch let error as DatabaseError where ![.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
      return
    }
  }

  /// Swaps the names of both files; `false` if the file system cannot do that.
  private func swap(_ replacement: String) throws -> Bool {
    // Under the name for the old diary first: no kill leaves that one in a folder that is removed.
    guard try FileMove.withoutReplacing(replacement, keptFile) else { throw DiaryError.busy(path: file) }
    // A -shm without connections and without a -wal says nothing.
    unlink(file + "-shm")
    let support = StoreFile.supportFolder(ofStore: file)
    let keptSupport = StoreFile.supportFolder(ofStore: keptFile)
    // Until the images move, the old diary finds them where they are.
    if fileSize(support) != nil, symlink(support, keptSupport) != 0 {
      throw StoreFile.cannotCreate(keptSupport)
    }
    guard try FileMove.exchange(keptFile, file) else {
      guard try FileMove.withoutReplacing(keptFile, replacement) else { throw DiaryError.busy(path: file) }
      unlink(keptSupport)
      return false
    }
    if fileSize(support) != nil, try FileMove.exchange(keptSupport, support) { unlink(support) }
    return true
  }

  /// Moves the diary away with what belongs to it, and `replacement` into its place.
  private func move(_ replacement: String) throws {
    let there = Self.companions.filter { fileSize(file + $0) ?? 0 > 0 }
    // These have two names until the diary has moved, so that it always has them beside it.
    for end in there { try keep(end) }
    let support = StoreFile.supportFolder(ofStore: file)
    guard try FileMove.withoutReplacing(file, keptFile) else { throw DiaryError.busy(path: file) }
    if fileSize(support) != nil {
      _ = try FileMove.withoutReplacing(support, StoreFile.supportFolder(ofStore: keptFile))
    }
    try synchronizeFolder()
    for end in there + ["-shm"] { unlink(file + end) }
    guard try FileMove.withoutReplacing(replacement, file) else { throw DiaryError.busy(path: file) }
  }

  private func synchronizeFolder() throws {
    try StoreFile.synchronize((file as NSString).deletingLastPathComponent)
  }

  /// A second name, or a copy if the file system has no links.
  private func keep(_ end: String) throws {
    if link(file + end, keptFile + end) == 0 { return }
    guard errno != EEXIST else { throw DiaryError.busy(path: file) }
    let copy = FileCopy(from: file + end, to: keptFile + end) { _ in }
    try copy.make()
    guard try copy.isEqual() else { throw DiaryError.busy(path: file) }
  }
}

/// Makes sure that no program has a diary open, by SQLite's own locks.
///
/// A connection that keeps a -wal holds a lock for readers for as long as it lives; one lock for writers tells all.
private final class SoleLock {
  /// Source: SQLite's `os.h`, `PENDING_BYTE`, and Linux' `fcntl.h`, `F_OFD_SETLK`.
  private static let sharedBytes = (start: 0x4000_0002, count: 510)
  private static let setLock: Int32 = 37

  private let file: String
  private let descriptor: Int32

  init(store file: String) throws {
    self.file = file
    descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiaryError(systemError: errno, path: file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(Self.sharedBytes.start)
    lock.l_len = off_t(Self.sharedBytes.count)
    guard fcntl(descriptor, Self.setLock, &lock) != 0, errno == EAGAIN || errno == EACCES else { return }
    throw DiaryError.busy(path: file)
  }

  deinit { close(descriptor) }

  /// Whether the file begins as a database does; SQLite would remove the -wal of one that does not.
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

  /// Waits until what was written to the file is on the disk.
  func synchronize() throws(DiaryError) {
    guard fsync(descriptor) == 0 else { throw DiaryError(systemError: errno, path: file) }
  }
}
