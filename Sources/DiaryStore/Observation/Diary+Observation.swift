import Dispatch
import Foundation
import Synchronization

extension Diary {
  /// Calls `body` with each change from now on, on a thread of its own, until the diary is closed.
  ///
  /// Those are the transactions of this diary and of other processes; where the file system does not report the latter,
  /// as over a network, only this diary's own. Changes that come while `body` runs are merged into one.
  ///
  /// The thread sleeps until there is a change. An asynchronous sequence would need the threads of Swift's concurrency,
  /// which a timer wakes up every second on Linux.
  package func followChanges(_ body: @escaping @Sendable (StoreChange) -> Void) {
    let bell = Bell()
    let hub = hub
    let id = hub.subscribe(.init(ring: { bell.ring() }, end: { bell.end() }))
    let thread = Thread {
      while bell.wait() {
        if let change = hub.takePending(of: id) { body(change) }
      }
    }
    thread.name = "changes"
    thread.start()
  }
}

/// Wakes a thread up.
private final class Bell: Sendable {
  private let rings = DispatchSemaphore(value: 0)
  private let isEnded = Atomic(false)

  func ring() { rings.signal() }

  func end() {
    isEnded.store(true, ordering: .releasing)
    rings.signal()
  }

  /// Sleeps until it rings; `false` once it rings no more.
  func wait() -> Bool {
    rings.wait()
    return !isEnded.load(ordering: .acquiring)
  }
}
