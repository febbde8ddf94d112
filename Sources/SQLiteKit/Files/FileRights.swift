import Foundation

/// Who owns a file and who may use it.
package struct FileRights {
  private let user: uid_t
  private let group: gid_t
  private let permissions: mode_t

  /// The rights of a file that is there.
  package init(of path: String) throws(StoreError) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw StoreError(systemError: errno, path: path) }
    (user, group, permissions) = (facts.st_uid, facts.st_gid, facts.st_mode & 0o777)
  }

  /// Gives another file the same owner, group and permissions, as far as this process may.
  ///
  /// Another group gets no permissions.
  ///
  /// - Returns: Whether the file has the owner and the group.
  package func give(to path: String) throws(StoreError) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: path) }
    defer { close(descriptor) }
    // Who may not give a file away may still choose one of their groups.
    var hasGroup = try change(path) { fchown(descriptor, user, group) }
    if !hasGroup { hasGroup = try change(path) { fchown(descriptor, uid_t.max, group) } }
    guard fchmod(descriptor, hasGroup ? permissions : permissions & ~0o070) == 0 else {
      throw StoreError(systemError: errno, path: path)
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw StoreError(systemError: errno, path: path) }
    return facts.st_uid == user && facts.st_gid == group
  }

  /// Whether a change of the owner was permitted.
  private func change(_ path: String, _ call: () -> Int32) throws(StoreError) -> Bool {
    if call() == 0 { return true }
    // The second one: an id that a container does not have; the third: a file system without owners.
    guard [EPERM, EINVAL, ENOTSUP].contains(errno) else { throw StoreError(systemError: errno, path: path) }
    return false
  }
}
