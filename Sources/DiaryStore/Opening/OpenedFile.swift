import Foundation
import GRDB
import SQLiteKit
import Synchronization

/// The file that a diary's connections have open, which may lose its name to another one.
///
/// Programs that synchronize or restore files put a new file in the place of the old one. SQLite goes on with the file
/// that it has open, so that changes would be lost with it; and a connection that is opened later would read the new
/// file together with the -wal of the old one.
final class OpenedFile: Sendable {
  private let path: String
  private let file: String
  /// What the first connection opened.
  private let identity = Mutex<FileIdentity?>(nil)

  /// Creates the file of a diary before its connections are opened.
  ///
  /// - Parameters:
  ///   - path: The store as the user named it.
  ///   - file: The store's file, with symbolic links resolved.
  init(path: String, file: String) {
    self.path = path
    self.file = file
  }

  /// Checks the name of the file before a new connection reads anything.
  ///
  /// Even reading would open the -shm of the old file, and closing it would release the locks that this process has on it.
  ///
  /// - Throws: `SQLITE_READONLY_DBMOVED` if the name leads to another file than for the first connection.
  func checkConnection() throws {
    let current = FileIdentity(path: file)
    let isSame = identity.withLock { identity in
      identity = identity ?? current
      return identity == current
    }
    if !isSame { throw DatabaseError(resultCode: .SQLITE_READONLY_DBMOVED) }
  }

  /// Whether the user's path leads to another file now, or to none; `false` if that cannot be determined.
  var hasMoved: Bool {
    guard let current = FileIdentity(path: path) else { return errno == ENOENT || errno == ENOTDIR }
    return current != identity.withLock { $0 }
  }
}
