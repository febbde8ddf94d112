import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database that this process has open, from when this is made until it is closed or goes away.
///
/// POSIX locks belong to the process: closing any descriptor of a file drops all of them, SQLite's included. So nothing
/// but SQLite may open a file of an open database. Whatever opens a file that the user named asks `owns` first.
package final class OpenDatabase: Sendable {
  private static let all = Mutex<[ObjectIdentifier: Files]>([:])
  private static let ends = ["", "-wal", "-shm", "-journal"]

  /// - Parameter path: The database's file.
  package init(path: String) {
    let files = Files(path: path, identity: FileIdentity(path: path))
    Self.all.withLock { $0[ObjectIdentifier(self)] = files }
  }

  deinit { close() }

  package func close() { Self.all.withLock { $0[ObjectIdentifier(self)] = nil } }

  /// Whether a path leads to an open database or to a file that SQLite keeps beside one, through any link.
  package static func owns(_ path: String) -> Bool { owns(FileIdentity(path: path)) }

  /// Whether a descriptor is one of such a file.
  package static func owns(descriptor: Int32) -> Bool { owns(FileIdentity(descriptor: descriptor)) }

  private static func owns(_ identity: FileIdentity?) -> Bool {
    guard let identity else { return false }
    return all.withLock { all in
      // The file itself may have been renamed; those beside it come and go.
      all.values.contains { files in
        files.identity == identity || ends.contains { FileIdentity(path: files.path + $0) == identity }
      }
    }
  }

  private struct Files {
    let path: String
    let identity: FileIdentity?
  }
}

/// The device and inode of a file, which are the same for all of its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let node: ino_t

  /// Follows links; `nil` if nothing is there.
  package init?(path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (device, node) = (facts.st_dev, facts.st_ino)
  }

  /// `nil` if the descriptor is not open.
  package init?(descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    (device, node) = (facts.st_dev, facts.st_ino)
  }
}
