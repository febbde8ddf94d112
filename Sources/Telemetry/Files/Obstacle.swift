import Glibc

/// What exists instead of a regular file that is to be read or written.
enum Obstacle: String, Sendable {
  case folder = "a folder"
  case pipe = "a named pipe"
  case socket = "a socket"
  case device = "a device"
  case danglingLink = "a broken symbolic link"
  /// A symbolic link, which may lead to one of the user's files.
  case link = "a symbolic link"
  case hardLink = "a file with another name (a hard link)"

  /// `nil` for a regular file with one name.
  init?(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG where status.st_nlink > 1: self = .hardLink
    case S_IFLNK: self = .link
    case S_IFDIR: self = .folder
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: return nil
    }
  }

  /// `nil` if there is a regular file with one name, or nothing.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, access(path, F_OK) != 0 {
      self = .danglingLink
    } else {
      self.init(status)
    }
  }
}
