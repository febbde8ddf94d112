import Synchronization

/// Counts the transactions of the writing connection before they can be seen and when they can, for any thread.
package final class CommitCount: Sendable {
  private let begunCount = Atomic(0)
  private let finishedCount = Atomic(0)

  package init() {}

  var begun: Int { begunCount.load(ordering: .sequentiallyConsistent) }
  var finished: Int { finishedCount.load(ordering: .sequentiallyConsistent) }

  package func begin() { begunCount.add(1, ordering: .sequentiallyConsistent) }

  /// One that was taken back is finished as well.
  package func finish() { finishedCount.store(begun, ordering: .sequentiallyConsistent) }
}
