import Foundation
import SQLiteKit

/// Keeps other processes from synchronizing the same diary; released when it goes out of scope, or its process ends.
final class SyncLock {
  private let descriptor: Int32

  /// The path of the file in the folder of a device.
  static func file(in folder: String) -> String { folder + "/lock" }

  /// Takes the lock in the folder of a device.
  ///
  /// - Parameters:
  ///   - folder: The folder of the device; it may not exist.
  ///   - timeout: How long to wait for another process.
  ///   - isCancelled: Called while it waits; return `true` to stop.
  /// - Throws: ``SyncFailure/busy``, `StoreError`, and `CancellationError` if it was canceled.
  init(in folder: String, timeout: Duration = .zero, isCancelled: () -> Bool = { false }) throws {
    try StoreFile.makeFolder(folder)
    let path = Self.file(in: folder)
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFile.cannotCreate(path) }
    let end = ContinuousClock.now + timeout
    // If this throws, `deinit` closes the file; closing it here as well could close one that another thread has opened.
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EINTR || code == EWOULDBLOCK else { throw StoreError(systemError: code, path: path) }
      try checkCancellation(isCancelled)
      guard ContinuousClock.now < end else { throw SyncFailure.busy }
      usleep(50_000)
    }
  }

  deinit { close(descriptor) }
}
