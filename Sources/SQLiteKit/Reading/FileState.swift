import Foundation

/// The attributes of a file, of which at least one changes with every write.
struct FileState: Equatable {
  private let inode: ino_t
  private let size: off_t
  private let modified: [Int]

  /// Reads the attributes; `nil` if the file does not exist.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = status.st_ino
    size = status.st_size
    modified = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
