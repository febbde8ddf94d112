import Synchronization

/// Cancels work that is queued or running, but not work that is queued later.
final class CancellationCounter: Sendable {
  private let count = Atomic(0)

  /// The number of cancellations when work was queued; see ``isCancelled(since:)``.
  struct Mark: Sendable {
    fileprivate let count: Int
  }

  /// The mark for work that is queued now.
  var mark: Mark { Mark(count: count.load(ordering: .relaxed)) }

  /// Cancels all work that was queued until now.
  func cancel() { count.add(1, ordering: .relaxed) }

  /// Returns whether work with this mark was canceled.
  func isCancelled(since mark: Mark) -> Bool { count.load(ordering: .relaxed) != mark.count }
}
