import Dispatch
import Foundation
import SQLiteKit
import Synchronization

/// Notices transactions of other processes, on a thread that sleeps until the store's -wal is written to.
///
/// `PRAGMA data_version` of a connection that never writes tells whether anything was committed. Where this diary has
/// committed as well since the last look, the writing connection is asked, for whose number its own do not count.
final class ExternalChangeWatcher: Sendable {
  /// While others write without a break it looks this often, in milliseconds.
  private static let shortestPause: Int32 = 50
  /// A transaction can be seen some time after its last byte was written: once the disk has it.
  private static let longestPause: Int32 = 3200

  private let log: WALWatcher
  private let isEnded = Mutex(false)
  private let end = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - askWriter: Has the writing connection find out, and report, whether others have committed since it was asked.
  init?(
    storeFile file: String, address: String, ownCommits: OwnCommits,
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
      // What was committed since the store was opened and before it is watched.
      askWriter()
      Self.follow(log) {
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

  /// Looks after each write, and again after pauses that grow, until nothing more can come of it.
  private static func follow(_ log: WALWatcher, _ look: () -> Void) {
    var pause: Int32 = -1
    while true {
      switch log.wait(milliseconds: pause) {
      case .ended: return
      case .written: pause = shortestPause
      case .timedOut: pause = pause < longestPause ? pause * 2 : -1
      }
      look()
      guard log.pause(milliseconds: shortestPause) else { return }
    }
  }

  /// Ends the thread and waits for that.
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
