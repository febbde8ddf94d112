import Dispatch
import Foundation
import Synchronization

/// Calls a closure with the changes of a diary.
struct ChangeFollower: DiaryComponent {
  let database: DiaryDatabase

  func followChanges(_ body: @escaping @Sendable (StoreChange) -> Void) {
    let wakeUp = WakeUpSemaphore()
    let broadcaster = database.broadcaster
    let id = broadcaster.subscribe(.init(onChange: { wakeUp.signal() }, onEnd: { wakeUp.end() }))
    let thread = Thread {
      while wakeUp.wait() {
        if let change = broadcaster.takePending(of: id) { body(change) }
      }
    }
    thread.name = "changes"
    thread.start()
  }
}

/// Wakes up a thread.
private final class WakeUpSemaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isEnded = Atomic(false)

  func signal() { semaphore.signal() }

  func end() {
    isEnded.store(true, ordering: .releasing)
    semaphore.signal()
  }

  /// Sleeps until it is signaled; returns `false` once it has been ended.
  func wait() -> Bool {
    semaphore.wait()
    return !isEnded.load(ordering: .acquiring)
  }
}
