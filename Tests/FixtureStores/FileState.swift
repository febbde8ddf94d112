import Foundation

/// The properties of a file that change if it is written to or replaced.
package struct FileState: Equatable {
  package let size: Int
  package let content: String
  /// The time of the last change, in nanoseconds.
  private let modified: Int
  private let inode: UInt64

  /// Returns the states of the files and folders below a folder, by their paths in it; `""` is the folder itself.
  package static func all(in folder: String) throws -> [String: FileState] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder) + [""]
    return try names.reduce(into: [:]) { $0[$1] = try FileState("\(folder)/\($1)") }
  }

  private init(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : 0
    content = isFile ? try Data(contentsOf: URL(fileURLWithPath: path)).sha256 : "folder"
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    inode = UInt64(status.st_ino)
  }
}
