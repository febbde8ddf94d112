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
  package static func isInUse(besideStore file: String) -> Bool {
    // To open and close it once more would drop the locks that this process has on it.
    if isOpenHere(file + "-shm") { return true }
    let descriptor = open(file + "-shm", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
    var (named, opened) = (stat(), stat())
    guard stat(path, &named) == 0 else { return false }
    // Without /proc, nobody can tell: then it is left alone.
    guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else {
      return true
    }
    return descriptors.compactMap { Int32($0) }.contains {
      fstat($0, &opened) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
  }

  /// Removes it if no connection uses the database.
  ///
  /// - Parameter withEmptyLog: Removes a -wal as well that has nothing in it.
  static func removeUnused(besideStore file: String, withEmptyLog: Bool = false) {
    guard !isOpenHere(file), let store = LockableFile(file, O_RDWR) else { return }
    defer { store.close() }
    guard store.lock(.write, SQLiteLockBytes.shared) else { return }
    unlink(file + "-shm")
    if withEmptyLog, fileSize(file + "-wal") == 0 { unlink(file + "-wal") }
  }

  /// Removes one that this user may not write to, and a -wal like that with nothing in it.
  ///
  /// Older versions left them next to a store that nobody could write to, which kept it from being used later on.
  package static func removeUnusable(besideStore file: String) {
    let isUsable = ["-shm", "-wal"].allSatisfy { access(file + $0, W_OK) == 0 || errno == ENOENT }
    if !isUsable, !isInUse(besideStore: file) { removeUnused(besideStore: file, withEmptyLog: true) }
  }

  /// Makes an empty one, which needs no room on the disk; `false` if there is one, or none can be made.
  ///
  /// A connection that only reads keeps the -wal's index in memory then, until another program fills the file.
  static func makeEmpty(besideStore file: String) -> Bool {
    var facts = stat()
    guard stat(file, &facts) == 0 else { return false }
    let descriptor = open(file + "-shm", O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, facts.st_mode & 0o666 | 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // As SQLite does: the superuser leaves no file that the owner of the store cannot use.
    if geteuid() == 0, fchown(descriptor, facts.st_uid, facts.st_gid) != 0 {
      unlink(file + "-shm")
      return false
    }
    return true
  }
}
