import Foundation
import Testing

/// Repeats a test until its signal came while the program was running.
///
/// A machine may be faster than the test sees what the program has done: then the program is over before the signal
/// comes. Each attempt has a sandbox of its own.
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
  /// - Parameters:
  ///   - moment: What the condition means, as the end of "timed out waiting until".
  ///   - isReached: Checked very often, so that the signal comes soon.
  func run(
    _ arguments: [String], signaling signal: Int32, when moment: String, _ isReached: () throws -> Bool
  ) async throws -> ProcessResult {
    let process = try start(arguments)
    try await process.wait(until: moment) { try isReached() }
    process.send(signal)
    return try await process.result()
  }
}
