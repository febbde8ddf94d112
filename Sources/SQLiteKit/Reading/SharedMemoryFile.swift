import Foundation

/// The -shm that SQLite keeps beside a database with a -wal.
package enum SharedMemoryFile {
  /// Who has it open holds this byte of it.
  ///
  /// Source: SQLite's `os_unix.c`, `UNIX_SHM_DMS`.
  private static let openByte = 128
  /// Linux' `F_OFD_GETLK` of `fcntl.h`: finds this process's own locks, too.
  private static let getLock: Int32 = 36

  /// Whether a connection of any process has it open.
  package static func isInUse(for file: String) -> Bool {
    // To open and close it once more would drop the locks that this process has on it.
    let sharedMemory = StoreSidecar.sharedMemory.path(of: file)
    if isOpenHere(sharedMemory) { return true }
    let descriptor = open(sharedMemory, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(openByte)
    lock.l_len = 1
    return fcntl(descriptor, getLock, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  /// Whether a descriptor of this process leads to a file.
  static func isOpenHere(_ path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    // Without /proc this is unknown, and the file is left alone.
    guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
      return true
    }
    return descriptors.compactMap { Int32($0) }.contains { FileIdentity(descriptor: $0) == identity }
  }

  /// Removes it if no connection uses the database.
  ///
  /// - Parameter removesEmptyWAL: Whether an empty -wal is removed as well.
  static func removeUnused(for file: String, removesEmptyWAL: Bool = false) {
    guard !isOpenHere(file), let store = LockableFile(file, O_RDWR) else { return }
    defer { store.close() }
    guard store.lock(.write, SQLiteLockBytes.shared) else { return }
    unlink(StoreSidecar.sharedMemory.path(of: file))
    if removesEmptyWAL, StoreSidecar.wal.size(of: file) == 0 { unlink(StoreSidecar.wal.path(of: file)) }
  }

  /// Removes one that this user may not write to, and a -wal like that with nothing in it.
  ///
  /// Older versions left them next to a store that nobody could write to, which kept it from being used later on.
  package static func removeUnusable(for file: String) {
    let isUsable = [StoreSidecar.sharedMemory, .wal].allSatisfy {
      access($0.path(of: file), W_OK) == 0 || errno == ENOENT
    }
    if !isUsable, !isInUse(for: file) { removeUnused(for: file, removesEmptyWAL: true) }
  }

  /// Makes an empty one, which needs no room on the disk; `false` if there is one, or none can be made.
  ///
  /// A connection that only reads keeps the -wal's index in memory then, until another program fills the file.
  static func makeEmpty(for file: String) -> Bool {
    var facts = stat()
    guard stat(file, &facts) == 0 else { return false }
    let sharedMemory = StoreSidecar.sharedMemory.path(of: file)
    let mode = facts.st_mode & 0o666 | 0o600
    let descriptor = open(sharedMemory, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // As SQLite does: the superuser leaves no file that the owner of the store cannot use.
    if geteuid() == 0, fchown(descriptor, facts.st_uid, facts.st_gid) != 0 {
      unlink(sharedMemory)
      return false
    }
    return true
  }
}
