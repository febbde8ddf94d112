import Foundation

/// Functions for the -shm: the index of a -wal, which all connections share.
///
/// Parameters named `file` are paths of databases, with symbolic links resolved.
package enum SharedMemoryFile {
  /// Linux's `F_OFD_GETLK` of `fcntl.h`, which also finds locks of this process.
  private static let getLock: Int32 = 36

  /// Returns whether a connection of any process has the -shm of a database open.
  package static func isInUse(for file: String) -> Bool {
    // Opening and closing it again would release the locks that this process has on it.
    let sharedMemory = StoreSidecar.sharedMemory.path(of: file)
    if isOpenHere(sharedMemory) { return true }
    let descriptor = open(sharedMemory, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(SQLiteLockBytes.sharedMemoryIsOpen.lowerBound)
    lock.l_len = off_t(SQLiteLockBytes.sharedMemoryIsOpen.count)
    return fcntl(descriptor, getLock, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }

  /// Returns whether this process has a file open; `true` if that is unknown.
  static func isOpenHere(_ path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    // Without /proc this is unknown, and the file is left alone.
    guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
      return true
    }
    return descriptors.compactMap { Int32($0) }.contains { FileIdentity(descriptor: $0) == identity }
  }

  /// Removes the -shm if no connection uses the database.
  ///
  /// - Parameter removesEmptyWAL: Whether an empty -wal is removed as well.
  static func removeUnused(for file: String, removesEmptyWAL: Bool = false) {
    guard !isOpenHere(file), let store = LockableFile(file, O_RDWR) else { return }
    defer { store.close() }
    guard store.lock(.write, SQLiteLockBytes.shared) else { return }
    unlink(StoreSidecar.sharedMemory.path(of: file))
    if removesEmptyWAL, StoreSidecar.wal.size(of: file) == 0 { unlink(StoreSidecar.wal.path(of: file)) }
  }

  /// Removes a -shm, or an empty -wal, that this user may not write to, if no connection uses the database.
  ///
  /// Older versions left such files next to a read-only store, which then could not be opened for writing later.
  package static func removeUnusable(for file: String) {
    let isUsable = [StoreSidecar.sharedMemory, .wal].allSatisfy {
      access($0.path(of: file), W_OK) == 0 || errno == ENOENT
    }
    if !isUsable, !isInUse(for: file) { removeUnused(for: file, removesEmptyWAL: true) }
  }

  /// Creates an empty -shm, which takes no space on the disk.
  ///
  /// A read-only connection then keeps the index in memory, until another program fills the file.
  ///
  /// - Returns: `false` if a -shm exists or cannot be created.
  static func makeEmpty(for file: String) -> Bool {
    var status = stat()
    guard stat(file, &status) == 0 else { return false }
    let sharedMemory = StoreSidecar.sharedMemory.path(of: file)
    let mode = status.st_mode & 0o666 | 0o600
    let descriptor = open(sharedMemory, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // As SQLite does, so that the owner of the store can use a file that the superuser created.
    if geteuid() == 0, fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      unlink(sharedMemory)
      return false
    }
    return true
  }
}
