import CFileSystem
import Foundation

/// Renames that cannot lose a file, by `renameat2`.
package enum AtomicRename {
  /// Renames a file or folder within a file system, unless `to` exists.
  ///
  /// - Returns: `false` if `to` exists.
  package static func renameNoReplace(_ from: String, to: String) throws(StoreError) -> Bool {
    if file_system_rename_noreplace(from, to) == 0 { return true }
    switch errno {
    case EEXIST: return false
    // File systems such as NFS have hard links instead, which cannot replace anything either.
    case EINVAL, ENOSYS: return try byLinking(from, to)
    default: throw StoreFile.cannotCreate(to)
    }
  }

  private static func byLinking(_ from: String, _ to: String) throws(StoreError) -> Bool {
    guard link(from, to) == 0 else {
      switch errno {
      case EEXIST: return false
      // Folders cannot have hard links, and some file systems have none: checking first has to be enough.
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
        guard !itemExists(atPath: to) else { return false }
        guard rename(from, to) == 0 else { throw StoreFile.cannotCreate(to) }
        return true
      default: throw StoreFile.cannotCreate(to)
      }
    }
    guard unlink(from) == 0 else { throw StoreError(systemError: errno, path: from) }
    return true
  }

  /// Returns whether a directory entry exists, including a dangling symbolic link.
  package static func itemExists(atPath path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// Swaps the names of two files or folders atomically.
  ///
  /// - Returns: `false`, without a change, if the file system does not support that.
  package static func exchange(_ one: String, _ other: String) throws(StoreError) -> Bool {
    if file_system_rename_exchange(one, other) == 0 { return true }
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
      throw StoreError(systemError: errno, path: other)
    }
    return false
  }
}
