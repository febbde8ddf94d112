import Dispatch
import Synchronization

/// Hands values from one thread to another, in order; who takes one sleeps until it is there.
final class BlockingQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element]
    var isClosed = false
  }

  private let state: Mutex<State>
  private let arrivals = DispatchSemaphore(value: 0)

  init(_ elements: [Element] = []) {
    state = Mutex(State(elements: elements))
    for _ in elements { arrivals.signal() }
  }

  func put(_ element: Element) {
    state.withLock { $0.elements.append(element) }
    arrivals.signal()
  }

  /// The oldest value, as soon as there is one; `nil` once the queue is closed.
  func take() -> Element? {
    arrivals.wait()
    return state.withLock { $0.isClosed ? nil : $0.elements.removeFirst() }
  }

  /// Ends the wait of the one that takes; values that were not taken are dropped.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.elements.removeAll()
    }
    arrivals.signal()
  }
}
