import Foundation

/// A file of a store that is open next to SQLite's own connection, for its bytes and for SQLite's locks.
///
/// The locks belong to this descriptor, so they hold against connections of this process, too. To close it before
/// SQLite's connections to the same file are closed would drop their locks.
struct OpenFile {
  enum Lock {
    case read, write, none

    fileprivate var type: Int16 {
      switch self {
      case .read: Int16(F_RDLCK)
      case .write: Int16(F_WRLCK)
      case .none: Int16(F_UNLCK)
      }
    }
  }

  /// Linux' `F_OFD_SETLK` of `fcntl.h`.
  private static let setLock: Int32 = 37

  private let path: String
  private let descriptor: Int32

  /// `nil` if it cannot be opened.
  init?(_ path: String, _ access: Int32) {
    self.path = path
    descriptor = open(path, access | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  func close() { _ = Foundation.close(descriptor) }

  /// The first bytes; `nil` if there are fewer.
  func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, 0) == count ? bytes : nil
  }

  /// Writes bytes to the beginning, and waits until they are on the disk.
  func write(_ bytes: [UInt8]) throws(DiaryError) {
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, fsync(descriptor) == 0 else {
      throw DiaryError(systemError: errno, path: path)
    }
  }

  /// Takes or drops a lock without waiting; `false` if another connection is in the way.
  func lock(_ kind: Lock, at start: Int, count: Int) -> Bool {
    var lock = flock()
    lock.l_type = kind.type
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    return fcntl(descriptor, Self.setLock, &lock) == 0
  }
}
