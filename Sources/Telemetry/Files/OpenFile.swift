import Glibc

/// An open file, which is closed and unlocked when the last reference to it is released.
final class OpenFile {
  /// Identifies a file, whatever its name.
  struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let path: String
  private let descriptor: Int32

  /// Opens a file; a new file has mode 0600.
  ///
  /// Does not wait for a named pipe, and does not follow symbolic links.
  ///
  /// - Parameter flags: Those of open(2), such as `O_RDWR | O_CREAT`.
  /// - Throws: `TelemetryError`, with an ``TelemetryError/obstacle`` if something other than a file exists.
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
  /// Uses `flock`, whose locks belong to the open file: two writers in one process exclude each other, too, and closing
  /// another descriptor of the file does not release the lock.
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

  /// Returns whether the path still leads to this file: another process may have replaced or removed it.
  func isCurrent() throws(TelemetryError) -> Bool {
    var current = stat()
    guard stat(path, &current) == 0 else {
      guard errno == ENOENT else { throw TelemetryError(.open, path) }
      return false
    }
    return try identity() == Identity(current)
  }

  /// Returns `count` bytes from `offset` on; fewer only at the end of the file.
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

  /// Appends all of `bytes` with one system call, or nothing; the file must have been opened with `O_APPEND`.
  ///
  /// If a full disk takes only a part, the part is removed again, so call this under the lock.
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

  /// Writes all of `bytes`, in as many calls as necessary.
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
    /// For reading complete lines.
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

/// Repeats a system call while signal handlers interrupt it.
private func repeatingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    guard result == -1, errno == EINTR else { return result }
  }
}
