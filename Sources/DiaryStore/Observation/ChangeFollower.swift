import Dispatch
import Foundation
import Synchronization

/// Calls a closure with the changes of a diary.
struct ChangeFollower: DatabaseAccess {
  let database: DiaryDatabase

  func followChanges(_ body: @escaping @Sendable (StoreChange) -> Void) {
    let bell = Bell()
    let broadcaster = database.broadcaster
    let id = broadcaster.subscribe(.init(ring: { bell.ring() }, end: { bell.end() }))
    let thread = Thread {
      while bell.wait() {
        if let change = broadcaster.takePending(of: id) { body(change) }
      }
    }
    thread.name = "changes"
    thread.start()
  }
}

/// Wakes up a thread.
private final class Bell: Sendable {
  private let rings = DispatchSemaphore(value: 0)
  private let isEnded = Atomic(false)

  func ring() { rings.signal() }

  func end() {
    isEnded.store(true, ordering: .releasing)
    rings.signal()
  }

  /// Sleeps until the bell rings; returns `false` once it has been ended.
  func wait() -> Bool {
    rings.wait()
    return !isEnded.load(ordering: .acquiring)
  }
}
