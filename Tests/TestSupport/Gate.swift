import Dispatch

/// Is closed until it is opened, once.
package final class Gate: Sendable {
  private let opening = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { opening.signal() }

  /// Waits for the gate to open; `false` if it does not open in ten minutes, which is longer than a busy machine needs.
  package func pass() -> Bool { opening.wait(timeout: .now() + 600) == .success }
}
