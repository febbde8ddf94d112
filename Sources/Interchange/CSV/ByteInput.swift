#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where a reader gets its bytes from: a file, standard input or a test's array.
///
/// A source is read once, from front to back, by one thread.
package struct ByteInput {
  /// Bytes in all, where that is known beforehand: not for a pipe.
  package let totalBytes: Int64?
  /// Fills a buffer from its front and returns how many bytes that were; 0 at the end of the input.
  let read: (UnsafeMutableRawBufferPointer) throws(ImportError) -> Int

  package init(
    totalBytes: Int64? = nil,
    read: @escaping (UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
  ) {
    self.totalBytes = totalBytes
    self.read = read
  }
}

extension ByteInput {
  /// Bytes in memory, handed out in pieces of at most `chunk`.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    var position = 0
    self.init(totalBytes: Int64(bytes.count)) { buffer throws(ImportError) in
      let count = min(buffer.count, chunk, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<position + count])
      position += count
      return count
    }
  }

  /// An open file or pipe, which stays open and belongs to the caller.
  ///
  /// - Parameter name: What an error message calls it: a path, or `standard input`.
  package init(descriptor: Int32, name: String) {
    self.init(totalBytes: Self.size(of: descriptor)) { buffer throws(ImportError) in
      try Self.readSome(of: descriptor, into: buffer, name: name)
    }
  }

  /// The file at a path, closed when the source goes away.
  package init(path: String) throws(ImportError) {
    let file = try OpenFile(path: path)
    self.init(totalBytes: Self.size(of: file.descriptor)) { buffer throws(ImportError) in
      try Self.readSome(of: file.descriptor, into: buffer, name: path)
    }
  }

  private static func readSome(
    of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, name: String
  ) throws(ImportError) -> Int {
    while true {
      let count = unsafeRead(descriptor, buffer)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(path: name, reason: String(cString: strerror(errno))) }
    }
  }

  /// The size of a regular file; `nil` for a pipe or a terminal.
  private static func size(of descriptor: Int32) -> Int64? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(facts.st_size)
  }
}

/// Counts what is taken from a source.
final class ByteCounter {
  private(set) var count: Int64 = 0

  func counting(_ source: ByteInput) -> ByteInput {
    ByteInput(totalBytes: source.totalBytes) { buffer throws(ImportError) in
      let count = try source.read(buffer)
      self.count += Int64(count)
      return count
    }
  }
}

private func unsafeRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// A file open for reading for as long as this exists.
private final class OpenFile {
  let descriptor: Int32

  init(path: String) throws(ImportError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(errno, path: path) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Self.error(errno, path: path) }
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw .isFolder(path: path) }
  }

  deinit { close(descriptor) }

  private static func error(_ code: Int32, path: String) -> ImportError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .permissionDenied(path: path)
    default: .unreadable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
