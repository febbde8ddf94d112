import Foundation
import TestSupport
import Testing

/// Repeats a test until its signal came while the program was running.
///
/// Each attempt has a sandbox of its own.
///
/// - Parameter attempt: Returns whether the signal came in time.
func untilSignalIsInTime(
  sourceLocation: SourceLocation = #_sourceLocation, _ attempt: (Sandbox) async throws -> Bool
) async throws {
  for _ in 1...20 where try await attempt(Sandbox()) { return }
  Issue.record("20 times no signal came while the program was running", sourceLocation: sourceLocation)
}

extension Sandbox {
  /// Starts the program, signals it when a condition is met, and waits for its end.
  ///
  /// - Parameter isReached: Whether to signal now; the program is paused while this is checked.
  func run(
    _ arguments: [String], signaling signal: Int32, when isReached: @escaping @Sendable () throws -> Bool
  ) async throws -> ProcessResult {
    let process = try start(arguments)
    try await process.pause(when: isReached)
    process.send(signal)
    process.send(SIGCONT)
    return try await process.result()
  }
}

extension ChildProcess {
  /// Pauses the process when a condition is met; returns as well when it ends before.
  ///
  /// The process runs half a millisecond at a time and is paused for each check, by a thread that does nothing else. So
  /// the moment is not missed while other tests keep the processors busy. Waiting ends if the process does not compute.
  func pause(when isReached: @escaping @Sendable () throws -> Bool) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            var patience = Patience()
            while self.pause(), try !isReached() {
              self.send(SIGCONT)
              usleep(500)
              guard patience.lasts({ "\(ProcessorTime.ofTree(self.id))" }) else {
                throw TimeoutError(condition: "process \(self.id) can be signaled")
              }
            }
          })
      }
    }
  }

  /// Returns `false` if the process has ended.
  private func pause() -> Bool {
    send(SIGSTOP)
    var info = siginfo_t()
    let isChanged = waitid(P_PID, id_t(id), &info, WSTOPPED | WEXITED | WNOWAIT) == 0
    return isChanged && info.si_code == CLD_STOPPED
  }
}
