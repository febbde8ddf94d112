import Foundation

/// Something that was waited for did not happen.
struct WaitedInVain: Error, CustomStringConvertible {
  let condition: String
  var seen = ""

  var description: String { "waited in vain until \(condition)" + (seen.isEmpty ? "" : "; seen:\n\(seen)") }
}

/// The longest that anything may take, far above what it takes on a busy machine.
let patience = Duration.seconds(60)

/// Waits for a condition, looking again and again.
///
/// - Parameters:
///   - condition: What is waited for, as the end of "waited in vain until".
///   - pause: The longest time between two looks.
///   - seen: What is told where it does not happen.
func waitUntil(
  _ condition: String, lookingEvery pause: Duration = .milliseconds(25),
  seen: () async throws -> String = { "" }, _ isMet: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + patience
  var nextPause = min(pause, .milliseconds(2))
  while try await !isMet() {
    guard ContinuousClock.now < deadline else {
      throw WaitedInVain(condition: condition, seen: try await seen())
    }
    try await Task.sleep(for: nextPause)
    nextPause = min(nextPause * 2, pause)
  }
}
