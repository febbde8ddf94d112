import Dispatch
import Foundation
import SQLiteKit
import Synchronization

/// Notices transactions of other processes, and that the store has lost its name, on a thread that sleeps until the
/// store's -wal is written to or its folder changes.
///
/// A connection that never writes reads `PRAGMA data_version`, which says whether anything was committed. If this diary
/// has committed as well since the last check, the writing connection is asked: its own commits do not change its
/// version.
final class ExternalChangeWatcher: Sendable {
  /// The interval between two checks while others write continuously, in milliseconds.
  private static let shortestPause: Int32 = 50
  /// The last interval after a write, in milliseconds.
  ///
  /// A transaction becomes visible some time after its last byte was written, once it is on the disk.
  private static let maxPause: Int32 = 3200

  private let log: WALWatcher
  private let isEnded = Mutex(false)
  private let end = DispatchSemaphore(value: 0)

  /// Starts to watch a store; `nil` if it cannot be watched.
  ///
  /// - Parameters:
  ///   - address: The path or URI with which SQLite opens the file.
  ///   - askWriter: Has the writing connection find out whether others have committed since its last call, and report
  ///     it.
  ///   - hasMoved: Whether the store has lost its name.
  ///   - report: Called if another process has committed, and when the store has lost its name.
  init?(
    storeFile file: String, address: String, ownCommits: OwnCommits, hasMoved: @escaping @Sendable () -> Bool,
    askWriter: @escaping @Sendable () -> Void,
    report: @escaping @Sendable () -> Void
  ) {
    guard let log = WALWatcher(storeFile: file), let detector = try? CommitDetector(address, ownCommits)
    else {
      return nil
    }
    self.log = log
    let end = end
    let thread = Thread {
      // For what happened between opening the store and watching it.
      askWriter()
      var hadMoved = hasMoved()
      if hadMoved { report() }
      Self.follow(log) {
        let hasMoved = hasMoved()
        if hasMoved, !hadMoved { report() }
        hadMoved = hasMoved
        switch detector.check() {
        case .none: break
        case .external: report()
        case .ambiguous: askWriter()
        }
      }
      detector.close()
      end.signal()
    }
    thread.name = "store watch"
    thread.start()
  }

  /// Calls `check` after each write, and again at growing intervals until the write must be visible.
  private static func follow(_ log: WALWatcher, _ check: () -> Void) {
    var pause: Int32 = -1
    while true {
      switch log.wait(milliseconds: pause) {
      case .ended: return
      case .written: pause = shortestPause
      case .timedOut: pause = pause < maxPause ? pause * 2 : -1
      }
      check()
      guard log.pause(milliseconds: shortestPause) else { return }
    }
  }

  /// Ends the thread and waits for its end.
  func stop() {
    let wasEnded = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return isEnded
    }
    if wasEnded { return }
    log.end()
    end.wait()
  }
}
