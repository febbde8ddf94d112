import Foundation

/// Keeps other programs from changing a database while its files are copied, by SQLite's own locks for readers.
///
/// They are taken on descriptors that only read, so that nothing appears beside the file and nothing in it changes,
/// and belong to these descriptors: other ones of this process can be opened and closed meanwhile. A connection of this
/// process must not use the database: whenever one of its descriptors is closed, SQLite loses its own locks.
final class StillLock {
  /// Who reads holds one of these bytes of the file; who writes to it needs all of them.
  ///
  /// Source: SQLite's `os.h`, `PENDING_BYTE`.
  private static let sharedBytes = (start: 0x4000_0002, count: 510)
  /// Who writes to the -wal holds this byte of the -shm.
  ///
  /// Source: https://www.sqlite.org/walformat.html, `WAL_WRITE_LOCK`.
  private static let logWriterByte = (start: 120, count: 1)

  /// Linux' `F_OFD_SETLK` of `fcntl.h`.
  private static let setLock: Int32 = 37

  private var descriptors: [Int32] = []

  /// - Throws: `.busy` where somebody is writing for longer than the user, or ten seconds, want to wait.
  init(store file: String, as path: String, _ stop: MigrationStop) throws {
    try take(Self.sharedBytes, of: file, path, stop)
    if fileSize(file + "-shm") != nil { try take(Self.logWriterByte, of: file + "-shm", path, stop) }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private func take(
    _ bytes: (start: Int, count: Int), of file: String, _ path: String, _ stop: MigrationStop
  ) throws {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiaryError(systemError: errno, path: path) }
    descriptors.append(descriptor)
    var lock = flock()
    lock.l_type = Int16(F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(bytes.start)
    lock.l_len = off_t(bytes.count)
    let end = ContinuousClock.now + .seconds(10)
    while fcntl(descriptor, Self.setLock, &lock) != 0 {
      // Where the file system has no locks, the comparison at the end finds changes.
      guard errno == EAGAIN || errno == EACCES else { return }
      guard ContinuousClock.now < end else { throw DiaryError.busy(path: path) }
      guard stop.wait() else { throw DiaryError.cancelled }
    }
  }
}
