import Foundation

/// A copy of a file that has no name, so that nothing is left of it however the process ends.
final class NamelessCopy {
  /// Linux' `O_TMPFILE` of `fcntl.h`, which Swift does not import.
  private static let temporaryFile: Int32 = 0o20_200_000
  private static let partSize = 1 << 20

  let size: Int
  private let permissions: mode_t
  private let descriptor: Int32

  /// Copies a file to the same file system; `nil` if there is no such file.
  init?(of path: String) throws {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else {
      if errno == ENOENT { return nil }
      throw DiaryError(systemError: errno, path: path)
    }
    defer { close(source) }
    var facts = stat()
    guard fstat(source, &facts) == 0 else { throw DiaryError(systemError: errno, path: path) }
    size = Int(facts.st_size)
    permissions = facts.st_mode & 0o777
    descriptor = try Self.makeFile(beside: path)
    try Self.copy(size, from: source, to: descriptor, path)
  }

  deinit { close(descriptor) }

  /// The first bytes; fewer if the file ends before.
  func start(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    return Array(bytes.prefix(max(0, pread(descriptor, &bytes, count, 0))))
  }

  /// Writes the bytes back; a file that is gone is made again.
  func write(to path: String) throws {
    let target = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard target >= 0 else { throw DiaryError(systemError: errno, path: path) }
    defer { close(target) }
    try Self.copy(size, from: descriptor, to: target, path)
    guard ftruncate(target, off_t(size)) == 0 else { throw DiaryError(systemError: errno, path: path) }
  }

  private static func makeFile(beside path: String) throws -> Int32 {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDWR | O_CLOEXEC | temporaryFile, 0o600)
    if descriptor >= 0 { return descriptor }
    // Not every file system can do that.
    guard errno == EOPNOTSUPP || errno == EISDIR, let file = tmpfile() else {
      throw DiaryError(systemError: errno, path: path)
    }
    defer { fclose(file) }
    let copy = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw DiaryError(systemError: errno, path: path) }
    return copy
  }

  private static func copy(_ size: Int, from source: Int32, to target: Int32, _ path: String) throws {
    var buffer = [UInt8](repeating: 0, count: min(size, partSize))
    var offset = 0
    while offset < size {
      let count = pread(source, &buffer, min(buffer.count, size - offset), off_t(offset))
      guard count > 0, pwrite(target, buffer, count, off_t(offset)) == count else {
        // An end that comes too soon, or a write that is cut short, is no error of the system's.
        throw DiaryError(systemError: count == 0 || errno == 0 ? EIO : errno, path: path)
      }
      offset += count
    }
  }
}
