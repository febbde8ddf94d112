package import GRDB
import Synchronization

/// What the writing connection knows of other connections' transactions: its own do not change its `data_version`.
package final class WriterVersion: Sendable {
  private let last: Mutex<Int>

  package init(_ db: Database) throws { last = Mutex(try VersionLook.version(db)) }

  /// Whether others have committed since this was asked last.
  package func hasChanged(_ db: Database) throws -> Bool {
    let version = try VersionLook.version(db)
    return last.withLock { last in
      defer { last = version }
      return version != last
    }
  }
}
