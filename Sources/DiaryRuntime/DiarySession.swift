import DiaryStore
import DiaryUI
import Dispatch
import Foundation
import SQLiteKit
import Synchronization

/// The diary on which effects work once it is open, and the callback for their answers.
final class DiarySession: Sendable {
  /// Sends an answer.
  let post: @Sendable (Message) -> Void

  private let diary = Mutex<Diary?>(nil)
  private let isEnding = Atomic(false)

  init(post: @escaping @Sendable (Message) -> Void) { self.post = post }

  /// Whether the program is ending, so that reads and imports should stop.
  var isCancelled: Bool { isEnding.load(ordering: .relaxed) }

  /// The path of the diary; `nil` if none is open.
  var path: String? { diary.withLock { $0?.path } }

  func begin(with opened: Diary) { diary.withLock { $0 = opened } }

  func cancel() { isEnding.store(true, ordering: .relaxed) }

  /// Returns the diary once, to close it; work that has not started is dropped.
  func end() -> Diary? { diary.take() }

  /// Runs `body` with the diary on a queue and sends its answer, if it returns one.
  ///
  /// Does nothing if no diary is open.
  func run(on queue: DispatchQueue, _ body: @escaping @Sendable (Diary) -> Message?) {
    queue.async {
      guard let diary = self.diary.withLock({ $0 }), let message = body(diary) else { return }
      self.post(message)
    }
  }

  /// Returns what `body` reads of the diary; `nil` if no diary is open.
  func read<Value>(_ body: (Diary) throws(StoreError) -> Value?) -> Result<Value?, StoreError> {
    Result { () throws(StoreError) in
      guard let diary = diary.withLock({ $0 }) else { return nil }
      return try body(diary)
    }
  }

  /// Runs `body` on its own thread and sends its answer; for work that neither touches the diary nor has to finish.
  ///
  /// A global queue is not used, because its first use starts a timer of the dispatch library that wakes the program
  /// every second from then on.
  func answerOnOwnThread(_ body: @escaping @Sendable () -> Message) {
    Thread.detachNewThread { self.post(body()) }
  }
}

extension Mutex {
  /// Returns the value and sets it to `nil`.
  borrowing func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
