import Dispatch
import Foundation
import Synchronization

/// Records signals in the local queue file, on a thread of its own.
///
///     let recorder = TelemetryRecorder(policy: policy, configuration: configuration)
///     recorder.record(.photoMoved)
///     recorder.flush()  // before the process ends
///
/// ``record(_:)`` neither throws nor waits: signals that cannot be written are dropped. Nothing is ever sent; there is no
/// network code. Safe to use from any thread, and while other processes use the same queue.
package final class TelemetryRecorder: Sendable {
  private let backend: Backend?

  /// Creates a recorder, which does nothing and creates no files if the policy is off.
  package init(policy: TelemetryPolicy, configuration: TelemetryConfiguration) {
    backend = policy == .on ? Backend(configuration) : nil
  }

  /// Keeps signals in memory until `resume` or `flush`, so that they do not delay the start of the program.
  package func pause() { backend?.pause() }

  /// Writes the signals that were kept in memory, and later ones as they come.
  package func resume() { backend?.resume() }

  /// Records a signal with the current hour, and returns immediately.
  package func record(_ signal: Signal) {
    guard let backend else { return }
    let date = backend.now()
    backend.queue.async {
      backend.writer.withLock { $0.write(signal, at: date) }
    }
  }

  /// Waits until all recorded signals are written, but not longer than `timeout`.
  ///
  /// - Returns: Whether they are written; others may be lost if the process ends now.
  @discardableResult
  package func flush(timeout: Duration = .seconds(1)) -> Bool {
    guard let backend else { return true }
    backend.resume()
    let written = DispatchSemaphore(value: 0)
    backend.queue.async { written.signal() }
    return written.wait(timeout: .now() + timeout.seconds) == .success
  }
}

private final class Backend: Sendable {
  let now: @Sendable () -> Date
  /// Writes the signals in order.
  let queue = DispatchQueue(label: "telemetry", qos: .utility)
  let writer: Mutex<SignalWriter>
  private let isPaused = Mutex(false)

  init(_ configuration: TelemetryConfiguration) {
    now = configuration.now
    writer = Mutex(SignalWriter(configuration))
  }

  /// A suspended queue must not be released.
  deinit { resume() }

  func pause() {
    isPaused.withLock { isPaused in
      if !isPaused { queue.suspend() }
      isPaused = true
    }
  }

  func resume() {
    isPaused.withLock { isPaused in
      if isPaused { queue.resume() }
      isPaused = false
    }
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
