#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file system object that is neither a regular file nor a folder.
package enum SpecialFile: Hashable, Sendable {
  /// A named pipe (FIFO).
  case pipe
  /// A Unix domain socket.
  case socket
  /// A character or block device.
  case device

  /// `nil` for a regular file, a folder and a symbolic link.
  ///
  /// - Parameter mode: The `st_mode` of stat(2).
  package init?(mode: UInt32) {
    switch mode_t(mode) & S_IFMT {
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: return nil
    }
  }

  /// The name for the user, with an article, such as `a named pipe`.
  package var name: String {
    switch self {
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }

  /// Returns the target of a symbolic link if the target does not exist; `nil` for anything else.
  package static func danglingLinkTarget(_ path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, stat(path, &status) != 0,
      errno == ENOENT || errno == ELOOP || errno == ENOTDIR
    else { return nil }
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &text, text.count)
    return count < 0 ? nil : String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
