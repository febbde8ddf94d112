import Foundation

/// Keeps other programs from changing a database while its files are copied, by SQLite's shared locks.
///
/// The locks are taken on read-only descriptors, so that nothing is written in or next to the file. They belong to
/// these descriptors, so others of this process can be opened and closed during the copy. No connection of this process
/// may use the database: SQLite loses its own locks when one of these descriptors is closed.
package final class SharedReadLock {
  private var descriptors: [Int32] = []

  /// Takes the locks.
  ///
  /// Waits at most a second for a writer of the -wal, and then continues without that lock: uncommitted pages are
  /// not copied, and if it commits during the copy, the comparison at the end notices.
  ///
  /// - Parameters:
  ///   - file: The store's path with symbolic links resolved.
  ///   - path: The store as the user named it, for errors.
  /// - Throws: `.busy` if another program has the store locked for more than ten seconds, `.cancelled`, or `.notFound`
  ///   and the like if a file cannot be opened.
  package init(store file: String, as path: String, _ cancellation: CancellationToken) throws {
    try require(SQLiteLockBytes.shared, of: file, path, cancellation)
    let sharedMemory = StoreSidecar.sharedMemory.path(of: file)
    guard StoreFile.size(sharedMemory) != nil,
      try !lock(SQLiteLockBytes.walWriter, of: sharedMemory, path, cancellation, within: .seconds(1))
    else { return }
    try require(SQLiteLockBytes.checkpoint, of: sharedMemory, path, cancellation)
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private func require(
    _ bytes: Range<Int>, of file: String, _ path: String, _ cancellation: CancellationToken
  ) throws {
    guard try lock(bytes, of: file, path, cancellation, within: .seconds(10)) else {
      throw StoreError.busy(path: path)
    }
  }

  /// Returns whether the lock could be taken in time.
  private func lock(
    _ bytes: Range<Int>, of file: String, _ path: String, _ cancellation: CancellationToken,
    within time: Duration
  ) throws -> Bool {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: path) }
    descriptors.append(descriptor)
    let end = ContinuousClock.now + time
    while !LockableFile.lock(descriptor, .read, bytes) {
      // Without locks on the file system, only the comparison notices changes.
      guard errno == EAGAIN || errno == EACCES else { return true }
      guard ContinuousClock.now < end else { return false }
      guard cancellation.wait() else { throw StoreError.cancelled }
    }
    return true
  }
}
