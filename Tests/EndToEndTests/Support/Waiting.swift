import Foundation

/// Something that was waited for did not happen.
struct TimeoutError: Error, CustomStringConvertible {
  let condition: String
  var seen = ""

  var description: String {
    "timed out waiting until \(condition)" + (seen.isEmpty ? "" : "; seen:\n\(seen)")
  }
}

/// The time without any progress after which waiting ends, far above what a busy machine needs for anything.
let patience = Duration.seconds(60)
/// The time after which waiting ends although there is progress.
private let longestWait = Duration.seconds(600)

/// Waits for a condition by checking it again and again.
///
/// - Parameters:
///   - condition: What is waited for, as the end of "timed out waiting until".
///   - pause: The longest time between two checks.
///   - progress: What changes while the program is at work; each change renews the time that is left.
///   - seen: What is reported if the condition is not met.
func waitUntil(
  _ condition: String, lookingEvery pause: Duration = .milliseconds(25),
  progress: () async throws -> String = { "" }, seen: () async throws -> String = { "" },
  _ isMet: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + longestWait
  var deadline = ContinuousClock.now + patience
  var nextCheck = ContinuousClock.now + .seconds(1)
  var state = ""
  var nextPause = min(pause, .milliseconds(2))
  while try await !isMet() {
    if ContinuousClock.now >= nextCheck {
      let newState = try await progress()
      if newState != state { deadline = ContinuousClock.now + patience }
      state = newState
      nextCheck = ContinuousClock.now + .seconds(1)
    }
    guard ContinuousClock.now < min(deadline, end) else {
      throw TimeoutError(condition: condition, seen: try await seen())
    }
    try await Task.sleep(for: nextPause)
    nextPause = min(nextPause * 2, pause)
  }
}
