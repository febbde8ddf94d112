import Dispatch
import Foundation
import Synchronization

/// Notes signals in the local queue file, away from the caller's thread.
///
///     let recorder = TelemetryRecorder(policy: policy, configuration: configuration)
///     recorder.record(.photoMoved)
///     recorder.flush()  // before the process ends
///
/// `record` neither throws nor waits: what cannot be written is dropped. Nothing is ever sent; there is
/// no network code. Safe to use from any thread, and with other processes on the same
/// queue.
package final class TelemetryRecorder: Sendable {
  private let backend: Backend?

  /// A recorder that does nothing and makes no file or folder where the policy is off.
  package init(policy: TelemetryPolicy, configuration: TelemetryConfiguration) {
    backend = policy == .on ? Backend(configuration) : nil
  }

  /// Keeps signals in memory until `resume` or `flush`, as a program that starts has more urgent things to do.
  ///
  /// Calling it again does nothing.
  package func pause() { backend?.pause() }

  /// Writes what was kept, and what comes.
  package func resume() { backend?.resume() }

  /// Notes a signal with the current hour and returns at once.
  package func record(_ signal: Signal) {
    guard let backend else { return }
    let date = backend.now()
    backend.queue.async {
      backend.writer.withLock { $0.write(signal, at: date) }
    }
  }

  /// Waits until what was recorded so far is written, but not longer than `timeout`.
  ///
  /// - Returns: whether it is; what is not may be lost when the process ends now.
  @discardableResult
  package func flush(timeout: Duration = .seconds(1)) -> Bool {
    guard let backend else { return true }
    backend.resume()
    let written = DispatchSemaphore(value: 0)
    backend.queue.async { written.signal() }
    return written.wait(timeout: .now() + timeout.seconds) == .success
  }

  /// How many signals could not be written so far, because of a full disk or missing permissions.
  ///
  /// Waits for a signal that is just being written, so ask at the end, not from the interface.
  package var lostSignals: Int {
    backend?.writer.withLock { $0.lost } ?? 0
  }
}

private final class Backend: Sendable {
  let now: @Sendable () -> Date
  /// The order in which signals are written; the only user of the writer, but for its count of losses.
  let queue = DispatchQueue(label: "telemetry", qos: .utility)
  let writer: Mutex<SignalWriter>
  private let isPaused = Mutex(false)

  init(_ configuration: TelemetryConfiguration) {
    now = configuration.now
    writer = Mutex(SignalWriter(configuration))
  }

  /// A queue must not go while it is suspended.
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
