/// The newest request of one kind, until its answer.
///
/// Answers to older requests are recognized by their generation, which increases with every request.
struct Pending<Request: Hashable & Sendable>: Hashable, Sendable {
  /// `nil` if no answer is awaited.
  private(set) var request: Request?
  private var generation = 0

  /// Whether an answer is awaited.
  var isAwaited: Bool { request != nil }

  /// Replaces the request by one of the next generation, and returns it.
  mutating func begin(_ make: (_ generation: Int) -> Request) -> Request {
    generation += 1
    let request = make(generation)
    self.request = request
    return request
  }

  /// Ends the request if an answer is to it; returns whether it is.
  mutating func end(with answered: Request) -> Bool {
    guard answered == request else { return false }
    request = nil
    return true
  }

  /// Ignores the answer.
  mutating func cancel() { request = nil }

  /// The value without a request, for a new state that ignores the answers to the old one's requests.
  var cancelled: Self {
    var pending = self
    pending.cancel()
    return pending
  }
}
