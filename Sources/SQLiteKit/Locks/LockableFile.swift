import Foundation

/// The bytes of a database file that SQLite locks.
///
/// Source: SQLite's `os.h`, `PENDING_BYTE`.
package enum SQLiteLockBytes {
  static let pending = 0x4000_0000
  /// A reader has a read lock on these bytes, a writer of a rollback journal a write lock.
  package static let shared = 0x4000_0002..<0x4000_0200

  // Of the -shm; see https://www.sqlite.org/walformat.html, 2.3 WAL Locks.

  /// `WAL_WRITE_LOCK`: locked by the connection that writes to the -wal.
  static let walWriter = 120..<121
  /// `WAL_CKPT_LOCK`: locked during a checkpoint.
  static let checkpoint = 121..<122
  /// `WAL_RECOVER_LOCK`: locked while the -shm is made again.
  static let recovery = 122..<123
  /// `UNIX_SHM_DMS` of SQLite's `os_unix.c`: every connection that has the -shm open holds a shared lock.
  static let sharedMemoryIsOpen = 128..<129
}

/// A file of a store that is open in addition to SQLite's own connection, to read its bytes and take SQLite's locks.
///
/// The locks belong to this descriptor, so they also exclude connections of this process. Close it after SQLite's
/// connections to the same file: closing it releases their locks.
package struct LockableFile {
  /// A kind of lock; `none` releases one.
  package enum Lock {
    /// A shared lock.
    case read
    /// An exclusive lock.
    case write
    /// No lock.
    case none

    fileprivate var type: Int16 {
      switch self {
      case .read: Int16(F_RDLCK)
      case .write: Int16(F_WRLCK)
      case .none: Int16(F_UNLCK)
      }
    }
  }

  /// Linux's `F_OFD_SETLK` of `fcntl.h`.
  private static let setLock: Int32 = 37

  private let path: String
  private let descriptor: Int32

  /// Opens a file; `nil` if that fails.
  ///
  /// - Parameter access: `O_RDONLY` or `O_RDWR`.
  init?(_ path: String, _ access: Int32) {
    self.path = path
    descriptor = open(path, access | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  /// Closes the file, which releases its locks.
  func close() { _ = Foundation.close(descriptor) }

  /// Returns the first bytes; `nil` if the file is shorter.
  func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, 0) == count ? bytes : nil
  }

  /// Writes bytes to the beginning of the file, and waits until they are on the disk.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, fsync(descriptor) == 0 else {
      throw StoreError(systemError: errno, path: path)
    }
  }

  /// Takes or releases a lock without waiting; returns `false` if a lock of another connection prevents it.
  func lock(_ kind: Lock, _ bytes: Range<Int>) -> Bool { Self.lock(descriptor, kind, bytes) }

  /// Takes or releases a lock without waiting.
  ///
  /// - Returns: `false` if that fails; `errno` is `EAGAIN` or `EACCES` if another connection has a lock.
  package static func lock(_ descriptor: Int32, _ kind: Lock, _ bytes: Range<Int>) -> Bool {
    var lock = flock()
    lock.l_type = kind.type
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(bytes.lowerBound)
    lock.l_len = off_t(bytes.count)
    return fcntl(descriptor, setLock, &lock) == 0
  }
}
