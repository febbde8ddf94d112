import CFileSystem
import Foundation

/// Renaming that never replaces anything.
enum FileMove {
  /// Gives a file or folder another name on the same file system, unless something has that name.
  ///
  /// - Returns: `false` if the name is taken.
  static func withoutReplacing(_ from: String, _ to: String) throws(DiaryError) -> Bool {
    if file_system_move(from, to) == 0 { return true }
    switch errno {
    case EEXIST: return false
    // File systems such as NFS know links instead, which cannot replace anything either.
    case EINVAL, ENOSYS: return try byLinking(from, to)
    default: throw StoreFile.cannotCreate(to)
    }
  }

  private static func byLinking(_ from: String, _ to: String) throws(DiaryError) -> Bool {
    guard link(from, to) == 0 else {
      switch errno {
      case EEXIST: return false
      // Folders have no links, and some file systems have none at all: a look before has to do.
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
        guard !isTaken(to) else { return false }
        guard rename(from, to) == 0 else { throw StoreFile.cannotCreate(to) }
        return true
      default: throw StoreFile.cannotCreate(to)
      }
    }
    guard unlink(from) == 0 else { throw DiaryError(systemError: errno, path: from) }
    return true
  }

  /// Whether something has a name, a link that leads nowhere included.
  static func isTaken(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// Swaps the names of two files or folders in one step.
  ///
  /// - Returns: `false` if the file system cannot do that; nothing has changed then.
  static func exchange(_ one: String, _ other: String) throws(DiaryError) -> Bool {
    if file_system_exchange(one, other) == 0 { return true }
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
      throw DiaryError(systemError: errno, path: other)
    }
    return false
  }
}
