import Foundation

/// A destination for bytes that are written one part after the other.
package protocol OutputSink: AnyObject {
  /// Whether the destination is a terminal, which interprets control characters.
  var isTerminal: Bool { get }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(ExportError)

  /// Ends the output; a file gets its name only now.
  func finish() throws(ExportError)

  /// Closes the output, and removes an unfinished file.
  func discard()
}

/// A file that gets its name, or replaces another, once it is complete and on the disk.
///
/// FIFOs, devices and open descriptors are written to directly.
package final class OutputFile: OutputSink {
  private enum Target {
    case unfinishedFile(AtomicFile, name: String, replaces: Bool)
    case open(OpenOutput)
  }

  private let target: Target
  private var isOpen = true

  /// Opens an output; opening a FIFO waits for a reader.
  ///
  /// - Throws: `ExportError` if the file exists and must not be replaced, or cannot be created.
  package init(_ destination: OutputDestination) throws(ExportError) {
    switch destination {
    case .standardOutput: target = .open(try OpenOutput(descriptor: STDOUT_FILENO))
    case .descriptor(let number): target = .open(try OpenOutput(descriptor: number))
    case .stream(let path): target = .open(try OpenOutput(path: path))
    case .newFile(let path): target = try Self.unfinishedFile(path, nil, replaces: false)
    case .existingFile(let path): target = try Self.unfinishedFile(path, inPlaceOf: Self.status(of: path))
    }
  }

  /// Opens one of the program's own files, which is replaced if it exists.
  ///
  /// - Parameter permissions: The permissions of the file; `nil` for the process's default.
  /// - Throws: `ExportError` if the file cannot be created.
  package init(replacing path: String, permissions: UInt32? = nil) throws(ExportError) {
    target = try Self.unfinishedFile(path, permissions, replaces: true)
  }

  deinit { discard() }

  /// Whether the destination is a terminal, which only a stream can be.
  package var isTerminal: Bool { if case .open(let output) = target { output.isTerminal } else { false } }

  /// Appends bytes; waits while a FIFO or pipe is full.
  ///
  /// - Throws: `ExportError`, for example if the disk is full or the reader has gone.
  package func write(_ bytes: [UInt8]) throws(ExportError) {
    try bytes.withUnsafeBufferPointer { bytes throws(ExportError) in
      switch target {
      case .unfinishedFile(let unfinishedFile, _, _): try unfinishedFile.write(UnsafeRawBufferPointer(bytes))
      case .open(let output): try output.write(UnsafeRawBufferPointer(bytes))
      }
    }
  }

  /// Flushes a file to the disk and gives it its name, then closes the output.
  ///
  /// - Throws: `ExportError` if another program has made a file of that name in the meantime, or on a failed write.
  package func finish() throws(ExportError) {
    if case .unfinishedFile(let unfinishedFile, let name, let replaces) = target {
      try unfinishedFile.synchronize()
      if replaces {
        try unfinishedFile.replace(name)
      } else if try !unfinishedFile.rename(to: name) {
        throw ExportError(path: name, reason: "another program has just created it")
      }
    }
    discard()
  }

  /// Closes the output, and removes an unfinished file.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    switch target {
    case .unfinishedFile(let unfinishedFile, _, _): unfinishedFile.discard()
    case .open(let output): output.close()
    }
  }

  private static func unfinishedFile(_ path: String, _ permissions: mode_t?, replaces: Bool)
    throws(ExportError)
    -> Target
  {
    let path = FilePath(path)
    let unfinishedFile = try AtomicFile(in: path.folder)
    do {
      if let permissions { try unfinishedFile.setPermissions(permissions) }
    } catch {
      unfinishedFile.discard()
      throw error
    }
    return .unfinishedFile(unfinishedFile, name: path.name, replaces: replaces)
  }

  /// Returns an unfinished file with the owner and the permissions of the file that it replaces.
  private static func unfinishedFile(_ path: String, inPlaceOf file: stat) throws(ExportError) -> Target {
    let path = FilePath(path)
    let unfinishedFile = try AtomicFile(in: path.folder)
    do {
      // Changing the owner can remove permissions, so it comes first.
      try unfinishedFile.setOwner(file.st_uid, file.st_gid)
      try unfinishedFile.setPermissions(file.st_mode & 0o777)
    } catch {
      unfinishedFile.discard()
      throw error
    }
    return .unfinishedFile(unfinishedFile, name: path.name, replaces: true)
  }

  private static func status(of path: String) throws(ExportError) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ExportError(lastErrorAt: path) }
    return status
  }
}

/// A FIFO, a device or a file that was open before, written to directly.
private struct OpenOutput {
  private let name: String
  private let descriptor: Int32

  init(path: String) throws(ExportError) {
    name = path
    descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw ExportError(lastErrorAt: path) }
  }

  /// A duplicate of a descriptor, so that both share one position.
  init(descriptor: Int32) throws(ExportError) {
    name = descriptor == STDOUT_FILENO ? "standard output" : "/dev/fd/\(descriptor)"
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard self.descriptor >= 0 else { throw ExportError(lastErrorAt: name) }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR || waitsForRoom() { continue }
      guard count > 0 else { throw ExportError(lastErrorAt: name) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Another process that has the file open may have made it non-blocking.
  private func waitsForRoom() -> Bool {
    guard errno == EAGAIN else { return false }
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&polled, 1, -1)
    return true
  }

  func close() { _ = Foundation.close(descriptor) }
}
