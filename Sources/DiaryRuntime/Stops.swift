import Synchronization

/// Stops work that is queued or running, but not work that is queued later.
final class Stops: Sendable {
  private let count = Atomic(0)

  /// What work that is queued now compares with; see ``isStopped(since:)``.
  struct Mark: Sendable {
    fileprivate let count: Int
  }

  /// The present state, to be taken when work is queued.
  var mark: Mark { Mark(count: count.load(ordering: .relaxed)) }

  /// Stops all work that was queued until now.
  func stop() { count.add(1, ordering: .relaxed) }

  /// Whether work with this mark was stopped.
  func isStopped(since mark: Mark) -> Bool { count.load(ordering: .relaxed) != mark.count }
}
