import Foundation
import Synchronization

/// Registers a database that this process has open, from `init` to `close()` or `deinit`.
///
/// POSIX locks belong to the process: closing any descriptor of a file releases all of them, SQLite's included. So
/// only SQLite may open a file of an open database. Call ``owns(_:)`` before opening a file that the user named.
package final class OpenDatabase: Sendable {
  private static let all = Mutex<[ObjectIdentifier: Files]>([:])

  /// Registers a database until it is closed.
  ///
  /// - Parameter path: The database's file, with symbolic links resolved.
  package init(path: String) {
    let files = Files(path: path, identity: FileIdentity(path: path))
    Self.all.withLock { $0[ObjectIdentifier(self)] = files }
  }

  deinit { close() }

  /// Removes the database from the register; call this after its connections are closed.
  package func close() { Self.all.withLock { $0[ObjectIdentifier(self)] = nil } }

  /// Returns whether a path leads to an open database or one of its sidecars, also through a link.
  package static func owns(_ path: String) -> Bool { owns(FileIdentity(path: path)) }

  /// Returns whether a descriptor is one of an open database or of its sidecars.
  package static func owns(descriptor: Int32) -> Bool { owns(FileIdentity(descriptor: descriptor)) }

  private static func owns(_ identity: FileIdentity?) -> Bool {
    guard let identity else { return false }
    return all.withLock { all in
      // The file itself may have been renamed; sidecars come and go.
      all.values.contains { files in
        files.identity == identity
          || StoreFile.withSidecars(files.path).contains { FileIdentity(path: $0) == identity }
      }
    }
  }

  private struct Files {
    let path: String
    let identity: FileIdentity?
  }
}
