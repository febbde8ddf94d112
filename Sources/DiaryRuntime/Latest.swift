import Synchronization

/// Tells requests of one kind whether a newer one has replaced them, while they wait and while they run.
///
///     let newer = latest.submit(request)
///     queue.async {
///       guard newer() == nil else { return }
final class Latest<Request: Sendable>: Sendable {
  private struct State {
    var newest: Request?
    /// The number of requests so far, by which equal ones differ.
    var count = 0
  }

  private let state = Mutex(State())

  /// Replaces older requests.
  ///
  /// - Returns: A function that returns the newest request once it has replaced this one; until then, `nil`.
  func submit(_ request: Request) -> @Sendable () -> Request? {
    let index = state.withLock { state in
      state.newest = request
      state.count += 1
      return state.count
    }
    return { self.state.withLock { $0.count == index ? nil : $0.newest } }
  }
}
