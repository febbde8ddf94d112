import Glibc

/// What is in the place of a file that is to be read or written.
enum Obstacle: String, Sendable {
  case folder = "a folder"
  case pipe = "a named pipe"
  case socket = "a socket"
  case device = "a device"
  case danglingLink = "a symbolic link to what is not there"

  /// - Parameter mode: A `st_mode`; `nil` for a regular file.
  init?(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: return nil
    }
  }

  /// `nil` if there is a regular file, or nothing.
  init?(at path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      self.init(mode: status.st_mode)
    } else if errno == ENOENT || errno == ELOOP, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK
    {
      self = .danglingLink
    } else {
      return nil
    }
  }
}
