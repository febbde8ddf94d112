import Foundation

/// The -shm that SQLite keeps beside a database with a -wal.
enum SharedMemoryFile {
  /// Who has it open holds this byte of it.
  ///
  /// Source: SQLite's `os_unix.c`, `UNIX_SHM_DMS`.
  private static let openByte = 128
  /// Linux' `F_OFD_GETLK` of `fcntl.h`: finds this process's own locks, too.
  private static let getLock: Int32 = 36

  /// Whether a connection of any process has it open.
  static func isInUse(besideStore file: String) -> Bool {
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

  private static func isOpenHere(_ path: String) -> Bool {
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

  /// SQLite's lock bytes: who has all of them has the database alone.
  ///
  /// Source: `os.h`, `PENDING_BYTE`.
  private static let firstSharedByte = 0x4000_0002
  private static let sharedByteCount = 510

  /// Removes it where no connection uses the database.
  ///
  /// - Parameter withEmptyLog: Removes a -wal as well that has nothing in it.
  static func removeUnused(besideStore file: String, withEmptyLog: Bool = false) {
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(firstSharedByte)
    lock.l_len = off_t(sharedByteCount)
    guard fcntl(descriptor, F_SETLK, &lock) == 0 else { return }
    unlink(file + "-shm")
    if withEmptyLog, fileSize(file + "-wal") == 0 { unlink(file + "-wal") }
  }
}
