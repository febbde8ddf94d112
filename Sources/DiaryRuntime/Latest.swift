import Synchronization

/// The newest request of one kind, which replaces older ones whether they wait or run.
///
/// Work that waits for its turn takes the newest request instead of its own; work that runs compares its own with
/// ``newest`` and stops if they differ.
final class Latest<Request: Equatable & Sendable>: Sendable {
  private struct State {
    var newest: Request?
    var isWaiting = false
  }

  private let state = Mutex(State())

  /// The request that was submitted last, also after it was taken; `nil` before the first.
  var newest: Request? { state.withLock { $0.newest } }

  /// Whether the newest request has not been taken yet.
  var isWaiting: Bool { state.withLock { $0.isWaiting } }

  /// Replaces the newest request.
  func submit(_ request: Request) {
    state.withLock { $0 = State(newest: request, isWaiting: true) }
  }

  /// Returns the newest request once; `nil` until the next one is submitted.
  func take() -> Request? {
    state.withLock { state in
      guard state.isWaiting else { return nil }
      state.isWaiting = false
      return state.newest
    }
  }
}
