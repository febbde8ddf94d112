import Foundation

/// A file's owner, group and permission bits.
package struct FilePermissions {
  private let user: uid_t
  private let group: gid_t
  private let mode: mode_t

  /// Reads the permissions of a file.
  ///
  /// - Throws: `StoreError`, such as `.notFound`.
  package init(of path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw StoreError(systemError: errno, path: path) }
    user = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o777
  }

  /// Gives another file the same owner, group and permission bits, as far as this process is allowed to.
  ///
  /// If the group cannot be set, the file's own group gets no permissions.
  ///
  /// - Returns: Whether the file has the same owner and group.
  /// - Throws: `StoreError` if the file cannot be opened or changed.
  package func apply(to path: String) throws(StoreError) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: path) }
    defer { close(descriptor) }
    // Users who may not change the owner may still choose one of their own groups.
    var hasGroup = try change(path) { fchown(descriptor, user, group) }
    if !hasGroup { hasGroup = try change(path) { fchown(descriptor, uid_t.max, group) } }
    guard fchmod(descriptor, hasGroup ? mode : mode & ~0o070) == 0 else {
      throw StoreError(systemError: errno, path: path)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StoreError(systemError: errno, path: path) }
    return status.st_uid == user && status.st_gid == group
  }

  /// Returns whether a change of the owner was permitted.
  private func change(_ path: String, _ call: () -> Int32) throws(StoreError) -> Bool {
    if call() == 0 { return true }
    // `EINVAL`: an id that does not exist in a container; `ENOTSUP`: a file system without owners.
    guard [EPERM, EINVAL, ENOTSUP].contains(errno) else { throw StoreError(systemError: errno, path: path) }
    return false
  }
}
