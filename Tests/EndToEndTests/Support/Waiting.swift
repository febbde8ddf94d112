import Foundation

/// Something that was waited for did not happen.
struct WaitedInVain: Error, CustomStringConvertible {
  let condition: String
  var seen = ""

  var description: String { "waited in vain until \(condition)" + (seen.isEmpty ? "" : "; seen:\n\(seen)") }
}

/// The longest that anything may take, far above what it takes on a busy machine.
let patience = Duration.seconds(30)

/// Waits for a condition, looking again and again.
///
/// - Parameters:
///   - condition: What is waited for, as the end of "waited in vain until".
///   - seen: What is told where it does not happen.
func waitUntil(
  _ condition: String, seen: () async throws -> String = { "" }, _ isMet: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + patience
  var pause = Duration.milliseconds(2)
  while try await !isMet() {
    guard ContinuousClock.now < deadline else {
      throw WaitedInVain(condition: condition, seen: try await seen())
    }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(25))
  }
}
