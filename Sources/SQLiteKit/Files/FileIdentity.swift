import Foundation

/// The device and inode of a file or folder, which are the same for all of its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t

  /// Follows symbolic links; `nil` if nothing exists there.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }

  /// `nil` if the descriptor is not open.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }
}
