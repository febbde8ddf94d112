import Dispatch

/// A gate that is closed at first; each opening lets one waiting thread pass.
package final class Gate: Sendable {
  private let opening = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { opening.signal() }

  /// Waits for the gate to open; returns `false` after ten minutes, which is longer than a busy machine needs.
  package func pass() -> Bool { opening.wait(timeout: .now() + 600) == .success }
}
