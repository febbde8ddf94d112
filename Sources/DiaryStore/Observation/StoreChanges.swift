/// The changes of a store as they come, this diary's own and those of other processes, for any number of observers.
///
///     for await change in diary.changes { await show(change) }
///
/// Each loop gets every change from its beginning on; what comes while it is busy is told in one. It ends when the
/// diary is closed or its task is cancelled. Without a change nothing wakes up.
package struct StoreChanges: AsyncSequence, Sendable {
  package typealias Element = StoreChange
  package typealias Failure = Never

  let hub: ChangeHub

  package func makeAsyncIterator() -> Iterator { Iterator(subscription: ChangeSubscription(hub)) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: ChangeSubscription

    package mutating func next() async -> StoreChange? { await next(isolation: nil) }

    package mutating func next(isolation actor: isolated (any Actor)?) async -> StoreChange? {
      await subscription.next()
    }
  }
}

/// One observer, from the beginning of its loop to its end.
private final class ChangeSubscription: Sendable {
  private let hub: ChangeHub
  private let id: Int
  /// Rings once for whatever has come since it rang last.
  private let bell: AsyncStream<Void>

  init(_ hub: ChangeHub) {
    let (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.hub = hub
    self.bell = bell
    id = hub.subscribe(.init(ring: { ring.yield() }, end: { ring.finish() }))
  }

  deinit { hub.unsubscribe(id) }

  func next() async -> StoreChange? {
    for await _ in bell {
      if let change = hub.takePending(of: id) { return change }
    }
    return nil
  }
}
