package import Foundation

/// Marks a file as in use by this process, until the lock goes out of scope or the process ends.
package final class UseLock: Sendable {
  /// The locked file, to read and write it; closed with the lock.
  package let handle: FileHandle
  /// Whether another process uses the file, or has deleted it since it was opened.
  package let isUnavailable: Bool

  /// Locks an open file, and closes it in the end.
  ///
  /// On a file system without locks, the file counts as free.
  package init(_ descriptor: Int32) {
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var result: Int32
    repeat { result = flock(descriptor, LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
    let isInUse = result != 0 && errno == EWOULDBLOCK
    // A process that replaces a file deletes it before it unlocks it.
    var status = stat()
    isUnavailable = isInUse || fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// Opens and locks a file, which only its owner can read if it is created; `nil` with the reason in `errno`.
  ///
  /// - Parameter flags: How to open it, such as `O_RDONLY`. Symbolic links are not followed.
  package convenience init?(opening path: String, _ flags: Int32) {
    let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if descriptor < 0 { return nil }
    self.init(descriptor)
  }
}
