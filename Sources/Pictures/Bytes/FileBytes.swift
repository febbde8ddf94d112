#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a regular file, which is never loaded as a whole.
package final class FileBytes: ByteSource {
  /// The size of the file in bytes when it was opened.
  package let count: Int
  private let path: String
  private let descriptor: Int32

  /// Opens the regular file at `path` for reading.
  ///
  /// Opens without blocking, so that a named pipe is refused instead of waited for.
  ///
  /// Do not use it for a path that the user named: it might be a file of an open database.
  ///
  /// - Parameter followsLinks: Whether `path` may be a symbolic link; links among its folders are always followed.
  /// - Throws: `FileBytesError` if there is no such file or it is not a regular file.
  package init(path: String, followsLinks: Bool = true) throws(FileBytesError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw FileBytesError(errno: errno, opening: path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw status.st_mode & S_IFMT == S_IFDIR
        ? .isFolder(path: path) : .notAFile(path: path, SpecialFile(mode: UInt32(status.st_mode)))
    }
    self.path = path
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Copies bytes, in as many system calls as it takes.
  ///
  /// - Throws: `FileBytesError.endsTooSoon` if the file became shorter, or `.cannotRead`.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let got = pread(descriptor, part.baseAddress, part.count, off_t(offset + filled))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw FileBytesError.cannotRead(path: path, errno: errno) }
      if got == 0 {
        guard offset + filled >= count else { throw FileBytesError.endsTooSoon(path: path) }
        break
      }
      filled += got
    }
    return filled
  }
}

/// The error for a file that cannot be opened or read.
package enum FileBytesError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be opened, for example because it does not exist.
  case cannotOpen(path: String, errno: Int32)
  /// The path is that of a folder.
  case isFolder(path: String)
  /// It is neither a regular file nor a folder; `nil` if it is another kind of object.
  case notAFile(path: String, SpecialFile?)
  /// It is a symbolic link to a file that does not exist.
  case danglingLink(path: String, target: String)
  /// Reading the open file failed.
  case cannotRead(path: String, errno: Int32)
  /// It belongs to a diary that this process has open.
  case openDatabase(path: String)
  /// It became shorter after it was opened.
  case endsTooSoon(path: String)

  /// A sentence for the user.
  package var description: String {
    switch self {
    case .cannotOpen(let path, let code): "\(path) cannot be opened: \(String(cString: strerror(code)))."
    case .isFolder(let path): "\(path) is a folder. Name a file in it."
    case .notAFile(let path, let special): "\(path) is \(special.map { "\($0.name), " } ?? "")not a file."
    case .danglingLink(let path, let target):
      "\(path) is a link to \(target), which does not exist. Check the link."
    case .cannotRead(let path, let code): "\(path) cannot be read: \(String(cString: strerror(code)))."
    case .openDatabase(let path): "\(path) is the diary itself. Name a picture file."
    case .endsTooSoon(let path): "\(path) was truncated while it was read. Try again."
    }
  }
}

extension FileBytesError {
  /// Determines why a file cannot be opened.
  ///
  /// - Parameter code: The `errno` of open(2).
  fileprivate init(errno code: Int32, opening path: String) {
    var status = stat()
    if let target = SpecialFile.danglingLinkTarget(path) {
      self = .danglingLink(path: path, target: target)
    } else if stat(path, &status) == 0, let special = SpecialFile(mode: UInt32(status.st_mode)) {
      // A socket cannot be opened.
      self = .notAFile(path: path, special)
    } else {
      self = .cannotOpen(path: path, errno: code)
    }
  }
}
