import Foundation

/// A file beside the store that tells who migrates it, locked for as long as that process lives.
///
/// It is for those who wait, so that they can say for whom. What keeps two from migrating at once is the database's own
/// write lock; so where the file cannot be made, the migration goes on without it.
final class MigrationLock {
  private let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Takes the lock, waiting for the process that has it.
  ///
  /// - Parameter waiting: Called again and again with that process's id.
  static func acquire(besideStore file: String, _ stop: MigrationStop, waiting: (Int32) -> Void)
    throws(DiaryError) -> MigrationLock?
  {
    while true {
      switch attempt(file + "-migration") {
      case .acquired(let lock): return lock
      case .impossible: return nil
      case .taken(let process):
        if let process { waiting(process) }
        guard stop.wait() else { throw .cancelled }
      }
    }
  }

  /// Removes the file that a killed migration left.
  static func removeLeftover(besideStore file: String) {
    let path = file + "-migration"
    guard fileSize(path) != nil, case .acquired(let lock) = attempt(path) else { return }
    lock.release()
  }

  func release() {
    unlink(path)
    close(descriptor)
  }

  private enum Attempt {
    case acquired(MigrationLock)
    case taken(by: Int32?)
    case impossible
  }

  private static func attempt(_ path: String) -> Attempt {
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return .impossible }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(descriptor) }
      return errno == EWOULDBLOCK ? .taken(by: process(in: descriptor)) : .impossible
    }
    guard isStillThere(path, descriptor) else {
      close(descriptor)
      return .taken(by: nil)
    }
    write(getpid(), into: descriptor)
    return .acquired(MigrationLock(path: path, descriptor: descriptor))
  }

  /// Whoever had the lock removes the file before letting go.
  private static func isStillThere(_ path: String, _ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    guard stat(path, &named) == 0, fstat(descriptor, &opened) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  private static func process(in descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(count), as: UTF8.self))
  }

  /// Where it cannot be written, those who wait do so without a name.
  private static func write(_ process: Int32, into descriptor: Int32) {
    let bytes = Array(String(process).utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, bytes, bytes.count, 0) }
  }
}
