import DiaryStore
import Foundation

/// A file to be imported, which can be read from its beginning any number of times.
package struct ImportSource: Sendable {
  /// The usual endings of the names of such files, in lower case and without their dots.
  package static let fileExtensions = ["csv", "tsv", "txt", "json", "jsonl", "ndjson"]

  /// The file's name; `nil` for standard input.
  package let name: String?
  private let content: Content

  private enum Content: Sendable {
    case bytes([UInt8], chunk: Int)
    case file(SeekableFile)
  }

  /// Creates a source of bytes in memory, which are read in pieces of at most `chunk` bytes.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    name = nil
    content = .bytes(bytes, chunk: chunk)
  }

  /// Opens a file, or a FIFO, which is copied to its end into a temporary file.
  ///
  /// - Throws: `.notFound`, `.permissionDenied`, `.isFolder`, `.openDiary`, or `.unreadable` for devices, sockets and
  ///   failures.
  package init(path: String) throws(ImportError) {
    name = FilePath(path).name
    content = .file(try SeekableFile(path: path))
  }

  /// Opens standard input; a pipe is first copied to its end into a temporary file.
  ///
  /// - Throws: `ImportError` if it cannot be read or copied, or is the diary itself.
  package static func standardInput(_ descriptor: Int32 = STDIN_FILENO) throws(ImportError) -> ImportSource {
    if Diary.hasOpen(descriptor: descriptor) { throw .openDiary(path: "standard input") }
    return ImportSource(
      name: nil, content: .file(try SeekableFile(descriptor: dup(descriptor), name: "standard input")))
  }

  private init(name: String?, content: Content) {
    self.name = name
    self.content = content
  }

  /// Returns the input from its beginning.
  package func open() -> ByteInput {
    switch content {
    case .bytes(let bytes, let chunk): ByteInput(bytes, chunk: chunk)
    case .file(let file): file.input()
    }
  }
}

/// An open file that several inputs read independently.
private final class SeekableFile: Sendable {
  private static let partSize = 1 << 16

  private let descriptor: Int32
  private let name: String
  private let start: off_t
  private let size: off_t

  convenience init(path: String) throws(ImportError) {
    if Diary.hasOpen(path) { throw .openDiary(path: path) }
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(errno, path: path) }
    var status = stat()
    if fstat(descriptor, &status) == 0, [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT),
      isatty(descriptor) != 1
    {
      close(descriptor)
      // Some, such as /dev/zero, have no end.
      throw .unreadable(path: path, reason: "it is a device")
    }
    try self.init(descriptor: descriptor, name: path)
  }

  /// Takes over a descriptor; a pipe is copied to its end.
  init(descriptor: Int32, name: String) throws(ImportError) {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw Self.error(errno, path: name) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw .isFolder(path: name)
    }
    self.name = name
    let position = lseek(descriptor, 0, SEEK_CUR)
    if status.st_mode & S_IFMT == S_IFREG, position >= 0 {
      self.descriptor = descriptor
      start = position
      size = max(0, status.st_size - position)
    } else {
      defer { close(descriptor) }
      self.descriptor = try Self.collected(descriptor, name)
      start = 0
      size = lseek(self.descriptor, 0, SEEK_CUR)
    }
  }

  deinit { close(descriptor) }

  func input() -> ByteInput {
    var offset = start
    return ByteInput(totalBytes: Int64(size)) { [self] buffer throws(ImportError) in
      let count = try Self.repeating(name) { pread(descriptor, buffer.baseAddress, buffer.count, offset) }
      offset += off_t(count)
      return count
    }
  }

  /// Copies a pipe to its end into a file without a name.
  private static func collected(_ pipe: Int32, _ name: String) throws(ImportError) -> Int32 {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/beerdiary-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw error(errno, path: FileManager.default.temporaryDirectory.path) }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: partSize, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ImportError) {
      while true {
        let count = try repeating(name) { read(pipe, buffer.baseAddress, buffer.count) }
        if count == 0 { return file }
        var written = 0
        while written < count {
          written += try repeating("a temporary copy of \(name)") {
            write(file, buffer.baseAddress?.advanced(by: written), count - written)
          }
        }
      }
    } catch {
      close(file)
      throw error
    }
  }

  private static func repeating(_ name: String, _ call: () -> Int) throws(ImportError) -> Int {
    while true {
      let count = call()
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(path: name, reason: String(cString: strerror(errno))) }
    }
  }

  private static func error(_ code: Int32, path: String) -> ImportError {
    var info = stat()
    let isLink = lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    switch code {
    case ENOENT where isLink, ELOOP where isLink:
      return .unreadable(path: path, reason: "it is a broken symbolic link")
    case ENXIO: return .unreadable(path: path, reason: "it is a socket")
    case ENOENT, ENOTDIR: return .notFound(path: path)
    case EACCES, EPERM: return .permissionDenied(path: path)
    default: return .unreadable(path: path, reason: String(cString: strerror(code)))
    }
  }
}
