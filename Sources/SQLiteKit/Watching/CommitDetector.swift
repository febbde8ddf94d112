package import GRDB
import Synchronization

/// Detects commits to a store, and which of them are external, with a read-only connection of its own.
///
/// SQLite's `PRAGMA data_version` changes if another connection has committed. For this connection, that includes the
/// commits of this process's writing connection, so these are counted by ``OwnCommits``. If both have committed,
/// ``WriterDataVersion`` decides.
package final class CommitDetector: Sendable {
  /// What was committed between two checks.
  package enum Finding {
    /// Nothing was committed.
    case none
    /// Another connection committed, and this process did not.
    case external
    /// This process committed; another connection may have, too.
    case ambiguous
  }

  private let connection: DatabaseQueue
  private let ownCommits: OwnCommits
  /// The data version at the last check, and the number of own commits that it certainly includes.
  private let last: Mutex<(version: Int, commits: Int)>

  /// Opens a read-only connection, which detects commits from now on.
  ///
  /// - Parameter path: A path, or a URI that says how to open the file.
  /// - Throws: Errors of SQLite, such as `SQLITE_BUSY` and `SQLITE_CANTOPEN`.
  package init(_ path: String, _ ownCommits: OwnCommits) throws {
    var configuration = Configuration.hardened()
    configuration.readonly = true
    connection = try DatabaseQueue(path: path, configuration: configuration)
    self.ownCommits = ownCommits
    let commits = ownCommits.finished
    last = Mutex((try connection.read { try $0.dataVersion() }, commits))
  }

  /// Returns what was committed since the last check; `.none` if the store cannot be read now.
  package func check() -> Finding {
    let commits = ownCommits.finished
    // A commit that cannot be read now is found by the next check.
    guard let version = try? connection.read({ try $0.dataVersion() }) else { return .none }
    let begun = ownCommits.begun
    return last.withLock { last in
      defer { last = (version, commits) }
      if version == last.version { return .none }
      return begun == last.commits ? .external : .ambiguous
    }
  }

  /// Closes the connection; during a check, its end closes it.
  package func close() { try? connection.close() }
}

/// Counts the commits of this process's writing connection, for any thread.
package final class OwnCommits: Sendable {
  private let begunCount = Atomic(0)
  private let finishedCount = Atomic(0)

  /// Creates a counter at 0.
  package init() {}

  /// Commits that other connections may see already.
  var begun: Int { begunCount.load(ordering: .sequentiallyConsistent) }
  /// Commits that other connections certainly see.
  var finished: Int { finishedCount.load(ordering: .sequentiallyConsistent) }

  /// Notes that a transaction is about to commit.
  package func begin() { begunCount.add(1, ordering: .sequentiallyConsistent) }

  /// Notes that the transaction has ended, with a commit or a rollback.
  package func finish() { finishedCount.store(begun, ordering: .sequentiallyConsistent) }
}

/// Detects external commits with the writing connection, whose own commits do not change its data version.
package final class WriterDataVersion: Sendable {
  private let last: Mutex<Int>

  /// Reads the current data version; later changes are detected.
  ///
  /// - Parameter db: The writing connection.
  /// - Throws: `DatabaseError`.
  package init(_ db: Database) throws { last = Mutex(try db.dataVersion()) }

  /// Returns whether another connection has committed since the last call or `init`.
  ///
  /// - Parameter db: The writing connection.
  /// - Throws: `DatabaseError`.
  package func hasChanged(_ db: Database) throws -> Bool {
    let version = try db.dataVersion()
    return last.withLock { last in
      defer { last = version }
      return version != last
    }
  }
}

extension Database {
  fileprivate func dataVersion() throws -> Int { try Int.fetchOne(self, sql: "PRAGMA data_version") ?? 0 }
}
