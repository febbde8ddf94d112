import Glibc

/// A file that an object is copied to.
final class IncomingFile {
  let name: String
  private let size: Int
  private let path: String
  private var count = 0
  private var descriptor: Int32

  init(name: String, size: Int, folder: String) throws {
    self.name = name
    self.size = size
    path = folder + "/" + (name.split(separator: "/").last ?? "")
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseError.file(path, errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(path)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    try writeAll(bytes, to: descriptor, path)
    count += bytes.count
  }

  /// Closes the file; removes it if the object is not complete, as if it did not exist.
  func finish() throws {
    let code = close(descriptor) == 0 ? 0 : errno
    descriptor = -1
    if code != 0 || count != size { unlink(path) }
    guard code == 0 else { throw DatabaseError.file(path, code) }
  }
}

/// A file that is copied to an object.
final class OutgoingFile {
  /// In bytes, when the file was opened.
  let size: Int

  private let path: String
  private let descriptor: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: DiaryObjects.partSize, alignment: 1)
  private var count = 0

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    let code = descriptor >= 0 && fstat(descriptor, &status) == 0 ? 0 : errno
    size = Int(status.st_size)
    guard code == 0 else { throw DatabaseError.file(path, code) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw DatabaseError.file(path, EINVAL) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    buffer.deallocate()
  }

  /// Reads the next part, which is valid until the next call; `nil` at the end.
  ///
  /// - Throws: ``DatabaseError`` if the file cannot be read, or has changed its size.
  func next() throws -> UnsafeRawBufferPointer? {
    var filled = 0
    while filled < buffer.count {
      let count = read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw DatabaseError.file(path, errno) }
      if count == 0 { break }
      filled += count
    }
    count += filled
    guard count <= size, filled > 0 || count == size else {
      throw DatabaseError(.file, "\(path) has changed while it was read.")
    }
    return filled > 0 ? UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<filled]) : nil
  }
}

/// Writes all bytes to a descriptor.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
    guard count > 0 || errno == EINTR else { throw DatabaseError.file(path, errno) }
    written += max(count, 0)
  }
}
