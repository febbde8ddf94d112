import Synchronization

/// The newest request of one kind, which replaces older ones, whether they wait or run.
///
/// Work that waits takes the newest request instead of its own, or ends if its own is not ``newest``. Work that runs
/// stops if its request is no longer ``newest``.
final class Latest<Request: Sendable>: Sendable {
  private struct State {
    var newest: Request?
    var isWaiting = false
  }

  private let state = Mutex(State())

  /// The last submitted request, even if it was taken; `nil` before the first.
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
