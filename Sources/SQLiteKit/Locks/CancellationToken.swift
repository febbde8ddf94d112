import Foundation
package import GRDB
import GRDBSQLite
import Synchronization

/// Cancels an operation while it works or waits for other programs.
///
/// Once a migration is committed, canceling would not restore the old store; see ``passPointOfNoReturn()``.
package final class CancellationToken: Sendable {
  /// Microseconds.
  private static let pollInterval: UInt32 = 20_000
  /// Microseconds.
  private static let minReportedWait = 500_000
  /// Instructions of SQLite's virtual machine between two checks: well below a millisecond.
  fileprivate static let instructionsPerCheck: Int32 = 20_000

  private let isCancelledByUser: @Sendable () -> Bool
  private let isPastPointOfNoReturn = Atomic(false)
  private let timeout: Duration?
  /// Microseconds.
  private let waited = Atomic(0)

  /// Creates a token that the user can cancel, with an optional time limit for waiting.
  ///
  /// - Parameters:
  ///   - timeout: How long all calls of ``wait(report:)`` may take together; `nil` for no limit.
  ///   - isCancelledByUser: Returns whether to stop. Called often and from several threads.
  package init(timeout: Duration? = nil, _ isCancelledByUser: @escaping @Sendable () -> Bool) {
    self.timeout = timeout
    self.isCancelledByUser = isCancelledByUser
  }

  /// Throws `StoreError.cancelled` if the user has canceled.
  package func check() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }

  /// Whether the work must stop: the user has canceled, and the point of no return was not passed.
  package var isCancelled: Bool { !isPastPointOfNoReturn.load(ordering: .relaxed) && isCancelledByUser() }

  /// Makes ``isCancelled`` `false` from now on.
  package func passPointOfNoReturn() { isPastPointOfNoReturn.store(true, ordering: .relaxed) }

  /// Waits briefly for another program; returns `false` if the user canceled or the time limit has passed.
  ///
  /// - Parameter report: Called if the waits have taken half a second in all, to tell the user.
  package func wait(report: () -> Void = {}) -> Bool {
    if isCancelledByUser() { return false }
    let start = ContinuousClock.now
    let waited = waited.load(ordering: .relaxed)
    if let timeout, .microseconds(waited) >= timeout { return false }
    if waited >= Self.minReportedWait { report() }
    usleep(Self.pollInterval)
    // The report takes time as well.
    let pause = (ContinuousClock.now - start) / .microseconds(1)
    self.waited.add(Int(pause), ordering: .relaxed)
    return true
  }

  /// Interrupts statements of a connection when the operation is canceled; they throw `SQLITE_INTERRUPT`.
  ///
  /// The connection must not outlive this object.
  package func interruptStatements(of db: Database) { interruptStatements(of: db.sqliteConnection) }

  func interruptStatements(of connection: OpaquePointer?) {
    sqlite3_progress_handler(
      connection, Self.instructionsPerCheck,
      { token in
        guard let token else { return 0 }
        return Unmanaged<CancellationToken>.fromOpaque(token).takeUnretainedValue().isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Database {
  /// Calls `body`, during which statements are interrupted as soon as `isCancelled` returns `true`.
  ///
  /// - Throws: The error of `body`; `SQLITE_INTERRUPT` of an interrupted statement, which has rolled back the transaction
  ///   if it was writing.
  package func interruptingStatements<Value>(
    if isCancelled: () -> Bool, _ body: () throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(isCancelled) { isCancelled in
      let check = CancellationCheck(isCancelled)
      sqlite3_progress_handler(
        sqliteConnection, CancellationToken.instructionsPerCheck,
        { check in
          guard let check else { return 0 }
          return Unmanaged<CancellationCheck>.fromOpaque(check).takeUnretainedValue().isCancelled() ? 1 : 0
        }, Unmanaged.passUnretained(check).toOpaque())
      defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      return try withExtendedLifetime(check, body)
    }
  }
}

/// Holds a closure for SQLite, which passes a pointer to its callback.
private final class CancellationCheck {
  let isCancelled: () -> Bool

  init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
}

/// Throws `CancellationError` if the closure of an operation says that it was canceled.
package func checkCancellation(_ isCancelled: () -> Bool) throws(CancellationError) {
  if isCancelled() { throw CancellationError() }
}
