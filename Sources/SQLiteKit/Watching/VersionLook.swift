import GRDB
import Synchronization

/// Looks whether anything was committed to a store since the last look.
package final class VersionLook: Sendable {
  package enum Answer {
    case none
    /// Somebody else did.
    case foreign
    /// This diary did, and perhaps somebody else.
    case unclear
  }

  private let connection: DatabaseQueue
  private let ownCommits: CommitCount
  /// The version, and how many of this diary's transactions it had for certain.
  private let last: Mutex<(version: Int, commits: Int)>

  /// - Parameter address: A path, or a URI that says how to open the file.
  package init(_ address: String, _ ownCommits: CommitCount) throws {
    var configuration = Configuration.hardened()
    configuration.readonly = true
    connection = try DatabaseQueue(path: address, configuration: configuration)
    self.ownCommits = ownCommits
    let commits = ownCommits.finished
    last = Mutex((try connection.read(Self.version), commits))
  }

  /// Somebody else was at work where this diary has not even begun a transaction since the version before.
  package func take() -> Answer {
    let commits = ownCommits.finished
    // What cannot be read now is seen at the next look.
    guard let version = try? connection.read(Self.version) else { return .none }
    let begun = ownCommits.begun
    return last.withLock { last in
      defer { last = (version, commits) }
      if version == last.version { return .none }
      return begun == last.commits ? .foreign : .unclear
    }
  }

  /// Fails only where a look is under way, and then the end of the connection closes it.
  package func close() { try? connection.close() }

  static func version(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
}
