import Foundation

/// A copy of a file in an unnamed temporary file (`O_TMPFILE`), which the kernel removes when the process ends.
final class UnnamedFileCopy {
  /// Linux's `O_TMPFILE` of `fcntl.h`, which Swift does not import.
  private static let temporaryFile: Int32 = 0o20_200_000
  private static let partSize = 1 << 20

  /// In bytes.
  let size: Int
  private let mode: mode_t
  private let descriptor: Int32

  /// Copies a file to the same file system; `nil` if there is no such file.
  ///
  /// - Throws: `StoreError` if it cannot be read or copied; `.busy` if another program makes it shorter during the copy.
  init?(of path: String) throws {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreError(systemError: errno, path: path)
    }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw StoreError(systemError: errno, path: path) }
    size = Int(status.st_size)
    mode = status.st_mode & 0o777
    descriptor = try Self.makeFile(nextTo: path)
    try Self.copy(size, from: source, to: descriptor, path)
  }

  deinit { close(descriptor) }

  /// Returns the first bytes; fewer if the file is smaller.
  func prefix(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    return Array(bytes.prefix(max(0, pread(descriptor, &bytes, count, 0))))
  }

  /// Writes the bytes to a file, which gets the permissions of the original if it has to be created.
  func write(to path: String) throws {
    let target = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    guard target >= 0 else { throw StoreError(systemError: errno, path: path) }
    defer { close(target) }
    try Self.copy(size, from: descriptor, to: target, path)
    guard ftruncate(target, off_t(size)) == 0 else { throw StoreError(systemError: errno, path: path) }
  }

  private static func makeFile(nextTo path: String) throws -> Int32 {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDWR | O_CLOEXEC | temporaryFile, 0o600)
    if descriptor >= 0 { return descriptor }
    // Some file systems do not support this.
    guard errno == EOPNOTSUPP || errno == EISDIR, let file = tmpfile() else {
      throw StoreError(systemError: errno, path: path)
    }
    defer { fclose(file) }
    let copy = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw StoreError(systemError: errno, path: path) }
    return copy
  }

  private static func copy(_ size: Int, from source: Int32, to target: Int32, _ path: String) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, partSize), alignment: 4096)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < size {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, size - offset)])
      let count = try FileCopy.read(source, at: offset, into: part, path)
      guard count == part.count else { throw StoreError.busy(path: path) }
      try FileCopy.write(UnsafeRawBufferPointer(part), target, at: offset, path)
      offset += count
    }
  }
}
