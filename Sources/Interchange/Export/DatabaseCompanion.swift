import DiaryStore
import Foundation
import SQLiteKit

/// A file that belongs to a database of any kind, which would lose changes or images without it.
enum DatabaseCompanion {
  private static let databaseSignature = Array("SQLite format 3\0".utf8)
  /// The first bytes of a -wal, in either byte order, and of a rollback journal.
  ///
  /// Source: SQLite's "Database File Format", 3 and 4.1.
  private static let sidecarSignatures: [[UInt8]] = [
    [0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83], [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7],
  ]

  /// Returns why a path must not be written to; `nil` if it belongs to no database.
  static func reason(against path: String) -> String? {
    let isNamedLikeSidecar = StoreSidecar.allCases.map(\.rawValue).contains { suffix in
      path.hasSuffix(suffix) && isDatabase(String(path.dropLast(suffix.count)))
    }
    let start = start(of: path, count: 8)
    if isNamedLikeSidecar || sidecarSignatures.contains(where: start.starts) {
      return "it belongs to a database"
    }
    let folders = URL(fileURLWithPath: path).deletingLastPathComponent().pathComponents
    let isAmongImages = folders.contains { $0.hasPrefix(".") && $0.hasSuffix("_SUPPORT") }
    return isAmongImages ? "its folder contains the photos of a diary" : nil
  }

  /// Whether a file begins like a SQLite database, which may be another diary or a backup.
  ///
  /// A diary that is open is not opened again: closing it would end SQLite's locks.
  static func isDatabase(_ file: String) -> Bool {
    Diary.hasOpen(file) || start(of: file, count: databaseSignature.count) == databaseSignature
  }

  /// The first bytes of a regular file; fewer if it is shorter, none if it cannot be read.
  private static func start(of file: String, count: Int) -> [UInt8] {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, !Diary.hasOpen(file) else {
      return []
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let readCount = pread(descriptor, &bytes, count, 0)
    return Array(bytes.prefix(max(0, readCount)))
  }
}
