import Glibc

/// An open file, closed (and so unlocked) when its last reference goes.
final class OpenFile {
  /// Which file it is, under whatever name.
  struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let path: String
  private let descriptor: Int32

  /// Opens the file at `path`; a file that this makes belongs to the user alone.
  ///
  /// Never waits, as a named pipe in a file's place would make it, and never follows a link to a file of the user's.
  ///
  /// - Throws: An error with a ``TelemetryError/obstacle`` if something other than a file is there.
  init(_ path: String, flags: Int32) throws(TelemetryError) {
    let descriptor = repeatingInterrupted {
      open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o600)
    }
    let code = errno
    guard descriptor >= 0 else {
      if let obstacle = Obstacle(at: path) { throw TelemetryError(obstacle, path) }
      throw TelemetryError(.open, path, code: code)
    }
    self.path = path
    self.descriptor = descriptor
    if let obstacle = Obstacle(try status()) { throw TelemetryError(obstacle, path) }
  }

  deinit {
    close(descriptor)
  }

  /// Waits for the file's lock.
  ///
  /// `flock` rather than `fcntl`: its locks belong to the open file, so two writers in one process
  /// exclude each other as well, and closing another handle on the file does not drop the lock.
  func lock(_ kind: Lock) throws(TelemetryError) {
    guard repeatingInterrupted({ flock(descriptor, kind.rawValue) }) == 0 else {
      throw TelemetryError(.lock, path)
    }
  }

  func unlock() {
    flock(descriptor, LOCK_UN)
  }

  func identity() throws(TelemetryError) -> Identity {
    Identity(try status())
  }

  func size() throws(TelemetryError) -> Int {
    Int(try status().st_size)
  }

  /// Whether the file's name still leads to this file: another process may have replaced or removed it.
  func isCurrent() throws(TelemetryError) -> Bool {
    var current = stat()
    guard stat(path, &current) == 0 else {
      guard errno == ENOENT else { throw TelemetryError(.open, path) }
      return false
    }
    return try identity() == Identity(current)
  }

  /// At most `count` bytes from `offset`; fewer only at the end of the file.
  func read(_ count: Int, at offset: Int) throws(TelemetryError) -> [UInt8] {
    var failure: TelemetryError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = repeatingInterrupted {
          pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
        }
        if read < 0 { failure = TelemetryError(.read, path) }
        guard read > 0 else { return }
        filled += read
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes `bytes` with one system call at the end of the file, which must have been opened with
  /// `O_APPEND`: all of it or nothing.
  ///
  /// A full disk can take a part; that is cut off again, so call this under the lock.
  func append(_ bytes: [UInt8]) throws(TelemetryError) {
    let before = try size()
    let written = writeOnce(bytes[...])
    guard written != bytes.count else { return }
    let error = TelemetryError(.write, path, code: written < 0 ? errno : ENOSPC)
    guard written <= 0 || ftruncate(descriptor, off_t(before)) == 0 else {
      throw TelemetryError(.write, path)
    }
    throw error
  }

  /// Writes all of `bytes`, in as many calls as it takes.
  func writeAll(_ bytes: [UInt8]) throws(TelemetryError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = writeOnce(rest)
      guard written > 0 else { throw TelemetryError(.write, path, code: written < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(written)
    }
  }

  private func writeOnce(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      repeatingInterrupted { write(descriptor, buffer.baseAddress, buffer.count) }
    }
  }

  private func status() throws(TelemetryError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw TelemetryError(.open, path) }
    return status
  }
}

extension OpenFile {
  enum Lock {
    /// For writing.
    case exclusive
    /// For reading what is complete.
    case shared

    fileprivate var rawValue: Int32 {
      switch self {
      case .exclusive: LOCK_EX
      case .shared: LOCK_SH
      }
    }
  }
}

extension OpenFile.Identity {
  fileprivate init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// Calls again as long as a signal handler cut the call short.
private func repeatingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    guard result == -1, errno == EINTR else { return result }
  }
}
