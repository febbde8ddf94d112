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
  /// The newest requests; of each type, a newer one replaces the others.
  let latest = Latest()

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

  /// Reads from the diary on a queue and sends the answer, unless a newer request of the same type is submitted before or
  /// during the read.
  ///
  /// - Parameters:
  ///   - cancels: Whether a newer request cancels a read that has begun; those that wait are always dropped.
  ///   - answer: Makes the answer.
  ///   - body: Reads; its second argument returns whether to stop.
  func read<Request: Sendable, Value>(
    _ request: Request, on queue: DispatchQueue,
    cancelledBy cancels: @escaping @Sendable (_ newer: Request) -> Bool = { _ in true },
    answer: @escaping @Sendable (Request, Result<Value, StoreError>) -> Message,
    _ body: @escaping @Sendable (Diary, _ isSuperseded: @escaping () -> Bool) throws(StoreError) -> Value
  ) {
    let newer = latest.submit(request)
    run(on: queue) { diary in
      guard newer() == nil, !self.isCancelled else { return nil }
      let isSuperseded = { self.isCancelled || newer().map(cancels) ?? false }
      let result = Result { () throws(StoreError) in try body(diary, isSuperseded) }
      return isSuperseded() ? nil : answer(request, result)
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

/// Tells requests whether a newer one of the same type has replaced them, while they wait and while they run.
///
/// Each kind of request needs a type of its own, because two kinds with the same type would replace each other.
///
///     let newer = latest.submit(request)
///     queue.async {
///       guard newer() == nil else { return }
final class Latest: Sendable {
  /// The newest request of each type, with the number of requests so far, by which equal ones differ.
  private let newest = Mutex<[ObjectIdentifier: (request: any Sendable, count: Int)]>([:])

  /// Replaces older requests of the same type.
  ///
  /// - Returns: A function that returns the newest request once it has replaced this one; until then, `nil`.
  func submit<Request: Sendable>(_ request: Request) -> @Sendable () -> Request? {
    let type = ObjectIdentifier(Request.self)
    let index = newest.withLock { newest in
      let count = (newest[type]?.count ?? 0) + 1
      newest[type] = (request, count)
      return count
    }
    return { self.newest.withLock { $0[type]?.count == index ? nil : $0[type]?.request as? Request } }
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
