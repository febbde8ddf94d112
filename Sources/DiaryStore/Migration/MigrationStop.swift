import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The user's wish to stop a migration, heard while it works and while it waits.
///
/// Once a step is in the file, stopping would not bring the old store back; so the rest is finished.
final class MigrationStop: Sendable {
  private static let pause: UInt32 = 20_000
  /// Instructions of SQLite's virtual machine between two questions: well below a millisecond.
  private static let instructions: Int32 = 20_000

  private let isCancelled: @Sendable () -> Bool
  private let isTooLate = Atomic(false)
  private let patience: Duration?
  /// Microseconds.
  private let waited = Atomic(0)

  /// - Parameter patience: How long others are waited for in all; `nil` as long as the user does.
  init(patience: Duration? = nil, _ isCancelled: @escaping @Sendable () -> Bool) {
    self.patience = patience
    self.isCancelled = isCancelled
  }

  /// Throws `DiaryError.cancelled` where the user wants to stop.
  func check() throws(DiaryError) {
    if isWanted { throw .cancelled }
  }

  var isWanted: Bool { !isTooLate.load(ordering: .relaxed) && isCancelled() }

  /// From now on the migration is finished whatever the user wants.
  func endHere() { isTooLate.store(true, ordering: .relaxed) }

  /// Waits a moment for somebody else; `false` if the user does not want to wait any more, or patience is at its end.
  func wait() -> Bool {
    if isCancelled() { return false }
    let waited = waited.add(Int(Self.pause), ordering: .relaxed).newValue
    if let patience, .microseconds(waited) > patience { return false }
    usleep(Self.pause)
    return true
  }

  /// Whether others have been waited for so long that the user is to know.
  var isWaitWorthTelling: Bool { waited.load(ordering: .relaxed) >= 500_000 }

  /// Makes long statements ask, too.
  ///
  /// The connection must not outlive this object.
  func interruptStatements(of db: Database) {
    sqlite3_progress_handler(
      db.sqliteConnection, Self.instructions,
      { stop in
        guard let stop else { return 0 }
        return Unmanaged<MigrationStop>.fromOpaque(stop).takeUnretainedValue().isWanted ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
