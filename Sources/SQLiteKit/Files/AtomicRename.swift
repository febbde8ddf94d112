import CFileSystem
import Foundation

/// Renames that cannot lose a file, by `renameat2`.
package enum AtomicRename {
  /// Renames a file or folder within a file system, unless `to` exists.
  ///
  /// - Returns: `false`, without a change, if `to` exists.
  /// - Throws: `.cannotCreate`, `.permissionDenied` or `.diskFull` for `to`.
  package static func renameNoReplace(_ from: String, to: String) throws(StoreError) -> Bool {
    if file_system_rename_noreplace(from, to) == 0 { return true }
    switch errno {
    case EEXIST: return false
    // Some file systems, such as NFS, lack this call; a hard link cannot replace a file either.
    case EINVAL, ENOSYS: return try byLinking(from, to)
    default: throw StoreFile.cannotCreate(to)
    }
  }

  private static func byLinking(_ from: String, _ to: String) throws(StoreError) -> Bool {
    guard link(from, to) == 0 else {
      switch errno {
      case EEXIST: return false
      // Neither folders nor some file systems support hard links, so the check and the rename are two steps.
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
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Swaps the names of two files or folders atomically.
  ///
  /// - Returns: `false`, without a change, if the file system does not support this.
  /// - Throws: `StoreError`, for example `.notFound` if one of them does not exist.
  package static func exchange(_ one: String, _ other: String) throws(StoreError) -> Bool {
    if file_system_rename_exchange(one, other) == 0 { return true }
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
      throw StoreError(systemError: errno, path: other)
    }
    return false
  }
}
