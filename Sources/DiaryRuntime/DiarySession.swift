import DiaryStore
import DiaryUI
import Dispatch
import Foundation
import Synchronization

/// The diary that effects work on, once it is open, and the way to answer the interface.
final class DiarySession: Sendable {
  /// Sends an answer.
  let post: @Sendable (Message) -> Void

  private let diary = Mutex<Diary?>(nil)
  private let isEnding = Atomic(false)

  init(post: @escaping @Sendable (Message) -> Void) { self.post = post }

  /// Whether the program ends, so that reads and imports can stop.
  var isCancelled: Bool { isEnding.load(ordering: .relaxed) }

  /// The path of the diary; `nil` if none is open.
  var path: String? { diary.withLock { $0?.path } }

  func begin(with opened: Diary) { diary.withLock { $0 = opened } }

  func cancel() { isEnding.store(true, ordering: .relaxed) }

  /// Returns the diary once, to close it; work that has not begun yet is dropped.
  func end() -> Diary? { diary.take() }

  /// Works with the diary on a queue and sends the answer, if there is one.
  ///
  /// Does nothing if no diary is open.
  func run(on queue: DispatchQueue, _ body: @escaping @Sendable (Diary) -> Message?) {
    queue.async {
      guard let diary = self.diary.withLock({ $0 }), let message = body(diary) else { return }
      self.post(message)
    }
  }

  /// Answers from a thread of its own, for work that neither touches the diary nor has to be waited for.
  ///
  /// Not on a global queue: its first use starts a timer of the dispatch library, which wakes the program up every
  /// second from then on.
  func answerAside(_ body: @escaping @Sendable () -> Message) {
    Thread.detachNewThread { self.post(body()) }
  }
}

extension Mutex {
  /// Takes the value out and leaves nothing.
  borrowing func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
